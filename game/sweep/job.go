package sweep

import (
	"errors"
	"fmt"
	"time"

	"snaplab/game"
)

// Job is a share of a plan's runs, made one after the other. Jobs have nothing in
// common, so each may have a goroutine of its own.
type Job struct {
	plan      *Plan
	share, of int
	next      int // the run to make, by its number in the plan
	session   *game.Session
	results   []result // of the share's runs in order
	err       error
}

// measure is one of the numbers that each run gives.
type measure int

const (
	underruns measure = iota
	dryMS
	gapRatio
	appliedDelayMS
	lagErrorM
	correctionP95M
	numMeasures
)

// result is what one run gave, by lens and kind; kind game.NumKinds stands for
// all kinds together.
type result struct {
	mistake game.Mistake // that the lens game.Mistaken made, if there was one
	lenses  [game.MaxLenses][game.NumKinds + 1][numMeasures]float64
}

// NewJob returns a job for every of-th run of the plan, from the share-th on: 0 of 1
// is all. The plan must not be changed while the job lasts. An error is the plan's or
// names the share.
func NewJob(plan *Plan, share, of int) (*Job, error) {
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	if of < 1 || share < 0 || share >= of {
		return nil, fmt.Errorf("%w: share %d of %d, want 0 of 1 and the like", ErrPlan, share, of)
	}
	return &Job{plan: plan, share: share, of: of, next: share}, nil
}

// Runs are numbered seed by seed, all values with the first before any with the
// second, so that an unfinished sweep already knows something of every value.
func (p *Plan) run(n int) (value int64, seed uint64) {
	return p.Values[n%len(p.Values)], p.FirstSeed + uint64(n/len(p.Values))
}

// pace is how much simulated time passes between two looks at the clock.
const pace = time.Second

// Step works until until returns true or all is done, and reports which. It asks
// before every simulated second.
func (j *Job) Step(until func() bool) (done bool) {
	for !j.Done() {
		if until() {
			return false
		}
		if j.session == nil {
			value, seed := j.plan.run(j.next)
			session, err := game.NewSession(j.plan.scenario(value, seed))
			if err != nil {
				j.fail(err) // the plan was valid, so this is for a world that can't be
				return true
			}
			j.session = session
		}
		end := j.plan.Scenario.Duration
		j.session.AdvanceTo(min(max(j.session.Now(), 0)+pace, end))
		if j.session.Now() >= end {
			j.results = append(j.results, measured(j.session))
			j.fail(j.session.Err())
			j.session = nil
			j.next += j.of
		}
	}
	return true
}

// Done reports whether all of the job's runs are made, or none can be.
func (j *Job) Done() bool { return j.next >= j.plan.Runs() || j.err != nil }

// Made returns how many runs are made.
func (j *Job) Made() int { return len(j.results) }

// Err returns the first fault that a run met, nil if none.
func (j *Job) Err() error { return j.err }

func (j *Job) fail(err error) { j.err = errors.Join(j.err, err) }

// measured takes from a run what the rows are made of.
func measured(s *game.Session) result {
	var r result
	report, settings := s.Report(), s.Settings()
	r.mistake = settings.Mistake
	for lens := range settings.Lenses() {
		l := report.Lenses[settings.LensName(lens)]
		for k := range game.NumKinds {
			if kind, ok := l.Kinds[game.KindName(k)]; ok {
				r.lenses[lens][k] = numbers(&kind)
			}
		}
		r.lenses[lens][allKinds] = numbers(&l.Overall)
	}
	return r
}

const allKinds = int(game.NumKinds)

func numbers(k *game.KindReport) [numMeasures]float64 {
	return [numMeasures]float64{
		underruns:      float64(k.Underruns),
		dryMS:          k.DryMS,
		gapRatio:       k.GapRatio,
		appliedDelayMS: k.Delay.Mean,
		lagErrorM:      k.LagError.RMS,
		correctionP95M: k.Correction.P95,
	}
}
