package view

import (
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// Readings are the numbers on the screen. They are taken four times a second of simulated
// time, so that they can be read; a paused run shows those of the present.
type Readings struct {
	// Number counts the readings taken.
	Number int
	// Lenses is how the lens of each arena has fared in the last second.
	Lenses [game.MaxLenses]measure.Recent
	// Cards is the same of a longer time, of the kind in focus.
	Cards [game.MaxLenses]measure.Card
	Link  measure.LinkStats
	// InUnderrun says which kinds have been in an underrun in the last second.
	InUnderrun [world.MaxKinds]bool

	of     readingsOf
	frames []measure.FrameSummary
}

// readingsOf is what readings depend on other than the time.
type readingsOf struct {
	run      Run
	settings config.Settings
	arenas   game.Lens
	focus    int
	at       time.Duration
}

const (
	readingPeriod = 250 * time.Millisecond
	calmPeriod    = time.Second // with reduced motion
	// ReadingSpan is how far back the readings of lenses reach.
	ReadingSpan = time.Second
)

// Moment names what a panel's numbers were taken from: while it is the same, they stand.
// The zero value is of no reading.
type Moment struct {
	reading, focus int
	language       string
}

// Moment returns the present one. There is a new one with each reading.
func (m *Model) Moment() Moment { return Moment{m.Readings.Number, m.Focus, m.Language} }

// Refresh takes the numbers anew if it is time for that, or if they are of something else.
func (r *Readings) Refresh(m *Model) {
	period := readingPeriod
	if m.Calm {
		period = calmPeriod
	}
	was, now := r.of, readingsOf{m.Run, *m.Settings, m.Arenas, m.Focus, m.Now}
	due := now.at/period != was.at/period || now.at < was.at || !m.Playing && now.at != was.at
	if was.at = now.at; r.Number > 0 && was == now && !due {
		return
	}
	r.of = now
	r.Number++
	for l := range m.Arenas {
		r.Lenses[l] = m.Run.Recent(m.LensIn(l), ReadingSpan)
		r.Cards[l] = m.Run.Card(m.LensIn(l), m.Focus)
	}
	r.Link = m.Run.LinkStats()
	r.frames = m.Run.AppendFrames(r.frames[:0], m.Now-ReadingSpan)
	r.InUnderrun = [world.MaxKinds]bool{}
	for i := range r.frames {
		for k := range r.InUnderrun {
			r.InUnderrun[k] = r.InUnderrun[k] || r.frames[i].Kinds[k].State.InUnderrun()
		}
	}
}
