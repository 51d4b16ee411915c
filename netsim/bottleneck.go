package netsim

import (
	"math"
	"time"
)

// bottleneck is the narrowest place of a path, where packets pass one after another
// at Conditions.Bandwidth and wait for each other. It is a fluid: what waits is told
// from the time until the line is free.
type bottleneck struct {
	freeAt time.Duration // when the line is free
}

// pass returns when a packet that comes at now has passed, and whether it fits: it
// does not if it would find the line busy and more than Queue bytes waiting with
// itself, or would not have passed within MaxDelay. With patience it waits in the
// sender's memory however small Queue is. A packet that does not fit leaves no trace.
func (b *bottleneck) pass(c *Conditions, now time.Duration, size int, patience bool) (time.Duration, bool) {
	if c.Bandwidth == 0 {
		return now, true
	}
	var wait time.Duration
	if b.freeAt > now {
		wait = b.freeAt - now
		if !patience && c.backlog(wait)+uint64(size) > uint64(c.Queue) {
			return now, false
		}
	}
	through := later(wait, c.transmission(size))
	if through > MaxDelay {
		return now, false
	}
	b.freeAt = later(now, through)
	return b.freeAt, true
}

// transmission returns how long a packet of a size takes to pass, rounded up.
func (c *Conditions) transmission(size int) time.Duration {
	if c.Bandwidth == 0 {
		return 0
	}
	return time.Duration(min(scaleUp(8*uint64(size), uint64(time.Second), uint64(c.Bandwidth)), math.MaxInt64))
}

// backlog returns how many bytes pass in a time, rounded up: those that wait when the
// line is busy for so long.
func (c *Conditions) backlog(wait time.Duration) uint64 {
	return scaleUp(uint64(wait), uint64(c.Bandwidth), 8*uint64(time.Second))
}

// Fastest returns the shortest time that a packet of a size in bytes can take: Latency
// and the time to pass at Bandwidth. c must be valid.
func (c Conditions) Fastest(size int) time.Duration {
	return later(c.Latency, c.transmission(size))
}
