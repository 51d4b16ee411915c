package ui

import (
	"math"
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
)

// tuningBudget is what may go wrong at most, as the page's sliders have it.
type tuningBudget struct {
	underruns  int64 // a minute, in tenths
	correction int64 // mm; 0: whatever it is
	longestGap int64 // ns; 0: none need be survived
}

// asked returns it in the words of the sweeps.
func (b *tuningBudget) asked() (s study.Budget) {
	underruns, correction, longestGap := float64(b.underruns)/10, float64(b.correction)/1000, time.Duration(b.longestGap)
	s.Underruns = &underruns
	if b.correction > 0 {
		s.Correction = &correction
	}
	if b.longestGap > 0 {
		s.LongestGap = &longestGap
	}
	return s
}

// question is what a tuningStudy is about: while it is the same its answer stands.
type question struct {
	settings config.Settings
	budget   tuningBudget
	run      uint64
}

// tuningStudy works out what the settings cost on the network at hand and which delays keep to
// the budget, in runs of its own that take a little of every frame: first one, so that
// there is an answer soon, then more.
type tuningStudy struct {
	seeds  []int // how many runs each round has; nil for what is planned
	rounds []int // the same for the tuningStudy under way
	asked  question
	round  int
	tuner  *study.Tuner  // of the round under way; nil before the first and after the last
	advice *study.Advice // of the last finished round, nil while there is none
	about  question      // what the advice is about
	rows   [world.NumKinds]*study.KindAdvice
	err    error
}

// plan returns how many runs each round has: the last as many as everything that recommends
// a delay, except that a search for corrections, which has many stages, has few.
func (s *tuningStudy) plan(a *App) []int {
	if s.seeds != nil {
		return s.seeds
	}
	const few = 8
	rounds := []int{1, few}
	if _, seeds := study.DefaultRuns(&a.scenario.Measured); seeds > few && s.asked.budget.correction == 0 {
		rounds = append(rounds, seeds)
	}
	return rounds
}

const (
	studyEntities = 16  // of the runs that pace is for
	studyCrowd    = 200 // entities of a run, about at most
)

// pace returns how far the runs in the background may go in a frame that has time for so
// many tenths of a second of a run of a few entities.
func (a *App) pace(tenths int) time.Duration {
	entities := min(max(a.session.Entities(), studyEntities), studyCrowd)
	return time.Duration(tenths) * 100 * time.Millisecond * studyEntities / time.Duration(entities)
}

// asSet returns the scenario as it would begin with what is set now.
func (a *App) asSet() config.Scenario {
	s := a.scenario
	s.Rebase(a.settings)
	if m, follows := a.session.Following(); !follows && m.Trace != nil && m.Trace.Distribution == nil {
		s.Measured = config.Measured{} // a slider has taken the link in hand
	}
	return s
}

// trial is that scenario for a run in the background.
func (a *App) trial() config.Scenario {
	s := a.asSet()
	span, _ := study.DefaultRuns(&s.Measured)
	if s.Measured.Length() == 0 {
		span = min(span, s.Duration)
	}
	s.Duration = span
	s.Seed = min(s.Seed, math.MaxUint64-64) // so that seeds follow
	settings := s.Settings
	settings.Comparison = config.NoComparison
	s.Rebase(settings)
	s.Entities = thinned(s.Entities)
	return s
}

// thinned returns groups of which some stand for all where there are very many, since one
// frame of theirs takes longer than one of the window may.
func thinned(groups []world.Group) []world.Group {
	total := 0
	for _, g := range groups {
		total += g.Count
	}
	if total <= studyCrowd {
		return groups
	}
	few := slices.Clone(groups)
	for i := range few {
		if few[i].Count > 0 {
			few[i].Count = max(1, few[i].Count*studyCrowd/total)
		}
	}
	return few
}

// work goes on with the tuningStudy. A first round is brought to its end even when the
// question has changed, so that there are answers while a slider is dragged.
func (s *tuningStudy) work(a *App, pace time.Duration) {
	q := question{a.settings, a.tuning.budget, a.tuning.run}
	if q != s.asked && (s.tuner == nil || s.round > 0 || q.run != s.asked.run) {
		s.begin(a, q, 0)
	}
	if s.tuner == nil {
		return
	}
	done, err := s.tuner.Step(pace)
	if s.err = err; err != nil {
		s.tuner = nil
		return
	}
	if !done {
		return
	}
	s.answer(s.tuner.Advice())
	s.tuner = nil
	if q != s.asked {
		s.begin(a, q, 0)
	} else if s.round+1 < len(s.rounds) {
		s.begin(a, q, s.round+1)
	}
}

// begin starts a round.
func (s *tuningStudy) begin(a *App, q question, round int) {
	s.asked, s.round = q, round
	if round == 0 {
		s.rounds = s.plan(a)
	}
	trial := a.trial()
	s.tuner, s.err = study.NewTuner(&study.Tuning{Scenario: trial, Budget: q.budget.asked(), Seeds: s.rounds[round], FirstSeed: study.FirstSeed})
}

// answer takes a round's advice.
func (s *tuningStudy) answer(advice *study.Advice) {
	s.advice, s.about = advice, s.asked
	s.rows = [world.NumKinds]*study.KindAdvice{}
	for i := range advice.Kinds {
		if k, ok := world.ParseKind(advice.Kinds[i].Kind); ok {
			s.rows[k] = &advice.Kinds[i]
		}
	}
}

// stands reports whether the answer is one to what is asked now.
func (s *tuningStudy) stands(a *App) bool {
	return s.advice != nil && s.about == question{a.settings, a.tuning.budget, a.tuning.run}
}
