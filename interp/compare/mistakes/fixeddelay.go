package mistakes

import (
	"time"

	"snaplab/interp"
)

// HardCodedDelay is the delay that FixedDelay has for all kinds: the value that is
// copied from one project into the next.
const HardCodedDelay = 100 * time.Millisecond

// FixedDelay has one delay written into the program, chosen for one send rate. A delay
// has to hold whole intervals (see interp.RequiredDelay): 100 ms are six of them at
// 60 Hz and bridge any loss, but one at 10 Hz, where each packet that is slower than
// the fastest comes too late.
//
// Look for dry spells between packets at low rates, and for a display latency that no
// setting changes.
type FixedDelay struct{ interp.Interpolated }

// Configure implements interp.Lens. It is here that the mistake is made.
func (l *FixedDelay) Configure(config *interp.Config) {
	c := *config
	for k := range c.Policies {
		c.Policies[k].Delay, c.Policies[k].Tuning = HardCodedDelay, interp.ByHand
	}
	l.Interpolated.Configure(&c)
}
