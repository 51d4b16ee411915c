package background

import (
	"runtime"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/frametime"
	"snaplab/ui/view"
)

// Study keeps the study of the present network at hand, for all panels, and costs the
// picture no frame: where there is a core to spare it is worked out in the background,
// otherwise a little of it in each frame. A change of what it depends on is taken up at once.
type Study struct {
	of         Asked
	began      bool
	background worker       // where it is worked out, or nil where it is
	within     study.Runner // in the frames
	portion    view.Portion
	due        int // portions for the background, once the frame is drawn
	known      Known
	before     *study.Result // the newest when the present question was asked
	costs      costsAsked

	// For the status: how long it took from a change to the first result, if there was no
	// other change before, and from one result with runs of the lens to the next while
	// there was a newer question than that.
	begun                   int
	waited, lensWaited      time.Duration
	firstTimes, lensesTimes frametime.Times
	first, lensDue          bool
}

// worker works a study out beside the frames.
type worker interface {
	Ask(q *study.Question, fresh bool)
	AskCosts(inUse *[world.MaxKinds]interp.Policy)
	Allow(portions int)
	Look() Known
	Stop()
}

// Asked is what a study is asked for: a run with the settings that are in force.
type Asked struct {
	Scenario config.Scenario // that the run was started from
	Settings config.Settings
	Measured config.Measured // the path that the link follows now, if it follows one
	Budgets  config.Budgets
	Costs    bool // what the playback in use costs is shown
}

// same reports whether two are answered by one study: the delays don't matter.
func (a *Asked) same(b *Asked) bool {
	return a.studied() == b.studied() && a.Budgets == b.Budgets && a.Measured == b.Measured && a.Scenario.SameLists(&b.Scenario) && slices.Equal(a.Scenario.Entities, b.Scenario.Entities)
}

// studied returns the settings but for what the study makes no difference of.
func (a *Asked) studied() config.Settings {
	s := a.Settings
	s.Comparison = config.NoComparison
	for k := range s.Policies {
		p := &s.Policies[k]
		p.Delay, p.Tuning, p.Quantile = 0, interp.ByHand, 0
	}
	return s
}

// How many entities a run with lenses has at most. What a delay costs does not depend on how
// many there are, except where they share a limited bandwidth: then all count.
const studyEntities, limitedEntities = 24, 200

// Question returns what is to be worked out.
func (a *Asked) Question() *study.Question {
	s := a.Scenario
	s.Settings, s.Script, s.Measured, s.Budgets = a.Settings, nil, a.Measured, a.Budgets
	q := &study.Question{Scenario: s, FirstSeed: study.FirstSeed, Curves: true, Entities: studyEntities}
	if s.Settings.Down.Bandwidth > 0 {
		q.Entities = limitedEntities
	}
	return q
}

// costsAsked is the playback whose costs were asked for of the present question.
type costsAsked struct {
	asked  bool
	inUse  [world.MaxKinds]interp.Policy
	before *study.Result // the newest costs by then
}

// Tell tells the panels what is known of what is asked now.
func (v *Study) Tell(s *view.Study, now *Asked) {
	s.Latest, s.Lenses, s.Costs, s.Working, s.Err = v.known.Latest, v.known.Lenses, v.known.Costs, v.Working(), v.known.Err
	s.Stale = !v.Knows(now) || v.known.Latest == v.before
	s.CostsStale = s.Stale || !v.costs.asked || v.costs.inUse != now.Settings.Policies || v.known.Costs == v.costs.before
}

// Knows reports whether the study is, or will be, of what is asked.
func (v *Study) Knows(now *Asked) bool { return v.began && v.of.same(now) }

// Known returns what is known by now, Begun how often something new was asked, and InBackground
// whether it is worked out beside the frames.
func (v *Study) Known() Known       { return v.known }
func (v *Study) Begun() int         { return v.begun }
func (v *Study) InBackground() bool { return v.background != nil }

// WorkIn has it worked out by another worker.
func (v *Study) WorkIn(w worker) { v.background = w }

// Times returns how long it took from a change to the first result, and from one with runs of the
// lens to the next.
func (v *Study) Times() (first, lenses frametime.Status) {
	return v.firstTimes.Status(), v.lensesTimes.Status()
}

// Adopt takes over what another study has found out, if that is all.
func (v *Study) Adopt(from *Study) {
	if from.began && from.known.Done {
		v.of, v.began, v.known = from.of, true, from.known
	}
}

// Follow goes on with the study of what is asked. elapsed is how long the frame before took.
func (v *Study) Follow(now *Asked, elapsed time.Duration) {
	if !v.Knows(now) {
		fresh := !v.began || !slices.Equal(v.of.Scenario.Entities, now.Scenario.Entities)
		v.of, v.began = *now, true
		v.ask(now.Question(), fresh)
	}
	if now.Costs {
		v.askCosts(&now.Settings.Policies)
	}
	v.waited += elapsed
	v.lensWaited += elapsed
	if v.known.Done {
		return
	}
	n := v.portion.Next(elapsed)
	if v.background != nil {
		v.GoOn() // for a frame that was not drawn
		v.take(v.background.Look())
		v.due = n
		return
	}
	done := v.within.Step(func() bool { n--; return n < 0 })
	v.take(KnownBy(&v.within, done))
}

// GoOn lets the background go on, when the frame is drawn: until then it would keep a core
// from that.
func (v *Study) GoOn() {
	if v.due > 0 && v.background != nil {
		v.background.Allow(v.due)
	}
	v.due = 0
}

// ask has another question worked out.
func (v *Study) ask(q *study.Question, fresh bool) {
	v.begun++
	v.waited, v.first = 0, true
	if !v.lensDue {
		v.lensWaited, v.lensDue = 0, true
	}
	v.known.Done = false
	if fresh {
		v.known = Known{}
	}
	v.before, v.costs = v.known.Latest, costsAsked{}
	if runtime.GOMAXPROCS(0) == 1 {
		v.portion.Smallest, v.portion.Largest = 3, 12 // about 1 ms at least, or 4 in a browser: done in 20 s even so
		v.within.Ask(q, fresh)
		return
	}
	v.portion.Smallest, v.portion.Largest = 16, 60
	if v.background == nil {
		v.background = New()
	}
	v.background.Ask(q, fresh)
}

// askCosts has the costs of the playback in use worked out, unless they are. Those that were
// asked for are brought to their first figures before, so that there are some while a delay is
// dragged.
func (v *Study) askCosts(inUse *[world.MaxKinds]interp.Policy) {
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
func (v *Study) take(k Known) {
	if v.first && k.Latest != v.known.Latest {
		v.first = false
		v.firstTimes.Add(v.waited)
	}
	if v.lensDue && k.Lenses != v.known.Lenses {
		v.lensesTimes.Add(v.lensWaited)
		v.lensWaited, v.lensDue = 0, k.Lenses != k.Latest
	}
	v.known = k
}

// Working reports whether more is to come.
func (v *Study) Working() bool { return v.began && !v.known.Done }

// End ends the work in the background.
func (v *Study) End() {
	if v.background != nil {
		v.background.Stop()
	}
}

// Until works out at once what is enough of what is asked, and no more.
func (v *Study) Until(now *Asked, enough func(*study.Result) bool) {
	v.of, v.began, v.before, v.costs = *now, true, nil, costsAsked{}
	v.End()
	v.background = nil
	var r study.Runner
	r.Ask(now.Question(), true)
	if now.Costs {
		v.costs = costsAsked{asked: true, inUse: now.Settings.Policies}
		r.AskCosts(now.Settings.Policies)
	}
	r.Step(func() bool {
		latest, _ := r.Known()
		return latest != nil && enough(latest)
	})
	v.known = KnownBy(&r, true)
}
