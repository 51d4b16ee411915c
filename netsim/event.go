package netsim

import (
	"strconv"
	"time"
)

// Fate is what the link did to a packet.
type Fate uint8

const (
	// Delivered packets arrive.
	Delivered Fate = iota
	// LostRandom packets were lost on their own.
	LostRandom
	// LostOutage packets were sent during an outage.
	LostOutage
	// LostQueue packets found the queue before the bottleneck full.
	LostQueue
	// LostListed packets were in the list of those to lose.
	LostListed
	// LostFault packets were dropped on purpose, by DropNext or a Blackout.
	LostFault
)

// String returns the fate in words.
func (f Fate) String() string {
	switch f {
	case Delivered:
		return "delivered"
	case LostRandom:
		return "lost"
	case LostOutage:
		return "lost in an outage"
	case LostQueue:
		return "dropped by a full queue"
	case LostListed:
		return "lost as listed"
	case LostFault:
		return "dropped on purpose"
	}
	return "fate " + strconv.Itoa(int(f))
}

// Event is one packet's passage through a link.
type Event struct {
	// Seq is the packet's number on this link: the first packet sent is 1.
	Seq uint64
	// Size is the packet's length in bytes.
	Size int
	// SentAt is when the link took the packet.
	SentAt time.Duration
	// ArrivesAt is when the packet arrives, and for a lost packet when it would
	// have arrived.
	ArrivesAt time.Duration
	// Fate says whether the packet arrives.
	Fate Fate
	// Spared says that the packet would have been lost were it not in the list of those
	// that are not to be.
	Spared bool
	// Retransmissions is how many times a reliable channel sent the packet again
	// before it came through. It is 0 for a packet that never did.
	Retransmissions int
	// Corrupted says that bits of the packet were flipped on its way.
	Corrupted bool
	// Copy marks the second arrival of a duplicated packet. It is never set in
	// what Send returns.
	Copy bool
	// Duplicated says that the packet comes a second time, at DuplicateAt.
	Duplicated bool
	// DuplicateAt is when the copy arrives, at or after the packet itself. It is
	// 0 unless Duplicated.
	DuplicateAt time.Duration
}
