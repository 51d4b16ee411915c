package mistakes

import (
	"time"

	"snaplab/interp"
)

// OffsetSnapped believes each packet's own offset, and at once: there is no window
// whose minimum leaves the jitter out, and no slew. A packet that is 30 ms slower than
// the one before sets the render time of every entity back by 30 ms. A time that would
// go back stands still instead, as in the right lens; without that rule everything
// would run backwards as well.
//
// Look for all entities stopping and leaping together at each packet, and for the
// clock's steps, which count up as the packets do.
type OffsetSnapped struct{ interp.Interpolated }

// Configure implements interp.Lens. It is here that the mistake is made.
func (l *OffsetSnapped) Configure(config *interp.Config) {
	c := *config
	c.Clock.Window, c.Clock.MinPackets = 1, 1 // the last packet alone
	c.Clock.StepAbove = time.Nanosecond       // any difference is stepped
	l.Interpolated.Configure(&c)
}
