// Package engines is how game engines and libraries play snapshots, each a compare.Lens.
//
// What differs between them is time: what the client's clock follows, how it is corrected, how
// large the delay is and what it is counted from. Each has its published constants; versions,
// settings and what isn't modelled are in engines.json. Times that decide are integers, or floats
// that no platform fuses. Packets are read at display frames, as engines do that poll the network.
// None is that engine's code, and no name implies that its makers had to do with this.
package engines

import (
	_ "embed"
	"slices"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Engine is one way in which an engine or a library plays snapshots.
type Engine = compare.Description

// All returns every engine, first the engines, then the libraries, always in the same order.
// The slice is the caller's.
func All() []Engine { return slices.Clone(known) }

//go:embed engines.json
var texts []byte

var known = compare.Load(texts, map[string]compare.Maker{
	"quake3": func(set map[string]float64) interp.Lens {
		return compare.New(&quake3{nudge: int64(set["cl_timeNudge"])})
	},
	"source": func(set map[string]float64) interp.Lens {
		return compare.New(&source{lerp: seconds(set["cl_interp"]), ratio: set["cl_interp_ratio"]})
	},
	"mirror":            newMirror,
	"mirror-notimeline": newMirror,
	"unity-entities": func(set map[string]float64) interp.Lens {
		return compare.New(&entities{netTicks: float32(set["InterpolationTimeNetTicks"]), extrapolate: time.Duration(set["MaxExtrapolationTimeSimTicks"])})
	},
	"unity-gameobjects": func(map[string]float64) interp.Lens { return compare.New(new(gameObjects)) },
	"lightyear": func(set map[string]float64) interp.Lens {
		return compare.New(&lightyear{ratio: set["send_interval_ratio"], least: seconds(set["min_delay"] / 1000)})
	},
	"geckos": func(set map[string]float64) interp.Lens {
		return compare.New(&trailing{intervals: 3, buffer: seconds(set["interpolationBuffer"] / 1000), snap: 50 * time.Millisecond})
	},
	"netfox": func(map[string]float64) interp.Lens { return compare.New(new(netfox)) },
	"gaffer": func(set map[string]float64) interp.Lens { return compare.New(&trailing{intervals: set["delay"]}) },
	"rocicorp": func(set map[string]float64) interp.Lens {
		return compare.New(&rocicorp{first: seconds(set["initialBufferSizeMs"] / 1000)})
	},
})

func newMirror(set map[string]float64) interp.Lens {
	return compare.New(&mirror{
		multiplier: set["bufferTimeMultiplier"], dynamic: set["dynamicAdjustment"] != 0,
		tolerance: set["dynamicAdjustmentTolerance"], offset: set["timelineOffset"],
	})
}

// trailing is geckos.io and the article. It trails the offset of the first packet, and, if it snaps,
// of each later one, overtaken ones too, that shows another by more as it arrives: then everything
// jumps. Where one of the two snapshots is missing nothing is calculated, and what was drawn last stays.
type trailing struct {
	compare.Base
	intervals float64
	buffer    time.Duration // in their place, if it isn't 0
	snap      time.Duration
	offset    interp.Offset
}

func (t *trailing) Reset(h interp.Header) { t.offset = interp.ObserveOffset(h.Arrival, h.Time) }

func (t *trailing) Arrive(h interp.Header, _ []interp.Update) {
	seen := interp.ObserveOffset(h.Arrival, h.Time)
	if t.snap > 0 && time.Duration(seen-t.offset).Abs() > t.snap {
		t.offset = seen
	}
}

func (t *trailing) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	buffer := t.buffer
	if buffer == 0 {
		buffer = seconds(t.intervals * t.Interval.Seconds())
	}
	return t.offset.ToServer(f.Now).Add(-buffer), true
}

func (t *trailing) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	stay(d, e, since, d.State.InUnderrun() || d.State == interp.Early)
}

// stay draws what was drawn last, if it is to stay, and keeps what is drawn.
func stay(d *interp.Drawn, e *compare.Entity, since time.Duration, stays bool) {
	last, known := e.Own.(*interp.Drawn)
	switch {
	case stays && known && last.Generation == d.Generation && last.Segment == d.Segment:
		d.Pose, d.Time, d.State = last.Pose, last.Time, max(d.State, interp.Held)
	case since < 0 || d.State == interp.Early:
	case known:
		*last = *d
	default:
		kept := *d
		e.Own = &kept
	}
}

// Rocicorp's Reflect (PokeHandler and BufferSizer).
const (
	rocicorpMost   = time.Second // maxBufferSizeMs
	rocicorpEvery  = 10 * time.Second
	rocicorpFrames = 200                   // at least, to decide by
	rocicorpQueue  = 4096                  // pokes that wait, here
	rocicorpFrame  = 18 * time.Millisecond // of tolerance
	rocicorpReset  = time.Second           // an offset this far off is set anew
)

// rocicorp plays each poke when its time has come, a buffer behind the first one, and draws
// nothing between two. A poke needs its lateness over the first and 18 ms. Every ten seconds, after
// 200 frames with pokes, the buffer is raised if in more than 1 % of them one was played more than
// 18 ms late, and lowered if in fewer than 0.5 %, to what 99.5 % needed; the next frame doesn't count.
type rocicorp struct {
	compare.Base
	first   time.Duration // initialBufferSizeMs
	skip    bool
	offset  interp.Offset
	buffer  time.Duration
	waiting []compare.Packet // not played yet
	needed  []time.Duration  // by each frame since the last decision
	missed  int
	since   interp.LocalTime
}

func (r *rocicorp) Traits() compare.Traits { return compare.Traits{Ordered: true, Free: true} }
func (r *rocicorp) Reset(h interp.Header) {
	*r = rocicorp{Base: r.Base, first: r.first, waiting: r.waiting[:0]}
	r.set(interp.ObserveOffset(h.Arrival, h.Time))
}

func (r *rocicorp) set(o interp.Offset) {
	r.offset, r.buffer, r.needed, r.missed, r.since, r.skip = o, r.first, r.needed[:0], 0, 0, false
}

func (r *rocicorp) Arrive(h interp.Header, _ []interp.Update) {
	seen := interp.ObserveOffset(h.Arrival, h.Time)
	if time.Duration(seen-r.offset).Abs() > rocicorpReset {
		r.set(seen)
	}
}

func (r *rocicorp) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	r.waiting = append(r.waiting, f.Packets...)
	r.waiting = r.waiting[max(0, len(r.waiting)-rocicorpQueue):]
	at := r.offset.ToServer(f.Now).Add(-r.buffer)
	played, needed, late := 0, -time.Hour, time.Duration(0)
	for ; played < len(r.waiting) && r.waiting[played].Stamp <= at; played++ {
		p := &r.waiting[played]
		needed = max(needed, time.Duration(interp.ObserveOffset(p.Arrived, p.Stamp)-r.offset)+rocicorpFrame)
		late = max(late, at.Sub(p.Stamp))
	}
	r.waiting = slices.Delete(r.waiting, 0, played)
	if played > 0 && !r.skip {
		r.needed = append(r.needed, needed)
		if late > rocicorpFrame {
			r.missed++
		}
	}
	r.skip = r.skip && played == 0
	if r.since == 0 && len(r.needed) > 0 {
		r.since = f.Now
	}
	if n := len(r.needed); played > 0 && n >= rocicorpFrames && f.Now.Sub(r.since) >= rocicorpEvery {
		slices.Sort(r.needed)
		enough := r.needed[n*995/1000]
		if r.missed*100 > n {
			r.buffer = min(rocicorpMost, max(r.buffer, enough))
		} else if r.missed*200 < n {
			r.buffer = max(0, min(r.buffer, enough))
		}
		r.needed, r.missed, r.since, r.skip = r.needed[:0], 0, f.Now, true
	}
	return at, true
}

func (r *rocicorp) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	if b := compare.Around(&e.Track, d.Time); d.State == interp.Blending {
		d.Pose, d.Time, d.To, d.Alpha = b.A.Pose, b.A.Time, d.From, 0
	}
	last, known := e.Own.(*interp.Drawn)
	stay(d, e, since, known && last.Time > d.Time) // what was played isn't taken back
}
