package engines

import (
	"time"

	"snaplab/interp"
)

// gafferHalves is the delay of the article "Snapshot Interpolation" (Gaffer On Games) in
// half intervals: three, so that two packets in a row may be lost, and half of one for the
// jitter, which makes its 350 ms at 10 Hz.
const gafferHalves = 7

// gaffer begins with the first packet and then lets time pass: what that packet was slow
// by is delay for ever, and a clock that drifts or a route that changes is not followed.
// It interpolates and nothing else: what runs dry stands.
//
// Not modelled: the article's Hermite splines, for which it sends velocities.
type gaffer struct {
	interval time.Duration
	began    packet
}

func (g *gaffer) plays() playing                   { return playing{} }
func (g *gaffer) configure(interval time.Duration) { g.interval = interval }
func (g *gaffer) start(p *packet)                  { g.began = *p }

func (g *gaffer) advance(f *frame) interp.ServerTime {
	return g.began.stamp.Add(f.now.Sub(g.began.read) - gafferHalves*g.interval/2)
}
