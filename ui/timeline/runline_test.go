package timeline

import (
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// bar is where the tests' line is: along its lower edge, from 14 to 1014 dp.
var bar = raster.Rect{W: 1028, H: 40}

// runLine returns a window with the line of a run of 8 s on which nothing was changed: of
// 10 s, so that a second is 100 dp.
func runLine(t *testing.T) *viewtest.Window {
	s := viewtest.Scenario()
	s.Duration = 10 * time.Second
	line := new(RunLine)
	return viewtest.New(t, s, 8*time.Second, func(c *im.Context, m *view.Model, act *view.Actions) {
		line.Draw(c, bar, m, act)
		line.DrawTag(c, m)
	})
}

// at returns where a time is on the line.
func at(seconds float32) raster.Point { return raster.Point{X: 14 + 100*seconds, Y: 36} }

// tag returns what is written below the line.
func tag(t *testing.T, list *im.List) string {
	var all []string
	for _, w := range viewtest.Writings(t, list.String()) {
		all = append(all, w.Text)
	}
	return strings.Join(all, "; ")
}

// TestRunLineMarks: what was done has a mark that is named where the pointer is near, and
// a slider that was dragged has one, when it is let go.
func TestRunLineMarks(t *testing.T) {
	w := runLine(t)
	w.Start(w.Scenario)
	loss := config.MustSetting("loss")
	w.In.Down = true
	for i := range 10 {
		w.AdvanceTo(time.Second + time.Duration(i)*16*time.Millisecond)
		loss.SetAll(w.Model.Settings, int64(50_000+i*10_000))
		w.Frame()
	}
	w.AdvanceTo(3 * time.Second)
	if err := w.Session.Inject(config.Fault{Kind: config.DropPackets, Amount: 1}); err != nil {
		t.Fatal(err)
	}
	w.AdvanceTo(4 * time.Second)
	w.In.Down = true
	if got := tag(t, w.Move(at(1.14))); got != "1.14 s" {
		t.Errorf("while a slider is dragged, the tag is %s", got)
	}
	w.In.Down = false
	for _, c := range []struct {
		at   float32
		want string
	}{{0.5, "0.50 s"}, {1, "1.00 s"}, {1.12, "1.12 s  loss 14%"}, {1.18, "1.18 s  loss 14%"}, {1.3, "1.30 s"}, {2.96, "2.96 s  drop next"}, {3.06, "3.06 s"}} {
		if got := tag(t, w.Move(at(c.at))); got != c.want {
			t.Errorf("at %v s the tag is %s, want %s", c.at, got, c.want)
		}
	}
	w.Speak("ko")
	if got := tag(t, w.Move(at(3))); !strings.HasSuffix(got, w.Model.Text.Faults.Names[config.DropPackets]) || strings.Contains(got, "drop") {
		t.Errorf("in Korean the tag is %s", got)
	}
	w.Start(w.Scenario) // another run has none of them
	w.AdvanceTo(4 * time.Second)
	if got := w.Move(at(1.14)); strings.Contains(tag(t, got), "14%") {
		t.Errorf("of another run the tag is %s", tag(t, got))
	}
}

// TestRunLineMarksOfTheFuture: a run that is played again shows what is yet to come.
func TestRunLineMarksOfTheFuture(t *testing.T) {
	w := runLine(t)
	if err := w.Session.Inject(config.Fault{Kind: config.Blackout, Amount: int64(time.Second)}); err != nil {
		t.Fatal(err)
	}
	again, err := w.Session.Again()
	if err != nil {
		t.Fatal(err)
	}
	w.Session, w.Model.Run = again, again
	w.AdvanceTo(2 * time.Second)
	if got := tag(t, w.Move(at(8))); !strings.HasSuffix(got, w.Model.Text.Faults.Names[config.Blackout]) {
		t.Errorf("6 s before it the tag is %s", got)
	}
	if err := w.Session.Inject(config.Fault{Kind: config.DropPackets, Amount: 1}); err != nil { // in its place
		t.Fatal(err)
	}
	if got := tag(t, w.Move(at(8.01))); got != "8.01 s" {
		t.Errorf("of what has been dropped the tag is %s", got)
	}
}

// TestRunLineSeeks: what pointer, wheel and keys ask for.
func TestRunLineSeeks(t *testing.T) {
	w := runLine(t)
	w.Move(at(2))
	focus := func() {
		w.Ctx.SetFocus("time")
		w.Rest()
	}
	for _, c := range []struct {
		name string
		do   func()
		want view.Action
	}{
		{"a press", func() { w.Press() }, view.SeekTo{At: 2 * time.Second}},
		{"a drag", func() { w.In.Pointer, w.In.Down = at(5.5), true; w.Frame() }, view.SeekTo{At: 5500 * time.Millisecond}},
		{"beyond its end", func() { w.In.Pointer, w.In.Down = raster.Point{X: 1300, Y: 300}, true; w.Frame() }, view.SeekTo{At: 10 * time.Second}},
		{"a notch", func() { w.Release(); w.Move(at(5)); w.Wheel(-1) }, view.SeekBy{By: -time.Second}},
		{"right", func() { focus(); w.Key(im.KeyRight) }, view.SeekBy{By: time.Second}},
		{"page down", func() { w.Key(im.KeyPageDown) }, view.SeekBy{By: -5 * time.Second}},
		{"home", func() { w.Key(im.KeyHome) }, view.SeekTo{}},
		{"end", func() { w.AdvanceTo(8 * time.Second); w.Key(im.KeyEnd) }, view.SeekTo{At: 8 * time.Second}},
	} {
		w.Done = nil
		if c.do(); len(w.Done) == 0 || w.Done[len(w.Done)-1] != c.want {
			t.Errorf("%s asks for %v, want %v", c.name, w.Done, c.want)
		}
	}
}

// TestRunLineGrows by doubling, and a pressed line is held.
func TestRunLineGrows(t *testing.T) {
	w := runLine(t)
	for _, c := range []struct{ reach, want time.Duration }{
		{8 * time.Second, 10 * time.Second}, {10 * time.Second, 10 * time.Second},
		{11 * time.Second, 20 * time.Second}, {41 * time.Second, 80 * time.Second},
	} {
		if w.Model.Reach = c.reach; w.Model.Span() != c.want {
			t.Errorf("of a run that has been as far as %v it is %v, want %v", c.reach, w.Model.Span(), c.want)
		}
	}
	line := new(RunLine)
	w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) { line.Draw(c, bar, m, act) }
	if w.Move(at(1)); line.Held() {
		t.Error("it is held without a press")
	}
	if w.Press(); !line.Held() {
		t.Error("pressed, it is not held")
	}
	if w.Release(); line.Held() {
		t.Error("let go, it is held")
	}
}
