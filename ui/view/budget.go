package view

import (
	"time"

	"snaplab/game/study"
)

// Budget is what may go wrong at most with every kind, for which the window recommends delays.
// It is in the steps of its sliders.
type Budget struct {
	// Underruns is how many there may be a minute, in tenths.
	Underruns int64
	// Correction is what 95 % of the corrections may not exceed, in mm; 0 for any.
	Correction int64
	// LongestGap is for how long nothing may arrive without an underrun, in ns; 0 where none
	// need be survived.
	LongestGap int64
}

// UsualBudget is the one to begin with: at most one underrun a minute.
var UsualBudget = Budget{Underruns: 10}

// PerMinute returns how many underruns a minute there may be.
func (b *Budget) PerMinute() float64 { return float64(b.Underruns) / 10 }

// Asked returns the budget as the study has it.
func (b *Budget) Asked() (s study.Budget) {
	underruns, correction, longestGap := b.PerMinute(), float64(b.Correction)/1000, time.Duration(b.LongestGap)
	s.Underruns = &underruns
	if b.Correction > 0 {
		s.Correction = &correction
	}
	if b.LongestGap > 0 {
		s.LongestGap = &longestGap
	}
	return s
}

// SetBudget asks for another budget.
func (a *Actions) SetBudget(b Budget) { a.model.Budget = b }
