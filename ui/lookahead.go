package ui

import (
	"runtime"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/sweep"
	"snaplab/interp"
)

// lookAhead keeps a forecast of the present network at hand, and costs the picture no
// frame: where there is a core to spare it is worked out beside it, otherwise a little of
// it in each frame. When something is set that it depends on, it begins anew at once.
type lookAhead struct {
	of      aheadOf
	beside  *besideWork       // where it is worked out, or
	job     *sweep.Forecaster // done bit by bit
	portion portionSize
	began   bool
	err     error

	latest *sweep.Outlook // of what is set, or of what was until there is one
	lenses *sweep.Outlook // the latest with runs of the lens

	// How long it took from a change to what was known first, and to the first runs
	// of the lens, as far as it was not changed again before: for the status.
	waited             time.Duration
	begun              int
	firsts, lensFirsts frameTimes
	first, lensFirst   bool
}

// aheadOf is what a forecast depends on. The delays are not among it.
type aheadOf struct {
	settings game.Settings
	measured game.Measured
	entities []game.Group
}

func (o *aheadOf) is(other *aheadOf) bool {
	return o.settings == other.settings && o.measured == other.measured && slices.Equal(o.entities, other.entities)
}

// ahead returns what a forecast depends on now.
func (a *App) ahead() aheadOf {
	o := aheadOf{settings: a.settings, entities: a.scenario.Entities}
	if m, following := a.session.Following(); following {
		o.measured = m
	}
	o.settings.Beside = game.NothingBeside
	for k := range o.settings.Policies {
		p := &o.settings.Policies[k]
		p.Delay, p.Tuning, p.Quantile = 0, interp.ByHand, 0
	}
	return o
}

// forecast returns what is to be worked out.
func (a *App) forecast() *sweep.Forecast {
	s := a.scenario
	s.Settings, s.Script, s.Measured = a.settings, nil, a.lookAhead.of.measured
	return &sweep.Forecast{Scenario: s, FirstSeed: 1}
}

// follow begins a forecast anew if it is of something else by now, and goes on with it.
// elapsed is how long the frame before took.
func (v *lookAhead) follow(a *App, elapsed time.Duration) {
	if !a.options.Forecast {
		return
	}
	if of := a.ahead(); !v.began || !v.of.is(&of) {
		v.of, v.began, v.err = of, true, nil
		v.waited, v.first, v.lensFirst = 0, true, true
		v.begun++
		v.begin(a.forecast())
	}
	v.waited += elapsed
	if v.beside != nil {
		o, done, err := v.beside.look()
		v.take(o)
		if done {
			v.beside = nil
			v.end(err)
			return
		}
		v.beside.grant(v.portion.next(elapsed))
		return
	}
	if v.job != nil {
		n := v.portion.next(elapsed)
		done := v.job.Step(func() bool { n--; return n < 0 })
		v.take(v.job.Outlook())
		if done {
			err := v.job.Err()
			v.job = nil
			v.end(err)
		}
	}
}

// end notes how the work ended. Where it failed nothing is known, of what was set before
// neither.
func (v *lookAhead) end(err error) {
	if v.err = err; err != nil {
		v.latest, v.lenses = nil, nil
	}
}

// begin ends what is being worked out and begins with something else.
func (v *lookAhead) begin(f *sweep.Forecast) {
	if cores := runtime.GOMAXPROCS(0); cores > 1 {
		v.portion.smallest, v.portion.largest = 12, 60
		v.beside = workBeside(f, v.beside)
		return
	}
	v.portion.smallest, v.portion.largest = 1, 12
	job, err := sweep.NewForecaster(f)
	if v.job = job; err != nil {
		v.end(err)
	}
}

// take keeps what has newly become known.
func (v *lookAhead) take(o *sweep.Outlook) {
	if o == nil || o == v.latest {
		return
	}
	v.latest = o
	if v.first {
		v.first = false
		v.firsts.add(v.waited)
	}
	for k := range o.Kinds {
		if o.Kinds[k].Runs == 0 {
			continue
		}
		v.lenses = o
		if v.lensFirst {
			v.lensFirst = false
			v.lensFirsts.add(v.waited)
		}
	}
}

// lookAheadStatus is how soon the runs ahead have followed what was set.
type lookAheadStatus struct {
	Begun  int              `json:"begun"` // how often something was set that they depend on
	First  frameTimesStatus `json:"first_ms"`
	Lenses frameTimesStatus `json:"lenses_ms"`
}

func (v *lookAhead) status() lookAheadStatus {
	return lookAheadStatus{v.begun, v.firsts.status(), v.lensFirsts.status()}
}

// working reports whether more is to come.
func (v *lookAhead) working() bool { return v.beside != nil || v.job != nil }

// LookAhead works out at once what each delay would bring, for pictures of a moment,
// instead of beside the frames that follow. It takes about a second.
func (a *App) LookAhead() {
	v := &a.lookAhead
	v.of, v.began = a.ahead(), true
	if v.beside != nil {
		v.beside.cancel()
		v.beside = nil
	}
	v.job = nil
	job, err := sweep.NewForecaster(a.forecast())
	if err == nil {
		job.Step(func() bool { return false })
		v.take(job.Outlook())
		err = job.Err()
	}
	v.end(err)
	a.changes++
}
