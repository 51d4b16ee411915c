package trace

import (
	"time"

	"snaplab/netsim"
)

// Bottleneck is a link with the capacity of a Schedule, as a netsim.Model. A packet
// waits for the first opportunity that has room for it and for all before it; several
// small ones share one, and one that is larger than what is left of it is finished
// with the next. Nothing is lost, however long it waits. It remembers the packets
// before, so it serves one link only, and must be asked in the order of sending.
type Bottleneck struct {
	// Latency is added to each delay.
	Latency time.Duration

	schedule *Schedule
	number   int // of the opportunity that the last packet was finished with
	left     int // bytes left in it
}

// NewBottleneck makes a link of a schedule.
func NewBottleneck(s *Schedule) *Bottleneck { return &Bottleneck{schedule: s} }

// Next says how long a packet waits: see Bottleneck. It does not depend on seq.
func (b *Bottleneck) Next(_ uint64, sentAt time.Duration, size int) (time.Duration, netsim.Fate) {
	if first := b.schedule.Next(max(sentAt, 0)); first > b.number {
		b.number, b.left = first, OpportunityBytes
	} else if b.number == 0 && b.left == 0 {
		b.left = OpportunityBytes // nothing was sent yet
	}
	for size > b.left {
		size -= b.left
		b.number, b.left = b.number+1, OpportunityBytes
	}
	b.left -= size
	return max(b.schedule.At(b.number)-sentAt, 0) + b.Latency, netsim.Delivered
}
