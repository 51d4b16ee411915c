package study

import (
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// Study works a Question out: coarse first, in stages of runs that have nothing in common.
// Either call Step until it is done, or make the runs of each stage on several cores by Runs,
// Make and Next; not both. The same question always gives the same results, however the work
// is cut.
type Study struct {
	plan     *plan
	stages   []stage
	stage    int // under way
	made     int // runs of it, by Step
	current  unit
	summing  *summing
	timed    []timedRun
	lensRuns [][]lensRun // by pass
	passes   []lensPass
	costs    []costRun
	costSum  costRun // of the first costsIn of them
	costsIn  int
	result   *Result
	err      error
}

// stage is a number of runs of one sort, after which there is a new result.
type stage struct {
	sort     sortOfRun
	pass     int // of lens runs
	from, to int
}

type sortOfRun int

const (
	timing sortOfRun = iota // only the timing is computed
	whole                   // a run with lenses, for the timing
	lenses                  // the real lens at many delays
	costs                   // the real lens at the delays in use and the recommended ones
)

// unit is a run under way.
type unit interface {
	// advance goes on by so much simulated time at most, and reports whether it has ended.
	advance(by time.Duration) (spent time.Duration, ended bool)
	// end takes down what it came to.
	end() error
}

// New returns a Study that has done nothing yet. An error is that of the scenario or of a
// budget, or wraps ErrQuestion.
func New(q *Question) (*Study, error) {
	p, err := q.prepare()
	if err != nil {
		return nil, err
	}
	s := &Study{plan: p}
	if p.blind {
		s.timed = make([]timedRun, p.Seeds)
		s.add(whole, 0, 1, p.Seeds)
	} else {
		s.timed = make([]timedRun, p.timingRuns())
		s.add(timing, 0, min(p.Seeds, len(s.timed)), len(s.timed))
	}
	if p.Curves || p.searches() {
		s.add(lenses, 0, 1, min(3, p.lensOf), p.lensOf)
	}
	if p.Costs && !p.searches() {
		s.addCosts()
	}
	return s, nil
}

// add appends stages that end with so many runs of a sort.
func (s *Study) add(sort sortOfRun, pass int, ends ...int) {
	if s.plan.AtOnce {
		ends = ends[len(ends)-1:]
	}
	from := 0
	for _, to := range slices.Compact(ends) {
		s.stages = append(s.stages, stage{sort, pass, from, to})
		from = to
	}
}

func (s *Study) addCosts() {
	s.costs = make([]costRun, s.plan.Seeds)
	s.add(costs, 0, 1, min(8, s.plan.Seeds), s.plan.Seeds)
}

// AskCosts has the costs worked out, after what is left to be done, with playback in use that
// may differ from the Question's in its delays and in how they adapt. What is known of other
// costs is left out of the results that follow.
func (s *Study) AskCosts(inUse [world.MaxKinds]interp.Policy) {
	p := *s.plan // results that there are keep theirs
	p.Costs, p.Scenario.Settings.Policies, p.timing.Settings.Policies, p.lens.Settings.Policies = true, inUse, inUse, inUse
	s.plan = &p
	if i := slices.IndexFunc(s.stages, func(st stage) bool { return st.sort == costs }); i >= 0 {
		s.stages = s.stages[:i]
		if s.stage >= i {
			s.stage, s.made, s.current, s.summing = i, 0, nil, nil
		}
	}
	s.costSum, s.costsIn = costRun{}, 0
	searched := func(st stage) bool { return st.sort == lenses && st.pass == searchPasses }
	if !p.searches() || s.stage > 0 && slices.ContainsFunc(s.stages[:s.stage], searched) {
		s.addCosts()
	}
}

// Result returns the newest result, nil while there is none. It does not change any more.
func (s *Study) Result() *Result { return s.result }

// Err returns the fault that ended the work early, nil if none.
func (s *Study) Err() error { return s.err }

// Done reports whether all is done, or nothing can be.
func (s *Study) Done() bool { return s.stage >= len(s.stages) || s.err != nil }

// Runs returns how many runs the present stage has, 0 when all is done.
func (s *Study) Runs() int {
	if s.Done() {
		return 0
	}
	return s.stages[s.stage].to - s.stages[s.stage].from
}

// Make makes the i-th run of the present stage. Different ones may be made at the same time.
func (s *Study) Make(i int) error {
	u, err := s.begin(s.stages[s.stage].from + i)
	if err != nil {
		return err
	}
	for ended := false; !ended; {
		_, ended = u.advance(s.plan.Span)
	}
	return u.end()
}

// Next ends the stage of which all runs are made, and begins the next one. It reports
// whether all is done.
func (s *Study) Next() (done bool) {
	for sum := s.newSumming(); ; {
		if sum.portion() {
			s.finish(sum)
			return s.Done()
		}
	}
}

// finish takes the result of a stage and goes on to the next.
func (s *Study) finish(sum *summing) {
	s.result, s.summing = sum.result, nil
	ended := s.stages[s.stage]
	s.stage++
	s.made = 0
	if ended.sort <= whole && s.result.Settled && (s.plan.Curves || s.plan.searches()) {
		s.addPass(s.evenDelays())
	}
	if ended.sort == lenses && ended.to == s.plan.lensOf && s.plan.searches() {
		if ended.pass < searchPasses {
			s.search()
		} else if s.plan.Costs {
			s.addCosts()
		}
	}
}

// The simulated time of a portion of Step, at 60 frames and ticks a second.
const (
	timingPace = time.Minute
	lensPace   = 60 * time.Millisecond // with lensDelays lenses
	wholePace  = 250 * time.Millisecond
)

// Step works until until returns true or all is done, and reports which. It asks before every
// portion, which takes a few hundred microseconds.
func (s *Study) Step(until func() bool) (done bool) {
	for !s.Done() {
		if until() {
			return false
		}
		s.portion()
	}
	return true
}

// portion does the next bit of work.
func (s *Study) portion() {
	if s.summing != nil {
		if s.summing.portion() {
			s.finish(s.summing)
		}
		return
	}
	st := &s.stages[s.stage]
	left := [...]time.Duration{timing: timingPace, whole: wholePace, lenses: lensPace, costs: wholePace}[st.sort]
	settings := &s.plan.Scenario.Settings
	left = left * time.Duration(60*config.Hertz) / time.Duration(max(60*config.Hertz, settings.DisplayRate, settings.TickRate))
	for left > 0 && s.made < st.to-st.from {
		if s.current == nil {
			if s.current, s.err = s.begin(st.from + s.made); s.err != nil {
				return
			}
		}
		spent, ended := s.current.advance(left)
		left -= spent
		if ended {
			if s.err = s.current.end(); s.err != nil {
				return
			}
			s.current = nil
			s.made++
		}
	}
	if s.made == st.to-st.from {
		s.summing = s.newSumming()
	}
}

// begin starts the i-th run of the present stage's sort.
func (s *Study) begin(i int) (unit, error) {
	switch st := &s.stages[s.stage]; st.sort {
	case timing:
		return s.beginTiming(i)
	case whole:
		return s.beginWhole(i)
	case lenses:
		return s.beginLens(st.pass, i)
	default:
		return s.beginCost(i)
	}
}

// sessionUnit is a run with lenses under way.
type sessionUnit struct {
	session *measure.Run
	last    time.Duration
	each    func() // after every second, nil for nothing
	take    func()
}

// pace is how often a run is looked at.
const pace = time.Second

func (u *sessionUnit) advance(by time.Duration) (spent time.Duration, ended bool) {
	now := max(u.session.Now(), 0)
	second := now.Truncate(pace) + pace
	until := min(now+by, second, u.last)
	u.session.AdvanceTo(until)
	if u.each != nil && (until == second || until == u.last) {
		u.each()
	}
	return until - now, until == u.last
}

func (u *sessionUnit) end() error {
	u.take()
	return u.session.Err()
}

// beginSession starts a run with lenses of the i-th seed; others are more playbacks of it.
func (s *Study) beginSession(i int, policies [world.MaxKinds]interp.Policy, others [][world.MaxKinds]interp.Policy, last time.Duration) (*sessionUnit, error) {
	scenario := s.plan.lens
	scenario.Seed, scenario.Duration = s.plan.FirstSeed+uint64(i), last
	scenario.Settings.Policies = policies
	session, err := measure.NewRun(scenario)
	if err != nil {
		return nil, err
	}
	session.SetDisplayPhase(phase(i))
	return &sessionUnit{session: session, last: last}, session.Vary(others)
}

// Runner works out one question after the other, always the newest: while what is asked
// changes all the time, as while a slider is dragged, underruns, which take milliseconds, are
// those of the newest question, and what the real lens drew is of the last one that was left
// alone for long enough. The zero value has been asked nothing.
type Runner struct {
	study                 *Study
	latest, lenses, costs *Result
	err                   error
}

// Ask has the Runner go on with another question. If it is fresh, nothing of what is known
// is kept, and neither is it where there is no answer.
func (r *Runner) Ask(q *Question, fresh bool) {
	study, err := New(q)
	if fresh || err != nil {
		*r = Runner{}
	}
	r.study, r.err = study, err
}

// AskCosts has the costs of playback in use worked out for the present question, after what is
// left to be done of it.
func (r *Runner) AskCosts(inUse [world.MaxKinds]interp.Policy) {
	if r.study != nil {
		r.study.AskCosts(inUse)
	}
}

// Step works until until returns true or all is done, and reports which. It asks before
// every portion, as a Study does.
func (r *Runner) Step(until func() bool) (done bool) {
	if r.study == nil {
		return true
	}
	done = r.study.Step(func() bool {
		r.take()
		return until()
	})
	r.take()
	if done {
		if err := r.study.Err(); err != nil {
			*r = Runner{err: err}
		}
	}
	return done
}

// take takes the newest result.
func (r *Runner) take() {
	result := r.study.Result()
	if result == nil || result == r.latest {
		return
	}
	r.latest = result
	if result.Kinds[AllKinds].LensRuns > 0 {
		r.lenses = result
	}
	if slices.ContainsFunc(result.Kinds[:], func(k KindResult) bool { return k.CostRuns > 0 }) {
		r.costs = result
	}
}

// Known returns what is known: the newest result, and the newest that has runs of the lens;
// either may be of an older question, and is nil where there is none.
func (r *Runner) Known() (latest, lenses *Result) { return r.latest, r.lenses }

// Costs returns the newest result that has costs, perhaps of an older question or of other
// playback in use; nil while there is none.
func (r *Runner) Costs() *Result { return r.costs }

// Err returns why there is nothing to be worked out, nil if there is.
func (r *Runner) Err() error { return r.err }
