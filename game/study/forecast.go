package study

import (
	"errors"
	"fmt"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// Question asks what a network would do at every delay: how often it would run dry, and
// what drawing that late would cost. A Study works it out, an Forecast tells it.
type Question struct {
	// Scenario says the network, which may be a measured one, the rates and the
	// world. Its script and its mistake are left out and the delays are not its
	// own; its seed and its duration are not used.
	Scenario config.Scenario
	// FirstSeed is the seed of the first run; those of the others follow. The same
	// seeds are used at every delay, and for every network, so that two forecasts
	// differ by what was set and not by chance.
	FirstSeed uint64
}

// ErrQuestion is wrapped by the error of a Question that costs too much.
var ErrQuestion = errors.New("no forecast")

const (
	// longestRun is how long a run of lenses lasts at most; what is foreseen is told of
	// the usual span.
	longestRun = time.Minute
	// forecastEntities is how many entities a run has at most. Which delay an
	// entity needs does not depend on how many there are.
	forecastEntities = 24
)

// level is how far a forecast has come: how many runs have been foreseen, and how many
// have been made with lenses, at few delays or at all. Each has at least the runs of the
// one before.
type level struct {
	timed, runs int
	fine        bool
}

// Coarse first, so that something can be shown at once.
var (
	levels         = []level{{timed: 10}, {timed: defaultSeeds}, {defaultSeeds, 1, false}, {defaultSeeds, 3, true}, {defaultSeeds, 8, true}}
	measuredLevels = []level{{timed: 2}, {timed: defaultMeasuredSeeds}, {defaultMeasuredSeeds, 1, false}, {defaultMeasuredSeeds, 2, true}}
)

// lensDelays is how many delays the lens is run at, of which a coarse run has every
// second. It is odd.
const lensDelays = 17

// prepare returns the scenario of the runs, and whether it has fewer entities than
// asked for.
func (f *Question) prepare() (s config.Scenario, fewer bool, err error) {
	s = f.Scenario
	s.Script = nil
	s.Settings.Comparison = config.NoComparison
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Tuning = interp.ByHand
	}
	s.Duration, _ = DefaultRuns(&s.Measured)
	total := 0
	for _, g := range s.Entities {
		total += g.Count
	}
	if total > forecastEntities {
		trace := s.Measured.Trace
		if s.Settings.Down.Bandwidth > 0 || trace != nil && trace.Opportunities != nil {
			return s, false, fmt.Errorf("%w: on a limited bandwidth all entities count, and %d are too many to run ahead", ErrQuestion, total)
		}
		fewer = true
		s.Entities = append([]world.Group(nil), s.Entities...)
		for i := range s.Entities {
			g := &s.Entities[i]
			g.Count = min(g.Count, max(1, g.Count*forecastEntities/total))
		}
	}
	return s, fewer, s.Validate()
}

// reach returns the largest delay that matters where so much was needed.
func reach(s *config.Settings, needed time.Duration) time.Duration {
	const round = 100 * time.Millisecond
	r := max(s.RequiredDelay(2), min(needed, MaxDelay))
	return min((r+20*time.Millisecond+round-1)/round*round, MaxDelay)
}

// at returns the settings with one delay for all kinds.
func at(policies [world.NumKinds]interp.Policy, delay time.Duration) [world.NumKinds]interp.Policy {
	for k := range policies {
		policies[k].Delay = delay
	}
	return policies
}
