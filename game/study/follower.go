package study

// Runner works out one forecast after the other, the newest as long as there is no
// newer one. While what is asked changes all the time, as while a slider is dragged, what
// can be foreseen is always of the newest; the runs of the lens, which take longer, are
// once begun brought to a first end for the one that they were begun for, so that those
// go along too. The zero value has been asked nothing.
type Runner struct {
	front, back    *Study // back: of an older question, until its first runs are made
	latest, lenses *Forecast
	err            error
}

// Ask has the Runner go on with another forecast. If it is fresh, nothing of the ones
// before is kept.
func (f *Runner) Ask(q *Question, fresh bool) {
	switch {
	case fresh:
		*f = Runner{}
	case f.front != nil && f.back == nil && f.front.isTimed() && !f.front.hasRuns():
		f.back = f.front
	}
	f.front, f.err = NewStudy(q)
	f.end()
}

// isTimed reports whether all is foreseen that will be.
func (c *Study) isTimed() bool {
	return c.level >= len(c.levels) || c.levels[c.level].runs > 0
}

// hasRuns reports whether the outlook tells of runs of the lens.
func (c *Study) hasRuns() bool { return c.forecast != nil && c.forecast.hasRuns() }

// end gives everything up after an error: nothing is known, of what was asked before
// neither.
func (f *Runner) end() {
	if f.err != nil {
		*f = Runner{err: f.err}
	}
}

// Step works until until returns true or all is done, and reports which. It asks before
// every portion, as a Study does.
func (f *Runner) Step(until func() bool) (done bool) {
	for f.front != nil {
		c := f.front
		if f.back != nil && c.isTimed() {
			c = f.back
		}
		paused := false
		c.Step(func() bool {
			f.look(c)
			if c == f.back && c.hasRuns() || c == f.front && f.back != nil && c.isTimed() {
				return true
			}
			paused = until()
			return paused
		})
		f.look(c)
		if f.err = c.Err(); f.err != nil {
			f.end()
			return true
		}
		if paused {
			return false
		}
		switch {
		case c == f.back:
			f.back = nil
		case c.level >= len(c.levels):
			f.front, f.back = nil, nil
		}
	}
	return true
}

// look takes what a forecaster has come to.
func (f *Runner) look(c *Study) {
	o := c.Forecast()
	if o == nil {
		return
	}
	if c == f.front || f.front.Forecast() == nil {
		f.latest = o
	}
	if o.hasRuns() {
		f.lenses = o
	}
}

// hasRuns reports whether it tells of runs of the lens.
func (o *Forecast) hasRuns() bool { return o.Kinds[AllKinds].Runs > 0 }

// Known returns what is known: the newest outlook, and the newest that tells of runs of
// the lens; either may be of an older question. Either is nil where there is none.
func (f *Runner) Known() (latest, lenses *Forecast) { return f.latest, f.lenses }

// Err returns why there is nothing to be worked out, nil if there is.
func (f *Runner) Err() error { return f.err }
