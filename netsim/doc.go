// Package netsim is one direction of a network path in virtual time.
//
// A [Link] takes packets with [Link.Send] and hands each of them out again, late,
// never or twice, with [Link.Receive]. What happens to a packet is its fate, and
// it is decided when the packet is sent:
//
//	Send ──► lost? ──► bottleneck ──► latency + jitter ──► stall ──► order ──► held back, copy? ──► in flight ──► Receive
//	          │            │
//	          │            └─ Event{Fate: LostQueue}
//	          └─ Event{Fate: LostRandom, LostOutage or LostListed}
//
// A reliable channel sends a lost packet again, and what is newer waits for it.
//
// Loss, jitter and stalls are processes in time: outages, the memory of jitter and
// stalls are given in time and not in packets, so a send rate does not change the path.
//
// Time is an argument: the package reads no clock, starts no goroutine and waits
// for nothing. Every time is in nanoseconds of simulation time since whatever
// zero the caller chose.
//
// Randomness is seeded, integers decide, and every packet takes the same number
// of random draws from streams of their own for each purpose, with the same results on
// every platform. So two links with the same seed and different [Conditions] show the
// same packets. Over an unreliable channel,
//
//   - changing Loss, Outage or what [Link.Lose] and [Link.Spare] list moves no packet's arrival,
//     it only takes packets away or gives them back, and raising Loss loses every packet that
//     was lost before;
//   - changing Duplicate moves and loses nothing, and Reorder moves only packets held back;
//   - raising Latency, Jitter or Stall lets no packet arrive earlier under FIFO, nor
//     changes any fate; so does another law or memory of jitter not change any fate;
//   - changing Bandwidth or Queue changes waits and which packets the queue drops.
//
// Over a reliable one raising Loss lets no packet arrive earlier, as long as none is
// given up.
//
// [HostClock] is the other half of a distributed system: a clock with a start and
// a drift of its own.
package netsim
