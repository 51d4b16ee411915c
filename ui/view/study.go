package view

import (
	"snaplab/game/study"
	"snaplab/ui/text"
)

// Study is what is known of every delay from runs with other seeds, which are worked out
// in the background.
type Study struct {
	// Latest is the newest result, Lenses the newest one with runs of the lens, which
	// take longer. Either is nil while there is none.
	Latest, Lenses *study.Result
	// Working says that more is to come, Err why nothing will.
	Working bool
	Err     error
}

// FocusPlace returns the place of the kind in focus in a study.Result.
func (m *Model) FocusPlace() int {
	if m.Focus < 0 {
		return study.AllKinds
	}
	return m.Focus
}

// Forecast returns what is known of the kind in focus, nil for nothing, and the same of
// errors and corrections.
func (m *Model) Forecast() (latest, lenses *study.KindResult) {
	k := m.FocusPlace()
	if f := m.Study.Latest; f != nil && f.Kinds[k].Present {
		latest = &f.Kinds[k]
	}
	if f := m.Study.Lenses; f != nil && f.Kinds[k].LensRuns > 0 {
		lenses = &f.Kinds[k]
	}
	return latest, lenses
}

// Cause says which packets a frame that breaks was without.
func Cause(b *study.Break, text *text.CurveText) string {
	lost, n := "", len(b.Lost)
	switch {
	case n == 1:
		lost = Fill(text.WhyLost, Count(int(b.Lost[0])))
	case n > 1:
		lost = Fill(text.WhyLostMany, Count(int(b.Lost[0])), Count(int(b.Lost[n-1])))
	case b.Late == 0:
		return text.WhyNotDue
	}
	if b.Late == 0 {
		return lost
	}
	if n > 0 {
		lost += text.WhyAnd
	}
	return lost + Fill(text.WhyLate, Count(int(b.Late)), Number(b.LateMS, 1))
}
