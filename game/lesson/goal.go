package lesson

import (
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
)

// Goal is a bound on something measured, or on a setting.
type Goal struct {
	// Setting is the name of a setting, "" if the goal is on a measure. Of is the
	// index of its qualifier, −1 for every one of those that there are.
	Setting string
	Of      int

	Measure Measure
	Lens    game.Lens
	Kind    int // of Interpolated, −1 for all
	// Over is the time measured, up to now.
	Over time.Duration

	// Bound says how to compare, Value with what: in the setting's smallest steps,
	// or in the measure's unit.
	Bound Bound
	Value float64
}

// Bound is a comparison.
type Bound uint8

const (
	// AtMost is ≤.
	AtMost Bound = iota
	// AtLeast is ≥.
	AtLeast
	// Exactly is =.
	Exactly
)

// boundNames are those that files use.
var boundNames = [...]string{AtMost: "at_most", AtLeast: "at_least", Exactly: "is"}

// met compares.
func (b Bound) met(v, with float64) bool {
	switch b {
	case AtMost:
		return v <= with
	case AtLeast:
		return v >= with
	}
	return v == with
}

// Reading is what a goal comes to now.
type Reading struct {
	// Value is what is measured or set: in Goal.Value's unit. Of a setting with
	// several values it is the one that is worst for the goal.
	Value float64
	// Measured is for how long it has been measured, up to Goal.Over.
	Measured time.Duration
	Met      bool
}

// settling is left out after a change of settings: a change of the delay takes effect
// within it.
const settling = time.Second

// Read returns what the goal comes to. What is measured counts from settling after the
// last change of settings on, so that a goal is met only by settings that have stood for
// as long as it asks.
func (g *Goal) Read(s *measure.Run) Reading {
	if g.Setting != "" {
		return g.readSetting(s)
	}
	r := Reading{Measured: max(0, min(g.Over, s.Now()-s.LastChange()-settling))}
	r.Value = g.Measure.of(s, g.Lens, g.Kind, r.Measured)
	r.Met = r.Measured == g.Over && g.Bound.met(r.Value, g.Value)
	return r
}

func (g *Goal) readSetting(s *measure.Run) Reading {
	setting, settings, scenario := config.MustSetting(g.Setting), s.Settings(), s.Scenario()
	r := Reading{Met: true}
	first := true
	for q := range setting.Qualifiers(&settings) {
		if k, is := setting.KindOf(q); g.Of >= 0 && q != g.Of || g.Of < 0 && is && scenario.Count(k) == 0 {
			continue
		}
		v := float64(setting.Get(&settings, q))
		met := g.Bound.met(v, g.Value)
		if first || r.Met && !met {
			r.Value = v
		}
		first = false
		r.Met = r.Met && met
	}
	return r
}

// Met reports whether all goals are met.
func (t *Task) Met(s *measure.Run) bool {
	for i := range t.Goals {
		if !t.Goals[i].Read(s).Met {
			return false
		}
	}
	return true
}

// Compare measures the mistake and the right way of a proof, at the present.
func (p *Proof) Compare(s *measure.Run) (mistake, right float64, shown bool) {
	mistake = p.Measure.of(s, game.Fourth, -1, p.Over)
	right = p.Measure.of(s, game.Interpolated, -1, p.Over)
	return mistake, right, mistake >= p.Times*max(right, p.One)
}
