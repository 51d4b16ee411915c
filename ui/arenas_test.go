package ui

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/view"
)

// loner returns an application with a car, a drone and a turret, five seconds old.
func loner(t *testing.T) (*App, *hand) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}, {Kind: world.Turret, Count: 1}}
	a := testApp(t, s)
	a.AdvanceTo(5 * time.Second)
	h := &hand{app: a}
	h.rest()
	return a, h
}

func TestPicturesAreDrawnAnewOnlyWhenSomethingChanges(t *testing.T) {
	a, h := loner(t)
	a.Render()
	h.rest()
	if _, changed := a.Render(); changed {
		t.Error("nothing happened, and yet it was drawn again")
	}
	for _, key := range []im.Key{im.KeyG, im.KeyV, im.KeyW, im.KeyPeriod} {
		h.key(key)
		if _, changed := a.Render(); !changed {
			t.Errorf("key %d changes nothing", key)
		}
	}
}

// TestArenaHasTheKeyboard: what is selected in an arena is in focus in the other panels,
// and the window's own keys go on working.
func TestArenaHasTheKeyboard(t *testing.T) {
	a, h := loner(t)
	a.ctx.SetFocus("arena/extrapolated")
	h.rest()
	for _, c := range []struct {
		key   im.Key
		want  interp.EntityID
		focus int
	}{
		{im.KeyRight, 1, int(world.Car)}, {im.KeyRight, 2, int(world.Drone)}, {im.KeyEscape, 0, view.AllKinds},
		{im.KeyLeft, 3, int(world.Turret)}, {im.KeyDelete, 0, view.AllKinds},
	} {
		if h.key(c.key); a.model.Selected != c.want || a.model.Focus != c.focus {
			t.Errorf("key %d: %d is selected with kind %d in focus, want %d with %d", c.key, a.model.Selected, a.model.Focus, c.want, c.focus)
		}
	}
	h.key(im.KeySpace)
	if !a.model.Playing {
		t.Error("Space doesn't go on while an arena has the keyboard")
	}
	a.SetPlaying(false)
}

// TestRestartInTheArenas: what is selected was of the run before; how the arenas look is
// the user's choice.
func TestRestartInTheArenas(t *testing.T) {
	a, h := loner(t)
	h.key(im.KeyW)
	h.key(im.KeyV)
	a.ctx.SetFocus("arena/raw")
	h.rest()
	h.key(im.KeyRight)
	look := a.arenas.Look()
	a.restart(a.scenario.Seed)
	h.rest()
	if a.model.Selected != 0 || a.model.Focus != view.AllKinds {
		t.Errorf("%d is selected with kind %d after a restart", a.model.Selected, a.model.Focus)
	}
	if a.arenas.Look() != look {
		t.Error("a restart forgets camera or trails")
	}
}

func TestEachArenaIsOneStopOfTab(t *testing.T) {
	a, _ := loner(t)
	found := 0
	for _, id := range a.ctx.Focusables() {
		switch id {
		case "arena/raw", "arena/interpolated", "arena/extrapolated":
			found++
		}
	}
	if found != int(game.NumLenses) {
		t.Errorf("%d arenas can be reached, want %d", found, game.NumLenses)
	}
}
