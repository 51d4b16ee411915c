package mistakes

import "snaplab/interp"

// OffsetOnce takes the offset of local and server time from the first packet and never
// again. If that packet was slow, everything is late for ever; if the route changes,
// nothing follows; and two clocks that differ by 200 ppm, which is usual, are 12 ms
// apart after each minute and 240 ms after twenty.
//
// Look for a clock error that only grows, and, with a client's clock that runs fast,
// for dry spells that at last do not end.
type OffsetOnce struct {
	interp.Interpolated
	epochs
	offset interp.Offset
}

// Receive implements interp.Lens. Every packet is made to show the offset that the
// first one did: it is here that the mistake is made.
func (l *OffsetOnce) Receive(h interp.Header, updates []interp.Update) interp.Verdict {
	fresh, ok := l.enter(h)
	if fresh {
		l.offset = interp.ObserveOffset(h.Arrival, h.Time)
	}
	if ok {
		h.Arrival = interp.LocalTime(int64(h.Time) + int64(l.offset))
	}
	return l.Interpolated.Receive(h, updates)
}
