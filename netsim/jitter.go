package netsim

import "time"

// uniformJitter returns an extra delay that is uniform in [0, span] for a uniform
// draw. span is 0 to MaxDelay.
func uniformJitter(draw uint64, span time.Duration) time.Duration {
	return time.Duration(mulShare(draw, uint64(span)+1))
}
