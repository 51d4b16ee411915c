// Package interp is a snapshot interpolation buffer: it draws remote entities
// at a past instant of the server's time, between two states that the server
// really had.
//
//	server time ──▶
//
//	      S97      S98      S99      S100     S101
//	───────●────────●────────●────────●────────◌───────────────▶
//	                     ▲                     │           │
//	                render time             in flight   server now
//	                     │◀───── ahead ──▶│
//	                     │   (occupancy: 2 snapshots)
//	                     │◀──────── D ────────────▶│
//	                                       what the fastest packet shows
//
// The client has one clock of its own. Each packet that arrives shows an Offset,
// local time minus the server's stamp; the smallest of a recent window is the
// fastest packet's, and merges the difference of the two clocks with the fastest
// one-way latency. Render time trails that packet's view of the server by the
// delay D:
//
//	render time = local time − offset − D
//
// The zero of D is therefore the fastest packet, not the server's present and not
// the mean packet; engines differ in this, and a delay taken from one must be
// translated for another.
//
// While a snapshot newer than render time has arrived, a late packet changes
// nothing that is drawn and a lost one only stretches the blend. When there is
// none, the entity is in an underrun: it extrapolates for a bounded time, then
// holds, fades or hides, and is corrected when data resumes. To survive k packets
// lost in a row at send interval I and jitter range J (slowest minus fastest
// one-way delay), see RequiredDelay:
//
//	D ≥ (1+k)·I + J
//
// # What is no motion
//
// A pose between two samples means something only if the motion between them is one.
// Each sample says so with two counters, which no lost packet can lose: Segment for
// jumps of one entity (teleport, respawn, portal), Generation for the users of one
// slot. Nothing is ever blended across either; the old pose stands until the new
// sample's time.
//
//	generation            1            │ none │         2
//	segment        0      │      1     │      │         0
//	        ●────●────●   ●────●────●  ×      ●────●────●
//	       spawn      teleport      destroy  spawn
//
// A destroy has its own time and is told until the slot is used again. A spawn is told
// once: when the packet with it is missing, OnGap says whether to wait for it.
//
// What is no longer sent at all ends in one of three ways: a packet that is Full leaves it
// out, Policy.ForgetAfter has passed, or the game calls Remove.
//
// # The parts
//
// The delay of a kind is set by hand, or follows the network; see Adaptive.
//
// Track holds one entity's samples by server time. Evaluate draws from the
// Bracket around an instant. Clock estimates the offset, and Cursor turns it into
// one kind's render time, which never goes backwards. A Lens puts them together:
// Interpolated is the good one, Raw and Extrapolated are what people do without
// it. A lens is fed packets (Receive), told of display frames (Frame), and read as
// often as wanted (AppendDrawn).
//
// The client's clock may be set, in either direction, and the client suspended; a lens
// recovers within a few packets. See Clock, and ClockConfig.Unchecked.
//
// Nothing here reads a clock, draws random numbers, starts a goroutine or does
// I/O, and nothing allocates per packet or per frame in the steady state. Nothing
// here is safe for concurrent use.
//
// What is drawn is for looking at. It is never the state on which a server decides
// a hit, a collision or a reward.
package interp
