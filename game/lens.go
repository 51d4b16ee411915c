package game

import (
	"snaplab/game/config"
	"snaplab/interp"
)

// Lens names one way of drawing the same packets.
type Lens uint8

const (
	// Raw draws the newest snapshot as it comes.
	Raw Lens = iota
	// Interpolated draws between two snapshots, one delay ago.
	Interpolated
	// Extrapolated guesses forward to the server's present.
	Extrapolated
	// NumLenses is the number of lenses that every session has; they are 0 to
	// NumLenses-1.
	NumLenses

	// Fourth makes the common mistake that is set, or plays as the engine that is. A
	// session has it only while one is; see Comparison.
	Fourth = NumLenses
	// MaxLenses is the number of lenses with it.
	MaxLenses = NumLenses + 1
)

var lensNames = [MaxLenses]string{"raw", "interpolated", "extrapolated", "fourth"}

// String returns the lens's name in lower case. LensName says which mistake or
// engine Fourth is.
func (l Lens) String() string {
	if l < MaxLenses {
		return lensNames[l]
	}
	return "unknown"
}

// Lenses returns how many lenses a session with these settings has: Fourth is there
// only if a mistake or an engine is set.
func Lenses(s *config.Settings) Lens {
	if s.Comparison == config.NoComparison {
		return NumLenses
	}
	return MaxLenses
}

// LensName returns a lens's name in reports: that of the mistake or engine for
// Fourth.
func LensName(s *config.Settings, l Lens) string {
	if l == Fourth {
		return s.Comparison.String()
	}
	return l.String()
}

func newLens(l Lens) interp.Lens {
	switch l {
	case Raw:
		return new(interp.Raw)
	case Extrapolated:
		return new(interp.Extrapolated)
	}
	return new(interp.Interpolated)
}

// setComparison makes the lens that is set afresh, or takes it away.
func (s *Session) setComparison() {
	s.lenses[Fourth] = nil
	if s.settings.Comparison != config.NoComparison {
		s.lenses[Fourth] = s.settings.Comparison.NewLens()
	}
	s.client.lenses = s.lenses[:Lenses(&s.settings)]
}
