package curve

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/view/viewtest"
)

// TestQuantityOfWhatVaries: of what only turns the curve shows degrees, of a door the time in
// the wrong state, of what moves metres, and rotation too where that turns; of all types what
// they have in common. The error that is shown is that of the study.
func TestQuantityOfWhatVaries(t *testing.T) {
	for _, c := range []struct {
		name     string
		entities []world.Group
		focus    int
		offered  []quantity
		figure   study.Figure
		says     string // with the recommended delay
	}{
		{"turrets", []world.Group{{Kind: world.Turret, Count: 2}}, -1, []quantity{underrunsPerMinute, underrunShare, rotationError, rotationCorrection}, study.ErrorDeg, "°"},
		{"a turret", []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Turret, Count: 1}}, int(world.Turret), []quantity{underrunsPerMinute, underrunShare, rotationError, rotationCorrection}, study.ErrorDeg, "°"},
		{"doors", []world.Group{{Kind: world.Door, Count: 2}}, -1, []quantity{underrunsPerMinute, underrunShare, wrongState}, study.StateWrong, " ms/s"},
		{"turret and door", []world.Group{{Kind: world.Turret, Count: 1}, {Kind: world.Door, Count: 1}}, -1, []quantity{underrunsPerMinute, underrunShare, rotationError, rotationCorrection}, study.ErrorDeg, "°"},
		{"a drone", []world.Group{{Kind: world.Drone, Count: 1}}, int(world.Drone), []quantity{underrunsPerMinute, underrunShare, nowError, correctionSize, rotationError}, study.ErrorM, " m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := viewtest.Scenario()
			s.Entities, s.Script = c.entities, nil
			w, p := window(t, s, 3*time.Second)
			w.Model.Focus, p.chosen = c.focus, nowError
			studied(t, w, p, func(r *study.Result) bool { return r.Kinds[study.AllKinds].LensRuns > 0 })
			w.Rest()
			fr := frameOf(w, p)
			if got := fr.offered(); !slices.Equal(got, c.offered) {
				t.Errorf("offered are %v, want %v", got, c.offered)
			}
			_, lenses := w.Model.KindResults()
			const d = 200 * time.Millisecond
			want, _, _ := lenses.Between(c.figure, d)
			if got, ok := valueAt(p.forecast.mean, d); !ok || got != want || want == 0 {
				t.Errorf("at %v it shows %v, %v; want %v", d, got, ok, want)
			}
			if got, ok := valueAt(p.run, d); !ok || got == 0 && c.figure != study.StateWrong {
				t.Errorf("of this run it shows %v, %v", got, ok)
			} else if ratio := got / want; c.figure != study.StateWrong && math.Abs(math.Log(ratio)) > 1.5 {
				t.Errorf("of this run it shows %v, of the study %v", got, want)
			}
			if p.chosen = underrunsPerMinute; !strings.Contains(w.Rest().String(), c.says) {
				t.Errorf("the error is not told with %q", c.says)
			}
			for _, b := range budgetsOf(w.Model.FocusVaries()) {
				if (b.CorrectionDeg != nil) != (c.figure == study.ErrorDeg && b.CorrectionDeg != nil) || b.Correction != nil && c.figure != study.ErrorM {
					t.Errorf("a budget %+v is offered", b)
				}
			}
		})
	}
}
