package engines

import (
	"time"

	"snaplab/interp"
)

// geckos.io's snapshot-interpolation.
const (
	geckosIntervals = 3                     // interpolationBuffer, × the interval
	geckosSnap      = 50 * time.Millisecond // an offset this far off is set anew
)

// geckos trails its own clock by three intervals. The clock's offset is that of the first
// packet, and of each later one that shows another by more than 50 ms: then everything jumps.
// It does not extrapolate: where one of the two snapshots is missing there is nothing to draw,
// and here things stand.
//
// Not modelled: a clock that is set back, and the leap that it draws. Here time stands until
// its time has come.
type geckos struct {
	interval time.Duration
	began    packet // whose offset is in use
}

func (g *geckos) plays() playing                   { return playing{} }
func (g *geckos) configure(interval time.Duration) { g.interval = interval }
func (g *geckos) start(p *packet)                  { g.began = *p }

func (g *geckos) advance(f *frame) interp.ServerTime {
	for i := range f.packets {
		p := &f.packets[i]
		off := p.stamp.Sub(g.began.stamp) - p.read.Sub(g.began.read)
		if off > geckosSnap || off < -geckosSnap {
			g.began = *p
		}
	}
	return g.began.stamp.Add(f.now.Sub(g.began.read) - geckosIntervals*g.interval)
}
