package replay

import (
	"slices"
	"time"

	"snaplab/netsim/trace"
)

const (
	// leastPaced is how many packets it takes to know a pace by.
	leastPaced = 100
	// paceParts is in how many parts of the trace the fastest packets must keep it.
	paceParts = 20
)

// paced returns a trace of arrivals as one of one-way delays whose packets were sent at an even
// pace, and the time between two; 0 if they don't imply one. They do if what is left of their
// arrivals without the pace spreads no more than the steps from one to the next: it is jitter
// then, and does not add up as it does where a sender waits some time after each packet. The
// fastest packets of all parts of the trace must agree as well, since a pause of the sender
// would be taken for delay from then on.
//
// Packets without numbers are counted by the time between them. What is missing of those is
// not taken for lost.
func paced(t *trace.Trace) (*trace.Trace, time.Duration) {
	var at []time.Duration // arrivals, in their order
	var n []int64          // the packets' numbers
	for _, s := range t.Samples {
		if s.State != trace.Lost {
			at, n = append(at, s.SentAt), append(n, s.Seq)
		}
	}
	if len(at) < leastPaced {
		return nil, 0
	}
	if t.Unsequenced {
		countPlaces(at, n)
	}
	pace := steadyStep(at, n)
	if pace <= 0 {
		return nil, 0
	}
	rest := make([]time.Duration, len(at)) // what is left without the pace
	steps := make([]time.Duration, len(at)-1)
	for i := range at {
		if rest[i] = at[i] - time.Duration(n[i])*pace; i > 0 {
			steps[i-1] = rest[i] - rest[i-1]
		}
	}
	var fastest []time.Duration
	for part := range slices.Chunk(rest, (len(rest)+paceParts-1)/paceParts) {
		if len(part) >= leastPaced/paceParts {
			fastest = append(fastest, slices.Min(part))
		}
	}
	most := 2*middleHalf(steps) + pace/50
	if slices.Max(fastest)-slices.Min(fastest) > most || middleHalf(slices.Clone(rest)) > most {
		return nil, 0
	}
	first := slices.Min(rest)
	sent := *t
	sent.Measures, sent.Samples = trace.OneWay, slices.Clone(t.Samples)
	i := 0
	for k := range sent.Samples {
		s := &sent.Samples[k]
		if s.State == trace.Lost {
			s.SentAt = max(0, first+time.Duration(s.Seq)*pace)
			continue
		}
		s.SentAt, s.State, s.Delay = first+time.Duration(n[i])*pace, trace.Received, rest[i]-first
		i++
	}
	return &sent, pace
}

// countPlaces gives packets without numbers those of their places at the usual time between
// two: each is as many places after the one before as the time between them has of it.
func countPlaces(at []time.Duration, n []int64) {
	var gaps []time.Duration
	for i := 1; i < len(at); i++ {
		if gap := at[i] - at[i-1]; gap > 0 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return
	}
	slices.Sort(gaps)
	usual := gaps[len(gaps)/2]
	n[0] = 0
	for i := 1; i < len(at); i++ {
		n[i] = n[i-1] + int64((at[i]-at[i-1]+usual/2)/usual)
	}
}

// steadyStep returns the median of the times per number between packets that are half of the
// trace apart, 0 if there is none.
func steadyStep(at []time.Duration, n []int64) time.Duration {
	half := len(at) / 2
	var per []time.Duration
	for i := range len(at) - half {
		if numbers := n[i+half] - n[i]; numbers > 0 {
			per = append(per, (at[i+half]-at[i])/time.Duration(numbers))
		}
	}
	if len(per) == 0 {
		return 0
	}
	slices.Sort(per)
	return per[len(per)/2]
}

// middleHalf sorts durations, at least one, and returns the range of the half in the middle.
func middleHalf(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)*3/4] - d[len(d)/4]
}
