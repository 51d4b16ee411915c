package study

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/world"
)

// TestCostsAskedLater: asked for after the rest, before it, and again for another delay in use,
// the costs are those of a question that asks for them at once.
func TestCostsAskedLater(t *testing.T) {
	for _, correction := range []float64{0, 0.3} {
		question := func(delay time.Duration) *Question {
			q := jittering(30)
			q.Seeds, q.Span = 4, 5*time.Second
			for k := range q.Scenario.Settings.Policies {
				q.Scenario.Settings.Policies[k].Delay = delay
			}
			if correction > 0 {
				q.SetBudget(Budget{Correction: &correction})
			}
			return q
		}
		costs := func(delay time.Duration) *Result {
			q := question(delay)
			q.Costs = true
			return answered(t, q)
		}
		short, long := question(150*ms), question(250*ms)
		var r Runner
		r.Ask(short, true)
		for _, steps := range []int{0, 3, 1000000, 1000000} {
			portions(&r, steps)
			for _, q := range []*Question{long, short} {
				r.AskCosts(q.Scenario.Settings.Policies)
				portions(&r, steps/10)
			}
		}
		r.Step(never)
		latest, _ := r.Known()
		if diff := cmp.Diff(costs(150*ms), latest, asShown); diff != "" || r.Costs() != latest || !latest.Done {
			t.Errorf("corrections of %v m:\n%s", correction, diff)
		}
		if got := latest.InUse(world.Car); got != 150*ms {
			t.Errorf("in use are %v, want 150ms", got)
		}
	}
}
