package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
)

// A network is chosen by the keyboard, is named in the bar, and is nobody's any more
// once one of its sliders is moved.
func TestChoosingANetwork(t *testing.T) {
	a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	h := &hand{app: a}
	h.rest()
	c := &a.controls.network
	shown := func() string { return c.items[c.current(&a.settings)] }
	if shown() != "the example" {
		t.Errorf("the bar shows %q at first, want the example", shown())
	}
	a.ctx.SetFocus("network")
	h.rest()
	h.key(im.KeyEnter)
	for range 2 { // to perfect and LAN
		h.key(im.KeyDown)
	}
	h.key(im.KeyEnter)
	if s := a.Session().Settings(); shown() != "LAN" || s.Down.Latency != 500*time.Microsecond || s.Down.Loss != 0 {
		t.Errorf("the bar shows %q and the link is %+v, want the LAN", shown(), s.Down)
	}
	a.ctx.SetFocus("link/loss")
	h.rest()
	h.key(im.KeyRight)
	if shown() != "custom" {
		t.Errorf("the bar shows %q after a slider was moved, want custom", shown())
	}
	h.key(im.KeyLeft)
	if shown() != "LAN" {
		t.Errorf("the bar shows %q after it was moved back, want LAN", shown())
	}
	if a.Err() != nil {
		t.Error(a.Err())
	}
}

// Two tools mean the same by different names: the bar shows the one that was chosen.
func TestTheChosenOfTwoLikeNetworksIsShown(t *testing.T) {
	a, err := New(Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	if err != nil {
		t.Fatal(err)
	}
	c := &a.controls.network
	for i := range c.networks {
		c.chosen = i
		c.networks[i].Apply(&a.settings)
		if got := c.current(&a.settings); got != i {
			t.Errorf("%s is shown as %s", c.items[i], c.items[got])
		}
	}
}

func TestNetworksAreToldInFigures(t *testing.T) {
	a, err := New(Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	if err != nil {
		t.Fatal(err)
	}
	c := &a.controls.network
	if want := "50 ms + 30 ms, loss 5 %"; c.details[0] != want {
		t.Errorf("the example is %q, want %q", c.details[0], want)
	}
	for i, tip := range c.tips {
		if !strings.HasSuffix(tip, ".") && !strings.HasSuffix(tip, ".)") {
			t.Errorf("the tooltip of %s is %q, want sentences", c.items[i], tip)
		}
	}
}
