package sweep

// Follower works out one forecast after the other, the newest as long as there is no
// newer one. While what is asked changes all the time, as while a slider is dragged, what
// can be foreseen is always of the newest; the runs of the lens, which take longer, are
// once begun brought to a first end for the one that they were begun for, so that those
// go along too. The zero value has been asked nothing.
type Follower struct {
	front, back    *Forecaster // back: of an older question, until its first runs are made
	latest, lenses *Outlook
	err            error
}

// Ask has the Follower go on with another forecast. If it is fresh, nothing of the ones
// before is kept.
func (f *Follower) Ask(q *Forecast, fresh bool) {
	switch {
	case fresh:
		*f = Follower{}
	case f.front != nil && f.back == nil && f.front.isForeseen() && !f.front.hasRuns():
		f.back = f.front
	}
	f.front, f.err = NewForecaster(q)
	f.end()
}

// isForeseen reports whether all is foreseen that will be.
func (c *Forecaster) isForeseen() bool {
	return c.level >= len(c.levels) || c.levels[c.level].runs > 0
}

// hasRuns reports whether the outlook tells of runs of the lens.
func (c *Forecaster) hasRuns() bool { return c.outlook != nil && c.outlook.hasRuns() }

// end gives everything up after an error: nothing is known, of what was asked before
// neither.
func (f *Follower) end() {
	if f.err != nil {
		*f = Follower{err: f.err}
	}
}

// Step works until until returns true or all is done, and reports which. It asks before
// every portion, as a Forecaster does.
func (f *Follower) Step(until func() bool) (done bool) {
	for f.front != nil {
		c := f.front
		if f.back != nil && c.isForeseen() {
			c = f.back
		}
		paused := false
		c.Step(func() bool {
			f.look(c)
			if c == f.back && c.hasRuns() || c == f.front && f.back != nil && c.isForeseen() {
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
func (f *Follower) look(c *Forecaster) {
	o := c.Outlook()
	if o == nil {
		return
	}
	if c == f.front || f.front.Outlook() == nil {
		f.latest = o
	}
	if o.hasRuns() {
		f.lenses = o
	}
}

// hasRuns reports whether it tells of runs of the lens.
func (o *Outlook) hasRuns() bool { return o.Kinds[AllKinds].Runs > 0 }

// Known returns what is known: the newest outlook, and the newest that tells of runs of
// the lens; either may be of an older question. Either is nil where there is none.
func (f *Follower) Known() (latest, lenses *Outlook) { return f.latest, f.lenses }

// Err returns why there is nothing to be worked out, nil if there is.
func (f *Follower) Err() error { return f.err }
