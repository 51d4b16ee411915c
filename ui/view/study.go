package view

import (
	"time"

	"snaplab/game/study"
	"snaplab/interp"
	"snaplab/ui/text"
)

// Study is what is known of every delay from runs with other seeds, which are worked out
// in the background. All panels read this one.
type Study struct {
	// Latest is the newest result, Lenses the newest one with runs of the lens, which
	// take longer, and Costs the newest one with what the playback in use costs, which is
	// worked out where that is shown. Each is nil while there is none.
	Latest, Lenses, Costs *study.Result
	// Stale says that Latest is of other settings or another budget than the present ones,
	// CostsStale that Costs is, or of other playback in use.
	Stale, CostsStale bool
	// Working says that more is to come, Err why nothing will.
	Working bool
	Err     error

	verdict Verdict
	of      verdictOf // that the verdict is on
}

// Verdict is what the study says of the delay in use of the kind in focus.
type Verdict struct {
	// Known says that there is one; else the rest is zero.
	Known bool
	Delay time.Duration // in use
	// PerMinute and Share are the underruns a minute and the share of time in underrun, at
	// the delay in use, and Correction what 95 % of the corrections are below, in metres;
	// less than 0 where that is not known.
	PerMinute, Share, Correction float64
	// Settled says that the recommendation is of all runs and of what is set now, and Keeps
	// that the delay in use keeps to the budget.
	Settled, Keeps bool
	study.Recommendation
}

// verdictOf is what a Verdict depends on.
type verdictOf struct {
	latest, lenses *study.Result
	stale          bool
	place          int
	delay          time.Duration
	budget         Budget
}

// Verdict returns what the study says of the kind in focus and its delay. It is the same for
// all panels.
func (m *Model) Verdict() *Verdict {
	s := m.Study
	if of := (verdictOf{s.Latest, s.Lenses, s.Stale, m.FocusPlace(), m.FocusDelay(), m.Budget}); of != s.of {
		s.of, s.verdict = of, m.verdictAt(of.place, of.delay)
	}
	return &s.verdict
}

// Keeps reports whether the delay in use of a kind keeps to the budget, and whether that is
// known of what is set now.
func (m *Model) Keeps(k interp.Kind) (keeps, known bool) {
	r, b := m.Study.Latest, m.Budget.Asked()
	if r == nil || m.Study.Stale || !r.Settled || !r.Kinds[k].Present {
		return false, false
	}
	return r.Keeps(int(k), m.DelayOf(k), &b), true
}

func (m *Model) verdictAt(place int, delay time.Duration) (v Verdict) {
	r, b := m.Study.Latest, m.Budget.Asked()
	if r == nil || !r.Kinds[place].Present {
		return v
	}
	v = Verdict{Known: true, Delay: delay, Correction: -1, Recommendation: r.Recommend(place, &b), Keeps: r.Keeps(place, delay, &b)}
	v.Settled = v.Recommendation.Settled && !m.Study.Stale
	v.PerMinute, v.Share = r.Kinds[place].At(delay)
	if l := m.Study.Lenses; l != nil && l.Kinds[place].LensRuns > 0 && len(l.Kinds[place].Delays) > 1 {
		k := &l.Kinds[place]
		v.Correction, _, _ = k.Between(&k.Corrections, delay)
	}
	return v
}

// FocusPlace returns the place of the kind in focus in a study.Result.
func (m *Model) FocusPlace() int {
	if m.Focus < 0 {
		return study.AllKinds
	}
	return m.Focus
}

// KindResults returns what is known of the kind in focus, nil for nothing, and the same of
// errors and corrections.
func (m *Model) KindResults() (latest, lenses *study.KindResult) {
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
