package ui

import (
	"time"

	"snaplab/interp"
)

// offTag is the name of what is selected with how far from its true place it is drawn,
// kept until one of them changes.
type offTag struct {
	taken      moment
	id         interp.EntityID
	state      interp.State
	centimetre int // the distance
	name, text string
}

// of returns the name with the distance: "drone 5 · 0.42 m off". The distance is taken
// when the other numbers are, and when the state changes.
func (t *offTag) of(a *App, v *arenaView, d *interp.Drawn, name string) string {
	if taken := a.moment(); t.text == "" || t.taken != taken || t.id != d.ID || t.state != d.State {
		now := max(a.session.Now(), time.Duration(0))
		known := a.session.Truth(d.ID, now, &v.state)
		centimetre := int(100*v.state.Pose.Position.Sub(d.Pose.Position).Len() + 0.5)
		if !known || !v.state.Alive {
			centimetre = -1
		}
		if centimetre != t.centimetre {
			t.name = "" // the text is another
		}
		t.taken, t.id, t.state, t.centimetre = taken, d.ID, d.State, centimetre
	}
	if t.centimetre < 0 {
		return name
	}
	if t.name != name {
		t.name = name
		t.text = name + string(phrase(nil, a.text.Arena.Off, number(float64(t.centimetre)/100, 2)))
	}
	return t.text
}
