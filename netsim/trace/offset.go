package trace

import (
	"fmt"
	"math"
	"slices"
	"time"
)

const (
	// minPlausible is the smallest one-way delay that may come of clocks that agree
	// as well as they can; maxPlausible is the largest that the fastest packet has on
	// earth.
	minPlausible = -time.Millisecond
	maxPlausible = 5 * time.Second
	// maxTime bounds the times of a trace, so that sums of them are times too.
	maxTime = 100 * 365 * 24 * time.Hour
)

// checkTimes refuses times that no trace has.
func (t *Trace) checkTimes() error {
	for _, s := range t.Samples {
		if s.SentAt < 0 || s.SentAt > maxTime || s.Delay < -maxTime || s.Delay > maxTime {
			return refuse(t.Format, fmt.Sprintf("packet %d is sent at %v and takes %v, which can't be", s.Seq, s.SentAt, s.Delay), "times of packets")
		}
	}
	return nil
}

// correctOffset subtracts the smallest delay from one-way delays that can't be true:
// the two clocks differ by an unknown offset.
func (t *Trace) correctOffset() {
	delays := delaysOf(t.Samples)
	if t.Measures != OneWay || len(delays) == 0 {
		return
	}
	least := slices.Min(delays)
	if least >= minPlausible && least <= maxPlausible {
		return
	}
	t.warn(0, "the clocks differ: the smallest one-way delay is %.3f ms, delays are what is above it", least.Seconds()*1e3)
	for i := range t.Samples {
		if t.Samples[i].State == Received {
			t.Samples[i].Delay -= least
		}
	}
}

const (
	driftWindows   = 20
	minDriftSpan   = 10 * time.Second
	minPerWindow   = 10
	maxDrift       = 0.01
	driftCertainty = 4 // drift must move the delay by as many deviations of the minima
)

// DriftPPM returns how much faster than the sender's the receiver's clock runs, in
// parts per million: the slope of the smallest delays of consecutive windows of the
// trace. It is 0 for a trace of round trips, one too short to tell, or one whose
// windows don't agree.
func (t *Trace) DriftPPM() float64 {
	if t.Measures != OneWay || len(t.Samples) < driftWindows*minPerWindow || t.span() < minDriftSpan {
		return 0
	}
	var x, y []float64 // seconds
	for window := range slices.Chunk(t.Samples, len(t.Samples)/driftWindows) {
		best := Sample{}
		for _, s := range window {
			if s.State == Received && (best.State != Received || s.Delay < best.Delay) {
				best = s
			}
		}
		if best.State == Received && len(window) == len(t.Samples)/driftWindows {
			x, y = append(x, best.SentAt.Seconds()), append(y, best.Delay.Seconds())
		}
	}
	// The median of the slopes between all pairs of windows (Theil and Sen): a few
	// windows that never saw an empty queue don't matter.
	var slopes []float64
	for i := range x {
		for j := range i {
			if x[i] > x[j] {
				slopes = append(slopes, (y[i]-y[j])/(x[i]-x[j]))
			}
		}
	}
	if len(x) < driftWindows/2 || len(slopes) == 0 {
		return 0
	}
	slope := middleOf(slopes)
	residuals := make([]float64, len(x))
	for i := range x {
		residuals[i] = y[i] - float64(slope*x[i]) // rounded, so that no platform fuses the two
	}
	centre := middleOf(residuals)
	for i, r := range residuals {
		residuals[i] = math.Abs(r - centre)
	}
	if math.Abs(slope) > maxDrift || math.Abs(slope)*(x[len(x)-1]-x[0]) < driftCertainty*middleOf(residuals) {
		return 0
	}
	return slope * 1e6
}

func middleOf(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// span returns the time from the first packet to the last.
func (t *Trace) span() time.Duration {
	if len(t.Samples) == 0 {
		return 0
	}
	return t.Samples[len(t.Samples)-1].SentAt - t.Samples[0].SentAt
}

// Variation returns how much longer than the fastest each packet took that was
// received, in the order of sending: clock drift is taken out first. A replay adds
// these to a latency of its own.
func (t *Trace) Variation() []time.Duration {
	// Parts per million as a whole number of nanoseconds per second keep the
	// arithmetic in integers.
	drift := time.Duration(math.Round(t.DriftPPM() * 1e3))
	out := make([]time.Duration, 0, len(t.Samples))
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
