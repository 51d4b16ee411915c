package tuning

import (
	"math"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// answer is what the study says.
type answer struct {
	of     answerOf
	runs   int                  // that the costs are from, 0 while there are none
	span   time.Duration        // of each run
	kinds  [world.MaxKinds]*row // nil for those that the scenario has not
	advice *study.Advice        // with the reasons
}

// answerOf is the results that an answer is from.
type answerOf struct{ latest, costs *study.Result }

// row is the answer for a kind.
type row struct {
	delay  time.Duration     // recommended
	met    bool              // it keeps to the budget: else none does
	inUse  [numCosts]float64 // NaN for what doesn't vary
	unit   string            // of errors and corrections where it isn't m, as in the table's head: of a state the share of the time
	priced bool              // inUse is known
	advice *study.KindAdvice
}

// What a kind's settings cost, in the order of the table's columns.
const (
	costUnderruns     = iota // a minute
	costLatency              // ms, the median
	costError                // m, root mean square
	costCorrection           // m, the 95th percentile
	costStaleness            // m
	costExtrapolation        // m, root mean square
	numCosts
)

// refresh takes what the study has found since, once the recommended delays are settled: before
// that those of the last settled one are shown.
func (p *Panel) refresh(m *view.Model) {
	s := m.Study
	of := answerOf{s.Latest, s.Costs}
	if s.Latest == nil {
		p.answer = nil
	}
	if s.Latest == nil || s.Stale || !s.Latest.Kinds[study.AllKinds].Recommended.Settled || p.answer != nil && p.answer.of == of {
		return
	}
	a := &answer{of: of, advice: s.Latest.Advice(), span: s.Latest.Span}
	for i := range a.advice.Kinds {
		of := &a.advice.Kinds[i]
		k, ok := m.Settings.Kinds.Parse(of.Kind)
		if !ok {
			continue
		}
		r := &row{delay: time.Duration(math.Round(of.DelayMS * 1e6)), met: of.Met, advice: of}
		if s.Costs != nil && s.Costs.Kinds[k].CostRuns > 0 {
			u := &s.Costs.Kinds[k].InUse
			a.runs, r.priced = s.Costs.Kinds[k].CostRuns, true
			r.inUse = [numCosts]float64{u.UnderrunsPerMin, u.LatencyMS.P50, u.ErrorM.RMS, u.CorrectionP95M, u.StalenessM, u.ExtrapolationErrorM}
			switch none := math.NaN(); m.Settings.Kinds.Varies(k) {
			case world.Rotation:
				r.inUse, r.unit = [numCosts]float64{u.UnderrunsPerMin, u.LatencyMS.P50, u.ErrorDeg.RMS, u.CorrectionP95Deg, none, u.ExtrapolationErrorDeg}, "°"
			case world.Stance:
				r.inUse, r.unit = [numCosts]float64{u.UnderrunsPerMin, u.LatencyMS.P50, u.StateWrongMS / 10, none, none, none}, " %"
			}
		}
		a.kinds[k] = r
	}
	p.answer = a
}

// why says why the delay of a kind is recommended and no smaller one. The kind must have a
// row.
func (a *answer) why(k interp.Kind, t *text.Text) string {
	text, of, budget := &t.Tuning, a.kinds[k].advice, &a.kinds[k].advice.Budget
	less := view.Number(of.DelayMS-1, 0)
	switch {
	case !of.Met:
		return view.Fill(text.WhyNone, view.Millis(study.MaxDelay))
	case of.DelayMS == 0:
		return text.WhyZero
	case of.Why.Decided == "longest-gap":
		link := &a.advice.Link
		return view.Fill(text.WhyGap, view.Count(*budget.LossesToSurvive), view.Number(link.IntervalMS, 1), view.Number(link.JitterMS, 1), view.Number(*budget.LongestGapMS, 0))
	case of.Why.Decided == "correction":
		return view.Fill(text.WhyCorrection, less, view.Number(*budget.CorrectionP95M, 2)+" m")
	case of.Why.Decided == "correction-deg":
		return view.Fill(text.WhyCorrection, less, view.Number(*budget.CorrectionP95Deg, 1)+"°")
	}
	said := view.Fill(text.WhyUnderruns, less, view.Significant(of.Why.LessPerMin), study.Beyond(of.Why.LessPerMinHigh, budget.UnderrunsPerMin))
	if of.Why.Decided == "underrun-share" {
		said = view.Fill(text.WhyShare, less, view.Significant(100*of.Why.LessShare), study.Beyond(100*of.Why.LessShareHigh, 100*budget.UnderrunShare))
	}
	if b := of.Why.Break; b != nil {
		said += view.Fill(text.WhyAt, view.Number(b.AtS, 2), view.Count(b.Seed)) + view.Cause(b, &t.Curve)
	}
	return said + "."
}

// sameWorld reports whether two scenarios differ in nothing but their settings.
func sameWorld(a, b *config.Scenario) bool {
	return a.Name == b.Name && a.Seed == b.Seed && a.Duration == b.Duration && a.Measured == b.Measured && a.SameLists(b) && slices.Equal(a.Entities, b.Entities) &&
		slices.EqualFunc(a.Script, b.Script, func(x, y config.Timed) bool { return x.At == y.At && x.Fault == y.Fault })
}

// asSet returns the scenario as it would begin with what is set now.
func asSet(m *view.Model) config.Scenario {
	s := *m.Scenario
	s.Budgets = m.Budgets
	s.Rebase(*m.Settings)
	if measured, follows := m.Run.Following(); !follows && measured.Trace != nil && measured.Trace.Distribution == nil {
		s.Measured = config.Measured{} // a slider has taken the link in hand
	}
	return s
}

// trial returns that scenario for a run in the background: shorter, of fewer entities
// where there are very many, and without a comparison.
func trial(m *view.Model) config.Scenario {
	s := asSet(m)
	span, _ := study.DefaultRuns(&s.Measured)
	if s.Measured.Length() == 0 {
		span = min(span, s.Duration)
	}
	s.Duration = span
	s.Seed = min(s.Seed, math.MaxUint64-64) // so that seeds follow
	settings := s.Settings
	settings.Comparison = config.NoComparison
	s.Rebase(settings)
	s.Entities = thinned(s.Entities)
	return s
}

const (
	studyEntities = 16  // of the runs that pace is for
	studyCrowd    = 200 // entities of a run, about at most
)

// pace returns how far the runs in the background may go in a frame that has time for so
// many tenths of a second of a run of a few entities.
func pace(m *view.Model, tenths int) time.Duration {
	entities := min(max(m.Run.Entities(), studyEntities), studyCrowd)
	return time.Duration(tenths) * 100 * time.Millisecond * studyEntities / time.Duration(entities)
}

// thinned returns groups of which some stand for all where there are very many, since one
// frame of theirs takes longer than one of the window may.
func thinned(groups []world.Group) []world.Group {
	total := 0
	for _, g := range groups {
		total += g.Count
	}
	if total <= studyCrowd {
		return groups
	}
	few := slices.Clone(groups)
	for i := range few {
		if few[i].Count > 0 {
			few[i].Count = max(1, few[i].Count*studyCrowd/total)
		}
	}
	return few
}
