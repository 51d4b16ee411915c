package arena

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/view"
)

func TestTruthModes(t *testing.T) {
	s := loner(t)
	const car = interp.EntityID(1)
	v := &s.panel.pictures[game.Interpolated]
	off := func() float32 {
		for i := range v.truth {
			if v.truth[i].ID == car {
				return v.truth[i].Pose.Position.Sub(v.find(car).Pose.Position).Len()
			}
		}
		return -1
	}
	// A car of 9 to 13 m/s, drawn about a quarter of a second ago, is metres behind
	// the present and all but right for the time that it shows.
	if got := off(); got < 1.5 || got > 4 {
		t.Errorf("now: %v m off, want 1.5 to 4", got)
	}
	s.panel.NextTruth()
	s.Frame()
	if got := off(); got < 0 || got > 0.3 {
		t.Errorf("as shown: %v m off, want at most 0.3", got)
	}
	s.panel.NextTruth()
	s.Frame()
	if got := off(); got != -1 {
		t.Errorf("off: still there, %v m away", got)
	}
	s.panel.NextTruth()
	s.Frame()
	if s.panel.look.truth != truthNow {
		t.Errorf("after three times the truth is %d", s.panel.look.truth)
	}
}

func TestTruthOfACrowdIsThatOfTheSelected(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Car, Count: view.Crowd + 100}}
	s := newStage(t, scenario)
	s.AdvanceTo(2 * time.Second)
	s.Model.Selected = 7
	s.Rest()
	if truth := s.panel.pictures[game.Raw].truth; len(truth) != 1 || truth[0].ID != 7 {
		t.Errorf("truth of %d entities, want one", len(truth))
	}
}
