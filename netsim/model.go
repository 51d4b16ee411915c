package netsim

import (
	"math/rand/v2"
	"time"
)

// Model decides the delay and the fate of each packet in place of the random
// process that Conditions describe by Latency, Jitter, Loss and Outage: a script in a
// test, or a measured trace. The link calls Next once per packet in the order of
// sending, with the packet's number (the first is 1), the time it is sent and its
// length in bytes. For a lost packet the delay says when it would have arrived. A
// negative delay counts as 0.
type Model interface {
	Next(seq uint64, sentAt time.Duration, size int) (delay time.Duration, fate Fate)
}

// Repeater is a Model that says which packets come twice too, their copies together with
// them, in place of Conditions.Duplicate. The link calls Twice after Next.
type Repeater interface {
	Model
	Twice(sentAt time.Duration) bool
}

// randomModel draws what Conditions describe.
type randomModel struct {
	lossDraws, jitterDraws, duplicateDraws, reorderDraws, retransmissionDraws *rand.PCG

	loss   lossProcess
	memory jitterMemory
}

// outcome is what the draws of one packet say.
type outcome struct {
	delay      time.Duration
	fate       Fate
	duplicated bool
	// copyDelay is the delay that the copy draws for itself.
	copyDelay time.Duration
	reordered bool
	// retransmission is the draw for what becomes of a lost packet in a
	// reliable channel.
	retransmission uint64
}

func newRandomModel(seed, stream uint64) randomModel {
	return randomModel{
		lossDraws:           newSource(seed, stream, forLoss),
		jitterDraws:         newSource(seed, stream, forJitter),
		duplicateDraws:      newSource(seed, stream, forDuplicate),
		reorderDraws:        newSource(seed, stream, forReorder),
		retransmissionDraws: newSource(seed, stream, forRetransmission),
	}
}

// next takes two draws for duplication and one for each other purpose, whatever the
// conditions and whatever comes of them.
func (m *randomModel) next(c *Conditions, now time.Duration) outcome {
	o := outcome{
		delay:      c.Latency + c.extraDelay(m.memory.next(c.JitterMemory, now, m.jitterDraws.Uint64())),
		fate:       m.loss.next(c, now, m.lossDraws.Uint64()),
		duplicated: c.Duplicate.hits(m.duplicateDraws.Uint64()),
		reordered:  c.Reorder.hits(m.reorderDraws.Uint64()),
	}
	o.copyDelay = c.Latency + c.extraDelay(m.duplicateDraws.Uint64())
	o.retransmission = m.retransmissionDraws.Uint64()
	return o
}
