// Package compare plays snapshots as others do, as lenses that are fed the same packets as
// interp.Interpolated and are watched next to it: package engines has what game engines and
// libraries do, package mistakes what is commonly done wrong.
//
// Lens does what all of them share: epochs, samples by server time, brackets, underruns,
// corrections and counters. A Player is what one of them does otherwise.
package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"snaplab/interp"
)

// Player is one way of playing snapshots. Base has the methods that few of them need.
type Player interface {
	// Configure takes the lens's settings, which are valid, at any time.
	Configure(c *interp.Config)
	Traits() Traits
	// Policy says how a kind is extrapolated and blended, and what it does then.
	Policy(k interp.Kind) interp.Policy
	// Reset forgets everything, before the first packet of a connection or an epoch.
	Reset(first interp.Header)
	// Arrive takes note of every packet as it arrives, before the frame in which it is read.
	Arrive(h interp.Header, updates []interp.Update)
	// File may change a sample before it is stored.
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

// Traits: an Ordered Player drops packets which a newer one has overtaken. What a Free one draws
// does not follow the render time from frame to frame.
type Traits struct{ Ordered, Free bool }

// Base draws straight lines at one render time, stands while nothing newer is there, and uses
// packets that were overtaken.
type Base struct{ Interval time.Duration }

func (b *Base) Configure(c *interp.Config)               { b.Interval = c.Interval }
func (*Base) Traits() Traits                             { return Traits{} }
func (*Base) Reset(interp.Header)                        {}
func (*Base) Policy(interp.Kind) interp.Policy           { return interp.Policy{} }
func (*Base) Arrive(interp.Header, []interp.Update)      {}
func (*Base) File(*Entity, *interp.Sample)               {}
func (*Base) Pose(*interp.Drawn, *Entity, time.Duration) {}

func (*Base) RenderTime(_ interp.Kind, at interp.ServerTime) interp.ServerTime { return at }
func (*Base) Bracket(e *Entity, at interp.ServerTime) interp.Bracket           { return Around(&e.Track, at) }

// Packet is what a packet says of time. HalfTrip is half the fastest round trip so far, 0
// while unknown.
type Packet struct {
	Stamp    interp.ServerTime
	Arrived  interp.LocalTime
	HalfTrip time.Duration
}

// Frame is a display frame.
type Frame struct {
	Now     interp.LocalTime
	Elapsed time.Duration // since the last frame, at most an hour
	Tick    time.Duration // one step of the server, a sixtieth of a second while unknown
	// Packets are read in it, in the order of arrival; if the Player is Ordered, the first one
	// of each newer snapshot. The first frame after a Reset has one.
	Packets []Packet
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

	last, before interp.Sample // in an underrun, what it was drawn from at the last frame
}

// Samples is a list that Around takes.
type Samples []interp.Sample

func (s Samples) Len() int                { return len(s) }
func (s Samples) At(i int) *interp.Sample { return &s[i] }

// Around returns the last sample that isn't after an instant, and its neighbours.
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

// Epochs follows the incarnations of a connection. The zero value has seen none.
type Epochs struct {
	current uint16
	started bool
}

// Enter says whether a packet may be used (Inserted; else Foreign or Refused), and whether it
// is the first one of an epoch, so that all before it must be forgotten.
func (e *Epochs) Enter(h interp.Header) (v interp.Verdict, fresh bool) {
	const far = 1 << 62 // from the server's zero; interp refuses such times
	fresh = !e.started || int16(h.Epoch-e.current) > 0
	switch {
	case h.Time <= -far || h.Time >= far:
		return interp.Refused, false
	case !fresh && h.Epoch != e.current:
		return interp.Foreign, false
	}
	e.started, e.current = true, h.Epoch
	return interp.Inserted, fresh
}

// Description is one way of playing snapshots, to choose from.
type Description struct {
	// Name is short, in lower case with hyphens, for settings and keys. Sentence says what is
	// done, and of a mistake why it is wrong; Watch what to set, and what to look for then.
	Name, Sentence, Watch string
	// Of engines: what is modelled and what isn't, what its delay is counted from, and those of
	// its own settings that the lens obeys.
	Version, NotModelled, Zero string
	Settings                   []Setting
	// Rate and Ticks are how often it sends and simulates unless the game says otherwise, in Hz;
	// 0 where it leaves that to the game.
	Rate, Ticks float64
	// New returns a fresh lens with all settings at their defaults. Configure it first.
	New  func() interp.Lens `json:"-"`
	make Maker
}

// Setting is one of an engine's settings, by its own name and in its own unit.
type Setting struct {
	Name, Unit        string
	Default, Min, Max float64
}

// Maker makes a lens, given a value for each of its settings.
type Maker func(set map[string]float64) interp.Lens

// ErrSetting is wrapped by the errors of Description.With.
var ErrSetting = errors.New("bad setting of an engine")

// With returns a fresh lens with some of the settings, by name; the others are at their
// defaults. An unknown one or a value out of range is an error.
func (d *Description) With(values map[string]float64) (interp.Lens, error) {
	all, known := map[string]float64{}, 0
	for _, s := range d.Settings {
		v, given := values[s.Name]
		if !given {
			v = s.Default
		} else if known++; !(v >= s.Min && v <= s.Max) {
			return nil, fmt.Errorf("%w: %s of %s is %v, want %v to %v (%s)", ErrSetting, s.Name, d.Name, v, s.Min, s.Max, s.Unit)
		}
		all[s.Name] = v
	}
	if known != len(values) {
		return nil, fmt.Errorf("%w: %d of %v are none of %s, which has %v", ErrSetting, len(values)-known, values, d.Name, d.Settings)
	}
	return d.make(all), nil
}

// Load reads descriptions that are part of the program, and panics if they are broken.
func Load(texts []byte, makers map[string]Maker) (all []Description) {
	if err := json.Unmarshal(texts, &all); err != nil || len(all) != len(makers) {
		panic(fmt.Sprintf("%d descriptions of %d lenses: %v", len(all), len(makers), err))
	}
	for i := range all {
		d := &all[i]
		d.make = makers[d.Name]
		d.New = func() interp.Lens {
			l, _ := d.With(nil)
			return l
		}
	}
	return all
}
