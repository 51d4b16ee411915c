package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Tuning asks for the smallest delay of each kind that keeps to a budget.
type Tuning struct {
	// Scenario says the network, which may be a measured one, and the world. Its
	// delays are what the recommended ones are compared with.
	Scenario config.Scenario
	Budget   Budget
	// Seeds is how many runs there are, with the seeds FirstSeed and on; the
	// scenario's own seed is not used.
	Seeds     int
	FirstSeed uint64
}

// Validate returns an error that names the first thing wrong.
func (t *Tuning) Validate() error {
	switch {
	case t.Seeds < 1 || t.Seeds > MaxSeeds:
		return fmt.Errorf("%w: %d seeds, want 1 to %d", ErrPlan, t.Seeds, MaxSeeds)
	case t.FirstSeed > math.MaxUint64-uint64(t.Seeds-1):
		return fmt.Errorf("%w: no %d seeds follow from %d on", ErrPlan, t.Seeds, t.FirstSeed)
	}
	if err := t.Budget.Validate(); err != nil {
		return err
	}
	return t.Scenario.Validate()
}

// Tuner works a Tuning out, stage by stage: it runs what there is, halves its way to a
// delay for the corrections if those are asked for, and runs what it recommends. The
// runs of one stage have nothing in common, so each may have a goroutine of its own.
type Tuner struct {
	tuning Tuning
	stage  stage
	runs   []tuningRun
	needs  []needs // by seed, of the first stage
	drawn  speeds

	before, after measure.Tally
	spells        [world.NumKinds][delays]int // in all seeds together, by delay
	path          pathTaken
	// The delays: for each part of the budget, the largest of them, and where the
	// search for that of the corrections stands.
	forUnderruns, forGap, forCorrections, chosen [world.NumKinds]time.Duration

	low, high [world.NumKinds]time.Duration
	breaks    [world.NumKinds]*Break

	// What Step is at: how many runs of the present stage are made, and the one
	// under way, nil between two.
	made    int
	current *making
}

type stage int

const (
	measuring stage = iota
	searching
	confirming
	done
)

// tuningRun is one run of a stage.
type tuningRun struct {
	tally measure.Tally
	needs needs
	drawn speeds
	path  pathTaken
}

// NewTuner returns a Tuner before its first stage, or the tuning's error.
func NewTuner(t *Tuning) (*Tuner, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return &Tuner{tuning: *t, runs: make([]tuningRun, t.Seeds)}, nil
}

// Runs returns how many runs the present stage has, 0 when all is done.
func (u *Tuner) Runs() int {
	if u.stage == done {
		return 0
	}
	return len(u.runs)
}

// Make makes the i-th run of the present stage. Different ones may be made at the same
// time.
func (u *Tuner) Make(i int) error {
	m, err := u.begin(i)
	if err != nil {
		return err
	}
	for !m.ended() {
		m.advance(pace)
	}
	return m.end()
}

// Next ends the stage of which all runs are made, and begins the next one. It reports
// whether all is done.
func (u *Tuner) Next() bool {
	var tally measure.Tally
	for i := range u.runs {
		tally.Merge(&u.runs[i].tally)
	}
	switch u.stage {
	case measuring:
		u.before = tally
		u.measured()
		u.stage = searching
		if u.tuning.Budget.Correction == nil || !u.halve(nil) {
			u.choose()
		}
	case searching:
		if !u.halve(&tally) {
			u.choose()
		}
	case confirming:
		u.after = tally
		u.stage = done
	}
	return u.stage == done
}

// measured works out the delays for dry spells and for silence.
func (u *Tuner) measured() {
	u.needs = make([]needs, len(u.runs))
	for i := range u.runs {
		u.needs[i] = u.runs[i].needs
		u.drawn.merge(&u.runs[i].drawn)
		u.path.merge(&u.runs[i].path)
	}
	for k := range world.NumKinds {
		var changes [delays]int
		for i := range u.needs {
			u.needs[i].begins(k, &changes)
		}
		n := 0
		for d, change := range changes {
			n += change
			u.spells[k][d] = n
		}
		if most := u.tuning.Budget.Underruns; most != nil {
			u.forUnderruns[k] = u.smallest(k, *most)
		}
		if longestGap := u.tuning.Budget.LongestGap; longestGap != nil {
			u.forGap[k] = DelayForGap(*longestGap, &u.tuning.Scenario.Settings)
		}
	}
}

// perMinute returns what spells in all runs together are a minute, which is one of the
// run, whether or not a kind is there to be seen all the time.
func (u *Tuner) perMinute(spells int) float64 {
	return float64(spells) / (float64(u.tuning.Seeds) * u.tuning.Scenario.Duration.Minutes())
}

// smallest returns the smallest delay from which on there are at most so many dry
// spells a minute, and a millisecond more than MaxDelay where none is enough.
func (u *Tuner) smallest(k interp.Kind, perMinute float64) time.Duration {
	// From the largest down: a very small delay has few spells again, since it is
	// dry all the time.
	d := delays - 1
	for d > 0 && keepsTo(u.perMinute(u.spells[k][d-1]), perMinute) {
		d--
	}
	return time.Duration(d) * time.Millisecond
}

// halve takes another step of the search for the delays that keep to the corrections,
// after a stage that ran with the chosen ones; without a tally it begins. It reports
// whether there is another step to run. At high the budget is kept, at low it is not.
func (u *Tuner) halve(tally *measure.Tally) bool {
	if tally == nil {
		for k := range world.NumKinds {
			// Where nothing is ever dry nothing is corrected.
			u.low[k], u.high[k] = -time.Millisecond, min(u.smallest(k, 0), MaxDelay)
		}
	}
	more := false
	for k := range world.NumKinds {
		if tally != nil && u.high[k]-u.low[k] > time.Millisecond {
			if r := tally.Kind(game.Interpolated, k); r.Correction.P95 <= *u.tuning.Budget.Correction {
				u.high[k] = u.chosen[k]
			} else {
				u.low[k] = u.chosen[k]
			}
		}
		u.chosen[k] = u.high[k]
		if u.high[k]-u.low[k] > time.Millisecond {
			u.chosen[k] = ((u.low[k] + u.high[k]) / 2).Truncate(time.Millisecond)
			more = true
		}
	}
	if !more {
		u.forCorrections = u.high
	}
	return more
}

// choose settles the delays that are recommended.
func (u *Tuner) choose() {
	for k := range u.chosen {
		u.chosen[k] = min(max(u.forUnderruns[k], u.forGap[k], u.forCorrections[k]), MaxDelay)
	}
	for k := range world.NumKinds {
		for i := range u.needs {
			frame, ok := u.needs[i].tightest(k, u.chosen[k])
			if !ok {
				continue
			}
			n := &u.needs[i]
			if b := u.breaks[k]; b == nil || n.kinds[k][frame] > b.needed {
				u.breaks[k] = &Break{Seed: u.tuning.FirstSeed + uint64(i), at: n.at[frame], needed: n.kinds[k][frame]}
			}
		}
	}
	u.needs = nil
	u.stage = confirming
}

// breaksOf returns the frames of a seed's run to be explained, in their order.
func (u *Tuner) breaksOf(seed uint64) (breaks []*Break) {
	for _, b := range u.breaks {
		if b != nil && b.Seed == seed {
			breaks = append(breaks, b)
		}
	}
	slices.SortFunc(breaks, func(a, b *Break) int { return cmp.Compare(a.at, b.at) })
	return breaks
}
