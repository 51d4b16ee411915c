package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/interp"
)

// TestOffTag: beside the name of what is selected stands its distance from its true
// place, in each arena its own; between two readings of a running window it stands.
func TestOffTag(t *testing.T) {
	s := game.DefaultScenario()
	s.Entities = []game.Group{{Kind: game.Car, Count: 1}}
	a := testApp(t, s)
	h := &hand{app: a}
	a.AdvanceTo(5 * time.Second)
	a.selected = 1
	h.rest()
	said := func(l game.Lens) string {
		d := a.arenas.views[l].find(1)
		return a.arenas.views[l].off.of(a, &a.arenas.views[l], d, "car 1")
	}
	for l := range game.NumLenses {
		var truth game.State
		a.session.Truth(1, a.session.Now(), &truth)
		off := truth.Pose.Position.Sub(a.arenas.views[l].find(1).Pose.Position).Len()
		if want := fmt.Sprintf("car 1 · %.2f m off", off); said(l) != want {
			t.Errorf("%v: %q, want %q", l, said(l), want)
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
	if got := said(game.Raw); got == before || !strings.HasSuffix(got, " m off") {
		t.Errorf("after 310 ms it is still %q", got)
	}
	gone := interp.Drawn{ID: 99, Kind: game.Car}
	if got := a.arenas.views[game.Raw].off.of(a, &a.arenas.views[game.Raw], &gone, "car 99"); got != "car 99" {
		t.Errorf("of what isn't there: %q", got)
	}
	a.SetPlaying(false)
}
