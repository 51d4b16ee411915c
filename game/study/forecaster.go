package study

import (
	"errors"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Study works a Question out, bit by bit and coarse first. Underruns and dry time
// are foreseen for all delays at once, exactly, where nothing but the packets decides
// them; what cannot be foreseen, and errors and corrections, are measured in runs of the
// real lens, one beside the other on the same packets. The same forecast always gives
// the same outlooks, in whatever portions it is worked out.
type Study struct {
	firstSeed uint64
	scenario  config.Scenario
	fewer     bool
	alive     [world.NumKinds + 1]bool // the kinds that there are, and all
	always    [world.NumKinds + 1]bool // those of which one entity always lives
	blind     bool                     // nothing can be foreseen

	levels   []level
	level    int // that is being worked out
	timed    []needed
	runs     []lensRun
	delays   []time.Duration
	together [lensDelays]measure.CorrectionTally // of all runs, at each of the delays
	timing   *measure.TimingRun
	whatIf   measure.WhatIf
	session  *measure.Run
	at       time.Duration // where the run is
	sum      *summing
	forecast *Forecast
	err      error
}

// needed is what one run says of every delay.
type needed struct {
	frames     int       // that were measured
	underruns  []int     // at 0, 1, 2 … ms; beyond the last there are none
	inUnderrun []float64 // the share of the frames
}

// lensRun is one seed, run by the lens.
type lensRun struct {
	fine   bool // at all delays, not only at every second
	needed [world.NumKinds + 1]needed
	// The numbers at each of the delays.
	lag, correction [world.NumKinds + 1][lensDelays]float64
}

// NewStudy returns a Study that has done nothing yet. An error is the
// scenario's, or wraps ErrQuestion.
func NewStudy(f *Question) (*Study, error) {
	s, fewer, err := f.prepare()
	if err != nil {
		return nil, err
	}
	c := &Study{firstSeed: f.FirstSeed, scenario: s, fewer: fewer, levels: levels}
	if s.Measured.Length() > 0 {
		c.levels = measuredLevels
	}
	for k := range world.NumKinds {
		c.alive[k] = s.Count(k) > 0
		c.always[k] = c.alive[k] && k != world.Rocket
		c.alive[AllKinds] = c.alive[AllKinds] || c.alive[k]
		c.always[AllKinds] = c.always[AllKinds] || c.always[k]
	}
	_, err = measure.NewTimingRun(&s)
	if c.blind = errors.Is(err, measure.ErrNeedsRun); c.blind {
		c.always = [world.NumKinds + 1]bool{}
	} else if err != nil {
		return nil, err
	}
	for len(c.levels) > 0 && !c.timesRuns() && c.levels[0].runs == 0 {
		c.levels = c.levels[1:]
	}
	return c, nil
}

// foresees reports whether there is a kind of which anything can be foreseen.
func (c *Study) timesRuns() bool { return c.always[AllKinds] }

// Forecast returns what is known so far, nil if nothing is.
func (c *Study) Forecast() *Forecast { return c.forecast }

// Err returns the fault that ended the work early, nil if none.
func (c *Study) Err() error { return c.err }

// Step works until until returns true or all is done, and reports which. It asks before
// every portion, which takes a few hundred microseconds.
func (c *Study) Step(until func() bool) (done bool) {
	for c.level < len(c.levels) && c.err == nil {
		if until() {
			return false
		}
		c.err = c.portion()
	}
	return true
}

// The simulated time of a portion, at the usual rates.
const (
	timingPace = 2 * time.Minute // of all runs that it goes on with
	runPace    = 100 * time.Millisecond
	usualRate  = 60 * config.Hertz
)

// pace returns so much less simulated time as more happens in it than usual.
func (c *Study) pace(usual time.Duration) time.Duration {
	s := &c.scenario.Settings
	return usual * time.Duration(usualRate) / time.Duration(max(usualRate, s.DisplayRate, s.TickRate))
}

// portion does the next bit of work.
func (c *Study) portion() error {
	l := &c.levels[c.level]
	switch {
	case c.timesRuns() && len(c.timed) < l.timed:
		return c.timeRuns()
	case c.nextRun() >= 0:
		return c.run(c.nextRun())
	}
	if c.sum == nil {
		c.sum = newSumming(c)
	}
	if c.sum.portion() {
		c.forecast, c.sum = c.sum.forecast, nil
		c.level++
	}
	return nil
}

// foresee goes on with the run that is being foreseen, and with the next ones.
func (c *Study) timeRuns() error {
	for left := c.pace(timingPace); left > 0 && len(c.timed) < c.levels[c.level].timed; {
		from := c.at
		if c.timing == nil {
			from = 0
		}
		if err := c.timeUpTo(left); err != nil {
			return err
		}
		left -= c.at - from
	}
	return nil
}

// timeUpTo goes on with one run for so long at most.
func (c *Study) timeUpTo(pace time.Duration) error {
	if c.timing == nil {
		s := c.scenario
		s.Seed = c.firstSeed + uint64(len(c.timed))
		f, err := measure.NewTimingRun(&s)
		if err != nil {
			return err
		}
		c.timing, c.whatIf, c.at = f, measure.WhatIf{}, 0
	}
	c.at = min(c.at+pace, c.scenario.Duration)
	c.timing.AdvanceTo(&c.whatIf, c.at)
	if c.at >= c.scenario.Duration {
		c.timed = append(c.timed, neededIn(&c.whatIf))
		c.timing = nil
	}
	return nil
}

// neededIn takes from a WhatIf what is needed of it.
func neededIn(w *measure.WhatIf) needed {
	last := w.Needed(1)
	return needed{w.Frames(), w.AppendUnderruns(nil, last), w.AppendUnderrunShares(nil, last)}
}

// nextRun returns the place of the run to be made for this level, −1 if all are: first
// those that are still coarse, then one more.
func (c *Study) nextRun() int {
	l := &c.levels[c.level]
	if l.fine {
		for i := range c.runs {
			if !c.runs[i].fine {
				return i
			}
		}
	}
	if len(c.runs) < l.runs {
		return len(c.runs)
	}
	return -1
}

// runSpan is how long a run of the lens lasts.
func (c *Study) runSpan() time.Duration { return min(c.scenario.Duration, longestRun) }

// run goes on with a run of the lens: of a new seed at every second delay, then at those
// between.
func (c *Study) run(i int) error {
	if c.delays == nil {
		c.chooseDelays()
	}
	first := 0
	if i < len(c.runs) {
		first = 1
	}
	if c.session == nil {
		s := c.scenario
		s.Seed, s.Duration = c.firstSeed+uint64(i), c.runSpan()
		playing := s.Settings.Policies
		s.Settings.Policies = at(playing, c.delays[first])
		session, err := measure.NewRun(s)
		if err != nil {
			return err
		}
		var others [][world.NumKinds]interp.Policy
		for d := first + 2; d < len(c.delays); d += 2 {
			others = append(others, at(playing, c.delays[d]))
		}
		if err := session.Vary(others); err != nil {
			return err
		}
		c.session, c.at = session, 0
	}
	c.at = min(c.at+c.pace(runPace), c.runSpan())
	c.session.AdvanceTo(c.at)
	if c.at < c.runSpan() {
		return nil
	}
	if i == len(c.runs) {
		c.runs = append(c.runs, lensRun{})
	} else {
		c.runs[i].fine = true
	}
	c.runs[i].take(c, first)
	err := c.session.Err()
	c.session = nil
	return err
}

// chooseDelays spreads the delays of the lens over what matters: where nothing was
// foreseen, up to what four losses in a row need.
func (c *Study) chooseDelays() {
	most := 0
	for i := range c.timed {
		most = max(most, len(c.timed[i].underruns)-1)
	}
	needed := time.Duration(most) * time.Millisecond
	if len(c.timed) == 0 {
		needed = c.scenario.Settings.RequiredDelay(4)
	}
	last := reach(&c.scenario.Settings, needed)
	for i := range lensDelays {
		c.delays = append(c.delays, last*time.Duration(i)/(lensDelays-1))
	}
}

// take notes what a session came to that was run at every second delay from the first
// on.
func (r *lensRun) take(c *Study, first int) {
	for i, d := 0, first; d < len(c.delays); i, d = i+1, d+2 {
		var report measure.LensReport
		if i == 0 {
			report = c.session.Report().Lenses[game.Interpolated.String()]
			c.together[d].Add(c.session)
		} else {
			report = c.session.VariantReport(i - 1)
			c.together[d].AddVariant(c.session, i-1)
		}
		for k := range r.lag {
			kind := report.Overall
			if k != AllKinds {
				kind = report.Kinds[world.KindName(interp.Kind(k))]
			}
			r.lag[k][d], r.correction[k][d] = kind.Error.RMS, kind.Correction.P95
		}
	}
	if first > 0 {
		return
	}
	for k := range r.needed {
		if c.alive[k] && !c.always[k] {
			which := k
			if k == AllKinds {
				which = -1
			}
			r.needed[k] = neededIn(c.session.WhatIf(which))
		}
	}
}
