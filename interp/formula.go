package interp

import "time"

// RequiredDelay returns the smallest delay behind the fastest packet at which
// losses packets lost in a row still leave a sample ahead of render time:
// (1+k)·I + J. interval is the longest time between two snapshots, jitterRange the
// slowest one-way delay minus the fastest (not a standard deviation). Negative
// arguments count as zero.
//
// The newest sample at the moment before the next one arrives is one interval old
// when it was sent, and the next may be slower than the fastest by J; each lost
// packet adds an interval. Equality is enough: a render time exactly at the newest
// sample has that sample.
func RequiredDelay(interval, jitterRange time.Duration, losses int) time.Duration {
	return time.Duration(1+max(losses, 0))*max(interval, 0) + max(jitterRange, 0)
}

// LossesSurvived returns the largest k for which delay meets RequiredDelay, or -1
// when it does not even cover the jitter and one interval. interval must be
// positive; otherwise the result is -1.
func LossesSurvived(delay, interval, jitterRange time.Duration) int {
	spare := delay - max(jitterRange, 0)
	if interval <= 0 || spare < 0 {
		return -1
	}
	return int(spare/interval) - 1
}

// SlotsFor returns how many snapshots a delay spans: those ahead of render time
// and the one behind it, ceil(D/I)+1. It is a minimum, since jitter and bursts
// need room of their own. interval must be positive; otherwise the result is 2,
// the fewest that can be blended.
func SlotsFor(delay, interval time.Duration) int {
	if interval <= 0 {
		return 2
	}
	delay = max(delay, 0)
	slots := int(delay/interval) + 1
	if delay%interval != 0 {
		slots++
	}
	return slots
}
