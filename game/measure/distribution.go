package measure

import (
	"math"
	"time"
)

// distribution counts values so that quantiles can be read off in bounded memory: 256
// steps to every power of two, within which the values are taken to be spread evenly, so that
// a quantile is within 0.4 % of the true one. Values below 1 count as 0. The zero value is
// empty.
type distribution struct {
	// counts has the steps of the octaves in use and of those between them, from the step
	// first on. min and max are the smallest and the largest value.
	counts   []uint32
	first    int
	counted  uint64
	min, max float32
	// usual is a value of addTimes that most of them may be, and usuals by how many more it is
	// than all others were since: a latency is the same in most frames, and then exact.
	usual  float32
	usuals int
	// waiting are values that are not counted yet. There are many
	// distributions, with more steps in all than a processor keeps at hand: to count
	// some values of one at a time is quicker than one value of each in turn.
	waiting [32]float32
	waits   uint
}

const (
	stepBits       = 8
	stepsPerOctave = 1 << stepBits
	// stepShift leaves of a float32 its exponent and the first bits of its fraction:
	// for positive numbers that is a logarithm in steps.
	stepShift = 23 - stepBits
	// stepOfOne is the step of 1 by that logarithm.
	stepOfOne = 127 << stepBits
)

// stepOf returns the step of a value: 0 below 1, and from there on 1 and more.
func stepOf(v float32) int { return max(int(int32(math.Float32bits(v))>>stepShift)-stepOfOne+1, 0) }

// topOf returns what all values of a step are below, and 0 for step 0.
func topOf(step int) float32 {
	if step == 0 {
		return 0
	}
	return math.Float32frombits(uint32(stepOfOne+step) << stepShift)
}

// add counts a value. It may allocate when the value is in an octave beyond those before.
func (d *distribution) add(v float32) {
	d.waiting[d.waits%32] = v
	if d.waits++; d.waits == 32 {
		d.settle()
	}
}

// addTimes counts a value that there is a number of times.
func (d *distribution) addTimes(v float32, times int) {
	d.widen(v, v)
	d.vote(v, times)
	step := stepOf(v)
	if uint(step-d.first) >= uint(len(d.counts)) {
		d.reach(step)
	}
	d.counts[step-d.first] += uint32(times)
	d.counted += uint64(times)
}

// settle counts what waits. It is not put into add, which is then short enough to be put
// where it is called.
//
//go:noinline
func (d *distribution) settle() {
	d.countEach(d.waiting[:d.waits])
	d.waits = 0
}

// widen takes note of the smallest and the largest of values that are counted next.
func (d *distribution) widen(least, most float32) {
	if d.counted == 0 {
		d.min, d.max = max(least, 0), max(most, 0)
	}
	d.min, d.max = min(d.min, max(least, 0)), max(d.max, most)
}

// vote takes note of values that may be the usual one.
func (d *distribution) vote(v float32, times int) {
	switch {
	case v == d.usual:
		d.usuals += times
	case times > d.usuals:
		d.usual, d.usuals = v, times-d.usuals
	default:
		d.usuals -= times
	}
}

func (d *distribution) countEach(values []float32) {
	if len(values) == 0 {
		return
	}
	if d.counted == 0 {
		d.widen(values[0], values[0])
	}
	for _, v := range values {
		if v > d.max {
			d.max = v
		} else if v < d.min {
			d.min = max(v, 0)
		}
		step := stepOf(v)
		if uint(step-d.first) >= uint(len(d.counts)) {
			d.reach(step)
		}
		d.counts[step-d.first]++
	}
	d.counted += uint64(len(values))
}

// count returns how many values there are.
func (d *distribution) count() uint64 { return d.counted + uint64(d.waits) }

// reach makes room for a step, and for the others of its octave.
func (d *distribution) reach(step int) {
	first := step / stepsPerOctave * stepsPerOctave
	end := first + stepsPerOctave
	if len(d.counts) > 0 {
		first, end = min(first, d.first), max(end, d.first+len(d.counts))
	}
	if end-first == len(d.counts) {
		return
	}
	counts := make([]uint32, end-first)
	copy(counts[max(0, d.first-first):], d.counts)
	d.counts, d.first = counts, first
}

// merge adds all that other has counted. It does not change other, which may be a copy
// that shares its counts.
func (d *distribution) merge(other *distribution) {
	d.countEach(other.waiting[:other.waits])
	if other.counted == 0 {
		return
	}
	d.widen(other.min, other.max)
	d.vote(other.usual, other.usuals)
	d.reach(other.first)
	d.reach(other.first + len(other.counts) - 1)
	for i, n := range other.counts {
		d.counts[other.first-d.first+i] += n
	}
	d.counted += other.counted
}

// quantile returns the value at a nearest rank: the smallest that at least the share q
// of all do not exceed. It is 0 when there are none.
func (d *distribution) quantile(q float64) float64 { return d.at(rankOf(q, d.count())) }

// rankOf returns the nearest rank of a quantile of n values, from 1.
func rankOf(q float64, n uint64) uint64 { return max(uint64(math.Ceil(q*float64(n))), 1) }

// at returns the value of a rank.
func (d *distribution) at(rank uint64) float64 {
	d.settle()
	switch {
	case d.max < 1:
		return 0
	case rank >= d.counted:
		return float64(d.max)
	}
	seen := uint64(0)
	for i, n := range d.counts {
		if seen += uint64(n); seen < rank {
			continue
		}
		step := d.first + i
		if 2*d.usuals >= int(n) && stepOf(d.usual) == step {
			return float64(d.usual)
		}
		if step == 0 {
			return 0
		}
		top, low := float64(topOf(step)), max(float64(topOf(step-1)), 1)
		v := top - (top-low)*(float64(seen-rank)+0.5)/float64(n)
		return min(max(v, float64(d.min)), float64(d.max))
	}
	return float64(d.max)
}

// signed is a distribution of values of both signs.
type signed struct{ positive, negative distribution }

func (d *signed) add(v float32) {
	if v < 0 {
		d.negative.add(-v)
	} else {
		d.positive.add(v)
	}
}

func (d *signed) merge(other *signed) {
	d.positive.merge(&other.positive)
	d.negative.merge(&other.negative)
}

// quantile is that of all values.
func (d *signed) quantile(q float64) float64 {
	below := d.negative.count()
	rank := rankOf(q, below+d.positive.count())
	if rank > below {
		return d.positive.at(rank - below)
	}
	return -d.negative.at(below - rank + 1)
}

// squares sums the squares of values for their root mean square.
type squares struct {
	count uint64
	sum   float64
}

// add adds a value by its square.
func (s *squares) add(square float64) {
	s.count++
	s.sum += square
}

func (s *squares) merge(other *squares) {
	s.count += other.count
	s.sum += other.sum
}

// rms returns the root mean square, 0 of nothing.
func (s *squares) rms() float64 {
	if s.count == 0 {
		return 0
	}
	return math.Sqrt(s.sum / float64(s.count))
}

// delaySpread is the range of a duration and its mean.
type delaySpread struct {
	count         int
	sum, min, max time.Duration
}

func (s *delaySpread) add(d time.Duration) { s.merge(&delaySpread{1, d, d, d}) }

func (s *delaySpread) merge(other *delaySpread) {
	switch {
	case other.count == 0:
		return
	case s.count == 0:
		s.min, s.max = other.min, other.max
	}
	s.count += other.count
	s.sum += other.sum
	s.min, s.max = min(s.min, other.min), max(s.max, other.max)
}

// mean returns the mean in nanoseconds, 0 of nothing.
func (s *delaySpread) mean() float64 {
	if s.count == 0 {
		return 0
	}
	return float64(s.sum) / float64(s.count)
}

// occupancy is how many snapshots were ahead of render time.
type occupancy struct {
	min, max   int
	count, sum int
}

func (o *occupancy) add(ahead int) { o.merge(&occupancy{ahead, ahead, 1, ahead}) }

// merge adds another's.
func (o *occupancy) merge(other *occupancy) {
	if other.count == 0 {
		return
	}
	if o.count == 0 || other.min < o.min {
		o.min = other.min
	}
	o.max = max(o.max, other.max)
	o.count += other.count
	o.sum += other.sum
}

// mean returns the mean, 0 of nothing.
func (o *occupancy) mean() float64 { return float64(o.sum) / float64(max(o.count, 1)) }
