package interp

import "time"

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
