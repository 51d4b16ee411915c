package study

import (
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
)

// Recommendation is the smallest delay that keeps to a budget, from which on all of it is
// kept.
type Recommendation struct {
	// Delay keeps to the budget with a confidence of 90 %, for seeds other than those it
	// was found with too. It is in whole milliseconds, except that of a link without
	// jitter or loss, which is one interval exactly.
	Delay time.Duration
	// Low and High are the ends of the interval of 90 % in which the smallest such delay
	// of endlessly many runs would lie. Delay is in it.
	Low, High time.Duration
	// Met says that there is such a delay, up to MaxDelay.
	Met bool
	// Settled says that all runs are made that it is to be from.
	Settled bool
	// Decided is the part of the budget that asks for the most.
	Decided Part
	// Needs are the delays that the parts ask for alone, those that are asked for.
	Needs []Need
	// Contradicts is the part that allows no such delay, and By how much less than Delay
	// it allows; NoPart where nothing contradicts.
	Contradicts Part
	By          time.Duration
}

// Part is a part of a Budget.
type Part int

// The parts of a budget. Up to ForGap they ask for a delay at least, after it they allow one
// at most.
const (
	NoPart Part = iota
	ForUnderruns
	ForShare
	ForCorrections
	ForTurns
	ForGap
	ForLatency
	ForError
)

var partNames = [...]string{"", "underruns", "underrun-share", "correction", "correction-deg", "longest-gap", "latency", "error"}

// String returns the part's name, that of its flag with the unit where it has two.
func (p Part) String() string { return partNames[p] }

// Need is the delay that a part of a budget asks for alone, or allows at most. It is a
// millisecond more than MaxDelay where none is enough, and less than 0 where even none is
// too much.
type Need struct {
	Part             Part
	Delay, Low, High time.Duration
}

// bounds is a number as it is, with which it is trusted to 90 %, and the ends of its interval
// of 90 %.
type bounds struct{ mean, sure, low, high float64 }

// The standard normal quantiles for being sure to 90 %, and for an interval of 90 %.
const (
	sure     = 1.2815515655446004
	interval = 1.6448536269514722
)

// RecommendAll returns the delay that the most demanding kind needs, each for its budget.
func (r *Result) RecommendAll(budgets *config.Budgets) Recommendation {
	before, last := -1, Recommendation{}
	return r.mostDemanding(func(kind int) Recommendation {
		b := &budgets[kind]
		if before < 0 || asksLens(b) || *b != budgets[before] || r.Kinds[kind].Needed != r.Kinds[before].Needed {
			before, last = kind, r.Recommend(kind, b)
		}
		return last
	})
}

// Recommend returns the delay that a budget needs for a kind. Something must be known of it.
// It takes some 10 to 100 µs. What a budget of corrections or errors needs is settled only
// where the Question had that budget: otherwise the lens was not run near the answer.
func (r *Result) Recommend(kind int, b *Budget) Recommendation {
	k := &r.Kinds[kind]
	s := &r.plan.Scenario.Settings
	underruns, share := b.Limits()
	rec := Recommendation{Settled: r.Settled}
	least, most := time.Duration(-1), MaxDelay
	add := func(part Part, n Need) {
		n.Part = part
		rec.Needs = append(rec.Needs, n)
		switch {
		case part > ForGap && n.Delay < most:
			most, rec.Contradicts = n.Delay, part
		case part <= ForGap && n.Delay > least:
			least, rec.Decided, rec.Delay = n.Delay, part, n.Delay
		}
		if part <= ForGap {
			rec.Low, rec.High = max(rec.Low, n.Low), max(rec.High, n.High)
		}
	}
	oneInterval := s.KindInterval(interp.Kind(kind))
	add(ForUnderruns, k.smallest(oneInterval, k.underrunsAt, underruns))
	add(ForShare, k.smallest(oneInterval, k.shareAt, share))
	if b.LongestGap != nil {
		d := DelayForGap(*b.LongestGap, s, interp.Kind(kind))
		add(ForGap, Need{Delay: d, Low: d, High: d})
	}
	for _, c := range correctionsOf(b) {
		if k.LensRuns > 0 {
			add(c.part, k.smallestForCorrections(c.of, c.most))
		}
	}
	if b.Latency != nil {
		d := (*b.Latency - r.lag).Truncate(time.Millisecond)
		add(ForLatency, Need{Delay: d, Low: d, High: d})
	}
	if b.Error != nil && k.LensRuns > 0 {
		d := k.largestForError(*b.Error)
		add(ForError, Need{Delay: d, Low: d, High: d})
	}
	if rec.Met = rec.Delay <= most; rec.Met {
		rec.Contradicts = NoPart
	} else if rec.Delay > MaxDelay {
		rec.Contradicts = NoPart
	} else {
		rec.By = rec.Delay - max(most, 0)
	}
	rec.Delay, rec.High = min(rec.Delay, MaxDelay), min(rec.High, MaxDelay)
	rec.Low = min(rec.Low, rec.Delay)
	if asked := &r.plan.Scenario.Budgets[kind]; asksLens(b) {
		rec.Settled = rec.Settled && r.searched && same(b.Correction, asked.Correction) && same(b.CorrectionDeg, asked.CorrectionDeg) && same(b.Error, asked.Error)
	}
	return rec
}

// same reports whether two budgets are the same.
func same(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

// mostDemanding returns the recommendation of the kind that needs the most, with the ends of
// the interval that any needs.
func (r *Result) mostDemanding(of func(kind int) Recommendation) (all Recommendation) {
	first := true
	for k := range AllKinds {
		if !r.Kinds[k].Present {
			continue
		}
		rec := of(k)
		low, high, settled := max(all.Low, rec.Low), max(all.High, rec.High), rec.Settled && (first || all.Settled)
		if first || !rec.Met && all.Met || rec.Met == all.Met && rec.Delay > all.Delay {
			all = rec
		}
		all.Low, all.High, all.Settled = min(low, all.Delay), high, settled
		first = false
	}
	return all
}

// underrunsAt returns the bounds of the mean underruns a minute at a delay. Underruns that
// are rare come like those of a Poisson process, and bursts of them in clumps: their number,
// counted in clumps, has the bounds (√(n+1) + z/2)² and (√n − z/2)², which for small n too are
// those of the exact interval within a tenth. Over a measured path all runs see the same losses,
// so that the interval is that of what happened in one of them.
func (k *Needed) underrunsAt(d int) bounds {
	if d >= len(k.Underruns.Mean) {
		return bounds{}
	}
	minutes := k.Span.Minutes()
	mean, sd := k.Underruns.Mean[d]*minutes, k.Underruns.SD[d]*minutes // of one run
	if mean == 0 {
		return bounds{}
	}
	clump := max(1, sd*sd/mean)
	count := func(n, worth float64) bounds {
		above := func(z float64) float64 { return worth * math.Pow(math.Sqrt(n+1)+z/2, 2) }
		below := math.Max(0, math.Sqrt(n)-interval/2)
		return bounds{k.Underruns.Mean[d], above(sure), worth * below * below, above(interval)}
	}
	b := count(mean*float64(k.Runs)/clump, clump/(float64(k.Runs)*minutes))
	if k.measured {
		once := count(mean, 1/minutes)
		b.low, b.high = min(b.low, once.low), max(b.high, once.high)
	}
	return b
}

// shareAt returns the bounds of the mean share of time in underrun at a delay.
func (k *Needed) shareAt(d int) bounds {
	if d >= len(k.InUnderrun.Mean) {
		return bounds{}
	}
	mean, e := k.InUnderrun.Mean[d], k.InUnderrun.SD[d]/math.Sqrt(float64(k.Runs))
	return bounds{mean, mean + sure*e, mean - interval*e, mean + interval*e}
}

// smallest returns the smallest delay from which on a number is at most so much. It goes from
// the largest delay down: a very small one has few underruns again, since it is in underrun
// all the time.
func (k *Needed) smallest(oneInterval time.Duration, at func(d int) bounds, most float64) Need {
	end := len(k.Underruns.Mean)
	from := func(of func(b bounds) float64) time.Duration {
		d := end
		for d > 0 && within(of(at(d-1)), most) {
			d--
		}
		return k.exact(time.Duration(d)*time.Millisecond, oneInterval)
	}
	return Need{
		Delay: from(func(b bounds) float64 { return b.sure }),
		Low:   from(func(b bounds) float64 { return b.low }),
		High:  from(func(b bounds) float64 { return b.high }),
	}
}

// exact returns one interval, to a tenth of a millisecond, in the place of the whole
// milliseconds that it needs, if no frame needs more than that.
func (k *Needed) exact(d, oneInterval time.Duration) time.Duration {
	if k.Most <= oneInterval && (d-oneInterval).Abs() < time.Millisecond {
		return roundUp(oneInterval, 100*time.Microsecond)
	}
	return d
}

// smallestForCorrections returns the smallest delay from which on 95 % of the corrections are
// at most so much; between the delays that were run by the straight line.
func (k *KindResult) smallestForCorrections(figure Figure, most float64) Need {
	corrections := k.bounds[figure]
	from := func(of func(b *bounds) float64) time.Duration {
		i := len(k.Delays)
		for i > 0 && of(&corrections[i-1]) <= most {
			i--
		}
		switch i {
		case 0:
			return 0
		case len(k.Delays):
			return MaxDelay + time.Millisecond
		}
		over, under := of(&corrections[i-1]), of(&corrections[i])
		d := k.Delays[i-1] + time.Duration(float64(k.Delays[i]-k.Delays[i-1])*(over-most)/(over-under))
		return roundUp(d, time.Millisecond)
	}
	return Need{
		Delay: from(func(b *bounds) float64 { return b.sure }),
		Low:   from(func(b *bounds) float64 { return b.low }),
		High:  from(func(b *bounds) float64 { return b.high }),
	}
}

// largestForError returns the largest delay up to which 95 % of the errors are at most so
// many metres, −1 ms if there is none.
func (k *KindResult) largestForError(metres float64) time.Duration {
	i := 0
	for i < len(k.errors) && k.errors[i] <= metres {
		i++
	}
	switch i {
	case 0:
		return -time.Millisecond
	case len(k.errors):
		return MaxDelay
	}
	under, over := k.errors[i-1], k.errors[i]
	return (k.Delays[i-1] + time.Duration(float64(k.Delays[i]-k.Delays[i-1])*(metres-under)/(over-under))).Truncate(time.Millisecond)
}

// recommend gives every kind of a result its delay, and all kinds that of the most demanding.
func (r *Result) recommend() {
	for k := range AllKinds {
		if r.Kinds[k].Present {
			r.Kinds[k].Recommended = r.Recommend(k, &r.plan.Scenario.Budgets[k])
		}
	}
	r.Kinds[AllKinds].Recommended = r.mostDemanding(func(kind int) Recommendation { return r.Kinds[kind].Recommended })
}

// Keeps reports whether a delay that is set by hand keeps to a budget on average over the
// runs: what is recommended does so, and smaller ones may.
func (r *Result) Keeps(kind int, delay time.Duration, b *Budget) bool {
	k := &r.Kinds[kind]
	underruns, share := b.Limits()
	perMinute, inUnderrun := k.At(delay)
	switch {
	case !within(perMinute, underruns), !within(inUnderrun, share):
		return false
	case b.LongestGap != nil && delay < r.delayForGap(kind, *b.LongestGap):
		return false
	case b.Latency != nil && r.Latency(delay) > *b.Latency:
		return false
	}
	if k.LensRuns > 0 && len(k.Delays) > 1 {
		for _, c := range correctionsOf(b) {
			if mean, _, _ := k.Between(c.of, delay); mean > c.most {
				return false
			}
		}
		if b.Error != nil && delay > k.largestForError(*b.Error) {
			return false
		}
	}
	return true
}

// delayForGap returns DelayForGap of a kind, or of the most demanding for AllKinds.
func (r *Result) delayForGap(kind int, longestGap time.Duration) (most time.Duration) {
	for k := range AllKinds {
		if k == kind || kind == AllKinds && r.Kinds[k].Present {
			most = max(most, DelayForGap(longestGap, &r.plan.Scenario.Settings, interp.Kind(k)))
		}
	}
	return most
}

// InUse returns the delay of a kind that is in use.
func (r *Result) InUse(kind interp.Kind) time.Duration {
	return r.plan.Scenario.Settings.Policies[kind].Delay
}
