package ui

import (
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
)

// tuned returns the kinds whose delay adapts.
func tuned(a *App) string {
	var names []string
	for k := range world.NumBuiltIn {
		if a.settings.Policies[k].Tuning == interp.Adaptive {
			names = append(names, world.BuiltIn(k).Name)
		}
	}
	return strings.Join(names, " ")
}

// TestAutoDelay: the switch is for all types, the key for the one that has the keyboard,
// and a delay that is moved is in hand again.
func TestAutoDelay(t *testing.T) {
	s := config.DefaultScenario()
	s.Settings.Down.Loss = 0
	a := testApp(t, s)
	h := &hand{app: a}
	a.AdvanceTo(3 * time.Second)
	h.rest()

	a.ctx.SetFocus("delay/auto")
	h.key(im.KeySpace)
	if got := strings.Fields(tuned(a)); len(got) != int(world.NumBuiltIn) {
		t.Fatalf("adaptive: %q, want all", got)
	}
	a.AdvanceTo(20 * time.Second)
	h.rest()
	// Without loss one interval and the jitter are enough, 130 ms instead of the 200
	// that are set.
	applied := a.session.Stats(game.Interpolated).Kinds[world.Car].Delay
	if got := a.model.DelayOf(world.Car); got != applied.Round(time.Millisecond) || got < 125*time.Millisecond || got > 135*time.Millisecond {
		t.Errorf("the car's delay is shown as %v, applied is %v, want about 130ms", got, applied)
	}
	if got := time.Duration(a.model.CommonDelay()); got != a.model.DelayOf(world.Car) {
		t.Errorf("all types show %v, want %v", got, a.model.DelayOf(world.Car))
	}

	a.ctx.SetFocus("delay/drone")
	h.key(im.KeyA)
	if got := a.settings.Policies[world.Drone]; got.Tuning != interp.ByHand || got.Delay != 200*time.Millisecond {
		t.Errorf("after A: %v and %v, want the 200ms that were set", got.Tuning, got.Delay)
	}
	h.key(im.KeyA)
	if got := strings.Fields(tuned(a)); len(got) != int(world.NumBuiltIn) {
		t.Errorf("after A twice: %q, want all", got)
	}

	a.ctx.SetFocus("delay/car")
	before := a.model.DelayOf(world.Car)
	h.key(im.KeyRight)
	if got := a.settings.Policies[world.Car]; got.Tuning != interp.ByHand || got.Delay != before+time.Millisecond {
		t.Errorf("moved by a key: %v at %v, want by hand, 1 ms above %v", got.Tuning, got.Delay, before)
	}
	if a.model.AllAdapt() {
		t.Error("the switch is on although the car is by hand")
	}
	if a.session.Settings() != a.settings {
		t.Error("the settings are not in force")
	}

	a.ctx.SetFocus("delay/all")
	h.key(im.KeyHome)
	if got := tuned(a); got != "" || a.settings.Policies[world.Door].Delay != 0 {
		t.Errorf("moving all types left %q adaptive, and the door at %v", got, a.settings.Policies[world.Door].Delay)
	}
}
