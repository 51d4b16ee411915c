// Package study answers, from many seeded runs, what a delay brings: which one a budget
// needs, and what any other would cost. There is one answer, a Result, for everything that
// shows a delay: the curve, the table of kinds, the verdict, lessons and the command line.
// It also sweeps a setting over its values, and compares two settings.
//
// A caller poses a Question, steps the Study as it likes (a desktop gives each core its
// share of the runs, a browser a few milliseconds per frame) and shows the newest Result.
// Nothing here starts a goroutine or reads a clock, and results are the same however the
// work was cut.
package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Question asks which delay each kind needs on a network.
type Question struct {
	// Scenario says the network, which may be a measured one, the rates and the world.
	// Its delays are those in use, with which the recommended ones are compared. Its
	// seed and duration are not used, and its script and comparison are left out: the
	// answer is one for the network as it is set. Its budgets are what may go wrong.
	Scenario config.Scenario
	// Seeds is how many seeds there are, from FirstSeed on, and Span how long a run
	// lasts; 0 for those of DefaultRuns. A seed is used for several runs whose timing
	// alone is computed, and for one with lenses.
	Seeds     int
	FirstSeed uint64
	Span      time.Duration
	// Curves has the real lens play at many delays, for what errors and corrections
	// would be at each.
	Curves bool
	// Costs has the real lens play with the delays in use and the recommended ones,
	// for what they cost.
	Costs bool
	// Entities bounds how many entities a run with lenses has, since one of thousands
	// takes longer than a frame of a window may; 0 for all.
	Entities int
	// AtOnce leaves out the coarse results on the way.
	AtOnce bool
}

// ErrQuestion is wrapped by the errors of a Question that is no good or costs too much.
var ErrQuestion = errors.New("no study")

// SetBudget gives all kinds one budget.
func (q *Question) SetBudget(b Budget) {
	q.Scenario.Budgets.SetAll(b)
}

// FirstSeed is the seed of the first run where nobody says which.
const FirstSeed = 1

const (
	defaultSpan, longestSpan           = 20 * time.Second, 10 * time.Minute
	defaultSeeds, defaultMeasuredSeeds = 50, 8
	timingRunsPerSeed, leastTimingRuns = 10, 4
	lensRuns, measuredLensRuns         = 8, 2  // of those at many delays
	searchRuns, measuredSearchRuns     = 24, 8 // where a budget asks for what they tell
	longestLensRun                     = time.Minute
	seedStride                         = 10_000_000 // between the seeds of the timing runs of one seed
)

// DefaultRuns returns how long each run lasts and how many seeds there are: over a measured
// path a run lasts as long as that was measured, up to 10 minutes, and there are fewer.
func DefaultRuns(m *config.Measured) (span time.Duration, seeds int) {
	if length := m.Length(); length > 0 {
		return min(max(length, defaultSpan), longestSpan), defaultMeasuredSeeds
	}
	return defaultSpan, defaultSeeds
}

// plan is a Question made ready.
type plan struct {
	Question
	timing config.Scenario // of the runs whose timing is computed
	lens   config.Scenario // of the runs with lenses: perhaps fewer entities
	fewer  bool
	blind  bool                    // no timing can be computed: everything is measured in whole runs
	groups [world.MaxKinds + 1]int // of timing runs, by kind
	lensOf int                     // how many runs at many delays there are
	perRun int                     // timing runs per seed
}

// prepare checks a question and fills in what it leaves open.
func (q *Question) prepare() (*plan, error) {
	p := &plan{Question: *q}
	s := q.Scenario
	s.Script = nil
	s.Settings.Comparison = config.NoComparison
	span, seeds := DefaultRuns(&s.Measured)
	if p.Span == 0 {
		p.Span = span
	}
	if p.Seeds == 0 {
		p.Seeds = seeds
	}
	s.Duration = p.Span
	if p.Seeds < 1 || p.Seeds > MaxSeeds {
		return nil, fmt.Errorf("%w: %d seeds, want 1 to %d", ErrQuestion, p.Seeds, MaxSeeds)
	}
	if p.FirstSeed > math.MaxUint64-uint64(p.Seeds-1)-timingRunsPerSeed*seedStride {
		return nil, fmt.Errorf("%w: no %d seeds follow from %d on", ErrQuestion, p.Seeds, p.FirstSeed)
	}
	if err := q.Scenario.Budgets.Validate(); err != nil {
		return nil, err
	}
	p.Scenario = s
	p.timing, p.lens = s, s
	p.perRun = int(min(max(timingRunsPerSeed*defaultSpan/p.Span, leastTimingRuns), timingRunsPerSeed))
	p.lensOf = min(p.Seeds, lensRuns)
	switch measured := s.Measured.Length() > 0; {
	case p.searches() && measured:
		p.lensOf = min(p.Seeds, measuredSearchRuns)
	case p.searches():
		p.lensOf = min(p.Seeds, searchRuns)
	case measured:
		p.lensOf = min(p.Seeds, measuredLensRuns)
	}
	trace := s.Measured.Trace
	total := countEntities(&s)
	if q.Entities > 0 && total > q.Entities {
		if s.Settings.Down.Bandwidth > 0 || trace != nil && trace.Opportunities != nil {
			return nil, fmt.Errorf("%w: on a limited bandwidth all entities count, and %d are too many to run ahead", ErrQuestion, total)
		}
		p.lens.Entities = thinned(s.Entities, total, q.Entities)
		p.fewer = true
	}
	if most := measure.MaxTimedEntities(); total > most {
		p.timing.Entities = thinned(s.Entities, total, most/measure.MaxTimedPackets-int(world.MaxKinds)) // one packet
		p.fewer = true
	}
	run, err := measure.NewTimingRun(&p.timing)
	if p.blind = errors.Is(err, measure.ErrNeedsRun); p.blind {
		return p, p.lens.Validate()
	}
	if err != nil {
		return nil, err
	}
	for k := range p.groups {
		p.groups[k] = run.Group(k)
	}
	return p, nil
}

func countEntities(s *config.Scenario) (n int) {
	for _, g := range s.Entities {
		n += g.Count
	}
	return n
}

// thinned returns groups of which some entities stand for all.
func thinned(groups []world.Group, total, most int) []world.Group {
	few := slices.Clone(groups)
	for i := range few {
		if few[i].Count > 0 {
			few[i].Count = max(1, few[i].Count*most/total)
		}
	}
	return few
}

// timingRuns returns how many runs there are whose timing is computed, and timingSeed the
// seed of one: the first of each seed is that itself.
func (p *plan) timingRuns() int { return p.Seeds * p.perRun }

func (p *plan) timingSeed(i int) uint64 {
	return p.FirstSeed + uint64(i%p.Seeds) + uint64(i/p.Seeds)*seedStride
}

// phase returns where in its period the display of the i-th run is. By the golden ratio, any
// number of the first runs cover the period evenly.
func phase(i int) float64 {
	const golden = 0.6180339887498949
	_, share := math.Modf(0.5 + float64(i)*golden)
	return share
}

// searches reports whether a budget asks for what only the lens can tell.
func (p *plan) searches() bool {
	for k := range p.Scenario.Budgets {
		if p.Scenario.Count(interp.Kind(k)) > 0 && asksLens(&p.Scenario.Budgets[k]) {
			return true
		}
	}
	return false
}
