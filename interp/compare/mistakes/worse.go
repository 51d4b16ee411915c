package mistakes

import "snaplab/interp"

// worse returns the one of two states that is farther from being drawn as it should.
// The order of the constants is that of severity, but for Gone, which says nothing of
// the buffer.
func worse(a, b interp.State) interp.State {
	if b != interp.Gone && (a == interp.Gone || b > a) {
		return b
	}
	return a
}
