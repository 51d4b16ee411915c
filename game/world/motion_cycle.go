package world

import "math/rand/v2"

// cycle cuts time into intervals that come round again and again. All of it
// is integer arithmetic on nanoseconds: a boundary is at the same nanosecond on
// every machine, and it belongs to the interval that it begins.
type cycle struct {
	ends  []int64 // the end of each interval in one lap; the last is the period
	phase int64   // where in the lap time 0 is
	first int     // the interval that time 0 is in
}

// newCycle takes the lengths of the intervals of one lap, all positive, and
// draws where in it time 0 is.
func newCycle(r *rand.Rand, lengths []int64) cycle {
	c := cycle{ends: make([]int64, len(lengths))}
	var end int64
	for i, d := range lengths {
		end += d
		c.ends[i] = end
	}
	c.phase = r.Int64N(end)
	_, c.first, _ = c.locate(0)
	return c
}

func (c *cycle) period() int64 { return c.ends[len(c.ends)-1] }

// length returns the length of interval i.
func (c *cycle) length(i int) int64 {
	if i == 0 {
		return c.ends[0]
	}
	return c.ends[i] - c.ends[i-1]
}

// locate returns, for t ≥ 0, the number of the lap that t is in, the interval
// of it, and the time since the interval began.
func (c *cycle) locate(t int64) (lap int64, i int, since int64) {
	period := c.period()
	lap = t / period
	r := t - lap*period + c.phase
	if r >= period {
		r -= period
		lap++
	}
	// The first end after r is one of the n from i on. Whichever way it goes, half of
	// them are left, so that there is no branch to be guessed wrong.
	for n := len(c.ends); n > 1; {
		half := n / 2
		next := i + half
		if c.ends[next-1] <= r {
			i = next
		}
		n -= half
	}
	if i == 0 {
		return lap, 0, r
	}
	return lap, i, r - c.ends[i-1]
}

// passed returns the number of boundaries in (0, t], given where t is.
func (c *cycle) passed(lap int64, i int) int64 {
	return lap*int64(len(c.ends)) + int64(i-c.first)
}
