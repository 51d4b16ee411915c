package netsim

import (
	"math/rand/v2"
	"time"
)

// stalls says when the path holds what arrives. Each StallEvery of simulation time,
// counted from 0, has one stall somewhere in it. Its length is exponential with the
// mean Stall, but not above StallEvery nor MaxDelay, so the mean is a little less
// where Stall is not much shorter than StallEvery. When a stall is and how long it
// lasts is a function of its number alone: it does not depend on what is sent, and a
// longer Stall holds whatever a shorter one held, at least as long.
type stalls struct {
	seed uint64
}

// release returns when something that arrives at t is let go: t, or the end of the
// stall that t is in.
func (s *stalls) release(c *Conditions, t time.Duration) time.Duration {
	if c.Stall == 0 || c.StallEvery == 0 {
		return t
	}
	number, since := t/c.StallEvery, t%c.StallEvery
	if since < 0 {
		number, since = number-1, since+c.StallEvery
	}
	var source rand.PCG
	source.Seed(s.seed, uint64(number))
	length := stallLength(source.Uint64(), c.Stall)
	length = min(length, c.StallEvery, MaxDelay)
	start := uniformJitter(source.Uint64(), c.StallEvery-length)
	if since < start || since >= start+length {
		return t
	}
	return later(t, start+length-since)
}

// stallSpan is the range of the exponential law in means.
var stallSpan = 1 / exponentialTable.Mean()

// stallLength returns a length that is exponential with a mean for a uniform draw.
func stallLength(draw uint64, mean time.Duration) time.Duration {
	return uniformJitter(exponentialTable.at(draw), time.Duration(float64(float64(mean)*stallSpan)))
}
