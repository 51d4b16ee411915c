package study

import (
	"errors"
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// Job is a share of a plan's runs, made one after the other, or several at once where
// they differ only in how one stream of packets is played. Jobs have nothing in common,
// so each may have a goroutine of its own.
type Job struct {
	plan      *Plan
	share, of int
	next      int // the batch to make, by its number in the plan
	session   *measure.Run
	results   []result
	err       error
}

// metric is one of the numbers that each run gives.
type metric int

const (
	underruns metric = iota
	underrunMS
	underrunShare
	appliedDelayMS
	lagErrorM
	correctionP95M
	errorDeg
	correctionP95Deg
	numMeasures
)

// result is what one run gave, by lens and kind; kind world.NumKinds stands for
// all kinds together.
type result struct {
	run        int               // its number in the plan
	comparison config.Comparison // what the lens game.Fourth did, if there was one
	lenses     [game.MaxLenses][world.NumKinds + 1][numMeasures]float64
}

// NewJob returns a job for every of-th batch of runs of the plan, from the share-th on: 0 of 1
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
			session, err := j.plan.session(j.next)
			if err != nil {
				j.fail(err) // the plan was valid, so this is for a world that can't be
				return true
			}
			j.session = session
		}
		end := j.plan.Scenario.Duration
		j.session.AdvanceTo(min(max(j.session.Now(), 0)+pace, end))
		if j.session.Now() >= end {
			first, n := j.plan.batch(j.next)
			report := measured(j.session)
			for i := range n {
				if i > 0 {
					report.lenses[game.Interpolated] = lensNumbers(j.session.VariantReport(i - 1))
				}
				report.run = first + i
				j.results = append(j.results, report)
			}
			j.fail(j.session.Err())
			j.session = nil
			j.next += j.of
		}
	}
	return true
}

// Done reports whether all of the job's runs are made, or none can be.
func (j *Job) Done() bool { return j.next >= j.plan.batches() || j.err != nil }

// Made returns how many runs are made.
func (j *Job) Made() int { return len(j.results) }

// Err returns the first fault that a run met, nil if none.
func (j *Job) Err() error { return j.err }

func (j *Job) fail(err error) { j.err = errors.Join(j.err, err) }

// measured takes from a run what the rows are made of.
func measured(s *measure.Run) result {
	var r result
	report, settings := s.Report(), s.Settings()
	r.comparison = settings.Comparison
	for lens := range game.Lenses(&settings) {
		r.lenses[lens] = lensNumbers(report.Lenses[game.LensName(&settings, lens)])
	}
	return r
}

// lensNumbers takes them from one lens.
func lensNumbers(l measure.LensReport) (n [world.NumKinds + 1][numMeasures]float64) {
	for k := range world.NumKinds {
		if kind, ok := l.Kinds[world.KindName(k)]; ok {
			n[k] = numbers(&kind)
		}
	}
	n[allKinds] = numbers(&l.Overall)
	return n
}

const allKinds = int(world.NumKinds)

func numbers(k *measure.KindReport) [numMeasures]float64 {
	return [numMeasures]float64{
		underruns:      float64(k.Underruns),
		underrunMS:     k.UnderrunMS,
		underrunShare:  k.UnderrunShare,
		appliedDelayMS: k.Delay.Mean,
		lagErrorM:      k.Error.RMS,
		correctionP95M: k.Correction.P95,

		errorDeg:         k.ErrorDeg.RMS,
		correctionP95Deg: k.CorrectionDeg.P95,
	}
}
