package measure

import (
	"math"
	"time"
)

// distribution counts values so that quantiles can be read off in bounded memory: 256
// steps to every power of two, so that a quantile is at most 0.4 % above the true one. Values
// below 1 count as 0. The zero value is empty.
type distribution struct {
	// counts has the steps of the octaves in use and of those between them, from the step
	// first on. max is the largest value.
	counts  []uint32
	first   int
	counted uint64
	max     float32
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
	d.max = max(d.max, v)
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

func (d *distribution) countEach(values []float32) {
	for _, v := range values {
		if v > d.max {
			d.max = v
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
	d.max = max(d.max, other.max)
	d.countEach(other.waiting[:other.waits])
	if other.counted == 0 {
		return
	}
	d.reach(other.first)
	d.reach(other.first + len(other.counts) - 1)
	for i, n := range other.counts {
		d.counts[other.first-d.first+i] += n
	}
	d.counted += other.counted
}

// quantile returns the value at a nearest rank: the smallest that at least the share q
// of all do not exceed. It is 0 when there are none.
func (d *distribution) quantile(q float64) float64 {
	d.settle()
	rank := max(uint64(math.Ceil(q*float64(d.counted))), 1)
	seen := uint64(0)
	for i, n := range d.counts {
		if seen += uint64(n); seen >= rank {
			return float64(min(topOf(d.first+i), d.max))
		}
	}
	return float64(d.max)
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
