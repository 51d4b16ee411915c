package game

import (
	"math"
	"math/bits"
)

// distribution counts values so that quantiles can be read off in bounded memory: 256
// steps to every power of two, so that a quantile is at most 0.4 % above the true
// one. Values below 0 count as 0. The zero value is empty.
type distribution struct {
	count   uint64
	max     int64
	octaves [64]*[stepsPerOctave]uint32
	// last is the value of before, and counter where it counts: what is measured
	// of a frame is often the same of many entities.
	last    int64
	counter *uint32
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

// add counts a value. It allocates when the value is in an octave of its own.
func (d *distribution) add(v int64) {
	v = max(v, 0)
	if v == d.last && d.counter != nil {
		*d.counter++
		d.count++
		return
	}
	octave, step := slot(v)
	if d.octaves[octave] == nil {
		d.octaves[octave] = new([stepsPerOctave]uint32)
	}
	d.last, d.counter = v, &d.octaves[octave][step]
	*d.counter++
	d.count++
	d.max = max(d.max, v)
}

// merge adds all that other has counted.
func (d *distribution) merge(other *distribution) {
	for o, steps := range other.octaves {
		if steps == nil {
			continue
		}
		if d.octaves[o] == nil {
			d.octaves[o] = new([stepsPerOctave]uint32)
		}
		for i, n := range steps {
			d.octaves[o][i] += n
		}
	}
	d.count += other.count
	d.max = max(d.max, other.max)
}

// quantile returns the value at a nearest rank: the smallest that at least the share q
// of all do not exceed. It is 0 when there are none.
func (d *distribution) quantile(q float64) int64 {
	rank := uint64(math.Ceil(q * float64(d.count)))
	rank = max(rank, 1)
	if d.count == 0 {
		return 0
	}
	seen := uint64(0)
	for o, steps := range d.octaves {
		if steps == nil {
			continue
		}
		for i, n := range steps {
			if seen += uint64(n); seen >= rank {
				return min(top(o, i), d.max)
			}
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
