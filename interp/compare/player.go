// Package compare plays snapshots as others do, as lenses that are fed the same packets as
// interp.Interpolated and are watched next to it: package engines has what game engines and
// libraries do, package mistakes what is commonly done wrong.
//
// Lens does what all of them share: epochs, samples by server time, brackets, underruns,
// corrections and counters. A Player is what one of them does otherwise.
package compare

import (
	"time"

	"snaplab/interp"
)

// Player is one way of playing snapshots. Base has the methods that few of them need.
type Player interface {
	// Configure takes the lens's settings, which are valid, at any time.
	Configure(c *interp.Config)
	Traits() Traits
	// Policy says how what is sampled of a kind is drawn; of it MaxExtrapolation and OnUnderrun
	// count, and Blend.
	Policy(k interp.Kind) interp.Policy
	// Reset forgets everything, before the first packet of a connection or an epoch.
	Reset()
	// Arrive takes note of every packet as it arrives, before the frame in which it is read.
	Arrive(h interp.Header, updates []interp.Update)
	// File may change a sample or its entity's track before the sample is stored.
	File(e *Entity, s *interp.Sample)
	// Advance moves to a display frame and returns the server time to draw there, which may be
	// earlier than at the frame before, and whether anything is drawn yet.
	Advance(f *Frame) (at interp.ServerTime, ok bool)
	// RenderTime returns that of one kind, given what Advance returned.
	RenderTime(k interp.Kind, at interp.ServerTime) interp.ServerTime
	// Bracket returns the samples that an entity is drawn from.
	Bracket(e *Entity, at interp.ServerTime) interp.Bracket
	// Pose may change what has been drawn in d. Once a frame it is given the time since the
	// last one; elsewhere since is negative, and it must not keep anything.
	Pose(d *interp.Drawn, e *Entity, since time.Duration)
}

// Traits are what a Player is like.
type Traits struct {
	// Ordered says that packets which a newer one has overtaken are dropped.
	Ordered bool
	// Free says that what is drawn does not follow the render time from frame to frame.
	Free bool
}

// Base draws in straight lines at one render time for all, stands while there is nothing
// newer, and uses packets that were overtaken.
type Base struct{ Interval time.Duration }

func (b *Base) Configure(c *interp.Config)               { b.Interval = c.Interval }
func (*Base) Traits() Traits                             { return Traits{} }
func (*Base) Policy(interp.Kind) interp.Policy           { return interp.Policy{} }
func (*Base) Arrive(interp.Header, []interp.Update)      {}
func (*Base) File(*Entity, *interp.Sample)               {}
func (*Base) Pose(*interp.Drawn, *Entity, time.Duration) {}

func (*Base) RenderTime(_ interp.Kind, at interp.ServerTime) interp.ServerTime { return at }
func (*Base) Bracket(e *Entity, at interp.ServerTime) interp.Bracket           { return Around(&e.Track, at) }

// Packet is what a packet says of time.
type Packet struct {
	Stamp    interp.ServerTime
	Arrived  interp.LocalTime
	HalfTrip time.Duration // half the fastest round trip so far, 0 while unknown
}

// Frame is a display frame.
type Frame struct {
	Now     interp.LocalTime
	Elapsed time.Duration // since the last frame, at most an hour
	// Packets are read in it, in the order of arrival; if the Player is Ordered, the first one
	// of each newer snapshot. The first frame with a packet is the first one of all.
	Packets []Packet
	Tick    time.Duration // one step of the server, a sixtieth of a second while unknown
	// Fastest is what the fastest packet of late shows of the server, Newest the newest
	// snapshot.
	Fastest, Newest interp.ServerTime
}

// Entity is one entity slot of a Lens.
type Entity struct {
	ID    interp.EntityID
	Kind  interp.Kind
	Track interp.Track
	Shown interp.Drawn // at the last frame, State Empty before the first
	Own   any          // the Player's, nil at first

	// In an underrun, what it was drawn from at the last frame.
	last, before interp.Sample
	paired       bool // before is valid
}

// Around returns the samples around an instant: the last one that isn't after it, and its
// neighbours.
func Around[L interface {
	Len() int
	At(i int) *interp.Sample
}](l L, at interp.ServerTime) (b interp.Bracket) {
	n := l.Len()
	i := n
	for i > 0 && l.At(i-1).Time > at {
		i--
	}
	if i < n {
		b.B = l.At(i)
	}
	if i > 0 {
		b.A = l.At(i - 1)
	}
	if i > 1 {
		b.Before = l.At(i - 2)
	}
	return b
}

// Samples is what Around takes besides a track.
type Samples []interp.Sample

func (s Samples) Len() int                { return len(s) }
func (s Samples) At(i int) *interp.Sample { return &s[i] }

// Epochs follows the incarnations of a connection. The zero value has seen none.
type Epochs struct {
	current uint16
	started bool
}

// Enter says whether a packet may be used (Inserted; else Foreign or Refused), and whether it
// is the first one of an epoch, so that all before it must be forgotten.
func (e *Epochs) Enter(h interp.Header) (v interp.Verdict, fresh bool) {
	const far = 1 << 62 // from the server's zero; interp refuses such times
	switch {
	case h.Time <= -far || h.Time >= far:
		return interp.Refused, false
	case !e.started || int16(h.Epoch-e.current) > 0:
		e.started, e.current = true, h.Epoch
		return interp.Inserted, true
	case h.Epoch != e.current:
		return interp.Foreign, false
	}
	return interp.Inserted, false
}
