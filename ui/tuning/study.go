package tuning

import (
	"math"
	"slices"
	"time"

	"snaplab/game/config"
	home "snaplab/game/export"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// question is what a delay is recommended for: while it is the same the answer stands.
type question struct {
	settings config.Settings
	budget   budget
	scenario config.Scenario // its own settings count for nothing
}

func questionOf(m *view.Model, b budget) question { return question{*m.Settings, b, *m.Scenario} }

func (q *question) is(other question) bool {
	return q.settings == other.settings && q.budget == other.budget && sameWorld(&q.scenario, &other.scenario)
}

// sameWorld reports whether two scenarios differ in nothing but their settings.
func sameWorld(a, b *config.Scenario) bool {
	return a.Name == b.Name && a.Seed == b.Seed && a.Duration == b.Duration && a.Measured == b.Measured && slices.Equal(a.Entities, b.Entities) &&
		slices.EqualFunc(a.Script, b.Script, func(x, y config.Timed) bool { return x.At == y.At && x.Fault == y.Fault })
}

// recommender works out what the settings cost on the network at hand and which delays keep
// to the budget, a little in every frame.
type recommender struct {
	seeds  int // 0 for as many as usual
	asked  question
	study  *study.Study // under way; nil before the first and after the last
	result *study.Result
	err    error
	answer *answer // of the newest result with costs, nil while there is none
}

// answer is what a result says.
type answer struct {
	to     question
	runs   int
	span   time.Duration        // of each run
	kinds  [world.NumKinds]*row // nil for those that the scenario has not
	advice *study.Advice        // with the reasons
}

// row is the answer for a kind.
type row struct {
	delay  time.Duration // recommended
	met    bool          // it keeps to the budget: else none does
	inUse  [numCosts]float64
	advice *study.KindAdvice
}

// What a kind's settings cost, in the order of the table's columns.
const (
	costUnderruns     = iota // a minute
	costLatency              // ms, the median
	costError                // m, root mean square
	costCorrection           // m, the 95th percentile
	costStaleness            // m
	costExtrapolation        // m, root mean square
	numCosts
)

// working reports whether more is to come.
func (s *recommender) working() bool { return s.study != nil }

// work goes on with the study by so much simulated time, about. What is under way is brought
// to its first costs even when the question has changed, so that there are answers while a
// slider is dragged.
func (s *recommender) work(m *view.Model, b budget, by time.Duration) {
	q := questionOf(m, b)
	if !s.asked.is(q) && (s.study == nil || s.answer != nil && s.answer.to.is(s.asked) || !sameWorld(&q.scenario, &s.asked.scenario)) {
		s.begin(m, q)
	}
	if s.study == nil {
		return
	}
	portions := int(by/(100*time.Millisecond)) + 1
	done := s.study.Step(func() bool { portions--; return portions < 0 })
	if r := s.study.Result(); r != s.result {
		s.result = r
		if advice := r.Advice(); advice.LensRuns > 0 {
			s.answer = newAnswer(s.asked, advice)
		}
	}
	if done {
		s.err = s.study.Err()
		s.study = nil
	}
}

// begin starts a study.
func (s *recommender) begin(m *view.Model, q question) {
	s.asked, s.result = q, nil
	ask := study.Question{Scenario: asSet(m), Seeds: s.seeds, FirstSeed: study.FirstSeed, Costs: true, Entities: studyCrowd}
	ask.SetBudget(q.budget.asked())
	s.study, s.err = study.New(&ask)
}

// asked returns the budget as the runs have it.
func (b *budget) asked() (s study.Budget) {
	underruns, correction, longestGap := b.perMinute(), float64(b.correction)/1000, time.Duration(b.longestGap)
	s.Underruns = &underruns
	if b.correction > 0 {
		s.Correction = &correction
	}
	if b.longestGap > 0 {
		s.LongestGap = &longestGap
	}
	return s
}

func newAnswer(to question, advice *study.Advice) *answer {
	a := &answer{to: to, advice: advice, runs: advice.Seeds, span: time.Duration(advice.DurationS * float64(time.Second))}
	for i := range advice.Kinds {
		of := &advice.Kinds[i]
		if k, ok := world.ParseKind(of.Kind); ok {
			u := &of.InUse
			a.kinds[k] = &row{
				delay: time.Duration(math.Round(of.DelayMS * 1e6)), met: of.Met, advice: of,
				inUse: [numCosts]float64{u.UnderrunsPerMin, u.LatencyMS.P50, u.ErrorM.RMS, u.CorrectionP95M, u.StalenessM, u.ExtrapolationErrorM},
			}
		}
	}
	return a
}

// why says why the delay of a kind is recommended and no smaller one. The kind must have a
// row.
func (a *answer) why(k interp.Kind, t *text.Text) string {
	text, of, budget := &t.Tuning, a.kinds[k].advice, &a.advice.Budget
	less := view.Number(of.DelayMS-1, 0)
	switch {
	case !of.Met:
		return view.Fill(text.WhyNone, view.Millis(study.MaxDelay))
	case of.DelayMS == 0:
		return text.WhyZero
	case of.Why.Decided == "longest-gap":
		link := &a.advice.Link
		return view.Fill(text.WhyGap, view.Count(*budget.LossesToSurvive), view.Number(link.IntervalMS, 1), view.Number(link.JitterMS, 1), view.Number(*budget.LongestGapMS, 0))
	case of.Why.Decided == "correction":
		return view.Fill(text.WhyCorrection, less, view.Number(*budget.CorrectionP95M, 2))
	}
	said := view.Fill(text.WhyDry, less, view.Number(of.Why.LessPerMin, 1))
	if b := of.Why.Break; b != nil {
		said += view.Fill(text.WhyAt, view.Number(b.AtS, 2), view.Count(b.Seed)) + view.Cause(b, &t.Curve)
	}
	return said + "."
}

// write begins to write the answer in a form, with the delays in use or with those recommended.
func (a *answer) write(m *view.Model, inUse bool, form *home.Form) *home.Writing {
	e := home.Export{Advice: a.advice, InUse: inUse, Scenario: asSet(m), Version: m.Version}
	return e.Begin(form)
}

// asSet returns the scenario as it would begin with what is set now.
func asSet(m *view.Model) config.Scenario {
	s := *m.Scenario
	s.Rebase(*m.Settings)
	if measured, follows := m.Run.Following(); !follows && measured.Trace != nil && measured.Trace.Distribution == nil {
		s.Measured = config.Measured{} // a slider has taken the link in hand
	}
	return s
}

// trial returns that scenario for a run in the background: shorter, of fewer entities
// where there are very many, and without a comparison.
func trial(m *view.Model) config.Scenario {
	s := asSet(m)
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

const (
	studyEntities = 16  // of the runs that pace is for
	studyCrowd    = 200 // entities of a run, about at most
)

// pace returns how far the runs in the background may go in a frame that has time for so
// many tenths of a second of a run of a few entities.
func pace(m *view.Model, tenths int) time.Duration {
	entities := min(max(m.Run.Entities(), studyEntities), studyCrowd)
	return time.Duration(tenths) * 100 * time.Millisecond * studyEntities / time.Duration(entities)
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
