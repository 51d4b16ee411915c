package view

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
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

// Verdict is what the study says of the delay in use of the kind in focus. Of all kinds it is
// on each with its own delay and budget, and says the worst of each figure.
type Verdict struct {
	// Known says that there is one; else the rest is zero.
	Known bool
	// Delay is in use, by most kinds where Mixed says that not all have it.
	Delay time.Duration
	Mixed bool
	// PerMinute and Share are the underruns a minute and the share of time in underrun, at
	// the delay in use.
	PerMinute, Share float64
	// Correction is what 95 % of the corrections are below, in metres, and CorrectionDeg in
	// degrees, of kinds with a budget for it; less than 0 where that is not known.
	Correction, CorrectionDeg float64
	// What of these is over a budget.
	PerMinuteOver, ShareOver, CorrectionOver, CorrectionDegOver bool
	// Settled says that the recommendation is of all runs and of what is set now, and Keeps
	// that the delays in use keep to the budget.
	Settled, Keeps bool
	study.Recommendation
}

// verdictOf is what a Verdict depends on.
type verdictOf struct {
	latest, lenses *study.Result
	stale          bool
	place          int
	delays         [world.MaxKinds]time.Duration
	budgets        config.Budgets
}

// Verdict returns what the study says of the kind in focus and its delay. It is the same for
// all panels.
func (m *Model) Verdict() *Verdict {
	s := m.Study
	of := verdictOf{latest: s.Latest, lenses: s.Lenses, stale: s.Stale, place: m.FocusPlace(), budgets: m.Budgets}
	for k := range of.delays {
		of.delays[k] = m.DelayOf(interp.Kind(k))
	}
	if of != s.of {
		s.of, s.verdict = of, m.verdictAt(of.place)
	}
	return &s.verdict
}

// Keeps reports whether the delay in use of a kind keeps to its budget, and whether that is
// known of what is set now.
func (m *Model) Keeps(k interp.Kind) (keeps, known bool) {
	r := m.Study.Latest
	if r == nil || m.Study.Stale || !r.Settled || !r.Kinds[k].Present {
		return false, false
	}
	return r.Keeps(int(k), m.DelayOf(k), &m.Budgets[k]), true
}

func (m *Model) verdictAt(place int) (v Verdict) {
	r := m.Study.Latest
	if r == nil || !r.Kinds[place].Present {
		return v
	}
	v = Verdict{Known: true, Delay: m.FocusDelay(), Correction: -1, CorrectionDeg: -1, Keeps: true}
	if place == study.AllKinds {
		v.Recommendation = r.RecommendAll(&m.Budgets)
	} else {
		v.Recommendation = r.Recommend(place, &m.Budgets[place])
	}
	v.Settled = v.Recommendation.Settled && !m.Study.Stale
	for _, kind := range m.FocusKinds() {
		k, b, delay := &r.Kinds[kind], &m.Budgets[kind], m.DelayOf(kind)
		if !k.Present {
			continue
		}
		v.Mixed = v.Mixed || delay != v.Delay
		v.Keeps = v.Keeps && r.Keeps(int(kind), delay, b)
		underruns, share := b.Limits()
		perMinute, inUnderrun := k.At(delay)
		v.PerMinute, v.PerMinuteOver = max(v.PerMinute, perMinute), v.PerMinuteOver || perMinute > underruns+1e-9
		v.Share, v.ShareOver = max(v.Share, inUnderrun), v.ShareOver || inUnderrun > share+1e-9
		l := m.Study.Lenses
		if l == nil || l.Kinds[kind].LensRuns == 0 || len(l.Kinds[kind].Delays) < 2 {
			continue
		}
		correction := func(most *float64, f study.Figure, worst *float64, over *bool) {
			if most != nil {
				c, _, _ := l.Kinds[kind].Between(f, delay)
				*worst, *over = max(*worst, c), *over || c > *most
			}
		}
		correction(b.Correction, study.CorrectionM, &v.Correction, &v.CorrectionOver)
		correction(b.CorrectionDeg, study.CorrectionDeg, &v.CorrectionDeg, &v.CorrectionDegOver)
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
	case b.Apart():
		lost = Fill(text.WhyLostList, b.LostList())
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
