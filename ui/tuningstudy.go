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
// the budget, a little in every frame.
type tuningStudy struct {
	seeds  int // 0 for as many as usual
	asked  question
	study  *study.Study // under way; nil before the first and after the last
	result *study.Result
	advice *study.Advice // of the newest result with costs, nil while there is none
	about  question      // what the advice is about
	rows   [world.NumKinds]*study.KindAdvice
	err    error
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

// work goes on with the study by so much simulated time, about. What is under way is brought
// to its first costs even when the question has changed, so that there are answers while a
// slider is dragged.
func (s *tuningStudy) work(a *App, pace time.Duration) {
	q := question{a.settings, a.tuning.budget, a.tuning.run}
	if q != s.asked && (s.study == nil || s.about == s.asked || q.run != s.asked.run) {
		s.begin(a, q)
	}
	if s.study == nil {
		return
	}
	portions := int(pace/(100*time.Millisecond)) + 1
	done := s.study.Step(func() bool { portions--; return portions < 0 })
	if r := s.study.Result(); r != s.result {
		s.result = r
		if advice := r.Advice(); advice.LensRuns > 0 {
			s.answer(advice)
		}
	}
	if done {
		s.err = s.study.Err()
		s.study = nil
	}
}

// begin starts a study.
func (s *tuningStudy) begin(a *App, q question) {
	s.asked, s.result = q, nil
	ask := study.Question{Scenario: a.asSet(), Seeds: s.seeds, FirstSeed: study.FirstSeed, Costs: true, Entities: studyCrowd}
	ask.SetBudget(q.budget.asked())
	s.study, s.err = study.New(&ask)
}

// answer takes what is advised.
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
