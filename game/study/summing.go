package study

import "time"

// summing makes an Forecast of what a Study knows, some delays at a time: sorting
// the runs at each of two thousand delays takes its time too.
type summing struct {
	from     *Study
	forecast *Forecast
	kind     int // that is being summed up
	values   []float64
}

// delaysAtOnce is how many delays are summed up in one portion.
const delaysAtOnce = 100

func newSumming(c *Study) *summing {
	o := &Forecast{Fewer: c.fewer, Done: c.level == len(c.levels)-1}
	for _, g := range c.scenario.Entities {
		o.Entities += g.Count
	}
	if before := c.forecast; before != nil {
		for k := range o.Kinds { // what is foreseen stands
			if seeds := before.Kinds[k].Seeds; c.always[k] && seeds == len(c.timed) {
				o.Kinds[k] = before.Kinds[k]
			}
		}
	}
	return &summing{from: c, forecast: o}
}

// portion sums up some more, and reports whether that is all.
func (s *summing) portion() (done bool) {
	for left := delaysAtOnce; left > 0 && s.kind <= AllKinds; s.kind++ {
		o := &s.forecast.Kinds[s.kind]
		runs, span := s.from.needed(s.kind)
		if len(runs) > 0 && o.Seeds == 0 {
			before := len(o.InUnderrun.Mean)
			if !o.need(runs, span, left, &s.values) {
				return false
			}
			left -= len(o.InUnderrun.Mean) - before
			s.share(o)
		}
		s.lenses(o)
	}
	return s.kind > AllKinds
}

// needed returns what the runs say of a kind, and how long they last: those that were
// foreseen where they can be. There are none of a kind of which none has seen anything.
func (c *Study) needed(k int) (runs []needed, span time.Duration) {
	if c.always[k] {
		runs, span = c.timed, c.scenario.Duration
	} else {
		for i := range c.runs {
			runs = append(runs, c.runs[i].needed[k])
		}
		span = c.runSpan()
	}
	for i := range runs {
		if runs[i].frames > 0 {
			return runs, span
		}
	}
	return nil, span
}

// need sums up what was needed at so many of the next delays, and reports whether that
// is all.
func (o *KindForecast) need(runs []needed, span time.Duration, delays int, values *[]float64) (done bool) {
	end := 0
	for i := range runs {
		end = max(end, len(runs[i].underruns))
	}
	for n := 0; n < delays && len(o.InUnderrun.Mean) < end; n++ {
		d := len(o.InUnderrun.Mean)
		v := (*values)[:0]
		for i := range runs {
			perMinute := 0.0
			if d < len(runs[i].underruns) {
				perMinute = float64(runs[i].underruns[d]) / span.Minutes()
			}
			v = append(v, perMinute)
		}
		o.Underruns.add(v)
		o.Tight = append(o.Tight, tightest(runs, d))
		v = v[:0]
		for i := range runs {
			share := 0.0
			if d < len(runs[i].inUnderrun) {
				share = runs[i].inUnderrun[d]
			}
			v = append(v, share)
		}
		o.InUnderrun.add(v)
		*values = v
	}
	if len(o.InUnderrun.Mean) < end {
		return false
	}
	o.Seeds, o.Span = len(runs), span
	return true
}

// tightest returns the first run in which a frame needs d milliseconds and no less, −1 if
// there is none.
func tightest(runs []needed, d int) int {
	for i := range runs {
		inUnderrun := runs[i].inUnderrun
		if d < len(inUnderrun) && d > 0 && inUnderrun[d-1] > inUnderrun[d] {
			return i
		}
	}
	return -1
}

// share gives what was summed up to all kinds of which the same was foreseen.
func (s *summing) share(o *KindForecast) {
	for k := range s.forecast.Kinds {
		if s.from.always[s.kind] && s.from.always[k] {
			other := &s.forecast.Kinds[k]
			other.Seeds, other.Span, other.Underruns, other.InUnderrun, other.Tight = o.Seeds, o.Span, o.Underruns, o.InUnderrun, o.Tight
		}
	}
}

// lenses sums up what the lens was measured at: at every second delay as long as one
// run is coarse.
func (s *summing) lenses(o *KindForecast) {
	c, k := s.from, s.kind
	o.Runs, o.RunSpan, o.Delays, o.Error, o.Corrections = 0, 0, nil, Bands{}, Bands{}
	if len(c.runs) == 0 || !c.alive[k] {
		return
	}
	step := 1
	for i := range c.runs {
		if !c.runs[i].fine {
			step = 2
		}
	}
	o.Runs, o.RunSpan = len(c.runs), c.runSpan()
	for d := 0; d < lensDelays; d += step {
		o.Delays = append(o.Delays, c.delays[d])
		lag, correction := s.values[:0], make([]float64, 0, len(c.runs))
		for i := range c.runs {
			lag = append(lag, c.runs[i].lag[k][d])
			correction = append(correction, c.runs[i].correction[k][d])
		}
		o.Error.add(lag)
		o.Corrections.add(correction)
		o.Corrections.Mean[len(o.Corrections.Mean)-1] = c.together[d].P95(k)
		s.values = lag
	}
}
