package ui

import (
	"time"

	"snaplab/interp"
	"snaplab/ui/view"
)

// offBy is how far from its true place what is selected is drawn, kept until it is taken
// again.
type offBy struct {
	taken       view.Moment
	id          interp.EntityID
	state       interp.State
	centimetres int
	known       bool
}

// of returns the distance, and whether there is a true place. It is taken when the other
// numbers are, and when the state changes.
func (o *offBy) of(a *App, v *arenaView, d *interp.Drawn) (centimetres int, known bool) {
	if taken := a.model.Moment(); o.taken != taken || o.id != d.ID || o.state != d.State {
		now := max(a.session.Now(), time.Duration(0))
		o.known = a.session.Truth(d.ID, now, &v.state) && v.state.Alive
		o.centimetres = int(100*v.state.Pose.Position.Sub(d.Pose.Position).Len() + 0.5)
		o.taken, o.id, o.state = taken, d.ID, d.State
	}
	return o.centimetres, o.known
}
