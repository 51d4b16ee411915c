package study

import (
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

const (
	// lensDelays is how many delays the lens is run at, from 0 to what matters.
	lensDelays = 17
	// searchPasses is how many times the delays between which an answer lies are divided
	// again, each time by searchDelays+1: from some 30 ms to 1.
	searchPasses, searchDelays = 2, 7
)

// lensPass is many delays at which the real lens is run, several at once on the same packets.
type lensPass struct {
	delays [][world.MaxKinds]time.Duration
	tally  []measure.DistanceTally // of all runs, at each of them
}

// lensRun is what one run of a pass came to at each of its delays, of each kind and of all.
type lensRun struct {
	figures [][world.MaxKinds + 1][NumFigures]float64
	tally   []measure.DistanceTally // until it is added to the pass's
}

// lensSpan is how long a run at many delays lasts.
func (s *Study) lensSpan() time.Duration { return min(s.plan.Span, longestLensRun) }

// beginLens starts a run at all delays of a pass.
func (s *Study) beginLens(pass, i int) (unit, error) {
	p := &s.passes[pass]
	playing := s.plan.lens.Settings.Policies
	var playbacks [][world.MaxKinds]interp.Policy
	for _, delays := range p.delays {
		policies := at(playing, 0)
		for k := range policies {
			policies[k].Delay = delays[k]
		}
		playbacks = append(playbacks, policies)
	}
	u, err := s.beginSession(i, playbacks[0], playbacks[1:], s.lensSpan())
	if err != nil {
		return nil, err
	}
	u.take = func() {
		r := lensRun{tally: make([]measure.DistanceTally, len(p.delays))}
		for d := range p.delays {
			var report measure.LensReport
			if d == 0 {
				report = u.session.LensReport(game.Interpolated)
				r.tally[0].Add(u.session)
			} else {
				report = u.session.VariantReport(d - 1)
				r.tally[d].AddVariant(u.session, d-1)
			}
			var figures [world.MaxKinds + 1][NumFigures]float64
			for k := range figures {
				kind := report.Overall
				if k != AllKinds {
					kind = report.Kinds[u.session.Kinds().Name(interp.Kind(k))]
				}
				stateWrong := kind.StateWrongMS / u.last.Seconds() / float64(max(s.entitiesOf(k), 1))
				figures[k] = [NumFigures]float64{kind.Error.RMS, kind.Correction.P95, kind.ErrorDeg.RMS, kind.CorrectionDeg.P95, stateWrong}
			}
			r.figures = append(r.figures, figures)
		}
		s.lensRuns[pass][i] = r
	}
	return u, nil
}

// tallyLenses adds up the runs of a stage.
func (s *Study) tallyLenses(st *stage) {
	if st.sort != lenses {
		return
	}
	p, runs := &s.passes[st.pass], s.lensRuns[st.pass][st.from:st.to]
	for i := range runs {
		for d := range runs[i].tally {
			p.tally[d].Merge(&runs[i].tally[d])
		}
		runs[i].tally = nil
	}
}

func (s *Study) addPass(delays [][world.MaxKinds]time.Duration) {
	s.passes = append(s.passes, lensPass{delays, make([]measure.DistanceTally, len(delays))})
	s.lensRuns = append(s.lensRuns, make([]lensRun, s.plan.lensOf))
}

// evenDelays spreads the delays of the lens over what matters: at least what two losses in a
// row need by the formula, and what any frame needed, up to MaxDelay.
func (s *Study) evenDelays() (delays [][world.MaxKinds]time.Duration) {
	const round, margin = 100 * time.Millisecond, 20 * time.Millisecond
	settings := &s.plan.Scenario.Settings
	twoLost := interp.RequiredDelay(s.plan.Scenario.LongestInterval(), settings.Down.Jitter, 2)
	most := s.result.Kinds[AllKinds].Most
	last := min(roundUp(max(twoLost, min(most, MaxDelay))+margin, round), MaxDelay)
	for i := range lensDelays {
		var d [world.MaxKinds]time.Duration
		for k := range d {
			d[k] = last * time.Duration(i) / (lensDelays - 1)
		}
		delays = append(delays, d)
	}
	return delays
}

// search adds a pass at delays between those between which each kind's answer lies.
func (s *Study) search() {
	delays := make([][world.MaxKinds]time.Duration, searchDelays)
	for k := range world.MaxKinds {
		low, high := s.bracket(int(k))
		for i := range delays {
			delays[i][k] = (low + (high-low)*time.Duration(i+1)/(searchDelays+1)).Round(time.Millisecond)
		}
	}
	pass := len(s.passes)
	s.addPass(delays)
	s.add(lenses, pass, s.plan.lensOf)
}

// bracket returns the delays that were run between which a kind's budget begins to be kept.
func (s *Study) bracket(kind int) (low, high time.Duration) {
	k, b := &s.result.Kinds[kind], &s.plan.Scenario.Budgets[kind]
	if !k.Present || len(k.Delays) < 2 || !asksLens(b) {
		return 0, 0
	}
	i, last := 1, len(k.Delays)-1
	for _, c := range correctionsOf(b) {
		from := last
		for from > 1 && k.bounds[c.of][from-1].sure <= c.most {
			from--
		}
		i = max(i, from)
	}
	if b.Correction == nil && b.CorrectionDeg == nil {
		for i = last; i > 1 && k.errors[i-1] > *b.Error; {
			i--
		}
	}
	return k.Delays[i-1], k.Delays[i]
}

// sumLenses sums up what the lens was measured at: of a kind at all delays of all passes, of
// all kinds together at those of the first, which are the same for all.
func (s *Study) sumLenses(k *KindResult, kind int, values *[]float64) {
	st := &s.stages[s.stage]
	type point struct{ pass, place int }
	var points []point
	at := func(p point) time.Duration {
		if kind == AllKinds {
			return s.passes[p.pass].delays[p.place][0]
		}
		return s.passes[p.pass].delays[p.place][kind]
	}
	for pass := range s.passes {
		if pass > 0 && kind == AllKinds {
			break
		}
		for place := range s.passes[pass].delays {
			points = append(points, point{pass, place})
		}
	}
	for i := range points { // some 30: the smallest delay first
		for j := i; j > 0 && at(points[j]) < at(points[j-1]); j-- {
			points[j], points[j-1] = points[j-1], points[j]
		}
	}
	k.LensSpan, k.Delays, k.Figures, k.errors, k.bounds = s.lensSpan(), nil, [NumFigures]Bands{}, nil, [NumFigures][]bounds{}
	for i, p := range points {
		if i > 0 && at(p) == at(points[i-1]) {
			continue
		}
		runs := s.lensRuns[p.pass]
		if p.pass == st.pass {
			runs = runs[:st.to]
		}
		k.LensRuns = len(runs)
		k.Delays = append(k.Delays, at(p))
		for f := range NumFigures {
			figures := (*values)[:0]
			for i := range runs {
				figures = append(figures, runs[i].figures[p.place][kind][f])
			}
			k.Figures[f].add(figures)
			*values = figures
		}
		tally := &s.passes[p.pass].tally[p.place]
		sum := func(f Figure, corrections measure.Distances) {
			b := correctionBounds(corrections, s.entitiesOf(kind))
			k.Figures[f].Mean[len(k.Delays)-1] = b.mean
			k.bounds[f] = append(k.bounds[f], b)
		}
		sum(CorrectionM, tally.Corrections(kind))
		sum(CorrectionDeg, tally.Turns(kind))
		k.errors = append(k.errors, tally.Errors(kind).Quantile(0.95))
	}
}

// entitiesOf returns how many entities of a kind a run has, of all for AllKinds.
func (s *Study) entitiesOf(kind int) int {
	if kind == AllKinds {
		return countEntities(&s.plan.lens)
	}
	return s.plan.lens.Count(interp.Kind(kind))
}

// correctionBounds returns the 95th percentile of corrections with its bounds, by their order:
// of n values it lies as many ranks off as a share of 95 % of n does. The corrections of several
// entities come of the same packets, so that together they tell as much as those of one.
func correctionBounds(corrections measure.Distances, entities int) bounds {
	n := corrections.Count()
	if n == 0 {
		return bounds{}
	}
	const share = 0.95
	off := math.Sqrt(share * (1 - share) * float64(max(entities, 1)) / float64(n))
	at := func(z float64) float64 { return corrections.Quantile(min(1, share+z*off)) }
	return bounds{at(0), at(sure), at(-interval), at(interval)}
}
