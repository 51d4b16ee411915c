package engines

import (
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Unity's Netcode for GameObjects (NetworkTimeSystem, BufferedLinearInterpolator). Its network
// ticks are the snapshots here.
const (
	gameObjectsBuffer  = 50 * time.Millisecond  // ServerBufferSec
	gameObjectsReset   = 200 * time.Millisecond // HardResetThresholdSec
	gameObjectsPercent = 1                      // AdjustmentRatio, per cent
	gameObjectsSync    = time.Second            // between two messages that tell the server's time
	gameObjectsTrip    = 150 * time.Millisecond // the round trip while none is known
	gameObjectsTime    = 100 * time.Millisecond // MaximumInterpolationTime
	gameObjectsStopped = 300 * time.Millisecond // with nothing new for so long, motion has ended
)

// gameObjects is told the server's time once a second, by a packet that is as slow as it happens
// to be, and adds half a round trip: LocalTime, which runs 1 % too fast or too slow all the time,
// whichever leads to where it should be, and is set where it is 200 ms off. LegacyLerp, its default
// type, renders about then, when nothing newer is there as a rule: it heads for the newest value
// that has come, skipping those between, and what is drawn goes dt ÷ 0.1 s of the way in a frame.
type gameObjects struct {
	compare.Base
	began         bool
	first         interp.ServerTime
	told          interp.ServerTime // what the last message said, as old as it is by now
	trip          time.Duration
	clock         interp.ServerTime // m_TimeSec; LocalTime and ServerTime are offsets of it
	local, server struct{ now, wanted time.Duration }
}

func (g *gameObjects) Traits() compare.Traits { return compare.Traits{Ordered: true, Free: true} }
func (g *gameObjects) Reset()                 { *g = gameObjects{Base: g.Base} }

func (g *gameObjects) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	set := !g.began
	if set {
		g.began, g.first, g.trip = true, f.Packets[0].Stamp, gameObjectsTrip
	}
	for i := range f.Packets {
		p := &f.Packets[i]
		if p.HalfTrip > 0 {
			g.trip = (2 * p.HalfTrip).Truncate(time.Millisecond)
		}
		if tick := (p.Stamp.Sub(g.first) + g.Interval/2) / g.Interval; tick%((gameObjectsSync+g.Interval/2)/g.Interval) == 0 {
			g.sync(p.Stamp)
		}
	}
	if set {
		g.set()
	}
	g.clock = g.clock.Add(f.Elapsed)
	if (g.local.wanted-g.local.now).Abs() > gameObjectsReset || (g.server.wanted-g.server.now).Abs() > gameObjectsReset {
		g.set()
	} else {
		g.local.now += slewed(g.local.wanted-g.local.now, f.Elapsed)
		g.server.now += slewed(g.server.wanted-g.server.now, f.Elapsed)
	}
	g.sync(g.told.Add(f.Elapsed))
	return g.clock.Add(g.local.now), true
}

func slewed(off, elapsed time.Duration) time.Duration {
	if off > 0 {
		return elapsed * gameObjectsPercent / 100
	}
	return -elapsed * gameObjectsPercent / 100
}

// sync takes what a message says of the server's time.
func (g *gameObjects) sync(told interp.ServerTime) {
	g.told = told
	g.local.wanted, g.server.wanted = told.Sub(g.clock)+g.trip/2, told.Sub(g.clock)-gameObjectsBuffer
}

// set makes the clock what it should be at once.
func (g *gameObjects) set() {
	by := g.server.wanted
	g.clock = g.clock.Add(by)
	g.local.wanted, g.server.wanted, g.server.now = g.local.wanted-by, 0, 0
	g.local.now = g.local.wanted
}

// approach is how an entity is drawn (InterpolateState): next goes to the target by the
// render time, and drawn follows that. Their times go the same way, to tell what is shown.
type approach struct {
	from, next, drawn, target interp.Sample
	start                     interp.ServerTime // when next leaves from
	known, reached            bool              // whether there is a target
}

func (g *gameObjects) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	a, _ := e.Own.(*approach)
	if n := e.Track.Newest(); a == nil || !interp.SameSegment(&a.drawn, n) {
		first := *n
		if a == nil {
			first, a = *e.Track.At(0), new(approach)
			e.Own = a
		}
		*a = approach{from: first, next: first, drawn: first, target: first}
	}
	if since >= 0 {
		a.update(e, g.clock.Add(g.local.now), since)
	}
	d.Pose, d.Time = a.drawn.Pose, a.drawn.Time
	if d.State == interp.Early {
		d.State = interp.Blending // it is there from its first value on
	}
}

// update moves to a frame.
func (a *approach) update(e *compare.Entity, render interp.ServerTime, elapsed time.Duration) {
	n := e.Track.Newest()
	due := n.Time > a.target.Time && n.Time <= render
	switch {
	case due && !a.known:
		first := e.Track.Len() - e.Track.Ahead(a.target.Time)
		a.known, a.from, a.start, a.target = true, a.drawn, e.Track.At(first).Time, *n
	case due && a.target.Time <= render:
		a.from, a.start, a.reached, a.target = a.next, a.target.Time, false, *n
	}
	switch {
	case a.known && !a.reached:
		a.next = a.target
		if span := a.target.Time.Sub(a.start); span > 0 {
			a.next = towards(&a.from, &a.target, float64(render.Sub(a.start))/float64(span))
		}
		a.drawn = towards(&a.drawn, &a.next, elapsed.Seconds()/gameObjectsTime.Seconds())
		a.reached = a.drawn.Pose == a.target.Pose
	case a.reached && !due && render.Sub(a.target.Time) > gameObjectsStopped:
		a.known, a.reached, a.next = false, false, a.drawn
	}
}

// towards returns what is a share, 0 to 1, of the way from a to b.
func towards(a, b *interp.Sample, share float64) interp.Sample {
	share = max(0, min(share, 1))
	s := *b
	s.Time = a.Time.Add(time.Duration(float64(b.Time.Sub(a.Time)) * share))
	s.Pose.Position = a.Pose.Position.Add(b.Pose.Position.Sub(a.Pose.Position).Mul(float32(share)))
	s.Pose.Rotation = interp.Slerp(a.Pose.Rotation, b.Pose.Rotation, float32(share))
	return s
}
