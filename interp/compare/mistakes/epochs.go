package mistakes

import "snaplab/interp"

// epochs follows the incarnations of a connection, so that a lens with a memory of its
// own forgets it when the right lens within it does.
type epochs struct {
	current uint16
	started bool
}

// enter reports whether a packet may be used, and whether it is the first of an epoch.
// One that may not is for the right lens to refuse.
func (e *epochs) enter(h interp.Header) (fresh, ok bool) {
	const far = 1 << 62 // from the server's zero; interp refuses such times
	switch {
	case h.Time <= -far || h.Time >= far:
		return false, false
	case !e.started || int16(h.Epoch-e.current) > 0:
		e.started, e.current = true, h.Epoch
		return true, true
	}
	return false, h.Epoch == e.current
}
