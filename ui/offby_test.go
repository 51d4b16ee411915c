package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestOffBy: beside the name of what is selected stands its distance from its true
// place, in each arena its own; between two readings of a running window it stands.
func TestOffBy(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}}
	a := testApp(t, s)
	h := &hand{app: a}
	a.AdvanceTo(5 * time.Second)
	a.model.Selected = 1
	h.rest()
	said := func(l game.Lens) string {
		d := a.arenas.views[l].find(1)
		return string(a.appendLabel(nil, &a.arenas.views[l], d))
	}
	for l := range game.NumLenses {
		var truth world.State
		a.session.Truth(1, a.session.Now(), &truth)
		off := truth.Pose.Position.Sub(a.arenas.views[l].find(1).Pose.Position).Len()
		if want := fmt.Sprintf(" · error %.2f m", off); !strings.HasSuffix(said(l), want) {
			t.Errorf("%v: %q, want …%q", l, said(l), want)
		}
	}
	a.SetPlaying(true)
	h.rest()
	before := said(game.Raw)
	a.Update(&h.in, 60*time.Millisecond)
	if got := said(game.Raw); got != before {
		t.Errorf("after 60 ms %q has become %q", before, got)
	}
	a.Update(&h.in, 250*time.Millisecond)
	if got := said(game.Raw); got == before || !strings.Contains(got, " · error ") {
		t.Errorf("after 310 ms it is still %q", got)
	}
	gone := interp.Drawn{ID: 99, Kind: world.Car}
	if got, known := a.arenas.views[game.Raw].off.of(a, &a.arenas.views[game.Raw], &gone); known {
		t.Errorf("what isn't there is %d cm off", got)
	}
	a.SetPlaying(false)
}
