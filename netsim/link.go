package netsim

import (
	"math"
	"time"
)

// Link is one direction of a path. Make it with NewLink. It is not safe for
// concurrent use.
type Link struct {
	conditions Conditions
	random     randomModel
	model      Model // replaces the delay and fate of random unless nil
	lose       PacketList
	spare      PacketList
	bottleneck bottleneck
	stalls     stalls
	faults     faults
	queue      queue
	seed       uint64
	stream     uint64
	sent       uint64        // packets sent so far
	now        time.Duration // the newest time given to Send
	newest     time.Duration // the newest arrival so far, copies apart
}

// NewLink returns a link under the conditions c, or an error that wraps
// ErrConditions. Links with the same seed and stream make the same draws; stream
// separates links that share a seed, such as the two directions of a path.
func NewLink(c Conditions, seed, stream uint64) (*Link, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Link{
		conditions: c,
		random:     newRandomModel(seed, stream),
		bottleneck: bottleneck{freeAt: math.MinInt64},
		stalls:     stalls{seed: newSource(seed, stream, forStall).Uint64()},
		now:        math.MinInt64,
		newest:     math.MinInt64,
		seed:       seed,
		stream:     stream,
	}, nil
}

// Conditions returns the conditions in force.
func (l *Link) Conditions() Conditions { return l.conditions }

// SetConditions changes the conditions for the packets to come. Packets in flight
// keep their fate and arrival, and under FIFO none sent later overtakes them. An
// error wraps ErrConditions and leaves the conditions as they were.
func (l *Link) SetConditions(c Conditions) error {
	if err := c.Validate(); err != nil {
		return err
	}
	l.conditions = c
	return nil
}

// SetModel lets m decide the delay and fate of the packets to come in place of Latency,
// Jitter, Loss and Outage; nil gives them back to Conditions, whose other fields hold
// under a model too. The random draws go on all the same, so a model that comes and
// goes shifts nothing after it.
func (l *Link) SetModel(m Model) { l.model = m }

// Send takes the packet p at the time now and returns what will become of it. p is
// copied; it may have any length. Time does not go back: a now before that of an
// earlier Send counts as the latest one seen.
//
// Under FIFO no packet arrives before one sent earlier, those held back by Reorder
// apart. A lost packet takes its turn at the bottleneck and holds up those behind it as
// if it had passed, so that loss never changes another packet's arrival. One that the
// queue drops does neither. A copy draws jitter of its own and arrives at or after its
// packet, perhaps after newer ones; it holds up nothing, and a lost packet has none.
func (l *Link) Send(now time.Duration, p []byte) Event {
	now = max(now, l.now)
	l.now = now
	l.sent++
	c := &l.conditions
	reliable := c.Channel == Reliable

	o := l.random.next(c, now)
	if l.model != nil {
		o.delay, o.fate = l.model.Next(l.sent, now, len(p))
		if r, ok := l.model.(Repeater); ok && r.Twice(now) {
			o.duplicated, o.copyDelay = true, o.delay
		}
	}
	if o.fate == Delivered && l.lose.Has(l.sent) {
		o.fate = LostListed
	}
	l.faults.override(now, reliable, &o)
	e := Event{Seq: l.sent, Size: len(p), SentAt: now, Fate: o.fate}
	if o.fate != Delivered && l.spare.Has(l.sent) {
		e.Fate, e.Spared = Delivered, true
	}
	passed, fits := l.bottleneck.pass(c, now, len(p), reliable)
	if !fits {
		e.ArrivesAt = later(now, o.delay)
		if e.Fate == Delivered {
			e.Fate, e.Spared = LostQueue, false
		}
		return e
	}
	if reliable && e.Fate != Delivered {
		if again, ok := c.retransmit(o.retransmission); ok {
			e.Fate, e.Retransmissions = Delivered, again.times
			passed = later(passed, again.wait)
		}
	}
	e.ArrivesAt = l.stalls.release(c, later(passed, o.delay))
	if reliable && o.reordered {
		e.ArrivesAt = later(e.ArrivesAt, c.ReorderDelay)
	}
	if reliable || c.Order == FIFO {
		e.ArrivesAt = max(e.ArrivesAt, l.newest)
	}
	l.newest = max(l.newest, e.ArrivesAt)
	if !reliable && o.reordered {
		e.ArrivesAt = later(e.ArrivesAt, c.ReorderDelay)
	}
	if e.Fate != Delivered {
		return e
	}
	p = l.tamper(&e, p)
	if o.duplicated && !reliable {
		e.Duplicated = true
		e.DuplicateAt = max(e.ArrivesAt, l.stalls.release(c, later(passed, o.copyDelay)))
	}
	l.queue.push(e.ArrivesAt, e, p)
	if e.Duplicated {
		c := e
		c.Copy = true
		c.ArrivesAt = e.DuplicateAt
		l.queue.push(c.ArrivesAt, c, p)
	}
	return e
}

// NextArrival returns when the next packet in flight arrives; ok is false when
// none is.
func (l *Link) NextArrival() (at time.Duration, ok bool) {
	if len(l.queue.heap) == 0 {
		return 0, false
	}
	return l.queue.heap[0].arrival, true
}

// Receive returns the earliest packet that arrives at or before now; ok is false
// when there is none. Packets that arrive together come in the order they were
// sent. The bytes are appended to dst[:0] and belong to the caller. A copy comes as
// an event of its own: the packet's, but with Copy set and its own ArrivesAt.
func (l *Link) Receive(now time.Duration, dst []byte) (p []byte, e Event, ok bool) {
	if at, any := l.NextArrival(); !any || at > now {
		return dst[:0], Event{}, false
	}
	p, e = l.queue.pop(dst)
	return p, e, true
}

// InFlight returns the number of packets still to arrive, copies included.
func (l *Link) InFlight() int { return len(l.queue.heap) }

// later returns t + d without overflow; a negative d counts as 0.
func later(t, d time.Duration) time.Duration {
	if d <= 0 {
		return t
	}
	if t > math.MaxInt64-d {
		return math.MaxInt64
	}
	return t + d
}
