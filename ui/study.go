package ui

import (
	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/ui/background"
	"snaplab/ui/frametime"
)

// asked returns what the study depends on now.
func (a *App) asked() *background.Asked {
	asked := &background.Asked{Scenario: a.scenario, Settings: a.settings, Budgets: a.model.Budgets, Costs: a.tuningShown() && a.tuning.ShowsCosts()}
	if m, following := a.session.Following(); following {
		asked.Measured = m
	}
	return asked
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
	switch {
	case a.windowStudy.Knows(a.asked()):
	case a.curve.Corrections():
		a.studyUntil(played)
	default:
		a.studyUntil(settled)
	}
}

// studyUntil works out at once what is enough, and no more.
func (a *App) studyUntil(enough func(*study.Result) bool) {
	asked := a.asked()
	a.windowStudy.Until(asked, enough)
	a.windowStudy.Tell(&a.study, asked)
}

// studyStatus is how soon the study has followed what was set.
type studyStatus struct {
	Begun  int              `json:"begun"` // how often something was set that it depends on
	First  frametime.Status `json:"first_ms"`
	Lenses frametime.Status `json:"lenses_ms"`
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
	first, lenses := a.windowStudy.Times()
	s := studyStatus{a.windowStudy.Begun(), first, lenses, []recommendedStatus{}}
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
