// Package study runs a scenario for each value of one setting or two, with many seeds
// each, and sums up what comes of it; and it recommends delays that keep to a budget.
//
// The work is cut into jobs that a caller steps as it likes: a desktop gives each
// core one, a browser a few milliseconds per frame. Nothing here starts a goroutine or
// reads a clock, and the result is the same however the work was cut.
package study

import (
	"errors"
	"fmt"
	"math"

	"snaplab/game/config"
)

// MaxValues and MaxSeeds bound a plan.
const (
	MaxValues = 10_000
	MaxSeeds  = 1_000_000
)

// ErrPlan is wrapped by the errors of a Plan that is no good.
var ErrPlan = errors.New("bad sweep")

// Plan says what to run: the scenario with each value of a setting, or of two as a grid,
// and, for each, with the same seeds. So two values meet the same chances, and what differs is due to the
// value.
type Plan struct {
	Scenario config.Scenario
	// Setting is what varies, Qualifier which one of several: the place in
	// Setting.Qualifiers, or All.
	Setting   *config.Setting
	Qualifier int
	// Values are what it takes, in the setting's smallest steps.
	Values []int64
	// Other is a second setting that varies, with each of its values for each of
	// the first one's; nil for none.
	Other *Axis
	// Seeds is how many runs there are of each value, with the seeds FirstSeed,
	// FirstSeed+1 and so on; the scenario's own seed is not used.
	Seeds     int
	FirstSeed uint64
}

// Axis is a setting that varies, and its values, as in a Plan.
type Axis struct {
	Setting   *config.Setting
	Qualifier int
	Values    []int64
}

// All as a Plan's Qualifier varies a setting for all directions or kinds at once.
const All = -1

// Validate returns an error that names the first thing wrong.
func (p *Plan) Validate() error {
	if err := p.First().validate(&p.Scenario.Settings); err != nil {
		return err
	}
	if p.Other != nil {
		if err := p.Other.validate(&p.Scenario.Settings); err != nil {
			return err
		}
	}
	switch {
	case p.Points() > MaxValues:
		return fmt.Errorf("%w: %d × %d values, want at most %d", ErrPlan, len(p.Values), len(p.Other.Values), MaxValues)
	case p.Other != nil && p.Other.Setting.Name == p.Setting.Name && (p.Qualifier == All || p.Other.Qualifier == All || p.Qualifier == p.Other.Qualifier):
		return fmt.Errorf("%w: %s varies twice, want two settings, or two kinds or directions of one", ErrPlan, p.Setting.Name)
	case p.Other != nil && comparison(p.Setting) && comparison(p.Other.Setting):
		return fmt.Errorf("%w: both mistake and engine vary, want one of them: they are the same lens", ErrPlan)
	case p.Seeds < 1 || p.Seeds > MaxSeeds:
		return fmt.Errorf("%w: %d seeds, want 1 to %d", ErrPlan, p.Seeds, MaxSeeds)
	case p.FirstSeed > math.MaxUint64-uint64(p.Seeds-1):
		return fmt.Errorf("%w: no %d seeds follow from %d on", ErrPlan, p.Seeds, p.FirstSeed)
	}
	for point := range p.Points() {
		s := p.scenario(point, p.FirstSeed)
		if err := s.Settings.Validate(); err != nil {
			return fmt.Errorf("%w: %w", ErrPlan, err)
		}
		if err := s.Validate(); err != nil {
			return fmt.Errorf("%w: with %s: %w", ErrPlan, p.Label(point), err)
		}
	}
	return nil
}

func (a *Axis) validate(s *config.Settings) error {
	switch {
	case a.Setting == nil:
		return fmt.Errorf("%w: no setting is given", ErrPlan)
	case a.Qualifier != All && (a.Qualifier < 0 || a.Qualifier >= len(a.Setting.Qualifiers(s))):
		return fmt.Errorf("%w: qualifier %d of %s, want %d for all, or 0 to %d", ErrPlan, a.Qualifier, a.Setting.Name, All, len(a.Setting.Qualifiers(s))-1)
	case len(a.Values) == 0 || len(a.Values) > MaxValues:
		return fmt.Errorf("%w: %d values, want 1 to %d", ErrPlan, len(a.Values), MaxValues)
	}
	for _, v := range a.Values {
		if err := a.Setting.Check(v); err != nil {
			return fmt.Errorf("%w: %w", ErrPlan, err)
		}
	}
	return nil
}

// First returns the first setting that varies.
func (p *Plan) First() *Axis { return &Axis{p.Setting, p.Qualifier, p.Values} }

// Points returns how many different settings there are to run: each value, with each
// of the other setting's if there is one. They are numbered with all values for the
// other's first value before any for its second.
func (p *Plan) Points() int {
	if p.Other == nil {
		return len(p.Values)
	}
	return len(p.Values) * len(p.Other.Values)
}

// values returns a point's, the other setting's too.
func (p *Plan) values(point int) (value, other int64) {
	if p.Other != nil {
		other = p.Other.Values[point/len(p.Values)]
	}
	return p.Values[point%len(p.Values)], other
}

// Label says a point in words: the settings that vary, and their values.
func (p *Plan) Label(point int) string {
	value, other := p.values(point)
	label := p.First().label(&p.Scenario.Settings, value)
	if p.Other != nil {
		label = p.Other.label(&p.Scenario.Settings, other) + ", " + label
	}
	return label
}

func (a *Axis) label(s *config.Settings, value int64) string {
	return a.Name(s) + " " + a.Setting.Format(value)
}

// Name returns the setting's name, with that of the kind of s or of the direction if it is of
// one.
func (a *Axis) Name(s *config.Settings) string {
	if a.Qualifier == All {
		return a.Setting.Name
	}
	return a.Setting.Name + " " + a.Setting.Qualifiers(s)[a.Qualifier]
}

// set puts a value into the settings.
func (a *Axis) set(s *config.Settings, value int64) {
	if a.Qualifier == All {
		a.Setting.SetAll(s, value)
	} else {
		a.Setting.Set(s, a.Qualifier, value)
	}
}

// scenario returns one run's.
func (p *Plan) scenario(point int, seed uint64) config.Scenario {
	s := p.Scenario
	s.Seed = seed
	settings := s.Settings
	value, other := p.values(point)
	if p.Other != nil {
		p.Other.set(&settings, other)
	}
	p.First().set(&settings, value)
	s.Rebase(settings)
	return s
}

// Runs returns how many runs the plan has.
func (p *Plan) Runs() int { return p.Points() * p.Seeds }
