package mistakes

import "snaplab/interp"

// ArrivalTimes stamps each snapshot with the time at which it came. Two snapshots that
// the server took 100 ms apart and that came 40 ms apart are then drawn in 40 ms, two
// and a half times too fast, and the next two too slowly: the jitter of the network is
// on the screen although nothing was ever missing. Order is lost with it, and a copy
// counts as a new snapshot, since when a packet came says nothing of what is in it.
//
// Look for roughness and for a path error that grow with the jitter and that no delay
// takes away.
//
// Arrivals are written on the server's scale, by the offset of the clocks, so that
// render times can be compared with those of other lenses.
type ArrivalTimes struct {
	interp.Interpolated
	epochs
	clock   interp.Clock
	last    interp.ServerTime
	stamped []interp.Update
}

// Configure implements interp.Lens.
func (l *ArrivalTimes) Configure(config *interp.Config) {
	l.clock.Configure(config.Clock)
	l.Interpolated.Configure(config)
}

// Receive implements interp.Lens. It is here that the mistake is made.
func (l *ArrivalTimes) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	fresh, ok := l.enter(h)
	if !ok {
		return l.Interpolated.Receive(h, updates)
	}
	if fresh {
		l.clock.Reset()
	}
	l.clock.Observe(h.Arrival, h.Time)
	l.clock.Advance(h.Arrival)
	h.Time = l.clock.Offset(h.Arrival).ToServer(h.Arrival)
	if !fresh && h.Time == l.last {
		h.Time++ // two packets of one moment are two all the same
	}
	l.last = h.Time
	l.stamped = append(l.stamped[:0], updates...)
	for i := range l.stamped {
		l.stamped[i].Sample.Time = h.Time
	}
	return l.Interpolated.Receive(h, l.stamped)
}
