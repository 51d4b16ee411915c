package game

import (
	"errors"
	"fmt"

	"snaplab/game/world"
	"snaplab/interp"
)

// variant is one more interpolated lens with a playback of its own.
type variant struct {
	lens     *interp.Interpolated
	policies [world.NumKinds]interp.Policy
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
func (s *Session) Vary(playbacks [][world.NumKinds]interp.Policy) error {
	if s.now >= 0 {
		return fmt.Errorf("%w: the session has begun", ErrVary)
	}
	for i := range playbacks {
		for k := range playbacks[i] {
			if err := playbacks[i][k].Validate(); err != nil {
				return fmt.Errorf("playback %d, %s: %w", i, world.KindName(interp.Kind(k)), err)
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
