package ui

import (
	"runtime"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/background"
	"snaplab/ui/view"
)

// windowStudy keeps the study of the present network at hand, for all panels, and costs the
// picture no frame: where there is a core to spare it is worked out in the background,
// otherwise a little of it in each frame. A change of what it depends on is taken up at once.
type windowStudy struct {
	of         studyOf
	began      bool
	background worker       // where it is worked out, or nil where it is
	within     study.Runner // in the frames
	portion    view.Portion
	due        int // portions for the background, once the frame is drawn
	known      background.Known
	before     *study.Result // the newest when the present question was asked
	costs      costsAsked

	// For the status: how long it took from a change to the first result, if there was no
	// other change before, and from one result with runs of the lens to the next while
	// there was a newer question than that.
	begun                   int
	waited, lensWaited      time.Duration
	firstTimes, lensesTimes frameTimes
	first, lensDue          bool
}

// worker works a study out beside the frames.
type worker interface {
	Ask(q *study.Question, fresh bool)
	AskCosts(inUse *[world.MaxKinds]interp.Policy)
	Allow(portions int)
	Look() background.Known
	Stop()
}

// studyOf is what the study depends on. The delays are not among it.
type studyOf struct {
	settings config.Settings
	measured config.Measured
	entities []world.Group
	budgets  config.Budgets
}

func (o *studyOf) is(other *studyOf) bool {
	return o.settings == other.settings && o.budgets == other.budgets && o.measured == other.measured && slices.Equal(o.entities, other.entities)
}

// costsAsked is the playback whose costs were asked for of the present question.
type costsAsked struct {
	asked  bool
	inUse  [world.MaxKinds]interp.Policy
	before *study.Result // the newest costs by then
}

// studyOf returns what the study depends on now.
func (a *App) studyOf() studyOf {
	o := studyOf{settings: a.settings, entities: a.scenario.Entities, budgets: a.model.Budgets}
	if m, following := a.session.Following(); following {
		o.measured = m
	}
	o.settings.Comparison = config.NoComparison
	for k := range o.settings.Policies {
		p := &o.settings.Policies[k]
		p.Delay, p.Tuning, p.Quantile = 0, interp.ByHand, 0
	}
	return o
}

// How many entities a run with lenses has at most. What a delay costs does not depend on how
// many there are, except where they share a limited bandwidth: then all count.
const studyEntities, limitedEntities = 24, 200

// question returns what is to be worked out.
func (a *App) question() *study.Question {
	s := a.scenario
	s.Settings, s.Script, s.Measured, s.Budgets = a.settings, nil, a.windowStudy.of.measured, a.model.Budgets
	q := &study.Question{Scenario: s, FirstSeed: study.FirstSeed, Curves: true, Entities: studyEntities}
	if s.Settings.Down.Bandwidth > 0 {
		q.Entities = limitedEntities
	}
	return q
}

// tellStudy tells the panels what is known.
func (a *App) tellStudy() {
	v, s := &a.windowStudy, &a.study
	s.Latest, s.Lenses, s.Costs, s.Working, s.Err = v.known.Latest, v.known.Lenses, v.known.Costs, v.working(), v.known.Err
	of := a.studyOf()
	s.Stale = !v.began || !v.of.is(&of) || v.known.Latest == v.before
	s.CostsStale = s.Stale || !v.costs.asked || v.costs.inUse != a.settings.Policies || v.known.Costs == v.costs.before
}

// showsCosts reports whether what the delays in use cost is shown.
func (a *App) showsCosts() bool { return a.tuningShown() && a.tuning.ShowsCosts() }

// follow goes on with the study of what is set. elapsed is how long the frame before took.
func (v *windowStudy) follow(a *App, elapsed time.Duration) {
	if a.options.Still {
		return
	}
	if of := a.studyOf(); !v.began || !v.of.is(&of) {
		fresh := !v.began || !slices.Equal(v.of.entities, of.entities)
		v.of, v.began = of, true
		v.ask(a.question(), fresh)
	}
	if a.showsCosts() {
		v.askCosts(&a.settings.Policies)
	}
	v.waited += elapsed
	v.lensWaited += elapsed
	if v.known.Done {
		return
	}
	n := v.portion.Next(elapsed)
	if v.background != nil {
		v.goOn() // for a frame that was not drawn
		v.take(v.background.Look())
		v.due = n
		return
	}
	done := v.within.Step(func() bool { n--; return n < 0 })
	v.take(background.KnownBy(&v.within, done))
}

// goOn lets the background go on, when the frame is drawn: until then it would keep a core
// from that.
func (v *windowStudy) goOn() {
	if v.due > 0 && v.background != nil {
		v.background.Allow(v.due)
	}
	v.due = 0
}

// ask has another question worked out.
func (v *windowStudy) ask(q *study.Question, fresh bool) {
	v.begun++
	v.waited, v.first = 0, true
	if !v.lensDue {
		v.lensWaited, v.lensDue = 0, true
	}
	v.known.Done = false
	if fresh {
		v.known = background.Known{}
	}
	v.before, v.costs = v.known.Latest, costsAsked{}
	if runtime.GOMAXPROCS(0) == 1 {
		v.portion.Smallest, v.portion.Largest = 3, 12 // about 1 ms at least, or 4 in a browser: done in 20 s even so
		v.within.Ask(q, fresh)
		return
	}
	v.portion.Smallest, v.portion.Largest = 16, 60
	if v.background == nil {
		v.background = background.New()
	}
	v.background.Ask(q, fresh)
}

// askCosts has the costs of the playback in use worked out, unless they are. Those that were
// asked for are brought to their first figures before, so that there are some while a delay is
// dragged.
func (v *windowStudy) askCosts(inUse *[world.MaxKinds]interp.Policy) {
	c := &v.costs
	if v.known.Err != nil || c.asked && (c.inUse == *inUse || !v.known.Done && v.known.Costs == c.before) {
		return
	}
	*c = costsAsked{true, *inUse, v.known.Costs}
	v.known.Done = false
	if v.background != nil {
		v.background.AskCosts(inUse)
		return
	}
	v.within.AskCosts(*inUse)
}

// take keeps what is known by now.
func (v *windowStudy) take(k background.Known) {
	if v.first && k.Latest != v.known.Latest {
		v.first = false
		v.firstTimes.add(v.waited)
	}
	if v.lensDue && k.Lenses != v.known.Lenses {
		v.lensesTimes.add(v.lensWaited)
		v.lensWaited, v.lensDue = 0, k.Lenses != k.Latest
	}
	v.known = k
}

// working reports whether more is to come.
func (v *windowStudy) working() bool { return v.began && !v.known.Done }

// end ends the work in the background.
func (v *windowStudy) end() {
	if v.background != nil {
		v.background.Stop()
	}
}

// Study works out at once what each delay would bring, for pictures of a moment, instead of
// in the background of the frames that follow. It takes about a second.
func (a *App) Study() { a.studyUntil(func(*study.Result) bool { return false }) }

// settled says when a film's picture knows enough: the recommended delay, which takes some tens
// of milliseconds, and played says that there was a run of the lens too.
func settled(r *study.Result) bool { return r.Settled }

func played(r *study.Result) bool { return r.Kinds[study.AllKinds].LensRuns > 0 }

// studyForFilm does what a picture of a film has need of, if something else is set than for
// the picture before.
func (a *App) studyForFilm() {
	of := a.studyOf()
	switch {
	case a.windowStudy.began && a.windowStudy.of.is(&of):
	case a.curve.Corrections():
		a.studyUntil(played)
	default:
		a.studyUntil(settled)
	}
}

// studyUntil works out at once what is enough, and no more.
func (a *App) studyUntil(enough func(*study.Result) bool) {
	v := &a.windowStudy
	v.of, v.began, v.before, v.costs = a.studyOf(), true, nil, costsAsked{}
	v.end()
	v.background = nil
	var r study.Runner
	r.Ask(a.question(), true)
	if a.showsCosts() {
		v.costs = costsAsked{asked: true, inUse: a.settings.Policies}
		r.AskCosts(a.settings.Policies)
	}
	r.Step(func() bool {
		latest, _ := r.Known()
		return latest != nil && enough(latest)
	})
	v.known = background.KnownBy(&r, true)
	a.tellStudy()
}

// studyStatus is how soon the study has followed what was set.
type studyStatus struct {
	Begun  int              `json:"begun"` // how often something was set that it depends on
	First  frameTimesStatus `json:"first_ms"`
	Lenses frameTimesStatus `json:"lenses_ms"`
	// Recommended is what is recommended of what is set now, nothing until that is settled.
	Recommended []recommendedStatus `json:"recommended"`
}

// recommendedStatus is what is recommended for a kind, in ms.
type recommendedStatus struct {
	Kind string  `json:"kind"`
	MS   float64 `json:"delay_ms"`
	Low  float64 `json:"delay_ms_low"`
	High float64 `json:"delay_ms_high"`
	Met  bool    `json:"met"`
}

func (a *App) studyStatus() studyStatus {
	v := &a.windowStudy
	s := studyStatus{v.begun, v.firstTimes.status(), v.lensesTimes.status(), []recommendedStatus{}}
	r := a.study.Latest
	if r == nil || a.study.Stale || !r.Kinds[study.AllKinds].Recommended.Settled {
		return s
	}
	for _, k := range a.model.Kinds() {
		rec := r.Recommend(int(k), &a.model.Budgets[k])
		s.Recommended = append(s.Recommended, recommendedStatus{a.settings.Kinds.Name(k), config.Milliseconds(rec.Delay), config.Milliseconds(rec.Low), config.Milliseconds(rec.High), rec.Met})
	}
	return s
}
