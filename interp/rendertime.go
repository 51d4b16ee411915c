package interp

// RenderTime returns the server time that entities of a kind are drawn at, at a local
// time at or after the last Frame, and whether there is one: there is none before the
// first frame after a packet. It is pure, and k must be below MaxKinds.
func (l *Interpolated) RenderTime(k Kind, now LocalTime) (at ServerTime, ok bool) {
	if !l.clock.Started() || !l.cursors[k].Started() {
		return 0, false
	}
	return l.cursors[k].At(&l.clock, now), true
}
