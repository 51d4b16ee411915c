package ui

import (
	"runtime"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/view"
)

// lookAhead keeps a forecast of the present network at hand, and costs the picture no
// frame: where there is a core to spare it is worked out beside it, otherwise a little of
// it in each frame. When something is set that it depends on, that is taken up at once.
type lookAhead struct {
	of         aheadOf
	began      bool
	background *backgroundWork // where it is worked out, or nil where it is
	within     study.Runner    // in the frames
	portion    view.Portion
	due        int // portions that are to be granted
	known      aheadKnown

	// For the status: how long it took from a change to what was known first, if it
	// was not changed again before, and from one outlook with runs of the lens to the
	// next while there was a newer question than that.
	begun                 int
	waited, lensWaited    time.Duration
	firsts, lensForecasts frameTimes
	first, lensDue        bool
}

// aheadOf is what a forecast depends on. The delays are not among it.
type aheadOf struct {
	settings config.Settings
	measured config.Measured
	entities []world.Group
	// correction is what the budget allows, m: that is searched for with the lens; 0 for any.
	correction float64
}

func (o *aheadOf) is(other *aheadOf) bool {
	return o.settings == other.settings && o.correction == other.correction && o.measured == other.measured && slices.Equal(o.entities, other.entities)
}

// ahead returns what a forecast depends on now.
func (a *App) ahead() aheadOf {
	o := aheadOf{settings: a.settings, entities: a.scenario.Entities}
	if m, following := a.session.Following(); following {
		o.measured = m
	}
	if b := a.curve.Budget(); b.Correction != nil {
		o.correction = *b.Correction
	}
	o.settings.Comparison = config.NoComparison
	for k := range o.settings.Policies {
		p := &o.settings.Policies[k]
		p.Delay, p.Tuning, p.Quantile = 0, interp.ByHand, 0
	}
	return o
}

// forecast returns what is to be worked out.
func (a *App) question() *study.Question {
	s := a.scenario
	s.Settings, s.Script, s.Measured = a.settings, nil, a.lookAhead.of.measured
	q := &study.Question{Scenario: s, FirstSeed: study.FirstSeed, Curves: true, Entities: forecastEntities}
	q.SetBudget(a.curve.Budget())
	return q
}

// study returns what is known, for the panels.
func (v *lookAhead) study(a *App) view.Study {
	return view.Study{Latest: v.known.latest, Lenses: v.known.lenses, Working: v.working(), Err: v.known.err}
}

// follow goes on with the forecast of what is set. elapsed is how long the frame before
// took.
func (v *lookAhead) follow(a *App, elapsed time.Duration) {
	if a.options.Still {
		return
	}
	if of := a.ahead(); !v.began || !v.of.is(&of) {
		fresh := !v.began || !slices.Equal(v.of.entities, of.entities)
		v.of, v.began = of, true
		v.ask(a.question(), fresh)
	}
	v.waited += elapsed
	v.lensWaited += elapsed
	if v.known.done {
		return
	}
	n := v.portion.Next(elapsed)
	if v.background != nil {
		v.grant() // of a frame that was not drawn
		v.take(v.background.look())
		v.due = n
		return
	}
	done := v.within.Step(func() bool { n--; return n < 0 })
	latest, lenses := v.within.Known()
	v.take(aheadKnown{latest, lenses, done, v.within.Err()})
}

// grant lets the work beside go on, when the frame is drawn: until then it would keep a
// core from that.
func (v *lookAhead) grant() {
	if v.due > 0 && v.background != nil {
		v.background.grant(v.due)
	}
	v.due = 0
}

// ask has something else worked out.
func (v *lookAhead) ask(f *study.Question, fresh bool) {
	v.begun++
	v.waited, v.first = 0, true
	if !v.lensDue {
		v.lensWaited, v.lensDue = 0, true
	}
	v.known.done = false
	if fresh {
		v.known = aheadKnown{}
	}
	if runtime.GOMAXPROCS(0) == 1 {
		v.portion.Smallest, v.portion.Largest = 1, 12
		v.within.Ask(f, fresh)
		return
	}
	v.portion.Smallest, v.portion.Largest = 16, 60
	if v.background == nil {
		v.background = newBackgroundWork()
	}
	v.background.ask(f, fresh)
}

// take keeps what is known by now.
func (v *lookAhead) take(k aheadKnown) {
	if v.first && k.latest != v.known.latest {
		v.first = false
		v.firsts.add(v.waited)
	}
	if v.lensDue && k.lenses != v.known.lenses {
		v.lensForecasts.add(v.lensWaited)
		v.lensWaited, v.lensDue = 0, k.lenses != k.latest
	}
	v.known = k
}

// working reports whether more is to come.
func (v *lookAhead) working() bool { return v.began && !v.known.done }

// Study works out at once what each delay would bring, for pictures of a moment,
// instead of beside the frames that follow. It takes about a second.
func (a *App) Study() { a.lookAheadFor(func(*study.Result) bool { return false }) }

// forecastEntities is how many entities a run with lenses has at most. What a delay costs does
// not depend on how many there are.
const forecastEntities = 24

// settled says when a film's picture knows enough: the recommended delay, which takes some tens
// of milliseconds, and played says that there was a run of the lens too.
func settled(r *study.Result) bool { return r.Settled }

func played(r *study.Result) bool { return r.Kinds[study.AllKinds].LensRuns > 0 }

// lookAheadInFilm does what a picture of a film has need of, if it is of something else
// than the picture before.
func (a *App) lookAheadInFilm() {
	of := a.ahead()
	switch {
	case a.lookAhead.began && a.lookAhead.of.is(&of):
	case a.curve.Corrections():
		a.lookAheadFor(played)
	default:
		a.lookAheadFor(settled)
	}
}

// lookAheadFor works out at once what is enough, and no more.
func (a *App) lookAheadFor(enough func(*study.Result) bool) {
	v := &a.lookAhead
	v.of, v.began = a.ahead(), true
	if v.background != nil {
		v.background.stop()
		v.background = nil
	}
	var f study.Runner
	f.Ask(a.question(), true)
	f.Step(func() bool {
		latest, _ := f.Known()
		return latest != nil && enough(latest)
	})
	v.known = aheadKnown{done: true, err: f.Err()}
	v.known.latest, v.known.lenses = f.Known()
	a.study = v.study(a)
}

// lookAheadStatus is how soon the runs ahead have followed what was set.
type lookAheadStatus struct {
	Begun  int              `json:"begun"` // how often something was set that they depend on
	First  frameTimesStatus `json:"first_ms"`
	Lenses frameTimesStatus `json:"lenses_ms"`
}

func (v *lookAhead) status() lookAheadStatus {
	return lookAheadStatus{v.begun, v.firsts.status(), v.lensForecasts.status()}
}
