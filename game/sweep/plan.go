// Package sweep runs a scenario for each value of one setting, with many seeds each,
// and sums up what comes of it.
//
// The work is cut into jobs that a caller steps as it likes: a desktop gives each
// core one, a browser a few milliseconds per frame. Nothing here starts a goroutine or
// reads a clock, and the result is the same however the work was cut.
package sweep

import (
	"errors"
	"fmt"
	"math"

	"snaplab/game"
)

// MaxValues and MaxSeeds bound a plan.
const (
	MaxValues = 10_000
	MaxSeeds  = 1_000_000
)

// ErrPlan is wrapped by the errors of a Plan that is no good.
var ErrPlan = errors.New("bad sweep")

// Plan says what to run: the scenario with each value of a setting and, for each, with
// the same seeds. So two values meet the same chances, and what differs is due to the
// value.
type Plan struct {
	Scenario game.Scenario
	// Setting is what varies, Qualifier which one of several: the place in
	// Setting.Qualifiers, or All.
	Setting   *game.Setting
	Qualifier int
	// Values are what it takes, in the setting's smallest steps.
	Values []int64
	// Seeds is how many runs there are of each value, with the seeds FirstSeed,
	// FirstSeed+1 and so on; the scenario's own seed is not used.
	Seeds     int
	FirstSeed uint64
}

// All as a Plan's Qualifier varies a setting for all directions or kinds at once.
const All = -1

// Validate returns an error that names the first thing wrong.
func (p *Plan) Validate() error {
	switch {
	case p.Setting == nil:
		return fmt.Errorf("%w: no setting is given", ErrPlan)
	case p.Qualifier != All && (p.Qualifier < 0 || p.Qualifier >= len(p.Setting.Qualifiers())):
		return fmt.Errorf("%w: qualifier %d of %s, want %d for all, or 0 to %d", ErrPlan, p.Qualifier, p.Setting.Name, All, len(p.Setting.Qualifiers())-1)
	case len(p.Values) == 0 || len(p.Values) > MaxValues:
		return fmt.Errorf("%w: %d values, want 1 to %d", ErrPlan, len(p.Values), MaxValues)
	case p.Seeds < 1 || p.Seeds > MaxSeeds:
		return fmt.Errorf("%w: %d seeds, want 1 to %d", ErrPlan, p.Seeds, MaxSeeds)
	case p.FirstSeed > math.MaxUint64-uint64(p.Seeds-1):
		return fmt.Errorf("%w: no %d seeds follow from %d on", ErrPlan, p.Seeds, p.FirstSeed)
	}
	for _, v := range p.Values {
		if err := p.Setting.Check(v); err != nil {
			return fmt.Errorf("%w: %w", ErrPlan, err)
		}
		s := p.scenario(v, p.FirstSeed)
		if err := s.Settings.Validate(); err != nil {
			return fmt.Errorf("%w: %w", ErrPlan, err)
		}
		if err := s.Validate(); err != nil {
			return fmt.Errorf("%w: with %s %s: %w", ErrPlan, p.Setting.Name, p.Setting.Format(v), err)
		}
	}
	return nil
}

// scenario returns one run's.
func (p *Plan) scenario(value int64, seed uint64) game.Scenario {
	s := p.Scenario
	s.Seed = seed
	settings := s.Settings
	if p.Qualifier == All {
		p.Setting.SetAll(&settings, value)
	} else {
		p.Setting.Set(&settings, p.Qualifier, value)
	}
	s.Rebase(settings)
	return s
}

// Runs returns how many runs the plan has.
func (p *Plan) Runs() int { return len(p.Values) * p.Seeds }
