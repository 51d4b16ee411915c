package interp

import (
	"time"
)

// ServerTime is an instant on the server's clock: nanoseconds since the
// server's own zero, whatever that is. The server stamps it into every
// snapshot. It may be negative.
//
// ServerTime and LocalTime are different types so that the commonest fault of
// the field, blending by arrival times, does not compile.
type ServerTime time.Duration

// LocalTime is an instant on the client's clock, in nanoseconds since the
// client's own zero. It is the only clock that this package is ever given.
type LocalTime time.Duration

// Offset is local time minus server time as seen through the network, in
// nanoseconds: the difference of the two clocks and the one-way latency, merged.
// The client has no use for the two apart.
type Offset time.Duration

// ObserveOffset returns the offset that one packet shows: its arrival minus the
// server's stamp. It is the only legal mixture of the two clocks.
func ObserveOffset(arrival LocalTime, stamp ServerTime) Offset {
	return Offset(int64(arrival) - int64(stamp))
}

// ToServer converts a local time to the server time that the offset puts it at.
func (o Offset) ToServer(t LocalTime) ServerTime {
	return ServerTime(int64(t) - int64(o))
}

// plausible reports whether the difference to every other plausible time can be
// told: 146 years either side of the server's zero.
func (t ServerTime) plausible() bool { return -1<<62 < t && t < 1<<62 }

// Add returns the instant d later.
func (t ServerTime) Add(d time.Duration) ServerTime { return t + ServerTime(d) }

// Sub returns the time from u to t.
func (t ServerTime) Sub(u ServerTime) time.Duration { return time.Duration(t - u) }

// Add returns the instant d later.
func (t LocalTime) Add(d time.Duration) LocalTime { return t + LocalTime(d) }

// Sub returns the time from u to t.
func (t LocalTime) Sub(u LocalTime) time.Duration { return time.Duration(t - u) }

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
