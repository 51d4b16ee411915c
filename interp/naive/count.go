package naive

import (
	"time"

	"snaplab/interp"
)

// count takes note of a frame whose worst state is worst, elapsed after the last.
func count(d *interp.DryStats, worst interp.State, elapsed time.Duration) {
	if worst.Dry() && !d.Now.Dry() {
		d.Underruns++
	}
	d.Now = worst
	switch worst {
	case interp.Empty, interp.Early, interp.Gone:
		return
	case interp.Coasting:
		d.Coasted += elapsed
	case interp.Held:
		d.Held += elapsed
	case interp.Stale:
		d.Stale += elapsed
	}
	d.Total += elapsed
	d.Dry = d.Coasted + d.Held + d.Stale
}

// worse returns the one of two states that is farther from being drawn as it should.
// The order of the constants is that of severity, but for Gone, which says nothing of
// the buffer.
func worse(a, b interp.State) interp.State {
	if b != interp.Gone && (a == interp.Gone || b > a) {
		return b
	}
	return a
}
