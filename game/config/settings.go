package config

import (
	"fmt"
	"math/rand/v2"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// Settings is everything about a run that may change while it runs. It is plain data
// and comparable. DefaultSettings is a good one; the zero value is not valid.
type Settings struct {
	// Kinds are the kinds of the run, the same in all its settings; nil for the built-in ones.
	Kinds *world.Kinds
	// TickRate is how often the server steps its world.
	TickRate Rate
	// SendRate is how many snapshots it sends in a second, at most TickRate.
	SendRate Rate
	// KindRates is how often each kind is sent, 0 for as often as snapshots are: at most
	// SendRate. Set it by the setting, which keeps what equals SendRate at 0.
	KindRates [world.MaxKinds]Rate
	// SendOrder is how the entities of a kind that is not in every snapshot share them.
	SendOrder SendOrder
	// DisplayRate is how many virtual display frames there are in a second, on
	// which lenses move and everything is measured. What a monitor does changes
	// none of it.
	DisplayRate Rate
	// DisplayPhase is where those frames lie between the server's ticks.
	DisplayPhase DisplayPhase
	// Down is the link from the server to the client, Up the way back.
	Down, Up netsim.Conditions
	// Encoding is how the server writes snapshots.
	Encoding Encoding
	// Policies is the playback of each kind. Those of numbers that are no kind count for nothing.
	Policies [world.MaxKinds]interp.Policy
	// Comparison is what the fourth lens does.
	Comparison Comparison
	// DriftPPM is how much faster than the server's the client's clock runs.
	DriftPPM int64
	// ServerStart and ClientStart are what the two clocks show at the start of a
	// session. They hold from then on.
	ServerStart, ClientStart time.Duration
}

// Equal reports whether two are the same, with tables of kinds that say the same. Nil is the same as
// nil alone.
func (s *Settings) Equal(t *Settings) bool {
	if s == nil || t == nil {
		return s == t
	}
	same := *t
	same.Kinds = s.Kinds
	for k := s.Kinds.Len(); k < len(s.Policies); k++ {
		same.Policies[k], same.KindRates[k] = s.Policies[k], s.KindRates[k]
	}
	return *s == same && s.Kinds.Equal(t.Kinds)
}

// DefaultSettings returns the settings that every scenario starts from: each Setting
// at its default.
func DefaultSettings() Settings {
	var s Settings
	for k := range s.Policies {
		s.Policies[k] = interp.DefaultPolicy()
	}
	for i := range settings {
		settings[i].SetAll(&s, settings[i].Default)
	}
	for k := range s.Policies {
		s.Policies[k] = s.Policies[0] // those of numbers that only other tables have, too
	}
	return s
}

// Validate returns an error that names the first setting out of range.
func (s *Settings) Validate() error {
	for i := range settings {
		for q := range settings[i].Qualifiers(s) {
			if err := settings[i].Check(settings[i].Get(s, q)); err != nil {
				return err
			}
		}
	}
	if s.SendRate > s.TickRate {
		return fmt.Errorf("rate %s is above the tick rate %s: at most one snapshot a tick can be sent",
			AppendValue(nil, Frequency, int64(s.SendRate)), AppendValue(nil, Frequency, int64(s.TickRate)))
	}
	for k, r := range s.KindRates {
		if r > s.SendRate {
			return fmt.Errorf("rate of %s %s is above the packets' rate %s: an entity is at most in every one",
				s.Kinds.Name(interp.Kind(k)), AppendValue(nil, Frequency, int64(r)), AppendValue(nil, Frequency, int64(s.SendRate)))
		}
	}
	for k := range s.Policies {
		if err := s.Policies[k].Validate(); err != nil {
			return fmt.Errorf("%s: %w", s.Kinds.Name(interp.Kind(k)), err)
		}
	}
	if err := s.Down.Validate(); err != nil {
		return fmt.Errorf("down: %w", err)
	}
	if err := s.Up.Validate(); err != nil {
		return fmt.Errorf("up: %w", err)
	}
	return s.ClientClock().Validate()
}

func (s *Settings) ServerClock() netsim.HostClock { return netsim.HostClock{Start: s.ServerStart} }

func (s *Settings) ClientClock() netsim.HostClock {
	return netsim.HostClock{Start: s.ClientStart, DriftPPM: s.DriftPPM}
}

// LensConfig returns the configuration of a lens.
func (s *Settings) LensConfig() interp.Config {
	c := interp.Config{Interval: s.Interval(), Reserve: 500*time.Millisecond + s.Down.Jitter}
	for k := range c.Policies {
		c.Policies[k] = interp.DefaultPolicy()
	}
	copy(c.Policies[:s.Kinds.Len()], s.Policies[:])
	for k := range s.Kinds.Len() {
		if !s.InEvery(interp.Kind(k)) {
			c.Intervals[k] = s.KindInterval(interp.Kind(k))
		}
	}
	c.Reserve = min(c.Reserve, interp.MaxPolicyTime)
	return c
}

// DisplayPhase is where the display frames lie between the server's ticks. It holds from
// the start of a session on.
type DisplayPhase uint8

const (
	// DrawnPhase has it drawn from the seed: send and display rates are often in step,
	// and a fixed phase would show one case for all.
	DrawnPhase DisplayPhase = iota
	// InStepPhase has the first frame, and at rates in step each one that can, fall on a
	// tick. Runs that are compared with figures from elsewhere may need it.
	InStepPhase
)

var displayPhaseNames = []string{"drawn", "in-step"}

// String returns the phase's name in settings.
func (p DisplayPhase) String() string { return nameOf(displayPhaseNames, int(p)) }

// FrameAt returns when the first display frame is at a share of the period, 0 to 1, unless the
// settings have a phase of their own.
func (s *Settings) FrameAt(share float64) time.Duration {
	if s.DisplayPhase == InStepPhase {
		return 0
	}
	period := s.DisplayRate.Period()
	return min(time.Duration(share*float64(period)), period-1)
}

// FirstFrame returns when the first display frame of a seed is.
func (s *Settings) FirstFrame(seed uint64) time.Duration {
	if s.DisplayPhase == InStepPhase {
		return 0
	}
	return time.Duration(rand.New(rand.NewPCG(seed, streamPhase)).Int64N(int64(s.DisplayRate.Period())))
}

// Encoding is how the server writes snapshots.
type Encoding uint8

const (
	// FullEncoding writes every packet whole.
	FullEncoding Encoding = iota
	// DeltaEncoding writes what has changed since a packet that the client has said
	// it has. The client's state is the same as with FullEncoding.
	DeltaEncoding
)

var encodingNames = []string{"full", "delta"}

// String returns the encoding's name in settings.
func (e Encoding) String() string { return nameOf(encodingNames, int(e)) }

func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}
