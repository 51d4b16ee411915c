// Package netsim is one direction of a network path in virtual time.
//
// A [Link] takes packets with [Link.Send] and hands each of them out again, late,
// never or twice, with [Link.Receive]. What happens to a packet is its fate, and
// it is decided when the packet is sent:
//
//	Send ──► lost? ──► latency + jitter ──► order ──► copy? ──► in flight ──► Receive
//	          │
//	          └─ Event{Fate: LostRandom or LostOutage}
//
// Time is an argument: the package reads no clock, starts no goroutine and waits
// for nothing. Every time is in nanoseconds of simulation time since whatever
// zero the caller chose.
//
// Randomness is seeded, integers decide, and every packet takes the same number
// of random draws from streams of their own for loss, jitter and duplication. So
// two links with the same seed and different [Conditions] show the same packets:
//
//   - changing Loss or Outage moves no packet's arrival, it only takes packets away;
//   - raising Loss loses every packet that was lost before, and more;
//   - changing Duplicate moves and loses nothing.
//
// [HostClock] is the other half of a distributed system: a clock with a start and
// a drift of its own.
package netsim
