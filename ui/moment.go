package ui

import "time"

// moment names what a view's numbers were taken from: while it is the same, they stand.
type moment struct {
	at      time.Duration // of the readings
	changes uint64        // while paused
	focus   int
	known   bool
}

// moment returns the present one: a new one with each reading, and while paused with
// each step and each change of a setting.
func (a *App) moment() moment {
	m := moment{at: a.readings.at, focus: a.focusKind, known: true}
	if !a.playing {
		m.changes = a.changes
	}
	return m
}
