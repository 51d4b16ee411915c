package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"snaplab/interp"
	"snaplab/interp/compare/engines"
	"snaplab/interp/compare/mistakes"
)

// Comparison is what a fourth lens does with the same packets: it makes a common mistake, or
// plays them as an engine does.
type Comparison uint8

// NoComparison is set where there is no such lens. The mistakes follow it in the order
// of mistakes.All, then the engines in that of engines.All.
const NoComparison Comparison = 0

// comparisonLens is one of them.
type comparisonLens struct {
	name, sentence, watch, zero, version string
	make                                 func() interp.Lens
	rate, ticks                          Rate // as shipped, 0 where the game says
}

// comparisons are all of them, NoComparison first; the names of the two kinds begin with
// that too.
var comparisons, mistakeNames, engineNames = allComparisons()

func allComparisons() (all []comparisonLens, mistaken, engined []string) {
	all, mistaken, engined = []comparisonLens{{name: "none"}}, []string{"none"}, []string{"none"}
	for _, m := range mistakes.All() {
		all = append(all, comparisonLens{name: m.Name, sentence: m.Sentence, watch: m.Watch, make: m.New})
		mistaken = append(mistaken, m.Name)
	}
	for _, e := range engines.All() {
		all = append(all, comparisonLens{e.Name, e.Sentence, e.Watch, e.Zero, e.Version, e.New, hertz(e.Rate), hertz(e.Ticks)})
		engined = append(engined, e.Name)
	}
	return all, mistaken, engined
}

func hertz(v float64) Rate { return Rate(math.Round(v * float64(Hertz))) }

// AllComparisons returns everything that may be set, NoComparison first.
func AllComparisons() []Comparison {
	all := make([]Comparison, len(comparisons))
	for b := range all {
		all[b] = Comparison(b)
	}
	return all
}

// String returns the name of the mistake or engine, "none" for NoComparison.
func (b Comparison) String() string {
	if int(b) < len(comparisons) {
		return comparisons[b].name
	}
	return "unknown"
}

// Engine reports whether it is an engine and not a mistake.
func (b Comparison) Engine() bool { return b.known().zero != "" }

// Sentence says what is done: of a mistake also why it is wrong. Watch says what to set
// and what to look for then, Zero what an engine's delay is counted from. They are empty
// for NoComparison, and Zero for mistakes.
func (b Comparison) Sentence() string { return b.known().sentence }

// Watch: see Sentence.
func (b Comparison) Watch() string { return b.known().watch }

// Zero: see Sentence.
func (b Comparison) Zero() string { return b.known().zero }

// Version is what of an engine is modelled, empty for mistakes.
func (b Comparison) Version() string { return b.known().version }

// Shipped returns the send rate that an engine has unless the game says otherwise, 0 where it
// leaves that to the game and for mistakes.
func (b Comparison) Shipped() Rate { return b.known().rate }

// SetShipped sets an engine to be compared with, and the rates with which it ships. How it buffers
// is its own in any case. Where it has no rates, they stay.
func (s *Settings) SetShipped(b Comparison) {
	s.Comparison = b
	if known := b.known(); known.rate > 0 {
		s.SendRate, s.TickRate = known.rate, known.ticks
	}
}

// AsShipped reports whether an engine is set and plays at the rates with which it ships.
func (s *Settings) AsShipped() bool {
	known := s.Comparison.known()
	return known.rate > 0 && s.SendRate == known.rate && s.TickRate == known.ticks
}

// ship puts the rates of the engine that a request sets, or that is set, into the settings.
func (r Request) ship(s *Settings, text string) error {
	on, err := strconv.ParseBool(text)
	switch {
	case err != nil:
		return fmt.Errorf("as-shipped is %q, want true or false", text)
	case !on:
		return nil
	}
	with := *s
	if i := r.find("engine"); i >= 0 {
		if err := MustSetting("engine").Assign(&with, r[i].Value); err != nil {
			return RequestError{i, err}
		}
	}
	switch b := with.Comparison; {
	case !b.Engine():
		return errors.New("as-shipped is for an engine and none is set, want for example engine=mirror with it")
	case b.Shipped() == 0:
		return fmt.Errorf("as-shipped: %s leaves its send rate to the game, want rate in its place", b)
	default:
		s.SetShipped(b)
	}
	return nil
}

// NewLens returns the lens, nil for NoComparison.
func (b Comparison) NewLens() interp.Lens {
	if b == NoComparison {
		return nil
	}
	return b.known().make()
}

func (b Comparison) known() comparisonLens {
	if int(b) < len(comparisons) {
		return comparisons[b]
	}
	return comparisonLens{}
}

// comparisonField is the field of one of the two settings that say which it is: those from
// first on, as many as the setting has choices other than none. Where the one is set the
// other has none.
func comparisonField(engine bool) field {
	mine := func(b Comparison) bool { return b != NoComparison && b.Engine() == engine }
	first := Comparison(1)
	for !mine(first) {
		first++
	}
	return field{
		get: func(s *Settings, _ int) int64 {
			if !mine(s.Comparison) {
				return 0
			}
			return int64(s.Comparison-first) + 1
		},
		set: func(s *Settings, _ int, v int64) {
			switch {
			case v != 0:
				s.Comparison = first + Comparison(v-1)
			case mine(s.Comparison):
				s.Comparison = NoComparison
			}
		},
	}
}
