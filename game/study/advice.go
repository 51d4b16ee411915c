package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// Advice is what is recommended, in the form of `demo tune --json`. The unit is part of every
// name.
type Advice struct {
	Scenario string `json:"scenario"`
	// Zero is where delays are counted from.
	Zero      string  `json:"delay_zero"`
	Seeds     int     `json:"seeds"`
	FirstSeed uint64  `json:"first_seed"`
	DurationS float64 `json:"duration_s"`
	// TimedRuns is how many runs the underruns are from, LensRuns how many those of the
	// real lens.
	TimedRuns int  `json:"timed_runs"`
	LensRuns  int  `json:"lens_runs"`
	Settled   bool `json:"settled"`
	// Budget is that of the first kind; each has its own.
	Budget BudgetAdvice `json:"budget"`
	Link   LinkAdvice   `json:"link"`
	// Met says that the recommended delays keep to the budget, InUseMet that those
	// of the scenario do.
	Met      bool         `json:"met"`
	InUseMet bool         `json:"in_use_met"`
	Kinds    []KindAdvice `json:"kinds"`
	// Warnings say what can't be told.
	Warnings []string `json:"warnings"`
}

// BudgetAdvice is the budget of a kind; what was not asked for is null.
type BudgetAdvice struct {
	UnderrunsPerMin  float64  `json:"underruns_per_min"`
	UnderrunShare    float64  `json:"underrun_share"`
	CorrectionP95M   *float64 `json:"correction_p95_m"`
	CorrectionP95Deg *float64 `json:"correction_p95_deg"`
	ErrorP95M        *float64 `json:"error_p95_m"`
	LatencyMS        *float64 `json:"latency_ms"`
	LongestGapMS     *float64 `json:"longest_gap_ms"`
	// LossesToSurvive is how many packets in a row the longest gap costs.
	LossesToSurvive *int `json:"losses_to_survive"`
}

// LinkAdvice is the link as it was: the jitter that is set, and how much longer than
// the fastest packets really took, and how many times a minute i+1 packets or more in a row
// were lost.
type LinkAdvice struct {
	IntervalMS  float64   `json:"interval_ms"`
	TickMS      float64   `json:"tick_ms"`
	LatencyMS   float64   `json:"latency_ms"`
	JitterMS    float64   `json:"jitter_ms"`
	MeanExtraMS float64   `json:"mean_extra_ms"`
	MaxExtraMS  float64   `json:"max_extra_ms"`
	LossShare   float64   `json:"loss_share"`
	LossesMin   []float64 `json:"losses_in_a_row_per_min"`
	// Survive is the k that the losses and the budget ask for, FormulaMS what the
	// formula (1+k)·I + J makes of it, and SurviveText says why.
	Survive     int     `json:"losses_to_survive"`
	FormulaMS   float64 `json:"formula_ms"`
	SurviveText string  `json:"losses_text"`
}

// KindAdvice is the advice for one kind. IntervalMS is the longest time between two samples
// of one of its entities, Survive, FormulaMS and SurviveText are LinkAdvice's for those, and
// KbitSDown is what its records take at the most, written whole.
type KindAdvice struct {
	Kind        string  `json:"kind"`
	RateHz      float64 `json:"rate_hz"`
	IntervalMS  float64 `json:"interval_ms"`
	Survive     int     `json:"losses_to_survive"`
	FormulaMS   float64 `json:"formula_ms"`
	SurviveText string  `json:"losses_text"`
	KbitSDown   float64 `json:"kbit_s_down"`

	DelayMS float64 `json:"delay_ms"`
	// LowMS and HighMS are the interval of 90 % in which the smallest such delay lies.
	LowMS  float64      `json:"delay_ms_low"`
	HighMS float64      `json:"delay_ms_high"`
	Met    bool         `json:"met"`
	Budget BudgetAdvice `json:"budget"`
	// InUseMet says that the delay in use keeps to the budget too.
	InUseMet    bool   `json:"in_use_met"`
	Why         Why    `json:"why"`
	InUse       Cost   `json:"in_use"`
	Recommended Cost   `json:"recommended"`
	Text        string `json:"text"`
}

// Why says what decided a delay: the part of the budget that asks for the most, and
// what would have happened with a millisecond less.
type Why struct {
	// Decided is the name of a Part, as is Contradicts, which allows ContradictsByMS less.
	Decided         string  `json:"decided"`
	Contradicts     string  `json:"contradicts"`
	ContradictsByMS float64 `json:"contradicts_by_ms"`
	// The delays that each part asks for alone, and the largest that it allows; null
	// where it was not asked for.
	UnderrunsMS     *float64 `json:"underruns_need_ms"`
	ShareMS         *float64 `json:"underrun_share_needs_ms"`
	CorrectionMS    *float64 `json:"correction_needs_ms"`
	CorrectionDegMS *float64 `json:"correction_deg_needs_ms"`
	LongestGapMS    *float64 `json:"longest_gap_needs_ms"`
	LatencyMS       *float64 `json:"latency_allows_ms"`
	ErrorMS         *float64 `json:"error_allows_ms"`
	// LessPerMin is the underruns a minute with a millisecond less, LessShare the share of
	// time in underrun; the High ones are what they are below with 90 %, of which the larger
	// is over the budget where one of these decided.
	LessPerMin     float64 `json:"one_ms_less_underruns_per_min"`
	LessShare      float64 `json:"one_ms_less_underrun_share"`
	LessPerMinHigh float64 `json:"one_ms_less_underruns_per_min_high"`
	LessShareHigh  float64 `json:"one_ms_less_underrun_share_high"`
	// Break is a frame that a millisecond less would have broken, if there is one.
	Break *Break `json:"break"`
}

// Advice returns what is recommended: a row for each kind that the scenario has.
func (r *Result) Advice() *Advice {
	p := r.plan
	s := &p.Scenario.Settings
	a := &Advice{
		Scenario: p.Scenario.Name, Zero: config.DelayZero,
		Seeds: r.Seeds, FirstSeed: p.FirstSeed, DurationS: r.Span.Seconds(), TimedRuns: r.Runs, Settled: r.Settled,
		Link: LinkAdvice{
			IntervalMS: toMS(s.Interval()), TickMS: toMS(s.TickRate.Period()), LatencyMS: toMS(s.Down.Latency), JitterMS: toMS(s.Down.Jitter),
			MeanExtraMS: toMS(r.MeanExtra), MaxExtraMS: toMS(r.MaxExtra), LossShare: r.Losses.Share, LossesMin: append([]float64{}, r.Losses.AtLeast...),
		},
		Met: true, InUseMet: true, Warnings: r.warnings(),
	}
	for k := range world.MaxKinds {
		kind := &r.Kinds[k]
		if !kind.Present {
			continue
		}
		b := &p.Scenario.Budgets[k]
		budget := budgetAdvice(b, s.Interval())
		if a.Kinds == nil {
			a.Budget = budget
			a.Link.Survive, a.Link.SurviveText = r.Losses.ToSurvive(a.Budget.UnderrunsPerMin), r.Losses.Text(a.Budget.UnderrunsPerMin)
			a.Link.FormulaMS = toMS(interp.RequiredDelay(s.Interval(), s.Down.Jitter, a.Link.Survive))
		}
		a.LensRuns = max(a.LensRuns, kind.CostRuns)
		rec := &kind.Recommended
		row := KindAdvice{
			Kind: s.Kinds.Name(k), DelayMS: toMS(rec.Delay), LowMS: toMS(rec.Low), HighMS: toMS(rec.High), Met: rec.Met, Budget: budget,
			InUseMet: r.keepsInUse(k, b), InUse: kind.InUse, Recommended: kind.AtRecommended, Why: r.why(int(k), rec),
		}
		perMinute, _ := b.Limits()
		row.RateHz, row.IntervalMS = float64(s.KindRate(k))/float64(config.Hertz), toMS(s.KindInterval(k))
		row.Survive, row.SurviveText = kind.Losses.ToSurvive(perMinute), kind.Losses.Text(perMinute)
		row.FormulaMS = toMS(s.RequiredDelay(k, row.Survive))
		row.KbitSDown = game.WholeKilobits(s, k, p.Scenario.Count(k))
		row.Text = r.Text(int(k), rec, b, row.Why.Break)
		a.Met, a.InUseMet = a.Met && row.Met, a.InUseMet && row.InUseMet
		a.Kinds = append(a.Kinds, row)
	}
	return a
}

// keepsInUse reports whether the delay in use keeps to a budget: one that adapts as the real
// lens drew it.
func (r *Result) keepsInUse(kind interp.Kind, b *Budget) bool {
	if r.plan.Scenario.Settings.Policies[kind].Tuning == interp.ByHand {
		return r.Keeps(int(kind), r.InUse(kind), b)
	}
	c := &r.Kinds[kind].InUse
	underruns, share := b.Limits()
	switch {
	case !within(c.UnderrunsPerMin, underruns), !within(c.UnderrunShare, share):
		return false
	case b.Correction != nil && c.CorrectionP95M > *b.Correction, b.CorrectionDeg != nil && c.CorrectionP95Deg > *b.CorrectionDeg, b.Error != nil && c.ErrorM.P95 > *b.Error:
		return false
	}
	return b.Latency == nil || c.LatencyMS.P50 <= toMS(*b.Latency)
}

func budgetAdvice(b *Budget, interval time.Duration) BudgetAdvice {
	a := BudgetAdvice{CorrectionP95M: b.Correction, CorrectionP95Deg: b.CorrectionDeg, ErrorP95M: b.Error}
	a.UnderrunsPerMin, a.UnderrunShare = b.Limits()
	if b.Latency != nil {
		ms := toMS(*b.Latency)
		a.LatencyMS = &ms
	}
	if b.LongestGap != nil {
		ms, k := toMS(*b.LongestGap), LossesIn(*b.LongestGap, interval)
		a.LongestGapMS, a.LossesToSurvive = &ms, &k
	}
	return a
}

// InUse returns the advice with the delays in use in the place of the recommended ones, for
// those who have chosen by hand: in whole milliseconds.
func (a *Advice) InUse() *Advice {
	used := *a
	used.Met = a.InUseMet
	used.Kinds = slices.Clone(a.Kinds)
	for i := range used.Kinds {
		k := &used.Kinds[i]
		k.DelayMS = math.Ceil(k.InUse.DelayMS - 1e-6)
		k.Recommended, k.Met = k.InUse, k.InUseMet
	}
	return &used
}

// AdviceInUse returns an advice of the delays that a scenario begins with, for which nothing has
// to be run: it has no costs, and 0 Seeds. It is nil where a delay adapts, which only runs can tell.
func AdviceInUse(s *config.Scenario) *Advice {
	settings := &s.Settings
	span, _ := DefaultRuns(&s.Measured)
	a := &Advice{Scenario: s.Name, Zero: config.DelayZero, FirstSeed: FirstSeed, DurationS: span.Seconds(), Met: true, InUseMet: true}
	for k := range interp.Kind(settings.Kinds.Len()) {
		if !slices.ContainsFunc(s.Entities, func(g world.Group) bool { return g.Kind == k && g.Count > 0 }) {
			continue
		}
		p := &settings.Policies[k]
		if p.Tuning != interp.ByHand {
			return nil
		}
		row := KindAdvice{Kind: settings.Kinds.Name(k), DelayMS: toMS(p.Delay), Budget: budgetAdvice(&s.Budgets[k], settings.Interval()), InUseMet: true}
		if row.InUse.DelayMS = row.DelayMS; a.Kinds == nil {
			a.Budget = row.Budget
		}
		a.Kinds = append(a.Kinds, row)
	}
	return a
}

func (r *Result) why(kind int, rec *Recommendation) Why {
	w := Why{Decided: rec.Decided.String(), Contradicts: rec.Contradicts.String(), ContradictsByMS: toMS(rec.By)}
	into := [...]**float64{ForUnderruns: &w.UnderrunsMS, ForShare: &w.ShareMS, ForCorrections: &w.CorrectionMS, ForTurns: &w.CorrectionDegMS, ForGap: &w.LongestGapMS, ForLatency: &w.LatencyMS, ForError: &w.ErrorMS}
	for _, n := range rec.Needs {
		ms := toMS(n.Delay)
		*into[n.Part] = &ms
	}
	if rec.Delay > 0 {
		k, d := &r.Kinds[kind], int((rec.Delay-time.Millisecond)/time.Millisecond)
		perMinute, share := k.underrunsAt(d), k.shareAt(d)
		w.LessPerMin, w.LessShare = k.At(rec.Delay - time.Millisecond)
		w.LessPerMinHigh, w.LessShareHigh = perMinute.sure, share.sure
		w.Break = r.Why(kind, rec.Delay)
	}
	return w
}

// Text says in a sentence why a delay is recommended, or why none is.
func (r *Result) Text(kind int, rec *Recommendation, b *Budget, because *Break) string {
	s := &r.plan.Scenario.Settings
	every := s.KindInterval(interp.Kind(kind))
	shorter := rec.Delay - time.Millisecond
	less := toMS(shorter)
	switch {
	case rec.Contradicts != NoPart:
		allows := rec.Delay - rec.By
		return fmt.Sprintf("%s needs %s ms, %s allows %s ms at most: %s ms too little", partText(rec.Decided), number(toMS(rec.Delay), 1), partText(rec.Contradicts), number(toMS(allows), 1), number(toMS(rec.By), 1))
	case !rec.Met && r.Losses.Share >= 1:
		return "nothing arrives: all packets are lost, so no delay keeps to the budget"
	case !rec.Met && rec.Decided == ForGap:
		return fmt.Sprintf("to survive a gap of %v takes %s ms, and %d ms are the most", *b.LongestGap, number(toMS(DelayForGap(*b.LongestGap, s, interp.Kind(kind))), 1), MaxDelay/time.Millisecond)
	case !rec.Met && (rec.Decided == ForCorrections || rec.Decided == ForTurns):
		return fmt.Sprintf("no delay up to %d ms keeps to the budget: there too more than 5 %% of the corrections exceed %s", MaxDelay/time.Millisecond, correctionText(rec.Decided, b))
	case !rec.Met:
		perMinute, share := r.Kinds[kind].At(MaxDelay)
		arrives := ""
		if r.Losses.Share > 0.9 {
			arrives = fmt.Sprintf("hardly anything arrives, %s %% of the packets are lost: ", number(100*r.Losses.Share, 2))
		}
		return fmt.Sprintf("%sno delay up to %d ms keeps to the budget: there it is in underrun %s times a minute, %s %% of the time", arrives, MaxDelay/time.Millisecond, significant(perMinute), significant(100*share))
	case rec.Delay == 0:
		return "no delay at all keeps to the budget"
	case rec.Decided == ForGap:
		return fmt.Sprintf("(1 + %d) · %.1f ms + %.1f ms of jitter, to survive a gap of %v", LossesIn(*b.LongestGap, every), toMS(every), toMS(s.Down.Jitter), *b.LongestGap)
	case rec.Decided == ForCorrections || rec.Decided == ForTurns:
		return fmt.Sprintf("with %s ms more than 5 %% of the corrections exceed %s", number(less, 1), correctionText(rec.Decided, b))
	}
	k, d := &r.Kinds[kind], int(shorter/time.Millisecond)
	perMinute, share := k.underrunsAt(d), k.shareAt(d)
	mostPerMinute, mostShare := b.Limits()
	text := fmt.Sprintf("with %s ms there are %s underruns a minute (90 %%: up to %s), %s %% of the time", number(less, 1), significant(perMinute.mean), Beyond(perMinute.sure, mostPerMinute), significant(100*share.mean))
	if rec.Decided == ForShare {
		text = fmt.Sprintf("with %s ms it is in underrun %s %% of the time (90 %%: up to %s %%), %s times a minute", number(less, 1), significant(100*share.mean), Beyond(100*share.sure, 100*mostShare), significant(perMinute.mean))
	}
	if because != nil {
		text += ": " + because.String()
	}
	return text
}

// correctionText is what a budget allows of corrections.
func correctionText(p Part, b *Budget) string {
	if p == ForTurns {
		return fmt.Sprintf("%g°", *b.CorrectionDeg)
	}
	return fmt.Sprintf("%g m", *b.Correction)
}

// partText is a part of a budget in words.
func partText(p Part) string {
	return [...]string{"nothing", "the budget of underruns", "the budget of time in underrun", "the budget of corrections", "the budget of corrections", "the longest gap", "the latency", "the error"}[p]
}

// significant returns a number with so many digits that one that is a little more than a whole
// one is not written as that.
func significant(v float64) string {
	switch {
	case v >= 100:
		return number(v, 0)
	case v >= 10:
		return number(v, 1)
	}
	return number(v, 2)
}

// Beyond returns a number that is more than a limit with as many digits as it takes to see that.
func Beyond(v, limit float64) string {
	text := significant(v)
	for decimals := 3; decimals <= 9 && v > limit; decimals++ {
		if shown, err := strconv.ParseFloat(text, 64); err == nil && shown > limit {
			break
		}
		text = number(v, decimals)
	}
	return text
}

// Text says which k the losses and a budget of underruns a minute ask for, and why.
func (l *Losses) Text(perMinute float64) string {
	k := l.ToSurvive(perMinute)
	switch {
	case len(l.AtLeast) == 0:
		return "loses nothing: k = 0"
	case l.Share >= 1:
		return "loses everything"
	case k == 0:
		return fmt.Sprintf("loses a packet %s times a minute: k = 0", significant(l.PerMinute(1)))
	case k == manyLosses && len(l.AtLeast) == manyLosses: // longer ones may not have been told apart
		return fmt.Sprintf("loses %d or more in a row %s times a minute: k = %d or more", manyLosses, significant(l.PerMinute(manyLosses)), k)
	case k >= manyLosses:
		return fmt.Sprintf("loses %d or more in a row %s times a minute: k = %d", manyLosses, significant(l.PerMinute(manyLosses)), k)
	case k == 1 && l.PerMinute(2) > 0:
		return fmt.Sprintf("loses a packet %s times a minute, 2 in a row only %s times: k = 1", significant(l.PerMinute(1)), significant(l.PerMinute(2)))
	case l.PerMinute(k+1) > 0:
		return fmt.Sprintf("loses %d in a row %s times a minute, %d only %s times: k = %d", k, significant(l.PerMinute(k)), k+1, significant(l.PerMinute(k+1)), k)
	}
	return fmt.Sprintf("loses %d in a row %s times a minute, and never more: k = %d", k, significant(l.PerMinute(k)), k)
}

// manyLosses is from how many on runs of losses are called so.
const manyLosses = 32

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// warnings say what the study can't tell.
func (r *Result) warnings() []string {
	out := []string{}
	if s := r.Sparse; s != nil {
		outages := ""
		if s.Outages > 0 {
			outages = fmt.Sprintf(" Several probes in a row were lost %s, for %v at most.", times(s.Outages), s.LongestOutage.Round(time.Millisecond))
		}
		every := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", s.Interval.Truncate(time.Millisecond).Seconds()), "0"), ".")
		out = append(out, fmt.Sprintf("%s was probed every %v, and a snapshot is sent every %v: what happens between two probes can't be told. Its delays are used, each on its own, and its losses as independent ones of %s %%.%s "+
			"To measure it: ping -i %s HOST", r.plan.Scenario.Measured.File, s.Probe.Round(time.Millisecond), s.Interval.Round(100*time.Microsecond), number(100*s.Loss, 2), outages, every))
	}
	if r.Fewer {
		out = append(out, "runs had fewer entities than the scenario: figures are those of each entity, not of the worst of many")
	}
	return out
}
