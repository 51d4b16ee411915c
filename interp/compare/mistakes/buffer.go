package mistakes

import (
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// arrivalOrder keeps the samples of an entity in the order in which they came and looks for the
// bracket from the end of that list. As soon as render time has reached one that was overtaken, it
// is the last one that is not in the future, and nothing comes after it: the entity is in underrun,
// drawn from it until the next packet comes. Corrections pop; they are not smoothed.
type arrivalOrder struct {
	compare.Base
	clock    interp.Interpolated // whose render times are right
	policies [interp.MaxKinds]interp.Policy
}

func (l *arrivalOrder) Configure(c *interp.Config) {
	for k := range l.policies {
		l.policies[k] = c.Policy(interp.Kind(k))
	}
	l.clock.Configure(c)
}

func (l *arrivalOrder) Policy(k interp.Kind) interp.Policy              { return l.policies[k] }
func (l *arrivalOrder) Arrive(h interp.Header, updates []interp.Update) { l.clock.Receive(h, updates) }

func (l *arrivalOrder) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	l.clock.Frame(f.Now)
	return l.RenderTime(0, 0), true
}

func (l *arrivalOrder) RenderTime(k interp.Kind, _ interp.ServerTime) interp.ServerTime {
	return l.clock.Stats().Kinds[k].RenderTime
}

// File appends a sample to its entity's queue, which is as long as the track's room.
func (l *arrivalOrder) File(e *compare.Entity, s *interp.Sample) {
	q, ok := e.Own.(*compare.Samples)
	if !ok {
		q = new(compare.Samples)
		e.Own = q
	}
	if *q = append(*q, *s); len(*q) > e.Track.Slots() {
		*q = slices.Delete(*q, 0, 1)
	}
}

func (l *arrivalOrder) Bracket(e *compare.Entity, at interp.ServerTime) interp.Bracket {
	return compare.Around(*e.Own.(*compare.Samples), at)
}

// RetransmitTimeout is how long, beyond a round trip, a lost packet takes to be sent again:
// the least that TCP waits on Linux.
const RetransmitTimeout = 200 * time.Millisecond

// maxHeld bounds the packets held back; beyond it the missing one is given up.
const maxHeld = 256

// reliableOrdered hands packets on in the order of their sequence: behind a missing one all newer
// ones wait. Since a lens cannot ask for one again, a missing packet counts as delivered, empty, one
// round trip (twice Header.Latency) and RetransmitTimeout after the first packet behind it came, and
// sooner if it comes. The verdict on one that is held back is Inserted: nothing is wrong with it.
type reliableOrdered struct {
	interp.Interpolated
	epochs compare.Epochs
	next   uint32           // to be handed on
	held   []packet         // behind a missing one, by sequence
	last   interp.LocalTime // when something held was last handed on
	spare  [][]interp.Update
}

type packet struct {
	header  interp.Header
	updates []interp.Update
}

func (l *reliableOrdered) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	v, fresh := l.epochs.Enter(h)
	if v != interp.Inserted {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.next, l.last = h.Seq, h.Arrival
		for len(l.held) > 0 {
			l.forget()
		}
	}
	l.release(h.Arrival)
	i, held := slices.BinarySearchFunc(l.held, h.Seq, func(p packet, seq uint32) int { return int(int32(p.header.Seq - seq)) })
	switch ahead := int32(h.Seq - l.next); {
	case ahead < 0 || held:
		l.Stats().Verdicts[interp.Duplicate] += len(updates)
		return interp.Duplicate
	case ahead == 0:
		v = l.Interpolated.Receive(h, updates)
		l.next++
	default:
		var room []interp.Update
		if n := len(l.spare); n > 0 {
			room, l.spare = l.spare[n-1], l.spare[:n-1]
		}
		l.held = slices.Insert(l.held, i, packet{h, append(room[:0], updates...)})
	}
	l.release(h.Arrival)
	return v
}

func (l *reliableOrdered) Frame(now interp.LocalTime) {
	l.release(now)
	l.Interpolated.Frame(now)
}

// forget drops the first of what is held and keeps its room.
func (l *reliableOrdered) forget() {
	l.spare = append(l.spare, l.held[0].updates)
	l.held = slices.Delete(l.held, 0, 1)
}

// release hands on what has nothing missing before it at a local time.
func (l *reliableOrdered) release(now interp.LocalTime) {
	at := now
	for len(l.held) > 0 {
		first := &l.held[0]
		if first.header.Seq != l.next {
			due := l.due()
			if due > now && len(l.held) <= maxHeld {
				return
			}
			at = min(due, now)
			l.next = first.header.Seq
		}
		l.last = max(l.last, at)
		h := first.header
		h.Arrival = l.last
		l.Interpolated.Receive(h, first.updates)
		l.next++
		l.forget()
	}
}

// due returns when the packet that all of what is held waits for has been sent again.
func (l *reliableOrdered) due() interp.LocalTime {
	noticed := &l.held[0].header
	for i := range l.held {
		if h := &l.held[i].header; h.Arrival < noticed.Arrival {
			noticed = h
		}
	}
	return noticed.Arrival.Add(2*noticed.Latency + RetransmitTimeout)
}
