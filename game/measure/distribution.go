package measure

import (
	"math"
	"math/bits"
	"time"
)

// distribution counts values so that quantiles can be read off in bounded memory: 256
// steps to every power of two, so that a quantile is at most 0.4 % above the true
// one. Values below 0 count as 0. The zero value is empty.
type distribution struct {
	// counts has the steps of the octaves in use and of those between them, from
	// the octave first on, and counted how many values are in it, of which max is
	// the largest.
	counts  []uint32
	first   int
	counted uint64
	max     int64
	// waiting are values that are not counted yet. There are many distributions, each
	// with more steps than a processor keeps at hand; to count some values of one at
	// a time is several times as quick as one value of each in turn.
	waiting [32]int64
	waits   int
}

const (
	stepBits       = 8
	stepsPerOctave = 1 << stepBits
)

// slot returns the octave and step of a value; the values below 512 have one each.
func slot(v int64) (octave, step int) {
	if v < stepsPerOctave {
		return 0, int(v)
	}
	octave = bits.Len64(uint64(v)) - stepBits
	return octave, int(v>>(octave-1)) & (stepsPerOctave - 1)
}

// top returns the largest value of a slot.
func top(octave, step int) int64 {
	if octave == 0 {
		return int64(step)
	}
	return (int64(stepsPerOctave+step)+1)<<(octave-1) - 1
}

// add counts a value. It may allocate when the value is in an octave beyond those before.
func (d *distribution) add(v int64) {
	d.waiting[d.waits] = v
	if d.waits++; d.waits == len(d.waiting) {
		d.settle()
	}
}

// settle counts what waits.
func (d *distribution) settle() {
	for _, v := range d.waiting[:d.waits] {
		v = max(v, 0)
		octave, step := slot(v)
		place := (octave-d.first)*stepsPerOctave + step
		if uint(place) >= uint(len(d.counts)) {
			d.reach(octave)
			place = (octave-d.first)*stepsPerOctave + step
		}
		d.counts[place]++
		d.max = max(d.max, v)
	}
	d.counted += uint64(d.waits)
	d.waits = 0
}

// count returns how many values there are.
func (d *distribution) count() uint64 { return d.counted + uint64(d.waits) }

// reach makes room for an octave if there is none.
func (d *distribution) reach(octave int) {
	first, end := octave, octave+1
	if len(d.counts) > 0 {
		first, end = min(first, d.first), max(end, d.first+len(d.counts)/stepsPerOctave)
	}
	if (end-first)*stepsPerOctave == len(d.counts) {
		return
	}
	counts := make([]uint32, (end-first)*stepsPerOctave)
	copy(counts[max(0, d.first-first)*stepsPerOctave:], d.counts)
	d.counts, d.first = counts, first
}

// merge adds all that other has counted. It does not change other, which may be a copy
// that shares its counts.
func (d *distribution) merge(other *distribution) {
	for _, v := range other.waiting[:other.waits] {
		d.add(v)
	}
	if other.counted == 0 {
		return
	}
	d.reach(other.first)
	d.reach(other.first + len(other.counts)/stepsPerOctave - 1)
	shift := (other.first - d.first) * stepsPerOctave
	for i, n := range other.counts {
		d.counts[shift+i] += n
	}
	d.counted += other.counted
	d.max = max(d.max, other.max)
}

// quantile returns the value at a nearest rank: the smallest that at least the share q
// of all do not exceed. It is 0 when there are none.
func (d *distribution) quantile(q float64) int64 {
	d.settle()
	if d.counted == 0 {
		return 0
	}
	rank := max(uint64(math.Ceil(q*float64(d.counted))), 1)
	seen := uint64(0)
	for i, n := range d.counts {
		if seen += uint64(n); seen >= rank {
			return min(top(d.first+i/stepsPerOctave, i%stepsPerOctave), d.max)
		}
	}
	return d.max
}

// moments sums values and their squares for means and root mean squares.
type moments struct {
	count        uint64
	sum, squares float64
}

func (m *moments) add(v float64) {
	m.count++
	m.sum += v
	m.squares += v * v
}

func (m *moments) merge(other *moments) {
	m.count += other.count
	m.sum += other.sum
	m.squares += other.squares
}

// mean returns the mean, 0 of nothing.
func (m *moments) mean() float64 {
	if m.count == 0 {
		return 0
	}
	return m.sum / float64(m.count)
}

// rms returns the root mean square, 0 of nothing.
func (m *moments) rms() float64 {
	if m.count == 0 {
		return 0
	}
	return math.Sqrt(m.squares / float64(m.count))
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
	min, max int
	sum      moments
}

func (o *occupancy) add(ahead int) {
	if o.sum.count == 0 || ahead < o.min {
		o.min = ahead
	}
	o.max = max(o.max, ahead)
	o.sum.add(float64(ahead))
}
