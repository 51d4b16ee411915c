package study

import (
	"errors"
	"fmt"
	"slices"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
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
	latencyMS
	lagErrorM
	correctionP95M
	errorDeg
	correctionP95Deg
	numMetrics
)

// result is what one run gave, by lens and kind; kind world.MaxKinds stands for
// all kinds together.
type result struct {
	run        int               // its number in the plan
	comparison config.Comparison // what the lens game.Fourth did, if there was one
	lenses     [game.MaxLenses][world.MaxKinds + 1][numMetrics]float64
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
					report.lenses[game.Interpolated] = lensNumbers(j.session.Kinds(), j.session.VariantReport(i-1))
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
	settings := s.Settings()
	r.comparison = settings.Comparison
	for lens := range game.Lenses(&settings) {
		r.lenses[lens] = lensNumbers(s.Kinds(), s.LensReport(lens))
	}
	return r
}

// lensNumbers takes them from one lens.
func lensNumbers(kinds *world.Kinds, l measure.LensReport) (n [world.MaxKinds + 1][numMetrics]float64) {
	for k := range interp.Kind(kinds.Len()) {
		if kind, ok := l.Kinds[kinds.Name(k)]; ok {
			n[k] = numbers(&kind)
		}
	}
	n[AllKinds] = numbers(&l.Overall)
	return n
}

func numbers(k *measure.KindReport) [numMetrics]float64 {
	return [numMetrics]float64{
		underruns:      float64(k.Underruns),
		underrunMS:     k.UnderrunMS,
		underrunShare:  k.UnderrunShare,
		appliedDelayMS: k.Delay.Mean,
		latencyMS:      k.Latency.P50,
		lagErrorM:      k.Error.RMS,
		correctionP95M: k.Correction.P95,

		errorDeg:         k.ErrorDeg.RMS,
		correctionP95Deg: k.CorrectionDeg.P95,
	}
}

// Runs are numbered seed by seed, all points with the first before any with the second,
// so that an unfinished sweep already knows something of every point. A batch is runs
// that follow one another, of one seed, and are made at once: where the values only
// change how the interpolated lens plays the packets, they are variants of one session.

// together is how many runs a batch has at most: what they share is then little of what
// they cost, and there is still work for several cores.
const together = 8

// variable are the settings of which nothing but the interpolated lens takes note.
var variable = []string{"delay", "adaptive", "quantile", "max-extrapolation", "on-gap", "blend", "smoothing"}

// perBatch returns how many runs a batch has, the last of a seed perhaps fewer.
func (p *Plan) perBatch() int {
	if !slices.Contains(variable, p.Setting.Name) {
		return 1
	}
	start := p.scenario(0, p.FirstSeed)
	if start.Settings.Comparison != config.NoComparison || p.Other != nil && comparison(p.Other.Setting) {
		return 1 // the fourth lens plays in its own way, by the same settings
	}
	for i := range start.Script {
		if start.Script[i].Fault.Kind == config.NoFault {
			return 1 // later settings may set what varies
		}
	}
	return min(len(p.Values), together)
}

// comparison reports whether a setting says what the fourth lens is.
func comparison(s *config.Setting) bool { return s.Name == "mistake" || s.Name == "engine" }

// batches returns how many there are.
func (p *Plan) batches() int { return p.Seeds * p.Points() / len(p.Values) * p.batchesPerRow() }

// batchesPerRow returns how many there are of the points with one value of the other
// setting.
func (p *Plan) batchesPerRow() int {
	n := p.perBatch()
	return (len(p.Values) + n - 1) / n
}

// batch returns the number of the first run of a batch, and how many it has.
func (p *Plan) batch(b int) (first, runs int) {
	perRow, n := p.batchesPerRow(), p.perBatch()
	value := b % perRow * n
	return b/perRow*len(p.Values) + value, min(n, len(p.Values)-value)
}

// session returns the session that makes a batch, before its first event.
func (p *Plan) session(b int) (*measure.Run, error) {
	first, runs := p.batch(b)
	point, seed := first%p.Points(), p.FirstSeed+uint64(first/p.Points())
	s, err := measure.NewRun(p.scenario(point, seed))
	if err != nil || runs == 1 {
		return s, err
	}
	var playbacks [][world.MaxKinds]interp.Policy
	for i := 1; i < runs; i++ {
		playbacks = append(playbacks, p.scenario(point+i, seed).Settings.Policies)
	}
	return s, s.Vary(playbacks)
}
