package interp

// RenderTime returns the server time that entities of a kind are drawn at, at a local
// time at or after the last Frame, and whether there is one: there is none before the
// first frame after a packet. It is pure, and k must be below MaxKinds.
func (l *Interpolated) RenderTime(k Kind, now LocalTime) (at ServerTime, ok bool) {
	return l.renderTime(k, now)
}

func (c *connection) renderTime(k Kind, now LocalTime) (at ServerTime, ok bool) {
	if !c.clock.Started() || !c.cursors[k].Started() {
		return 0, false
	}
	return c.cursors[k].At(&c.clock, now), true
}

// renderTimes are those of the kinds at one local time. Each is found when it is first
// asked for: most games have far fewer kinds than there may be.
type renderTimes [MaxKinds]struct {
	known, ok bool
	at        ServerTime
}

// of returns the render time of a kind, as renderTime does. now must be the same in
// every call.
func (t *renderTimes) of(c *connection, k Kind, now LocalTime) (at ServerTime, ok bool) {
	v := &t[k]
	if !v.known {
		v.known = true
		v.at, v.ok = c.renderTime(k, now)
	}
	return v.at, v.ok
}
