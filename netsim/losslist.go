package netsim

import "slices"

// lossList is the numbers of packets that are to be lost, in order.
type lossList []uint64

// add puts numbers into the list, those that are not there yet.
func (l *lossList) add(seqs []uint64) {
	*l = append(*l, seqs...)
	slices.Sort(*l)
	*l = slices.Compact(*l)
}

// take reports whether a packet is in the list. Packets come in order, so it forgets
// those before.
func (l *lossList) take(seq uint64) bool {
	n := 0
	for n < len(*l) && (*l)[n] < seq {
		n++
	}
	found := n < len(*l) && (*l)[n] == seq
	if n > 0 {
		*l = append((*l)[:0], (*l)[n:]...)
	}
	return found
}

// Lose adds packets that are to be lost whatever the conditions, by their numbers; the
// first packet sent on a link is 1. Those that have been sent already stay as they
// are. A reliable channel sends them again. It moves no other packet.
func (l *Link) Lose(seqs ...uint64) { l.listed.add(seqs) }

// Sent returns the number of packets sent so far, which is the newest one's number.
func (l *Link) Sent() uint64 { return l.sent }
