package netsim

import (
	"math/rand/v2"
	"time"
)

// faults is what is done to the next packets of a link on purpose, over what its
// conditions do to them. It takes no draws from theirs, so that every packet after a
// fault is as it would have been without. The zero value does nothing.
type faults struct {
	drop, duplicate, swap, corrupt int // packets still to come that it happens to

	interval        time.Duration // between packets, of swap
	held            bool          // the packet before was, and this is the one that overtakes it
	blackout, spike span

	flips *rand.PCG // which bits are flipped, made when first needed
	bytes []byte    // the corrupted packet
}

// span is the times from ≤ t < until; the zero value has none.
type span struct{ from, until time.Duration }

func (s span) contains(t time.Duration) bool { return s.from <= t && t < s.until }

// extend adds a span of a length from now on to one that may still last.
func (s *span) extend(now, length time.Duration) {
	if !s.contains(now) {
		s.from = now
	}
	s.until = max(s.until, later(now, length))
}

// flippedBits is how many bits are flipped in a corrupted packet: fewer than any
// usual checksum can miss in a packet of this size.
const flippedBits = 3

// DropNext loses the next n packets sent, whatever else would become of them. Like a
// packet lost by chance, a reliable channel sends it again.
func (l *Link) DropNext(n int) { l.faults.drop += max(n, 0) }

// DuplicateNext delivers each of the next n packets that are not lost twice. A
// reliable channel throws the copies away.
func (l *Link) DuplicateNext(n int) { l.faults.duplicate += max(n, 0) }

// SwapNext swaps the next n pairs of packets that are delivered: the first of each is held
// back until one sent interval later is sure to have arrived, even if it has all the jitter that the
// conditions allow. A reliable channel keeps the order all the same.
func (l *Link) SwapNext(n int, interval time.Duration) {
	l.faults.swap += max(n, 0)
	l.faults.interval = max(interval, 0)
}

// CorruptNext flips three bits in each of the next n packets that are delivered, and
// sets Event.Corrupted. A reliable channel notices, and sends the packet again.
func (l *Link) CorruptNext(n int) { l.faults.corrupt += max(n, 0) }

// Blackout loses every packet sent from now on for a time. A reliable channel delivers
// them after it.
func (l *Link) Blackout(now, length time.Duration) { l.faults.blackout.extend(now, length) }

// Spike holds every packet sent from now on for a time, and lets all of them go at its
// end: the delay leaps by length and falls back to what it was.
func (l *Link) Spike(now, length time.Duration) { l.faults.spike.extend(now, length) }

// override changes what the draws and the model say of a packet.
func (f *faults) override(now time.Duration, reliable bool, o *outcome) {
	extra := time.Duration(0)
	if f.spike.contains(now) {
		extra = f.spike.until - now
	}
	switch {
	case f.drop > 0:
		f.drop--
		o.fate = LostFault
	case f.blackout.contains(now):
		o.fate = LostFault
		if reliable {
			extra = max(extra, f.blackout.until-now)
		}
	}
	if o.fate == Delivered && f.duplicate > 0 {
		f.duplicate--
		o.duplicated = true
	}
	if o.fate == Delivered && reliable && f.corrupt > 0 {
		f.corrupt--
		o.fate = LostFault
	}
	o.delay, o.copyDelay = later(extra, o.delay), later(extra, o.copyDelay)
}

// tamper holds back and corrupts a packet p that will be delivered, and returns what
// arrives in its place.
func (l *Link) tamper(e *Event, p []byte) []byte {
	f, c := &l.faults, &l.conditions
	if c.Channel == Reliable {
		return p
	}
	if f.held {
		f.held = false
	} else if f.swap > 0 {
		f.swap--
		f.held = true
		overtaken := later(e.SentAt, c.Latency+c.Jitter+f.interval+time.Millisecond)
		e.ArrivesAt = max(e.ArrivesAt, overtaken)
	}
	if f.corrupt > 0 && len(p) > 0 {
		f.corrupt--
		e.Corrupted = true
		p = l.corrupted(p)
	}
	return p
}

// corrupted returns a copy of p with some of its bits flipped, each another one.
func (l *Link) corrupted(p []byte) []byte {
	f := &l.faults
	if f.flips == nil {
		f.flips = newSource(l.seed, l.stream, forCorruption)
	}
	f.bytes = append(f.bytes[:0], p...)
	bits := uint64(len(p)) * 8
	first := f.flips.Uint64() % bits
	for i := range uint64(flippedBits) {
		// Spread over the packet: steps of a third are never the same bit.
		bit := (first + i*bits/flippedBits) % bits
		f.bytes[bit/8] ^= 1 << (bit % 8)
	}
	return f.bytes
}
