package game

import (
	"fmt"

	"snaplab/interp"
	"snaplab/interp/engines"
	"snaplab/interp/naive"
)

// Beside is what one more lens beside the three does with the same packets: it makes a
// common mistake, or plays them as an engine does.
type Beside uint8

// NothingBeside is set where there is no such lens. The mistakes follow it in the order
// of naive.All, then the engines in that of engines.All.
const NothingBeside Beside = 0

// besideLens is one of them.
type besideLens struct {
	name, sentence, watch, zero string
	make                        func() interp.Lens
}

var (
	besides                   = allBesides()
	mistakeNames, engineNames = namesOfBesides()
)

func allBesides() []besideLens {
	all := []besideLens{{name: "none"}}
	for _, m := range naive.All() {
		all = append(all, besideLens{name: m.Name, sentence: m.Sentence, watch: m.Watch, make: m.New})
	}
	for _, e := range engines.All() {
		all = append(all, besideLens{e.Name, e.Sentence, e.Watch, e.Zero, e.New})
	}
	return all
}

func namesOfBesides() (mistakes, engines []string) {
	mistakes, engines = []string{"none"}, []string{"none"}
	for b := range besides {
		switch b := Beside(b); {
		case b.Engine():
			engines = append(engines, b.String())
		case b != NothingBeside:
			mistakes = append(mistakes, b.String())
		}
	}
	return mistakes, engines
}

// AllBesides returns everything that may be set, NothingBeside first.
func AllBesides() []Beside {
	all := make([]Beside, len(besides))
	for b := range all {
		all[b] = Beside(b)
	}
	return all
}

// String returns the name of the mistake or engine, "none" for NothingBeside.
func (b Beside) String() string {
	if int(b) < len(besides) {
		return besides[b].name
	}
	return "unknown"
}

// Engine reports whether it is an engine and not a mistake.
func (b Beside) Engine() bool { return b.known().zero != "" }

// Sentence says what is done: of a mistake also why it is wrong. Watch says what to set
// and what to look for then, Zero what an engine's delay is counted from. They are empty
// for NothingBeside, and Zero for mistakes.
func (b Beside) Sentence() string { return b.known().sentence }

// Watch: see Sentence.
func (b Beside) Watch() string { return b.known().watch }

// Zero: see Sentence.
func (b Beside) Zero() string { return b.known().zero }

func (b Beside) known() besideLens {
	if int(b) < len(besides) {
		return besides[b]
	}
	return besideLens{}
}

// besideField is the field of one of the two settings that say which it is: those from
// first on, as many as the setting has choices besides none. Where the one is set the
// other has none.
func besideField(engine bool) field {
	mine := func(b Beside) bool { return b != NothingBeside && b.Engine() == engine }
	first := Beside(1)
	for !mine(first) {
		first++
	}
	return field{
		get: func(s *Settings, _ int) int64 {
			if !mine(s.Beside) {
				return 0
			}
			return int64(s.Beside-first) + 1
		},
		set: func(s *Settings, _ int, v int64) {
			switch {
			case v != 0:
				s.Beside = first + Beside(v-1)
			case mine(s.Beside):
				s.Beside = NothingBeside
			}
		},
	}
}

// OneBeside takes note of settings by their names as they are given, and finds out when
// a mistake and an engine are, which are one lens. The zero value has seen none.
type OneBeside struct{ name string }

// Given returns an error if a setting is given a value that one before it excludes.
func (o *OneBeside) Given(name, value string) error {
	if name != "mistake" && name != "engine" || value == NothingBeside.String() {
		return nil
	}
	if o.name != "" && o.name != name {
		return fmt.Errorf("both %s and %s are given, want one of them: they are the same lens", o.name, name)
	}
	o.name = name
	return nil
}

// setBeside makes the lens that is set afresh, or takes it away, and forgets what was
// measured of one before it.
func (s *Session) setBeside() {
	s.lenses[Fourth] = nil
	if s.settings.Beside != NothingBeside {
		s.lenses[Fourth] = s.settings.Beside.known().make()
	}
	s.client.lenses = s.lenses[:s.settings.Lenses()]
	s.metrics.lenses[Fourth] = lensMetrics{}
	s.metrics.lenses[Fourth].begin(s.world.Len())
	for i := range s.metrics.recent.ring {
		s.metrics.recent.ring[i].Lenses[Fourth] = LensSummary{}
	}
}
