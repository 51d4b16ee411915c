package study

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Comparison holds two settings of one scenario, A and B, against each other: both are
// run with the same seeds, from the scenario's own on, so that they meet the same
// chances and what differs is due to the settings. Where only the playback differs, both
// are lenses of one session and play the very same packets. The work is done by Step.
type Comparison struct {
	scenarios [2]config.Scenario
	runs      int
	shared    bool

	made     int
	sessions [2]*measure.Run // of the run under way; the second only where packets differ
	sides    [2]measure.Tally
}

// NewComparison returns one of so many runs, or the error of the scenario with A's or
// B's settings.
func NewComparison(s *config.Scenario, a, b *config.Settings, runs int) (*Comparison, error) {
	if runs < 1 || runs > MaxSeeds {
		return nil, fmt.Errorf("%w: %d runs, want 1 to %d", ErrPlan, runs, MaxSeeds)
	}
	c := &Comparison{runs: runs, shared: samePackets(s, a, b)}
	for i, settings := range []*config.Settings{a, b} {
		c.scenarios[i] = *s
		c.scenarios[i].Rebase(*settings)
		if err := c.scenarios[i].Validate(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// samePackets reports whether one session can play both.
func samePackets(s *config.Scenario, a, b *config.Settings) bool {
	for i := range s.Script {
		if s.Script[i].Fault.Kind == config.NoFault {
			return false // later settings may set what differs
		}
	}
	same := *b
	same.Policies = a.Policies
	return same == *a
}

// SamePackets reports whether A and B play the very same packets, rather than packets
// that meet the same chances on two links.
func (c *Comparison) SamePackets() bool { return c.shared }

// Runs returns how many runs are made, of how many.
func (c *Comparison) Runs() (made, of int) { return c.made, c.runs }

// Duration returns how long each run is.
func (c *Comparison) Duration() time.Duration { return c.scenarios[0].Duration }

// Seeds returns the seed of the first run and of the last.
func (c *Comparison) Seeds() (first, last uint64) {
	return c.scenarios[0].Seed, c.scenarios[0].Seed + uint64(c.runs-1)
}

// Step works on as far as so much simulated time goes, and reports whether all is done.
func (c *Comparison) Step(by time.Duration) (done bool, err error) {
	for c.made < c.runs {
		if c.sessions[0] == nil {
			if err := c.begin(); err != nil {
				return false, err
			}
		}
		if by <= 0 {
			return false, nil
		}
		before, end := max(c.sessions[0].Now(), 0), c.Duration()
		until := min(before+by, end)
		for _, s := range c.sessions {
			if s != nil {
				s.AdvanceTo(until)
			}
		}
		by -= until - before
		if until == end {
			if err := c.end(); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// begin starts the next run.
func (c *Comparison) begin() error {
	c.sessions = [2]*measure.Run{}
	for i := range c.sessions {
		if i == 1 && c.shared {
			playback := [][world.MaxKinds]interp.Policy{c.scenarios[1].Settings.Policies}
			return c.sessions[0].Vary(playback)
		}
		s := c.scenarios[i]
		s.Seed += uint64(c.made)
		session, err := measure.NewRun(s)
		if err != nil {
			return err
		}
		c.sessions[i] = session
	}
	return nil
}

// end takes down what the run came to.
func (c *Comparison) end() error {
	c.sides[0].Add(c.sessions[0])
	if c.shared {
		c.sides[1].AddVariant(c.sessions[0], 0)
	} else {
		c.sides[1].Add(c.sessions[1])
	}
	for _, s := range c.sessions {
		if s != nil && s.Err() != nil {
			return s.Err()
		}
	}
	c.made++
	c.sessions = [2]*measure.Run{}
	return nil
}

// Kind returns how the interpolated lens fared with a kind, by A's settings and by B's,
// in all runs that are made.
func (c *Comparison) Kind(k interp.Kind) (a, b measure.KindReport) {
	return c.sides[0].Kind(game.Interpolated, k), c.sides[1].Kind(game.Interpolated, k)
}
