package study

import (
	"fmt"
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Advice is what a Tuner recommends. The unit is part of every name.
type Advice struct {
	Scenario string `json:"scenario"`
	// Zero is where delays are counted from.
	Zero      string       `json:"delay_zero"`
	Seeds     int          `json:"seeds"`
	FirstSeed uint64       `json:"first_seed"`
	DurationS float64      `json:"duration_s"`
	Budget    BudgetAdvice `json:"budget"`
	Link      LinkAdvice   `json:"link"`
	// Met says that the recommended delays keep to the budget, InUseMet that those
	// of the scenario do.
	Met      bool         `json:"met"`
	InUseMet bool         `json:"in_use_met"`
	Kinds    []KindAdvice `json:"kinds"`
}

// BudgetAdvice is the budget; what was not asked for is null.
type BudgetAdvice struct {
	UnderrunsPerMin *float64 `json:"underruns_per_min"`
	CorrectionP95M  *float64 `json:"correction_p95_m"`
	LongestGapMS    *float64 `json:"longest_gap_ms"`
	// LossesToSurvive is how many packets in a row the silence costs.
	LossesToSurvive *int `json:"losses_to_survive"`
}

// LinkAdvice is the link as it was: the jitter that is set, and how much longer than
// the fastest packets really took, and how many runs of i+1 lost packets there were.
type LinkAdvice struct {
	IntervalMS  float64 `json:"interval_ms"`
	TickMS      float64 `json:"tick_ms"`
	LatencyMS   float64 `json:"latency_ms"`
	JitterMS    float64 `json:"jitter_ms"`
	MeanExtraMS float64 `json:"mean_extra_ms"`
	MaxExtraMS  float64 `json:"max_extra_ms"`
	LossRuns    []int   `json:"loss_runs"`
}

// KindAdvice is the advice for one kind.
type KindAdvice struct {
	Kind    string  `json:"kind"`
	DelayMS float64 `json:"delay_ms"`
	Met     bool    `json:"met"`
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
	// Decided is underruns, correction or silence.
	Decided string `json:"decided"`
	// The delays that each part asks for alone; null where it was not asked for.
	UnderrunsMS  *float64 `json:"underruns_need_ms"`
	CorrectionMS *float64 `json:"correction_needs_ms"`
	LongestGapMS *float64 `json:"longest_gap_needs_ms"`
	// LessPerMin is the underruns a minute with a millisecond less.
	LessPerMin float64 `json:"one_ms_less_underruns_per_min"`
	// Break is a frame that a millisecond less would have broken, if there is one.
	Break *Break `json:"break"`
}

// Cost is what a delay costs, as the real lenses drew it.
type Cost struct {
	DelayMS         float64                 `json:"delay_ms"`
	Underruns       int                     `json:"underruns"`
	UnderrunsPerMin float64                 `json:"underruns_per_min"`
	UnderrunMS      float64                 `json:"underrun_ms"`
	LatencyMS       measure.QuantilesReport `json:"latency_ms"`
	ErrorM          measure.ErrorReport     `json:"error_m"`
	CorrectionP95M  float64                 `json:"correction_p95_m"`
	// StalenessM is speed × display latency: how far a kind of this mean speed goes
	// while what is shown of it is on its way.
	SpeedMPS   float64 `json:"speed_mps"`
	StalenessM float64 `json:"staleness_cost_m"`
	// ExtrapolationErrorM is how far off the extrapolated lens is, which shows the present
	// and pays where a kind turns: the root mean square.
	ExtrapolationErrorM float64 `json:"extrapolation_error_m"`
}

// Advice returns what is recommended, when all is done: a row for each kind that the
// scenario has.
func (u *Tuner) Advice() *Advice {
	t := &u.tuning
	s := &t.Scenario.Settings
	a := &Advice{
		Scenario: t.Scenario.Name, Zero: config.DelayZero,
		Seeds: t.Seeds, FirstSeed: t.FirstSeed, DurationS: t.Scenario.Duration.Seconds(),
		Budget: BudgetAdvice{UnderrunsPerMin: t.Budget.Underruns, CorrectionP95M: t.Budget.Correction},
		Link: LinkAdvice{
			IntervalMS: toMS(s.Interval()), TickMS: toMS(s.TickRate.Period()), LatencyMS: toMS(s.Down.Latency), JitterMS: toMS(s.Down.Jitter),
			MeanExtraMS: toMS(u.path.mean()), MaxExtraMS: toMS(u.path.most), LossRuns: append([]int{}, u.after.LossRuns()...),
		},
		Met: true, InUseMet: true,
	}
	if longestGap := t.Budget.LongestGap; longestGap != nil {
		inMS, k := toMS(*longestGap), LossesIn(*longestGap, s.Interval())
		a.Budget.LongestGapMS, a.Budget.LossesToSurvive = &inMS, &k
	}
	for k := range world.NumKinds {
		if t.Scenario.Count(k) == 0 {
			continue
		}
		row := KindAdvice{
			Kind: world.KindName(k), DelayMS: toMS(u.chosen[k]),
			InUse: u.cost(&u.before, k), Recommended: u.cost(&u.after, k), Why: u.why(k),
		}
		row.Recommended.DelayMS = row.DelayMS
		row.Met, row.InUseMet = u.keeps(k, &row.Recommended), u.keeps(k, &row.InUse)
		row.Text = u.text(k, &row)
		a.Met, a.InUseMet = a.Met && row.Met, a.InUseMet && row.InUseMet
		a.Kinds = append(a.Kinds, row)
	}
	return a
}

// InUse returns the advice with the delays in use in the place of the recommended ones,
// in whole milliseconds, for those who have chosen by hand.
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

// keeps reports whether a cost is within the budget.
func (u *Tuner) keeps(k interp.Kind, c *Cost) bool {
	b := &u.tuning.Budget
	switch {
	case b.Underruns != nil && !keepsTo(c.UnderrunsPerMin, *b.Underruns):
		return false
	case b.Correction != nil && c.CorrectionP95M > *b.Correction:
		return false
	case b.LongestGap != nil && c.DelayMS < toMS(u.forGap[k]):
		return false
	}
	return true
}

func (u *Tuner) cost(t *measure.Tally, k interp.Kind) Cost {
	r := t.Kind(game.Interpolated, k)
	speed := u.drawn.mean(k)
	c := Cost{
		DelayMS: r.Delay.Mean, Underruns: r.Underruns, UnderrunMS: r.UnderrunMS,
		LatencyMS: r.Latency, ErrorM: r.Error, CorrectionP95M: r.Correction.P95,
		SpeedMPS: speed, StalenessM: speed * r.Latency.P50 / 1000,
		ExtrapolationErrorM: t.Kind(game.Extrapolated, k).Error.RMS,
	}
	c.UnderrunsPerMin = u.perMinute(c.Underruns)
	return c
}

func (u *Tuner) why(k interp.Kind) Why {
	b := &u.tuning.Budget
	w := Why{Break: u.breaks[k]}
	most := time.Duration(-1)
	for _, part := range []struct {
		name  string
		asked bool
		delay time.Duration
		dst   **float64
	}{
		{"underruns", b.Underruns != nil, u.forUnderruns[k], &w.UnderrunsMS},
		{"correction", b.Correction != nil, u.forCorrections[k], &w.CorrectionMS},
		{"longest-gap", b.LongestGap != nil, u.forGap[k], &w.LongestGapMS},
	} {
		if !part.asked {
			continue
		}
		inMS := toMS(part.delay)
		*part.dst = &inMS
		if part.delay > most {
			most, w.Decided = part.delay, part.name
		}
	}
	if d := int(u.chosen[k] / time.Millisecond); d > 0 {
		w.LessPerMin = u.perMinute(u.spells[k][d-1])
	}
	return w
}

// text says it in a sentence.
func (u *Tuner) text(k interp.Kind, row *KindAdvice) string {
	less := row.DelayMS - 1
	s := &u.tuning.Scenario.Settings
	switch {
	case !row.Met:
		return fmt.Sprintf("no delay up to %d ms keeps to the budget", MaxDelay/time.Millisecond)
	case row.DelayMS == 0:
		return "no delay at all keeps to the budget"
	case row.Why.Decided == "longest-gap":
		losses := LossesIn(*u.tuning.Budget.LongestGap, s.Interval())
		return fmt.Sprintf("(1 + %d) · %.1f ms + %.1f ms of jitter, to survive %v of silence", losses, toMS(s.Interval()), toMS(s.Down.Jitter), *u.tuning.Budget.LongestGap)
	case row.Why.Decided == "correction":
		return fmt.Sprintf("with %.0f ms more than 5 %% of the corrections exceed %g m", less, *u.tuning.Budget.Correction)
	case row.Why.Break != nil:
		return fmt.Sprintf("with %.0f ms it runs dry %.1f times a minute: %s", less, row.Why.LessPerMin, row.Why.Break)
	}
	return fmt.Sprintf("with %.0f ms it runs dry %.1f times a minute", less, row.Why.LessPerMin)
}
