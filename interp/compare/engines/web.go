package engines

import (
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// geckosSnap is how far off an offset is set anew.
const geckosSnap = 50 * time.Millisecond

// geckos trails its own clock by interpolationBuffer, or three intervals. The clock's offset is
// that of the first packet, and of each later one, overtaken ones too, that shows another by more
// than 50 ms as it arrives: then everything jumps. Where one of the two snapshots is missing
// nothing is calculated, and what was drawn last stays.
type geckos struct {
	compare.Base
	buffer time.Duration // interpolationBuffer, 0 for three intervals
	known  bool
	offset interp.Offset
}

func (g *geckos) Reset() { g.known = false }

func (g *geckos) Arrive(h interp.Header, _ []interp.Update) {
	seen := interp.ObserveOffset(h.Arrival, h.Time)
	if !g.known || time.Duration(seen-g.offset).Abs() > geckosSnap {
		g.known, g.offset = true, seen
	}
}

func (g *geckos) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	buffer := g.buffer
	if buffer == 0 {
		buffer = 3 * g.Interval
	}
	return g.offset.ToServer(f.Now).Add(-buffer), true
}

func (g *geckos) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	stay(d, e, since, d.State.InUnderrun())
}

// stay draws what was drawn last, if it is to stay, and keeps what is drawn.
func stay(d *interp.Drawn, e *compare.Entity, since time.Duration, stays bool) {
	last, known := e.Own.(*interp.Drawn)
	if stays && known && last.Generation == d.Generation && last.Segment == d.Segment {
		d.Pose, d.Time = last.Pose, last.Time
	}
	if since < 0 || d.State == interp.Early {
		return
	}
	if !known {
		last = new(interp.Drawn)
		e.Own = last
	}
	*last = *d
}

// gaffer begins with the first packet and then lets time pass: what that packet was slow by is
// delay for ever, and a clock that drifts or a route that changes is not followed. By default it
// is three intervals behind that, so that two packets in a row may be lost, and half of one for
// the jitter, which makes the article's 350 ms at 10 Hz.
type gaffer struct {
	compare.Base
	delay  float64 // intervals
	known  bool
	offset interp.Offset
}

func (g *gaffer) Reset() { g.known = false }

func (g *gaffer) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	if !g.known {
		g.known, g.offset = true, interp.ObserveOffset(f.Now, f.Packets[0].Stamp)
	}
	return g.offset.ToServer(f.Now).Add(-seconds(g.delay * g.Interval.Seconds())), true
}

// Rocicorp's Reflect (PokeHandler and BufferSizer).
const (
	rocicorpMost  = time.Second // maxBufferSizeMs
	rocicorpEvery = 10 * time.Second
	rocicorpFrame = 18 * time.Millisecond // of tolerance
	rocicorpReset = time.Second           // an offset this far off is set anew
	// With so many frames at least it decides: one missed in so many, and the buffer is raised;
	// none or fewer than one in so many, and it is lowered, to what was enough for that share.
	rocicorpFrames, rocicorpRaise, rocicorpLower, rocicorpPermille = 200, 100, 200, 995
)

// rocicorp plays each poke when its time has come, a buffer behind the first one, and draws
// nothing between two. A poke needs a buffer of its lateness over the first and 18 ms. Every ten
// seconds, with 200 frames in which pokes were played, the buffer is raised if in more than 1 %
// of them a poke was played more than 18 ms late, and lowered if in fewer than 0.5 %, to what
// 99.5 % of the frames needed. The frame after a change does not count.
type rocicorp struct {
	compare.Base
	first       time.Duration // initialBufferSizeMs
	known, skip bool
	offset      interp.Offset
	buffer      time.Duration
	waiting     []compare.Packet // not played yet
	needed      []time.Duration  // by each frame since the last decision
	missed      int
	since       interp.LocalTime
}

func (r *rocicorp) Traits() compare.Traits { return compare.Traits{Ordered: true, Free: true} }
func (r *rocicorp) Reset() {
	*r = rocicorp{Base: r.Base, first: r.first, waiting: r.waiting[:0], needed: r.needed[:0]}
}

func (r *rocicorp) Arrive(h interp.Header, _ []interp.Update) {
	seen := interp.ObserveOffset(h.Arrival, h.Time)
	if !r.known || time.Duration(seen-r.offset).Abs() > rocicorpReset {
		r.known, r.offset, r.buffer, r.needed, r.missed, r.since, r.skip = true, seen, r.first, r.needed[:0], 0, 0, false
	}
}

func (r *rocicorp) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	r.waiting = append(r.waiting, f.Packets...)
	at := r.offset.ToServer(f.Now).Add(-r.buffer)
	played, needed, late := 0, -time.Hour, time.Duration(0)
	for ; played < len(r.waiting) && r.waiting[played].Stamp <= at; played++ {
		p := &r.waiting[played]
		needed = max(needed, time.Duration(interp.ObserveOffset(p.Arrived, p.Stamp)-r.offset)+rocicorpFrame)
		late = max(late, at.Sub(p.Stamp))
	}
	r.waiting = slices.Delete(r.waiting, 0, played)
	switch {
	case played > 0 && r.skip:
		r.skip = false
	case played > 0:
		r.record(f.Now, needed, late > rocicorpFrame)
	}
	return at, true
}

// record takes note of a frame in which pokes were played.
func (r *rocicorp) record(now interp.LocalTime, needed time.Duration, missed bool) {
	if r.needed = append(r.needed, needed); r.since == 0 {
		r.since = now
	}
	if missed {
		r.missed++
	}
	n := len(r.needed)
	if n < rocicorpFrames || now.Sub(r.since) < rocicorpEvery {
		return
	}
	slices.Sort(r.needed)
	enough := r.needed[n*rocicorpPermille/1000]
	if r.missed*rocicorpRaise > n {
		r.buffer = min(rocicorpMost, max(r.buffer, enough))
	} else if r.missed*rocicorpLower < n {
		r.buffer = max(0, min(r.buffer, enough))
	}
	r.needed, r.missed, r.since, r.skip = r.needed[:0], 0, now, true
}

func (r *rocicorp) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	if b := compare.Around(&e.Track, d.Time); d.State == interp.Blending {
		d.Pose, d.Time, d.To, d.Alpha = b.A.Pose, b.A.Time, d.From, 0
	}
	last, known := e.Own.(*interp.Drawn)
	stay(d, e, since, known && last.Time > d.Time) // what was played isn't taken back
}
