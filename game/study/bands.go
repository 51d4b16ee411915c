package study

import (
	"math"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
)

// Bands is a number at several delays, from several runs: its mean and the standard
// deviation of a run, and between Low and High what it was in at least 8 of 10 of them, their
// 10th and 90th percentiles by nearest rank. All are of the same length.
type Bands struct {
	Mean, SD, Low, High []float64
}

// At returns the i-th; beyond the last all is 0, before the first it is as there.
func (b *Bands) At(i int) (mean, low, high float64) {
	if i = max(i, 0); i >= len(b.Mean) {
		return 0, 0, 0
	}
	return b.Mean[i], b.Low[i], b.High[i]
}

// add appends what the runs came to at one more delay. There must be one run at least;
// they are sorted in place.
func (b *Bands) add(runs []float64) {
	s := statistics(runs)
	b.Mean, b.SD = append(b.Mean, s.Mean), append(b.SD, s.SD)
	b.Low, b.High = append(b.Low, percentile(runs, 10)), append(b.High, percentile(runs, 90))
}

// percentile returns the value at a nearest rank: the smallest that at least so many
// per cent do not exceed.
func percentile(sorted []float64, percent int) float64 {
	rank := int(math.Ceil(float64(percent*len(sorted)) / 100))
	return sorted[max(rank, 1)-1]
}

// summing makes a Result of what a Study knows, some delays at a time: sorting the runs at
// each of hundreds of delays takes its time too.
type summing struct {
	from   *Study
	result *Result
	runs   []timedRun
	kind   int // that is being summed up
	values []float64
	groups [AllKinds + 1]*Needed
}

// valuesAtOnce is how many values are summed up in one portion.
const valuesAtOnce = 4000

func (s *Study) newSumming() *summing {
	p, st := s.plan, &s.stages[s.stage]
	r := &Result{
		Of: p.Seeds, Span: p.Span, plan: p, Fewer: p.fewer, Entities: countEntities(&p.lens),
		Done: s.stage == len(s.stages)-1 && (st.sort != lenses || !p.searches() || st.pass == searchPasses && !p.Costs),
	}
	s.tallyLenses(st)
	r.searched = st.sort == costs || st.sort == lenses && st.pass == searchPasses
	sum := &summing{from: s, result: r}
	runs := len(s.timed)
	if st.sort == timing || st.sort == whole {
		runs = st.to
	}
	sum.runs = s.timed[:runs]
	r.Runs, r.Seeds = runs, min(runs, p.Seeds)
	if runs < len(s.timed) {
		r.Seeds = runs * p.Seeds / len(s.timed)
	}
	r.Settled = runs == len(s.timed)
	if before := s.result; before != nil && before.Runs == runs { // what is known of underruns stands
		r.Losses, r.MeanExtra, r.MaxExtra, r.Sparse, r.lag = before.Losses, before.MeanExtra, before.MaxExtra, before.Sparse, before.lag
		r.Kinds = before.Kinds
	} else {
		sum.link()
	}
	return sum
}

// link sums up what the packets met.
func (s *summing) link() {
	r := s.result
	var path pathTaken
	var all entityLosses
	sent, lost, lag := 0, 0, time.Duration(0)
	for i := range s.runs {
		t := &s.runs[i]
		path.merge(&t.path)
		sent, lost, lag = sent+t.sent, lost+t.lost, lag+t.lag
		all.add(&entityLosses{t.lossRuns, 1})
	}
	r.MeanExtra, r.MaxExtra, r.lag = path.mean(), path.most, lag/time.Duration(len(s.runs))
	share := float64(lost) / float64(max(1, sent))
	r.Losses = Losses{share, all.atLeast(r.Span)}
	r.Kinds[AllKinds].Losses = r.Losses
	for k := range AllKinds {
		var kind entityLosses
		for i := range s.runs {
			kind.add(&s.runs[i].kindLossRuns[k])
		}
		if r.Kinds[k].Losses = r.Losses; kind.entities > 0 {
			r.Kinds[k].Losses.AtLeast = kind.atLeast(r.Span)
		}
	}
	settings := &s.from.plan.Scenario.Settings
	if sparse, is := s.from.plan.Scenario.Measured.Sparse(settings.Interval()); is {
		r.Sparse = &sparse
	}
}

// add adds the losses of another run.
func (l *entityLosses) add(run *entityLosses) {
	l.runs = append(l.runs, make([]int, max(0, len(run.runs)-len(l.runs)))...)
	for i, n := range run.runs {
		l.runs[i] += n
	}
	l.entities += run.entities
}

// atLeast returns how many times a minute one entity loses i+1 samples in a row or more, at i,
// where each was watched for a span.
func (l *entityLosses) atLeast(span time.Duration) []float64 {
	minutes := span.Minutes() * float64(l.entities)
	out := make([]float64, len(l.runs))
	for i, n := len(l.runs)-1, 0; i >= 0; i-- {
		n += l.runs[i]
		out[i] = float64(n) / minutes
	}
	return out
}

// portion sums up some more, and reports whether that is all.
func (s *summing) portion() (done bool) {
	p := s.from.plan
	st := &s.from.stages[s.from.stage]
	if s.from.sumCost(st) {
		return false
	}
	for left := valuesAtOnce; s.kind <= AllKinds; s.kind++ {
		k := &s.result.Kinds[s.kind]
		if k.Present = s.kind < AllKinds && hasKind(&p.Scenario, s.kind) || s.kind == AllKinds && countEntities(&p.Scenario) > 0; !k.Present {
			continue
		}
		if k.Needed == nil {
			group := s.from.group(s.kind)
			if !s.needs(group, &left) {
				return false
			}
			k.Needed = s.groups[group]
		}
		if st.sort == lenses {
			s.from.sumLenses(k, s.kind, &s.values)
			s.kind++
			return false // that was enough for once
		}
	}
	s.result.recommend()
	if st.sort == costs {
		s.from.tellCosts(s.result, st.to)
	}
	return true
}

func hasKind(s *config.Scenario, k int) bool {
	return slices.ContainsFunc(s.Entities, func(g world.Group) bool { return int(g.Kind) == k && g.Count > 0 })
}

// needs sums up what was needed at the next delays, as long as there is something left, and
// reports whether that is all.
func (s *summing) needs(group int, left *int) (done bool) {
	k := s.groups[group]
	if k == nil {
		k = &Needed{Span: s.result.Span, measured: s.from.plan.Scenario.Measured.Length() > 0 && s.result.Sparse == nil}
		s.groups[group] = k
	}
	if k.Runs > 0 {
		return true
	}
	end := 0
	for i := range s.runs {
		n := &s.runs[i].groups[group]
		if end = max(end, len(n.underruns)); n.silent {
			end, k.silent = int(MaxDelay/time.Millisecond)+1, true
		}
		k.Most = max(k.Most, n.most)
	}
	minutes := s.result.Span.Minutes()
	for len(k.tight) < end {
		if *left <= 0 {
			return false
		}
		*left -= len(s.runs)
		d := len(k.tight)
		perMinute, shares := s.values[:0], make([]float64, 0, len(s.runs))
		tight := int32(-1)
		for i := range s.runs {
			n := &s.runs[i].groups[group]
			underruns, share := n.at(d)
			perMinute, shares = append(perMinute, underruns/minutes), append(shares, share)
			if tight < 0 && d > 0 && d < len(n.share) && n.share[d-1] > n.share[d] {
				tight = int32(i)
			}
		}
		s.values = perMinute
		k.Underruns.add(perMinute)
		k.InUnderrun.add(shares)
		k.tight = append(k.tight, tight)
	}
	k.Runs = len(s.runs)
	return true
}
