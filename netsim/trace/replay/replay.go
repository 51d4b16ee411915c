// Package replay makes links of traces: of the packets of a [snaplab/netsim/trace.Trace], and
// of its delivery opportunities.
package replay

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"
	"time"

	"snaplab/netsim"
	"snaplab/netsim/trace"
	"snaplab/netsim/trace/emulator"
)

// MaxVariation bounds how much longer than the fastest a packet of a trace may take for
// a Path: more is a mistake in the file or in how it was read.
const MaxVariation = 60 * time.Second

// ErrTrace is wrapped by the error about a trace that no link can be made of.
var ErrTrace = errors.New("can't be replayed")

// Path is a link that does what a trace says, as a netsim.Model. It does not depend
// on how often something is sent: between two packets of the trace the delay is that
// on the straight line between theirs, and what is lost is what is sent nearer to a packet
// that was lost than to any other. Where packets come at an even pace it is no more than about
// half an interval away, unless the one behind was lost too: a tool that waits for an answer
// for seconds has lost one packet, not seconds. So is what comes twice, its copy together
// with it, since a trace hardly ever says when one came. With order kept, the link releases what a stall held up in a clump, as it was
// measured.
//
// Of a trace that has arrivals alone nothing is known of delays unless its packets came at
// an even pace all through. Then they are taken for sent at that pace: see Pace.
//
// Of the delays only what exceeds the smallest is replayed. Round trips are taken in
// full for one direction, since half of their variation would be too little for a
// path whose directions differ; Halve halves them.
type Path struct {
	// Latency is added to each delay.
	Latency time.Duration
	// Offset is where in the trace simulation time 0 is.
	Offset time.Duration
	// Halve halves the variation.
	Halve bool
	// Once lets the trace end: afterwards packets arrive after the Latency. Without,
	// the trace starts again.
	Once bool
	// Seed lets each round of the trace but the first begin within an interval of its
	// beginning, so that packets of a link as regular as the trace don't meet the same
	// places of it again and again. 0 lets all begin there.
	Seed uint64

	points   []point // of all packets, in the order of sending
	delayed  []point // of those with a delay
	interval time.Duration
	length   time.Duration
	reach    time.Duration // how far a lost packet loses others
	pace     time.Duration
}

// point is a packet of the trace.
type point struct {
	at        time.Duration
	variation time.Duration // below 0 without a delay
	lost      bool
	burst     bool // its neighbour was lost too
	twice     bool
}

// gapFactor is how many intervals without a packet cut a trace in two: the sender
// paused, and nothing is known of the path meanwhile.
const gapFactor = 10

// New makes a link of a trace. An error wraps ErrTrace.
func New(t *trace.Trace) (*Path, error) {
	if len(t.Samples) == 0 {
		return nil, fmt.Errorf("%w: the trace has no packets (it measures %v)", ErrTrace, t.Measures)
	}
	p := new(Path)
	if t.Measures == trace.ArrivalOnly {
		if t, p.pace = paced(t); p.pace == 0 {
			return nil, fmt.Errorf("%w: the trace says when packets arrived, but not when they were sent, and they came at no even pace; for a capture, say where a packet has a clock of the sender", ErrTrace)
		}
	}
	variation := t.Variation()
	if len(variation) > 0 && slices.Max(variation) > MaxVariation {
		return nil, fmt.Errorf("%w: a packet took %v longer than the fastest, want at most %v", ErrTrace, slices.Max(variation).Round(time.Millisecond), MaxVariation)
	}
	p.points = make([]point, len(t.Samples))
	for i, s := range t.Samples {
		p.points[i] = point{at: s.SentAt, variation: -1, lost: s.State == trace.Lost, twice: s.Copies > 0 && s.State != trace.Lost}
		if s.State == trace.Received {
			p.points[i].variation, variation = variation[0], variation[1:]
		}
	}
	slices.SortStableFunc(p.points, func(a, b point) int { return cmp.Compare(a.at, b.at) })
	p.interval, p.reach = typicalGap(p.points)
	cut, before := time.Duration(0), p.points[0]
	for i := range p.points {
		now := &p.points[i]
		gap := now.at - before.at
		if before = *now; gap > gapFactor*p.interval {
			cut += gap - p.interval
		}
		now.at -= cut
		if now.lost && i > 0 && p.points[i-1].lost {
			now.burst, p.points[i-1].burst = true, true
		}
		if now.variation >= 0 {
			p.delayed = append(p.delayed, *now)
		}
	}
	p.length = p.points[len(p.points)-1].at + p.interval
	return p, nil
}

// typicalGap returns the median of the times between packets that were not sent
// together, at least 1 ns; 1 s if there are none. If half of them are about the same, reach is
// a little more than half of it, otherwise without limit.
func typicalGap(points []point) (gap, reach time.Duration) {
	var gaps []time.Duration
	for i := 1; i < len(points); i++ {
		if gap := points[i].at - points[i-1].at; gap > 0 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) == 0 {
		return time.Second, math.MaxInt64
	}
	half := middleHalf(gaps)
	low, high := gaps[(len(gaps)-1)/2], gaps[len(gaps)/2]
	if gap = low + (high-low)/2; half > gap/5 {
		return gap, math.MaxInt64
	}
	return gap, gap/2 + gap/20
}

// SetLatency sets the Latency.
func (p *Path) SetLatency(d time.Duration) { p.Latency = d }

// Length returns how long the trace lasts, pauses of the sender cut out.
func (p *Path) Length() time.Duration { return p.length }

// Pace returns the time between packets that was taken from their arrivals, where the trace
// has nothing else; 0 where it says when they were sent.
func (p *Path) Pace() time.Duration { return p.pace }

// Delays returns what the packets that arrived took longer than the fastest, in the order
// of sending. It belongs to the Path.
func (p *Path) Delays() []time.Duration {
	delays := make([]time.Duration, len(p.delayed))
	for i := range delays {
		delays[i] = p.delayed[i].variation
	}
	return delays
}

// UnderSampled reports whether the trace's packets are too far apart to say much about
// a link that carries one every interval: an outage or a spike between two of them went
// unseen.
func (p *Path) UnderSampled(interval time.Duration) bool { return p.interval > 2*interval }

// Position returns where in the trace a simulation time is; ok is false after the end
// of one that is replayed Once.
func (p *Path) Position(at time.Duration) (position time.Duration, ok bool) {
	position = at + p.Offset
	if p.Once {
		return position, position >= 0 && position < p.length
	}
	round := position / p.length
	if position %= p.length; position < 0 {
		position, round = position+p.length, round-1
	}
	if round != 0 && p.Seed != 0 {
		var draws rand.PCG
		draws.Seed(p.Seed, uint64(round))
		position = (position + time.Duration(draws.Uint64()%uint64(p.interval))) % p.length
	}
	return position, true
}

// Next says what becomes of a packet: see Path. It does not depend on seq or size.
func (p *Path) Next(_ uint64, sentAt time.Duration, _ int) (delay time.Duration, fate netsim.Fate) {
	position, ok := p.Position(sentAt)
	if !ok {
		return p.Latency, netsim.Delivered
	}
	if delay = p.variation(position); p.Halve {
		delay /= 2
	}
	switch lost, burst := p.is(position, func(p *point) bool { return p.lost }); {
	case lost && burst:
		fate = netsim.LostOutage
	case lost:
		fate = netsim.LostRandom
	}
	return p.Latency + delay, fate
}

// Twice says whether a packet comes twice: see Path.
func (p *Path) Twice(sentAt time.Duration) bool {
	position, ok := p.Position(sentAt)
	twice, _ := p.is(position, func(p *point) bool { return p.twice })
	return ok && twice
}

// is reports whether something holds for the packet that is nearest to a position, and that is
// within reach or between two for which it does; burst is the nearest one's.
func (p *Path) is(position time.Duration, holds func(*point) bool) (is, burst bool) {
	next := nextPoint(p.points, position)
	nearest := next
	if next == len(p.points) || next > 0 && position-p.points[next-1].at < p.points[next].at-position {
		nearest = next - 1
	}
	n := &p.points[nearest]
	near := (n.at - position).Abs() <= p.reach
	count := len(p.points) // after the last comes the first again
	between := holds(&p.points[(next+count-1)%count]) && holds(&p.points[next%count])
	return holds(n) && (near || between), n.burst
}

// nextPoint returns the place of the first point at or after a position.
func nextPoint(points []point, position time.Duration) int {
	return sort.Search(len(points), func(i int) bool { return points[i].at >= position })
}

// variation returns the variation at a position.
func (p *Path) variation(position time.Duration) time.Duration {
	switch next := nextPoint(p.delayed, position); {
	case len(p.delayed) == 0:
		return 0
	case next == 0:
		return p.delayed[0].variation
	case next == len(p.delayed):
		return p.delayed[next-1].variation
	default:
		a, b := &p.delayed[next-1], &p.delayed[next]
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

// Bottleneck is a link with the capacity of a emulator.Schedule, as a netsim.Model. A packet
// waits for the first opportunity that has room for it and for all before it; several
// small ones share one, and one that is larger than what is left of it is finished
// with the next. Nothing is lost, however long it waits. It remembers the packets
// before, so it serves one link only, and must be asked in the order of sending.
type Bottleneck struct {
	// Latency is added to each delay.
	Latency time.Duration

	schedule *emulator.Schedule
	number   int // of the opportunity that the last packet was finished with
	left     int // bytes left in it
}

// NewBottleneck makes a link of a schedule.
func NewBottleneck(s *emulator.Schedule) *Bottleneck { return &Bottleneck{schedule: s} }

// SetLatency sets the Latency.
func (b *Bottleneck) SetLatency(d time.Duration) { b.Latency = d }

// Next says how long a packet waits: see Bottleneck. It does not depend on seq.
func (b *Bottleneck) Next(_ uint64, sentAt time.Duration, size int) (time.Duration, netsim.Fate) {
	if first := b.schedule.Next(max(sentAt, 0)); first > b.number {
		b.number, b.left = first, emulator.OpportunityBytes
	} else if b.number == 0 && b.left == 0 {
		b.left = emulator.OpportunityBytes // nothing was sent yet
	}
	for size > b.left {
		size -= b.left
		b.number, b.left = b.number+1, emulator.OpportunityBytes
	}
	b.left -= size
	return max(b.schedule.At(b.number)-sentAt, 0) + b.Latency, netsim.Delivered
}
