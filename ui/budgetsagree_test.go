package ui

import (
	"testing"
	"time"

	"snaplab/game"
)

// TestBudgetsAgree: the curve and the tuning page recommend the same delay for the same
// budget.
func TestBudgetsAgree(t *testing.T) {
	s := game.DefaultScenario()
	s.Entities = []game.Group{{Kind: game.Car, Count: 1}}
	s.Settings.DisplayRate = 20 * game.Hertz
	a := testApp(t, s)
	a.lookAheadFor(settled)
	a.tuning.open = true
	for _, tenths := range []int64{1, 10, 60} {
		a.tuning.budget.underruns = tenths
		worked(t, a)
		for i, b := range curveBudgets {
			if b.underruns*10 == float64(tenths) {
				a.curve.budget.from = i - usualBudget
			}
		}
		curve, ok := a.keeping()
		page := time.Duration(a.tuning.tuningStudy.rows[game.Car].DelayMS * 1e6)
		if !ok || curve == 0 || curve != page {
			t.Errorf("at most %d underruns in 10 minutes: the curve says %v, the page %v of %d runs", tenths, curve, page, a.tuning.tuningStudy.advice.Seeds)
		}
	}
}
