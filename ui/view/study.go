package view

import (
	"snaplab/game/study"
	"snaplab/ui/text"
)

// Study is what is known of every delay from runs with other seeds, which are worked out
// in the background.
type Study struct {
	// Latest is the newest forecast, Lenses the newest one with runs of the lens, which
	// take longer. Either is nil while there is none.
	Latest, Lenses *study.Forecast
	// Working says that more is to come, Err why nothing will.
	Working bool
	Err     error
	// Question is what is being worked out.
	Question *study.Question
}

// Forecast returns what is known of the kind in focus, nil for nothing, and the same of
// errors and corrections.
func (m *Model) Forecast() (latest, lenses *study.KindForecast) {
	k := m.Focus
	if k < 0 {
		k = study.AllKinds
	}
	if f := m.Study.Latest; f != nil && f.Kinds[k].Seeds > 0 {
		latest = &f.Kinds[k]
	}
	if f := m.Study.Lenses; f != nil && f.Kinds[k].Runs > 0 {
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
