package netsim

import (
	"math/rand/v2"
	"time"
)

// Model decides the delay and the fate of each packet in place of the random
// process that Conditions describe: a script in a test, or a measured trace. The
// link calls Next once per packet in the order of sending, with the packet's
// number (the first is 1), the time it is sent and its length in bytes. For a lost
// packet the delay says when it would have arrived. A negative delay counts as 0.
type Model interface {
	Next(seq uint64, sentAt time.Duration, size int) (delay time.Duration, fate Fate)
}

// randomModel draws what Conditions describe.
type randomModel struct {
	lossDraws, jitterDraws, duplicateDraws *rand.PCG
	loss                                   lossProcess
}

// outcome is what the draws of one packet say.
type outcome struct {
	delay      time.Duration
	fate       Fate
	duplicated bool
	// copyDelay is the delay that the copy draws for itself.
	copyDelay time.Duration
}

func newRandomModel(seed, stream uint64) randomModel {
	return randomModel{
		lossDraws:      newSource(seed, stream, forLoss),
		jitterDraws:    newSource(seed, stream, forJitter),
		duplicateDraws: newSource(seed, stream, forDuplicate),
	}
}

// next takes one draw for loss, one for jitter and two for duplication, whatever
// the conditions and whatever comes of them.
func (m *randomModel) next(c *Conditions, now time.Duration) outcome {
	o := outcome{
		delay:      c.Latency + uniformJitter(m.jitterDraws.Uint64(), c.Jitter),
		fate:       m.loss.next(c, now, m.lossDraws.Uint64()),
		duplicated: c.Duplicate.hits(m.duplicateDraws.Uint64()),
	}
	o.copyDelay = c.Latency + uniformJitter(m.duplicateDraws.Uint64(), c.Jitter)
	return o
}
