package trace

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"time"

	"snaplab/netsim"
)

// MaxVariation bounds how much longer than the fastest a packet of a trace may take for
// a Replay: more is a mistake in the file or in how it was read.
const MaxVariation = 60 * time.Second

// ErrReplay is wrapped by the error about a trace that no link can be made of.
var ErrReplay = errors.New("can't be replayed")

// Replay is a link that does what a trace says, as a netsim.Model. It does not depend
// on how often something is sent: between two packets of the trace the delay is that
// on the straight line between theirs, and what is lost is what is sent within half an
// interval of a packet that was lost. With order kept, the link releases what a stall
// held up in a clump, as it was measured.
//
// Of the delays only what exceeds the smallest is replayed. Round trips are taken in
// full for one direction, since half of their variation would be too little for a
// path whose directions differ; Halve halves them.
type Replay struct {
	// Latency is added to each delay.
	Latency time.Duration
	// Offset is where in the trace simulation time 0 is.
	Offset time.Duration
	// Halve halves the variation.
	Halve bool
	// Once lets the trace end: afterwards packets arrive after the Latency. Without,
	// the trace starts again.
	Once bool

	points   []point // of all packets, in the order of sending
	delayed  []point // of those with a delay
	interval time.Duration
	length   time.Duration
}

// point is a packet of the trace.
type point struct {
	at        time.Duration
	variation time.Duration // below 0 without a delay
	lost      bool
	burst     bool // its neighbour was lost too
}

// gapFactor is how many intervals without a packet cut a trace in two: the sender
// paused, and nothing is known of the path meanwhile.
const gapFactor = 10

// NewReplay makes a link of a trace. An error wraps ErrReplay.
func NewReplay(t *Trace) (*Replay, error) {
	switch {
	case t.Measures == ArrivalOnly:
		return nil, fmt.Errorf("%w: the trace says when packets arrived, but not when they were sent; for a capture, say where a packet has a clock of the sender", ErrReplay)
	case len(t.Samples) == 0:
		return nil, fmt.Errorf("%w: the trace has no packets (it measures %v)", ErrReplay, t.Measures)
	}
	v := t.variations()
	if most := slices.Max(v); most > MaxVariation {
		return nil, fmt.Errorf("%w: a packet took %v longer than the fastest, want at most %v", ErrReplay, most.Round(time.Millisecond), MaxVariation)
	}
	order := make([]int, len(t.Samples))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.Samples[a].SentAt, t.Samples[b].SentAt) })
	r := &Replay{interval: typicalGap(t.Samples, order)}
	r.points = make([]point, len(order))
	cut := time.Duration(0)
	for i, j := range order {
		s := &t.Samples[j]
		if i > 0 {
			if gap := s.SentAt - t.Samples[order[i-1]].SentAt; gap > gapFactor*r.interval {
				cut += gap - r.interval
			}
		}
		p := point{at: s.SentAt - cut, variation: v[j], lost: s.State == Lost}
		if p.burst = p.lost && i > 0 && r.points[i-1].lost; p.burst {
			r.points[i-1].burst = true
		}
		if r.points[i] = p; p.variation >= 0 {
			r.delayed = append(r.delayed, p)
		}
	}
	r.length = r.points[len(r.points)-1].at + r.interval
	return r, nil
}

// typicalGap returns the median of the times between packets that were not sent
// together, at least 1 ns; 1 s if there are none.
func typicalGap(s []Sample, order []int) time.Duration {
	gaps := gapsOf(order, func(i *int) time.Duration { return s[*i].SentAt })
	gaps = slices.DeleteFunc(gaps, func(gap time.Duration) bool { return gap <= 0 })
	return cmp.Or(middle(gaps), time.Second)
}

// Length returns how long the trace lasts, pauses of the sender cut out.
func (r *Replay) Length() time.Duration { return r.length }

// UnderSampled reports whether the trace's packets are too far apart to say much about
// a link that carries one every interval: an outage or a spike between two of them went
// unseen.
func (r *Replay) UnderSampled(interval time.Duration) bool { return r.interval > 2*interval }

// Position returns where in the trace a simulation time is; ok is false after the end
// of one that is replayed Once.
func (r *Replay) Position(at time.Duration) (position time.Duration, ok bool) {
	position = at + r.Offset
	if r.Once {
		return position, position >= 0 && position < r.length
	}
	if position %= r.length; position < 0 {
		position += r.length
	}
	return position, true
}

// Next says what becomes of a packet: see Replay. It does not depend on seq or size.
func (r *Replay) Next(_ uint64, sentAt time.Duration, _ int) (delay time.Duration, fate netsim.Fate) {
	position, ok := r.Position(sentAt)
	if !ok {
		return r.Latency, netsim.Delivered
	}
	if delay = r.variation(position); r.Halve {
		delay /= 2
	}
	next := nextPoint(r.points, position)
	nearest := next
	if next == len(r.points) || next > 0 && position-r.points[next-1].at < r.points[next].at-position {
		nearest = next - 1
	}
	switch p := &r.points[nearest]; {
	case p.burst:
		fate = netsim.LostOutage
	case p.lost:
		fate = netsim.LostRandom
	}
	return r.Latency + delay, fate
}

// nextPoint returns the place of the first point at or after a position.
func nextPoint(points []point, position time.Duration) int {
	return sort.Search(len(points), func(i int) bool { return points[i].at >= position })
}

// variation returns the variation at a position.
func (r *Replay) variation(position time.Duration) time.Duration {
	switch next := nextPoint(r.delayed, position); {
	case len(r.delayed) == 0:
		return 0
	case next == 0:
		return r.delayed[0].variation
	case next == len(r.delayed):
		return r.delayed[next-1].variation
	default:
		a, b := &r.delayed[next-1], &r.delayed[next]
		return between(a.variation, b.variation, position-a.at, b.at-a.at)
	}
}

// between returns a + (b−a)·part/whole, 0 ≤ part ≤ whole, rounded toward a.
func between(a, b, part, whole time.Duration) time.Duration {
	if whole <= 0 {
		return b
	}
	distance := b - a
	if distance < 0 {
		distance = -distance
	}
	hi, lo := bits.Mul64(uint64(distance), uint64(part))
	step, _ := bits.Div64(hi, lo, uint64(whole))
	if b < a {
		return a - time.Duration(step)
	}
	return a + time.Duration(step)
}
