package netsim

import (
	"math"
	"math/bits"
	"time"
)

// lossProcess decides which packets are lost. With no outages each packet is lost
// on its own with probability Loss. With outages the path is a chain of two
// states in continuous time, good (all arrive) and bad (none does), with mean
// times Outage in bad and Outage·(1−Loss)/Loss in good, so that it is bad for the
// share Loss of all time. It is sampled exactly where packets are sent: with
// Δ since the last packet, decay = e^(−Δ/τ) and τ = Outage·(1−Loss),
//
//	P(bad | it was bad)  = Loss + (1−Loss)·decay
//	P(bad | it was good) = Loss·(1−decay)
//
// and P(bad) = Loss for the first packet. Both rise with Loss (the derivative of
// the first is 1 − (1+x)e^(−x) ≥ 0 with x = Δ/τ), so one draw per packet compared
// with them loses a superset when Loss is raised. Packets sent at the same
// instant share their fate.
type lossProcess struct {
	started bool
	bad     bool
	at      time.Duration // when the state was last sampled
}

// next returns the fate of a packet that is sent now, for one uniform draw.
func (l *lossProcess) next(c *Conditions, now time.Duration, draw uint64) Fate {
	gap := now - l.at
	l.at = now
	if c.Outage == 0 || c.Loss == 0 || c.Loss >= Always || !l.started {
		l.bad = c.Loss.hits(draw)
	} else {
		l.bad = draw < badShare(l.bad, c.Loss.share(), decay(gap, c.Outage, c.Loss))
	}
	l.started = true
	switch {
	case !l.bad:
		return Delivered
	case c.Outage > 0:
		return LostOutage
	}
	return LostRandom
}

// badShare returns the probability of the bad state, as all three numbers a
// fraction of 2^64.
func badShare(wasBad bool, loss, decay uint64) uint64 {
	if wasBad {
		return loss + mulShare(^loss, decay)
	}
	return mulShare(loss, ^decay)
}

// decay returns e^(−gap/τ) with τ = outage·(1−loss) as a fraction of 2^64.
// gap ≥ 0, 0 < outage ≤ MaxDelay and loss < Always.
func decay(gap, outage time.Duration, loss Probability) uint64 {
	// gap/τ = gap·10⁶ / (outage·(10⁶−loss)), and the divisor is at most 10¹⁶.
	hi, lo := bits.Mul64(uint64(gap), uint64(Always))
	divisor := uint64(outage) * uint64(Always-loss)
	if hi >= divisor {
		return 0 // gap/τ is 2^64 or more
	}
	whole, rest := bits.Div64(hi, lo, divisor)
	fraction, _ := bits.Div64(rest, 0, divisor)
	return expNeg(whole, fraction)
}

const (
	// invE is 1/e as a fraction of 2^64.
	invE = 0x5e2d58d8b3bcdf1b
	// expTerms is enough for a Taylor remainder of 1/22! < 2^-69.
	expTerms = 21
	// expNegligible is where e^−x falls below 2^-64.
	expNegligible = 45
)

// expNeg returns e^−x for x = whole + fraction/2^64 as a fraction of 2^64, with
// an error of at most 4/2^64. It is integer arithmetic because math.Exp gives
// different bits on different platforms, and this value decides losses.
func expNeg(whole, fraction uint64) uint64 {
	if whole >= expNegligible {
		return 0
	}
	// The series in Horner's form: 1 − x(1 − x/2·(1 − x/3·(…))).
	e := uint64(math.MaxUint64)
	for k := uint64(expTerms); k >= 1; k-- {
		e = math.MaxUint64 - mulShare(fraction, e)/k
	}
	for range whole {
		e = mulShare(e, invE)
	}
	return e
}
