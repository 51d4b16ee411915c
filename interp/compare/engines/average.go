package engines

import (
	"math"
	"time"
)

// average is an exponential moving average of times, with their variance: of each new
// value the share num/den is taken.
type average struct {
	known    bool
	value    time.Duration
	variance int64 // µs²
}

// add takes the share num/den of a value. The first one is taken whole.
func (a *average) add(v time.Duration, num, den int64) {
	if !a.known {
		a.known, a.value = true, v
		return
	}
	// A minute is far beyond what any clock leaves uncorrected, and its square is a
	// number of µs² that fits.
	off := max(-time.Minute, min(v-a.value, time.Minute))
	a.value += off * time.Duration(num) / time.Duration(den)
	us := off.Microseconds()
	a.variance = (a.variance + us*us/den*num) / den * (den - num)
}

// deviation returns the standard deviation.
func (a *average) deviation() time.Duration {
	return time.Duration(math.Sqrt(float64(a.variance))) * time.Microsecond
}

// towards moves from one time to another by at most a step.
func towards(from, to, step time.Duration) time.Duration {
	return from + max(-step, min(to-from, step))
}
