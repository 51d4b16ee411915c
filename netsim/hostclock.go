package netsim

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"
)

// MaxDriftPPM bounds HostClock.DriftPPM either way: a hundred times worse than a
// cheap quartz.
const MaxDriftPPM = 10_000

// ErrHostClock is wrapped by every error about a HostClock.
var ErrHostClock = errors.New("netsim: bad host clock")

// HostClock is the clock of one host: it shows Start at simulation time 0 and gains
// DriftPPM microseconds in every second of simulation time. The zero value shows
// simulation time. Results outside the range of time.Duration are its ends.
type HostClock struct {
	Start time.Duration
	// DriftPPM is in parts per million, -MaxDriftPPM to MaxDriftPPM.
	DriftPPM int64
}

// Validate returns an error that wraps ErrHostClock when the drift is out of range.
func (c HostClock) Validate() error {
	if c.DriftPPM < -MaxDriftPPM || c.DriftPPM > MaxDriftPPM {
		return fmt.Errorf("%w: DriftPPM is %d, want %d to %d", ErrHostClock, c.DriftPPM, -MaxDriftPPM, MaxDriftPPM)
	}
	return nil
}

const million = 1_000_000

// At returns what the clock shows at a simulation time: Start + sim·(1 + drift),
// rounded down to the nanosecond. It never goes back as sim goes on. c must be valid.
func (c HostClock) At(sim time.Duration) time.Duration {
	rate := uint64(million + c.DriftPPM)
	if sim >= 0 {
		return addSaturated(c.Start, scaleDown(uint64(sim), rate, million))
	}
	return subSaturated(c.Start, scaleUp(-uint64(sim), rate, million))
}

// Sim returns the earliest simulation time at which the clock shows host or more,
// the inverse of At. Sim(At(t)) is t when the clock runs true or fast; a slow clock
// shows the same nanosecond twice now and then, and Sim returns the first, so
// Sim(At(t)) is t or t − 1 ns. c must be valid.
func (c HostClock) Sim(host time.Duration) time.Duration {
	rate := uint64(million + c.DriftPPM)
	if host >= c.Start {
		return addSaturated(0, scaleUp(uint64(host)-uint64(c.Start), million, rate))
	}
	return subSaturated(0, scaleDown(uint64(c.Start)-uint64(host), million, rate))
}

// scaleDown returns a·numerator/denominator, rounded down, at most 2^64−1.
func scaleDown(a, numerator, denominator uint64) uint64 {
	quotient, _ := scale(a, numerator, denominator)
	return quotient
}

// scaleUp returns a·numerator/denominator, rounded up, at most 2^64−1.
func scaleUp(a, numerator, denominator uint64) uint64 {
	quotient, rest := scale(a, numerator, denominator)
	if rest > 0 && quotient < math.MaxUint64 {
		quotient++
	}
	return quotient
}

func scale(a, numerator, denominator uint64) (quotient, rest uint64) {
	if numerator == denominator {
		return a, 0
	}
	hi, lo := bits.Mul64(a, numerator)
	if hi >= denominator {
		return math.MaxUint64, 0
	}
	return bits.Div64(hi, lo, denominator)
}

// addSaturated returns t + d, at most the largest time.Duration.
func addSaturated(t time.Duration, d uint64) time.Duration {
	if room := uint64(math.MaxInt64) - uint64(t); d > room {
		return math.MaxInt64
	}
	return time.Duration(uint64(t) + d)
}

// subSaturated returns t − d, at least the smallest time.Duration.
func subSaturated(t time.Duration, d uint64) time.Duration {
	if room := uint64(t) - (1 << 63); d > room {
		return math.MinInt64
	}
	return time.Duration(uint64(t) - d)
}
