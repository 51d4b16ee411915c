package trace

import (
	"math"
	"slices"
	"time"
)

// Variation returns how much longer than the fastest each packet took that was
// received, in the order of sending: clock drift is taken out first. A replay adds
// these to a latency of its own.
func (t *Trace) Variation() []time.Duration {
	// Parts per million as a whole number of nanoseconds per second keep the
	// arithmetic in integers.
	drift := time.Duration(math.Round(t.DriftPPM() * 1e3))
	var out []time.Duration
	for _, s := range t.Samples {
		if s.State == Received {
			out = append(out, s.Delay-s.SentAt/time.Second*drift-s.SentAt%time.Second*drift/time.Second)
		}
	}
	if len(out) > 0 {
		least := slices.Min(out)
		for i := range out {
			out[i] -= least
		}
	}
	return out
}

// Quantile returns the variation that a share of the packets, in per cent, does not
// exceed, by nearest rank: 100 for the largest. It is 0 of a trace without delays.
func (t *Trace) Quantile(percent int) time.Duration {
	v := t.Variation()
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return nearestRank(v, min(max(percent, 0), 100))
}

// NeededDelay returns the interpolation delay that covers a variation and losses in a
// row when a snapshot is sent every interval: variation + (1 + losses) × interval.
func NeededDelay(variation, interval time.Duration, losses int) time.Duration {
	return variation + time.Duration(1+losses)*interval
}

// LossesCovered returns how many snapshots, sent every interval, an outage of some
// length swallows at most.
func LossesCovered(outage, interval time.Duration) int {
	if outage <= 0 || interval <= 0 {
		return 0
	}
	return int((outage + interval - 1) / interval)
}
