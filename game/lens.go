package game

import (
	"errors"
	"fmt"

	"snaplab/game/config"
	"snaplab/game/world"
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

// variant is one more interpolated lens with a playback of its own.
type variant struct {
	lens     *interp.Interpolated
	policies [world.MaxKinds]interp.Policy
}

// ErrVary is wrapped by the errors of Session.Vary.
var ErrVary = errors.New("can't be played several ways at once")

// SetDisplayPhase has the display frames lie at a share of their period, 0 to 1, instead of
// where the seed has them; settings with a phase of their own keep that. It is for runs that
// are to cover all phases evenly. Call it before the first AdvanceTo.
func (s *Session) SetDisplayPhase(share float64) { s.frames.Anchor = s.settings.FrameAt(share) }

// Vary has the session play the same packets in other ways too: for each of the
// playbacks it runs one more interpolated lens. The packets, the truth and the other lenses
// are those of all, so that this costs much less than a run for each. The digest is not
// changed.
//
// Call it before the first AdvanceTo. An error wraps ErrVary, or is that of a policy.
// Where the settings change later, by Apply or by the script, the variants keep their
// policies.
func (s *Session) Vary(playbacks [][world.MaxKinds]interp.Policy) error {
	if s.now >= 0 {
		return fmt.Errorf("%w: the session has begun", ErrVary)
	}
	for i := range playbacks {
		for k := range playbacks[i] {
			if err := playbacks[i][k].Validate(); err != nil {
				return fmt.Errorf("playback %d, %s: %w", i, s.Kinds().Name(interp.Kind(k)), err)
			}
		}
	}
	for i := range playbacks {
		v := variant{lens: new(interp.Interpolated), policies: playbacks[i]}
		s.variants = append(s.variants, v)
		s.client.others = append(s.client.others, v.lens)
	}
	s.configure()
	return nil
}

// AppendVariant appends what the i-th playback of Vary draws at the present.
func (s *Session) AppendVariant(dst []interp.Drawn, i int) []interp.Drawn {
	return s.variants[i].lens.AppendDrawn(dst, s.local(s.drawnAt()))
}

// VariantStats returns the counters of the i-th playback of Vary. They belong to the lens.
func (s *Session) VariantStats(i int) *interp.Stats { return s.variants[i].lens.Stats() }

// Feed has one more lens take the packets and display frames of the session. Nobody asks what
// it makes of them, and the run is the same with it. Call it before the first AdvanceTo.
func (s *Session) Feed(l interp.Lens) {
	tuned := s.settings.LensConfig()
	l.Configure(&tuned)
	s.client.others = append(s.client.others, l)
}
