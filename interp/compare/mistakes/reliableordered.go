package mistakes

import (
	"slices"
	"time"

	"snaplab/interp"
)

// RetransmitTimeout is how long, beyond a round trip, a lost packet takes to be sent
// again: the least that TCP waits on Linux.
const RetransmitTimeout = 200 * time.Millisecond

// maxHeld bounds the packets held back; beyond it the missing one is given up.
const maxHeld = 256

// ReliableOrdered hands packets on in the order of their sequence, as TCP and every
// reliable ordered channel does: behind a missing one all newer ones wait, although
// they are there. A snapshot that was lost is of no use by the time it comes again,
// and what waits for it is newer and would have done.
//
// Since this lens is given packets as they come and cannot ask for one again, a missing
// packet counts as delivered, empty, one round trip (twice Header.Latency) and
// RetransmitTimeout after the first packet behind it came, and sooner if it comes.
//
// Look for freezes of all entities at each loss, and a leap after each.
type ReliableOrdered struct {
	interp.Interpolated
	epochs
	next  uint32           // to be handed on
	held  []packet         // behind a missing one, by sequence
	last  interp.LocalTime // when something held was last handed on
	spare [][]interp.Update
}

type packet struct {
	header  interp.Header
	updates []interp.Update
}

// Receive implements interp.Lens. It is here that the mistake is made. The verdict on
// a packet that is held back is Inserted: nothing is wrong with it.
func (l *ReliableOrdered) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	fresh, ok := l.enter(h)
	if !ok {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.next, l.last = h.Seq, h.Arrival
		for len(l.held) > 0 {
			l.forget()
		}
	}
	l.release(h.Arrival)
	ahead := int32(h.Seq - l.next)
	i := l.place(h.Seq)
	if ahead < 0 || i < len(l.held) && l.held[i].header.Seq == h.Seq {
		l.Stats().Verdicts[interp.Duplicate] += len(updates)
		return interp.Duplicate
	}
	if ahead == 0 {
		v := l.Interpolated.Receive(h, updates)
		l.next++
		l.release(h.Arrival)
		return v
	}
	l.hold(i, h, updates)
	l.release(h.Arrival)
	return interp.Inserted
}

// Frame implements interp.Lens.
func (l *ReliableOrdered) Frame(now interp.LocalTime) {
	l.release(now)
	l.Interpolated.Frame(now)
}

// place returns where a sequence belongs among what is held.
func (l *ReliableOrdered) place(seq uint32) int {
	i := 0
	for i < len(l.held) && int32(l.held[i].header.Seq-seq) < 0 {
		i++
	}
	return i
}

// hold keeps a copy of a packet.
func (l *ReliableOrdered) hold(i int, h interp.Header, updates []interp.Update) {
	var room []interp.Update
	if n := len(l.spare); n > 0 {
		room, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	l.held = slices.Insert(l.held, i, packet{h, append(room[:0], updates...)})
}

// forget drops the first of what is held and keeps its room.
func (l *ReliableOrdered) forget() {
	l.spare = append(l.spare, l.held[0].updates)
	l.held = slices.Delete(l.held, 0, 1)
}

// release hands on what has nothing missing before it at a local time.
func (l *ReliableOrdered) release(now interp.LocalTime) {
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
func (l *ReliableOrdered) due() interp.LocalTime {
	noticed := &l.held[0].header
	for i := range l.held {
		if h := &l.held[i].header; h.Arrival < noticed.Arrival {
			noticed = h
		}
	}
	return noticed.Arrival.Add(2*noticed.Latency + RetransmitTimeout)
}
