package controls

import (
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// window returns a window with the bar at the top.
func window(t *testing.T) (*viewtest.Window, *Panel) {
	t.Helper()
	p := new(Panel)
	if err := p.Load(assets.FS); err != nil {
		t.Fatal(err)
	}
	w := viewtest.New(t, config.DefaultScenario(), 0, func(c *im.Context, m *view.Model, act *view.Actions) {
		p.DrawTop(c, raster.Rect{W: 1280, H: TopHeight}, m, act)
	})
	w.Rest()
	return w, p
}

// frameOf is the panel with the frame that its methods work on.
func frameOf(w *viewtest.Window, p *Panel) *frame { return &frame{&w.Ctx, &w.Model, &w.Actions, p} }

// A network is chosen by the keyboard, is named in the bar, and is nobody's any more once
// the link is another.
func TestChoosingANetwork(t *testing.T) {
	w, p := window(t)
	shown := func() string {
		w.Rest()
		items, _, _ := frameOf(w, p).networkItems()
		return items[frameOf(w, p).currentNetwork()]
	}
	if shown() != "the example" {
		t.Errorf("the bar shows %q at first, want the example", shown())
	}
	w.Ctx.SetFocus("network")
	w.Rest()
	w.Key(im.KeyEnter)
	for range 2 { // to perfect and LAN
		w.Key(im.KeyDown)
	}
	w.Key(im.KeyEnter)
	if s := w.Session.Settings(); shown() != "LAN" || s.Down.Latency != 500*time.Microsecond || s.Down.Loss != 0 {
		t.Errorf("the bar shows %q and the link is %+v, want the LAN", shown(), s.Down)
	}
	w.Model.Settings.Down.Loss++
	if shown() != "custom" {
		t.Errorf("the bar shows %q after the loss was changed, want custom", shown())
	}
	w.Model.Settings.Down.Loss--
	if shown() != "LAN" {
		t.Errorf("the bar shows %q after it was changed back, want LAN", shown())
	}
}

// Two tools mean the same by different names: the bar shows the one that was chosen.
func TestTheChosenOfTwoLikeNetworksIsShown(t *testing.T) {
	w, p := window(t)
	for i := range p.networks {
		p.network = i
		p.networks[i].Apply(w.Model.Settings)
		if got := frameOf(w, p).currentNetwork(); got != i {
			t.Errorf("%s is shown as %s", p.networks[i].Name, p.networks[got].Name)
		}
	}
}

func TestNetworksAreToldInFigures(t *testing.T) {
	w, p := window(t)
	items, details, tips := frameOf(w, p).networkItems()
	if want := "50 ms + 30 ms, loss 5 %"; details[0] != want {
		t.Errorf("the example is %q, want %q", details[0], want)
	}
	for i, tip := range tips {
		if !strings.HasSuffix(tip, ".") && !strings.HasSuffix(tip, ".)") {
			t.Errorf("the tooltip of %s is %q, want sentences", items[i], tip)
		}
	}
}

// TestScenes: the list has every scenario, and choosing one wants it.
func TestScenes(t *testing.T) {
	w, p := window(t)
	if len(p.scenes) < 10 {
		t.Errorf("scenes %q, want the embedded ones", p.scenes)
	}
	w.Ctx.SetFocus("scene")
	w.Rest()
	w.Key(im.KeyEnter)
	w.Key(im.KeyHome)
	w.Key(im.KeyDown)
	w.Key(im.KeyEnter)
	if want := (view.LoadScene{Name: p.scenes[1]}); len(w.Done) != 1 || w.Done[0] != want {
		t.Errorf("wanted is %v, want %v", w.Done, want)
	}
}
