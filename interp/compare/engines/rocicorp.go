package engines

import (
	"slices"
	"time"

	"snaplab/interp"
)

// Rocicorp's BufferSizer (mono, pull request 459).
const (
	rocicorpFirst    = 250 * time.Millisecond
	rocicorpMost     = time.Second
	rocicorpEvery    = 10 * time.Second
	rocicorpFrames   = 200 // at least, to decide by
	rocicorpRaise    = 100 // one frame in so many missed, and it is raised
	rocicorpLower    = 200 // none or fewer than one in so many, and it is lowered
	rocicorpPermille = 995 // share of the frames for which it is to be enough
)

// rocicorp takes note in each frame of the smallest delay that would have been enough.
// Every ten seconds, if it has seen 200 frames: with more than 1 % of them missed the
// delay is raised, with fewer than 0.5 % lowered, to what was enough for 99.5 % of them.
// The frame after a change does not count. The clock is the one here.
//
// Not modelled: that a change shows at once; here what is drawn never goes back.
type rocicorp struct {
	delay  time.Duration
	needed []time.Duration
	missed int
	since  interp.LocalTime
	skip   bool
}

func (r *rocicorp) plays() playing          { return playing{} }
func (r *rocicorp) configure(time.Duration) {}

func (r *rocicorp) start(p *packet) {
	*r = rocicorp{delay: rocicorpFirst, needed: r.needed[:0], since: p.read}
}

func (r *rocicorp) advance(f *frame) interp.ServerTime {
	if !r.skip {
		needed := f.fastest.Sub(f.newest)
		r.needed = append(r.needed, needed)
		if needed > r.delay {
			r.missed++
		}
	}
	r.skip = false
	if n := len(r.needed); f.now.Sub(r.since) >= rocicorpEvery && n >= rocicorpFrames {
		r.resize(n)
		r.needed, r.missed, r.since = r.needed[:0], 0, f.now
	}
	return f.fastest.Add(-r.delay)
}

// resize decides by the n frames since the last time.
func (r *rocicorp) resize(n int) {
	slices.Sort(r.needed)
	enough := max(0, min(r.needed[(n*rocicorpPermille+999)/1000-1], rocicorpMost))
	switch {
	case r.missed*rocicorpRaise > n && enough > r.delay, r.missed*rocicorpLower < n && enough < r.delay:
		r.delay, r.skip = enough, true
	}
}
