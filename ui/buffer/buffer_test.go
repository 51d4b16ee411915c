package buffer

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// place is where the panel is in a window of 1280×720 dp, small where it is in one of
// 960×600.
var (
	place = raster.Rect{X: 240, Y: 496, W: 506.88, H: 216}
	small = raster.Rect{X: 240, Y: 407.03998, W: 348.48, H: 184.96}
)

// window returns a window with the panel at a moment of a run.
func window(t testing.TB, s config.Scenario, at time.Duration) (*viewtest.Window, *Panel) {
	t.Helper()
	p := new(Panel)
	return viewtest.New(t, s, at, in(p, place)), p
}

// in draws the panel at a place.
func in(p *Panel, r raster.Rect) func(c *im.Context, m *view.Model, act *view.Actions) {
	return func(c *im.Context, m *view.Model, act *view.Actions) { p.Draw(c, r, m, act) }
}

// frameOf is a panel with the frame that its methods work on.
func frameOf(w *viewtest.Window, p *Panel) *frame { return &frame{p, &w.Ctx, &w.Model} }

func TestGolden(t *testing.T) {
	for _, g := range []struct {
		name, language string
		place          raster.Rect
		change         func(*config.Settings) // for a last second
	}{
		{"buffer", "en", place, nil},
		{"buffer-underrun", "en", place, func(s *config.Settings) { s.Down.Loss = 1_000_000 }},
		{"buffer-clock-off", "en", small, func(s *config.Settings) { s.Down.Latency += 200 * time.Millisecond }},
		{"ko-buffer", "ko", place, nil},
	} {
		t.Run(g.name, func(t *testing.T) {
			w, p := window(t, viewtest.Scenario(), 3200*time.Millisecond)
			w.Draw = in(p, g.place)
			w.Speak(g.language)
			if g.change != nil {
				g.change(w.Model.Settings)
				w.Frame()
				w.PlayTo(4200 * time.Millisecond)
			}
			viewtest.Golden(t, g.name, w.Text())
		})
	}
}

// TestFormulaWords: the formula's numbers at 10 Hz and what is said of them.
func TestFormulaWords(t *testing.T) {
	const ms = time.Millisecond
	for _, tc := range []struct {
		jitter, delay time.Duration
		loss          bool
		want          []string
	}{
		{30 * ms, 200 * ms, true, []string{"(1 + 1)·100 + 30 =", "need 230 ms", "have 200 ms", "30 ms short", "Survives no lost packet"}},
		{30 * ms, 260 * ms, true, []string{"need 230 ms", "30 ms to spare", "Survives one lost packet"}},
		{30 * ms, 230 * ms, true, []string{"0 ms to spare", "Survives one lost packet"}}, // equality is enough
		{30 * ms, 330 * ms, true, []string{"Survives 2 packets lost in a row."}},
		{30 * ms, 130 * ms, false, []string{"(1 + 0)·100 + 30 =", "need 130 ms", "0 ms to spare"}},
		{30 * ms, 120 * ms, false, []string{"10 ms short", "Less than one interval and the jitter."}},
	} {
		s := viewtest.Scenario()
		s.Settings.SendRate, s.Settings.Down.Jitter = 10*config.Hertz, tc.jitter
		if !tc.loss {
			s.Settings.Down.Loss = 0
		}
		for k := range s.Settings.Policies {
			s.Settings.Policies[k].Delay = tc.delay
		}
		w, _ := window(t, s, time.Second)
		list := w.Text()
		for _, want := range tc.want {
			if !viewtest.Has(t, list, want) {
				t.Errorf("jitter %v, delay %v: %q is not written", tc.jitter, tc.delay, want)
			}
		}
	}
}

// TestFormulaFollowsFocus: the delay that is held against the formula is that of the
// kind in focus, else the smallest.
func TestFormulaFollowsFocus(t *testing.T) {
	w, p := window(t, viewtest.Scenario(), 0)
	for _, tc := range []struct {
		focus int
		want  time.Duration
	}{{view.AllKinds, 120 * time.Millisecond}, {int(world.Drone), 120 * time.Millisecond}, {int(world.Car), 200 * time.Millisecond}} {
		w.Model.Focus = tc.focus
		if got := frameOf(w, p).have(); got != tc.want {
			t.Errorf("focus %d: have %v, want %v", tc.focus, got, tc.want)
		}
	}
}

// TestOccupancy: with none in focus it is that of the kind with the least margin, the
// drone with the shorter delay.
func TestOccupancy(t *testing.T) {
	s := viewtest.Scenario()
	s.Settings.Policies[world.Drone].Delay = 120 * time.Millisecond // 2 slots at 5 Hz
	s.Settings.Policies[world.Car].Delay = 900 * time.Millisecond   // 6 slots
	w, p := window(t, s, 0)
	if ahead, slots := frameOf(w, p).occupancy(); ahead != 0 || slots != 2 {
		t.Errorf("before the first packet %d ahead, %d slots, want 0 and 2", ahead, slots)
	}
	w.PlayTo(3 * time.Second)
	for _, tc := range []struct{ focus, slots int }{{view.AllKinds, 2}, {int(world.Drone), 2}, {int(world.Car), 6}} {
		w.Model.Focus = tc.focus
		if ahead, slots := frameOf(w, p).occupancy(); slots != tc.slots || ahead >= slots {
			t.Errorf("focus %d: %d ahead, %d slots, want %d slots", tc.focus, ahead, slots, tc.slots)
		}
	}
}

// TestClockWarns: a way that has become 200 ms longer is not seen at once; until then
// the clock is off, and says so, however small the panel is.
func TestClockWarns(t *testing.T) {
	w, p := window(t, viewtest.Scenario(), 3*time.Second)
	if list := w.Text(); viewtest.Has(t, list, "! error") || !viewtest.Has(t, list, "Clock") {
		t.Error("a good clock is warned of")
	}
	w.Model.Settings.Down.Latency += 200 * time.Millisecond
	w.Frame()
	w.PlayTo(4 * time.Second)
	for _, r := range []raster.Rect{place, small, {X: 240, Y: 424, W: 417.78, H: 208}, {X: 240, Y: 560, W: 530, H: 216}} {
		w.Draw = in(p, r)
		if !viewtest.Has(t, w.Text(), "error -") {
			t.Errorf("at %v a clock 200 ms off is not warned of", r)
		}
	}
}

func TestLagPartOf(t *testing.T) {
	for _, tc := range []struct {
		state interp.State
		want  lagPart
	}{
		{interp.Blending, lagAhead}, {interp.Early, lagAhead}, {interp.Extrapolating, lagExtrapolating},
		{interp.Held, lagStill}, {interp.Stale, lagStill},
	} {
		if got := lagPartOf(&measure.KindSummary{State: tc.state, Measured: true}); got != tc.want {
			t.Errorf("%v: part %d, want %d", tc.state, got, tc.want)
		}
	}
	if lagPartOf(nil) != lagNothing {
		t.Error("nothing to draw has a part")
	}
}

// TestWorstKind: of all kinds the one with the smallest margin speaks; one that is not
// there says nothing.
func TestWorstKind(t *testing.T) {
	w, p := window(t, viewtest.Scenario(), 0)
	fr := frameOf(w, p)
	var f measure.FrameSummary
	if fr.worstKind(&f) != nil {
		t.Error("an empty frame has a worst kind")
	}
	f.Kinds[world.Car] = measure.KindSummary{Delay: 200, Needed: 150, Measured: true}
	f.Kinds[world.Drone] = measure.KindSummary{Delay: 120, Needed: 150, Measured: true}
	f.Kinds[world.Ball] = measure.KindSummary{Delay: 0, Needed: 900}
	if got := fr.worstKind(&f); got != &f.Kinds[world.Drone] {
		t.Errorf("worst %+v, want the drone's", got)
	}
	w.Model.Focus = int(world.Car)
	if got := fr.worstKind(&f); got != &f.Kinds[world.Car] {
		t.Errorf("in focus %+v, want the car's", got)
	}
	w.Model.Focus = int(world.Ball)
	if fr.worstKind(&f) != nil {
		t.Error("a kind that is not measured speaks")
	}
}

// TestNumbersStand: between two readings no number changes while the run goes on.
func TestNumbersStand(t *testing.T) {
	w, p := window(t, viewtest.Scenario(), 3*time.Second)
	w.Model.Playing = true
	w.Rest()
	before := p.numbers
	w.PlayTo(3060 * time.Millisecond)
	if w.Rest(); p.numbers != before {
		t.Error("the numbers have changed after 60 ms")
	}
	w.PlayTo(3310 * time.Millisecond)
	if w.Rest(); p.numbers == before {
		t.Error("the numbers have not changed after 310 ms")
	}
}
