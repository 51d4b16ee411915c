// Package view is what the panels of the window share: the model of a frame that they are
// given, the actions that they hand back, and the themes, measures, phrases and knobs
// that they are drawn with.
//
// A panel is a package with a type Panel and a method
//
//	Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions)
//
// It draws itself in r and knows neither the application nor another panel. State that
// only it needs is its own; what two panels need is in the Model.
package view

import (
	"math"
	"strings"
	"time"
	"unicode"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/text"
)

// AllKinds is the Focus of panels that speak of all kinds together.
const AllKinds = -1

// Speeds are how fast simulated time may pass, and NormalSpeed the place of 1 among them.
var Speeds = []float64{0.05, 0.25, 0.5, 1, 2, 4}

// NormalSpeed is described at Speeds.
const NormalSpeed = 3

// SpeedNames are Speeds as they are shown.
var SpeedNames = []string{"1⁄20", "¼", "½", "1×", "2×", "4×"}

// Crowd is how many entities are drawn as models with trails and truths. More are dots.
const Crowd = 200

// Model is one frame of the application. Panels read it. Settings, Selected, Focus, Locked
// and Budgets are the frame's own copies: what a panel changes in them through Actions is seen
// by the panels that are drawn after it, and is put in force after the frame.
type Model struct {
	Text     *text.Text
	Language string // its code
	Theme    *Theme

	Run      Run
	Scenario *config.Scenario // that the run was started from
	Settings *config.Settings
	Now      time.Duration // of the run, never negative
	Playing  bool
	Speed    int // place in Speeds

	Selected interp.EntityID // 0 for none
	Focus    int             // the kind that panels speak of, or AllKinds
	Locked   [world.MaxKinds]bool

	Readings *Readings
	Study    *Study
	Budgets  config.Budgets // for which Study recommends delays

	Arenas     game.Lens // how many arenas are shown
	Pixels     float32   // device pixels in a dp
	Calm       bool      // reduced motion
	Contrast   bool      // high contrast
	Presenting bool
	Simple     bool   // the simple view
	Scale      int    // of everything, one of Scales
	ThemeName  string // of the theme that Theme is made of

	TuningOpen bool // the tuning page is
	CanSave    bool // there is a host to save files
	HasLessons bool // there are lessons to choose from

	Reach     time.Duration // the farthest that the run has been
	Recording Recording     // of a part of the run

	Version string // names the program and its version in what is exported

	// Goal measures a goal of a lesson on the run.
	Goal func(*lesson.Goal) lesson.Reading
}

// Recording is how far a recording is that is being made: Done of Of pieces of work.
type Recording struct {
	On       bool
	Done, Of int
}

// Run is what panels may ask of the running session. They change nothing in it.
type Run interface {
	Now() time.Duration
	Settings() config.Settings
	Entities() int
	Recording() config.Scenario
	Changes() int
	Delay(interp.Kind) time.Duration
	SmallestDelay() time.Duration
	AppendDrawn([]interp.Drawn, game.Lens) []interp.Drawn
	AppendTruth([]interp.Drawn, time.Duration) []interp.Drawn
	Truth(interp.EntityID, time.Duration, *world.State) bool
	AppendSamples([]interp.Sample, interp.EntityID) []interp.Sample
	AppendPackets(dst []game.PacketRecord, from, to time.Duration) []game.PacketRecord
	AppendFrames([]measure.FrameSummary, time.Duration) []measure.FrameSummary
	SimulationTime(interp.ServerTime) time.Duration
	TrueOffset() interp.Offset
	Stats(game.Lens) *interp.Stats
	Recent(game.Lens, time.Duration) measure.Recent
	Card(l game.Lens, kind int) measure.Card
	LinkStats() measure.LinkStats
	WhatIf(kind int) *measure.WhatIf
	KindKilobits(k interp.Kind) float64
	AppendDelayCost([]float64, int, world.Quantity, []time.Duration) []float64
	Following() (config.Measured, bool)
}

// LensIn returns the lens that an arena shows: where there is no room for the comparison's,
// it takes the place of Raw's.
func (m *Model) LensIn(arena game.Lens) game.Lens {
	if n := m.Lenses(); arena == game.Raw && n > game.NumLenses && m.Arenas < n {
		return game.Fourth
	}
	return arena
}

// Lenses returns how many lenses the run has.
func (m *Model) Lenses() game.Lens {
	settings := m.Run.Settings()
	return game.Lenses(&settings)
}

// PlayedAtOnce returns how much of a run is played in one frame while it is not shown: a
// bounded amount of work, which is so many entities for so long.
func PlayedAtOnce(r Run) time.Duration {
	const work, fewest = 600 * time.Second, 10 // fewer entities cost as much as that many
	return work / time.Duration(max(r.Entities(), fewest))
}

// Span returns the length of the line on which the run's time is shown. It grows by
// doubling, so that what is on it stays where it is for long.
func (m *Model) Span() time.Duration {
	span := max(m.Scenario.Duration, time.Second)
	for span < m.Reach {
		span *= 2
	}
	return span
}

// KindOf returns the kind of an entity, and whether there is one.
func (m *Model) KindOf(id interp.EntityID) (interp.Kind, bool) {
	i := int(id) - 1
	if i < 0 {
		return 0, false
	}
	for _, g := range m.Scenario.Entities {
		if i < g.Count {
			return g.Kind, true
		}
		i -= g.Count
	}
	return 0, false
}

// Kinds returns the kinds that the scenario has.
func (m *Model) Kinds() (kinds []interp.Kind) {
	for k := range world.MaxKinds {
		if m.Scenario.Count(k) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// DelayOf returns the delay of a kind: the one that is set, or while it adapts the one
// that is applied, in whole milliseconds.
func (m *Model) DelayOf(k interp.Kind) time.Duration {
	if p := &m.Settings.Policies[k]; p.Tuning == interp.ByHand {
		return p.Delay
	}
	return m.Run.Delay(k).Round(time.Millisecond)
}

// CommonDelay returns the delay that most kinds have, of those that the scenario has, and the
// first of equals.
func (m *Model) CommonDelay() time.Duration {
	best, most := time.Duration(-1), 0
	kinds := m.Kinds()
	if len(kinds) == 0 {
		kinds = []interp.Kind{0}
	}
	for _, k := range kinds {
		count, d := 0, m.DelayOf(k)
		for _, other := range kinds {
			if m.DelayOf(other) == d {
				count++
			}
		}
		if count > most {
			best, most = d, count
		}
	}
	return best
}

// FocusDelay returns the delay of the kind in focus, or the common one of all kinds.
func (m *Model) FocusDelay() time.Duration {
	if m.Focus >= 0 {
		return m.DelayOf(interp.Kind(m.Focus))
	}
	return m.CommonDelay()
}

// FormulaKind returns the kind that the formula is told for: the one in focus, or the one
// whose delay is farthest below what it needs without a loss, or the least above it.
func (m *Model) FormulaKind() interp.Kind {
	if m.Focus >= 0 {
		return interp.Kind(m.Focus)
	}
	worst, least := interp.Kind(0), time.Duration(math.MaxInt64)
	for _, k := range m.Kinds() {
		if spare := m.DelayOf(k) - m.Settings.RequiredDelay(k, 0); spare < least {
			worst, least = k, spare
		}
	}
	return worst
}

// AllAdapt reports whether the delay of every kind adapts, but for locked ones.
func (m *Model) AllAdapt() bool {
	for k := range m.Settings.Kinds.Len() {
		if !m.Locked[k] && m.Settings.Policies[k].Tuning == interp.ByHand {
			return false
		}
	}
	return true
}

// Steady rounds a duration that is seen while it passes, so that it can be read.
func (m *Model) Steady(d time.Duration) time.Duration {
	if m.Playing {
		return d.Round(10 * time.Millisecond)
	}
	return d
}

// ServerTime is the seconds since the server's clock started.
func (m *Model) ServerTime(t interp.ServerTime) string {
	return Number((time.Duration(t) - m.Settings.ServerStart).Seconds(), 3)
}

// KindName returns what a kind is called in the window's language: one that is not built in
// by its own name.
func (m *Model) KindName(k interp.Kind) string {
	name := m.Settings.Kinds.Name(k)
	if builtIn, ok := (*world.Kinds)(nil).Parse(name); ok {
		return m.Text.Controls.Kinds[builtIn]
	}
	return name
}

// FocusName names the kind in focus, or all.
func (m *Model) FocusName() string {
	if m.Focus < 0 {
		return m.Text.Packets.AllKinds
	}
	return m.KindName(interp.Kind(m.Focus))
}

// ComparisonGroup returns which of the groups of Text.Comparison something is in: 0 for
// mistakes, 1 for engines.
func ComparisonGroup(c config.Comparison) int {
	if c.Engine() {
		return 1
	}
	return 0
}

// FileName returns the name of a file that is saved: the program's, the scenario's and
// the rest. A scenario's name must not lead to another place than the file's: it comes
// from a file that anyone may have written.
func (m *Model) FileName(rest string) string {
	const longest = 60 // characters
	count := 0
	plain := strings.Map(func(r rune) rune {
		if count++; count > longest {
			return -1
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, m.Scenario.Name)
	if plain == "" {
		plain = "run"
	}
	return "snaplab-" + plain + "-" + rest
}
