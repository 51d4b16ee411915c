package engines

import (
	"math"
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Unity's Netcode for Entities (NetworkTimeSystem, ClientTickRate). A tick is one of the
// simulation's; an interval has several.
const (
	entitiesMost        = 6    // intervals that irregular snapshots make it wait for at most
	entitiesShare       = 0.25 // of a new spacing in its average
	entitiesJump        = 10   // ticks, beyond which things are set and not moved
	entitiesCorrection  = 0.1  // InterpolationDelayCorrectionFraction
	entitiesSlowest     = 0.85 // InterpolationTimeScaleMin
	entitiesFastest     = 1.1  // InterpolationTimeScaleMax
	entitiesDelayChange = 0.1  // InterpolationDelayMaxDeltaTicksFraction
	entitiesJitter      = 1.25 // InterpolationDelayJitterScale
)

// entities estimates which tick the newest snapshot should show, in whole ticks, corrected by the
// mean age of what comes (1/8 of each, in 256ths of a tick). What is drawn trails that by two
// intervals, or more where snapshots are irregular: what they are apart in ticks of the server with
// 1.25 mean deviations, or as they came and 0.999 ticks, up to six intervals, cut down to whole
// ticks. It runs 10 % faster or slower for each tick that it is off, from 15 % slower to 10 % faster,
// and is set ahead where it is ten ticks behind, never back. Floats are float32, as in the engine.
type entities struct {
	compare.Base
	netTicks    float32       // InterpolationTimeNetTicks
	extrapolate time.Duration // MaxExtrapolationTimeSimTicks, ticks
	tick        time.Duration
	began       bool
	first       interp.ServerTime // of tick 0
	last        int               // newest snapshot
	lastMS      int64             // when it was read
	estimate    int
	age         int     // 256ths of a tick that the estimate is ahead of what comes
	spacing     float32 // ticks between two snapshots
	dev         float32
	arrival     float32 // ms between two snapshots
	delay       float32 // ticks
	shown       int
	part        float32 // of a tick, beyond shown
}

func (u *entities) Traits() compare.Traits { return compare.Traits{Ordered: true} }
func (u *entities) Reset(interp.Header) {
	*u = entities{Base: u.Base, netTicks: u.netTicks, extrapolate: u.extrapolate}
}

func (u *entities) Policy(interp.Kind) interp.Policy {
	return interp.Policy{MaxExtrapolation: min(u.extrapolate*max(u.tick, time.Second/60), interp.MaxPolicyTime)}
}

func (u *entities) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	u.tick = f.Tick
	interval, rate := float32(max(1, (u.Interval+u.tick/2)/u.tick)), float32(math.Round(1/u.tick.Seconds()))
	dt, now := float32(f.Elapsed.Seconds()), time.Duration(f.Now).Milliseconds()
	ticks := float32(dt * rate)
	if !u.began {
		u.began, u.first, u.lastMS = true, f.Newest, now
		u.spacing, u.arrival, u.delay = interval, 1000/float32(interval*rate), float32(u.netTicks*interval)
		u.shown = -int(u.delay)
	} else {
		if tick := int((f.Newest.Sub(u.first) + u.tick/2) / u.tick); len(f.Packets) > 0 {
			apart := float32(tick - u.last)
			u.age = (u.age*7 + (u.estimate-tick)<<8) / 8
			u.spacing = lerp(u.spacing, apart)
			u.dev = lerp(u.dev, max(apart-u.spacing, u.spacing-apart))
			u.arrival = lerp(u.arrival, float32(now-u.lastMS))
			u.last, u.lastMS = tick, now
		}
		u.estimate += int(ticks)
		u.age -= int(float32(ticks-float32(int(ticks))) * 256)
		whole := (u.age + 255) >> 8 // rounded up: it is never ahead by a part
		u.estimate -= whole
		u.age -= whole * 256
	}
	came := (float32(u.arrival*rate) + 999) / 1000
	wanted := max(float32(u.netTicks*interval), min(max(came, u.spacing+float32(u.dev*entitiesJitter)), entitiesMost*interval))
	off := wanted - u.delay
	if off <= entitiesJump && off >= -entitiesJump {
		off = max(-ticks*entitiesDelayChange, min(float32(off*dt), ticks*entitiesDelayChange))
	}
	u.delay += off
	u.follow(u.estimate-int(u.delay), ticks)
	return f.Newest.Add(time.Duration(u.shown-u.last)*u.tick + time.Duration(float64(u.part)*float64(u.tick))), true
}

func (u *entities) follow(target int, ticks float32) {
	off := float32(target-u.shown) - u.part - ticks
	if off >= entitiesJump {
		u.shown, u.part = target, 0
		return
	}
	u.part += float32(ticks * max(entitiesSlowest, min(1+float32(off*entitiesCorrection), entitiesFastest)))
	whole := int(u.part)
	u.shown += whole
	u.part -= float32(whole)
}

func lerp(a, b float32) float32 { return a + float32(entitiesShare*float32(b-a)) }

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
	first         interp.Header
	told          interp.ServerTime // what the last message said, as old as it is by now
	trip, ahead   time.Duration     // the round trip, and what of it was taken with the last message
	local, server interp.ServerTime // LocalTime and ServerTime
}

func (g *gameObjects) Traits() compare.Traits { return compare.Traits{Ordered: true, Free: true} }
func (g *gameObjects) Reset(h interp.Header) {
	*g = gameObjects{Base: g.Base, first: h, told: h.Time, trip: gameObjectsTrip, ahead: gameObjectsTrip / 2}
	g.local, g.server = h.Time.Add(g.ahead), h.Time.Add(-gameObjectsBuffer)
}

func (g *gameObjects) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	for i := range f.Packets {
		p := &f.Packets[i]
		if p.HalfTrip > 0 {
			g.trip = (2 * p.HalfTrip).Truncate(time.Millisecond)
		}
		up := p.Stamp.Sub(g.first.Time) + time.Duration(g.first.Tick-1)*f.Tick // by the ticks, which begin at 1
		if tick := (up + g.Interval/2) / g.Interval; tick%max(1, (gameObjectsSync+g.Interval/2)/g.Interval) == 0 {
			g.told, g.ahead = p.Stamp, g.trip/2
		}
	}
	off, late := g.told.Sub(g.local)+g.ahead, g.told.Sub(g.server)-gameObjectsBuffer
	if max(off.Abs(), late.Abs()) <= gameObjectsReset {
		off, late = slewed(off, f.Elapsed), slewed(late, f.Elapsed)
	}
	g.local, g.server = g.local.Add(f.Elapsed+off), g.server.Add(f.Elapsed+late)
	g.told, g.ahead = g.told.Add(f.Elapsed), g.trip/2
	return g.local, true
}

func slewed(off, elapsed time.Duration) time.Duration {
	if off <= 0 {
		elapsed = -elapsed
	}
	return elapsed * gameObjectsPercent / 100
}

// approach is how an entity is drawn (InterpolateState): next goes to the target by the
// render time, and drawn follows that. Their times go the same way, to tell what is shown.
type approach struct {
	from, next, drawn, target interp.Sample
	start                     interp.ServerTime // when next leaves from
	known, reached            bool              // whether there is a target
}

func (g *gameObjects) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	a, known := e.Own.(*approach)
	n, first := e.Track.Newest(), e.Track.At(0)
	if !known {
		a = &approach{next: *first, drawn: *first, target: *first}
		e.Own = a
	}
	if !n.Destroyed && !interp.SameSegment(&a.drawn, n) {
		*a = approach{next: *n, drawn: *n, target: *n}
	}
	if since >= 0 && !n.Destroyed {
		a.update(e, g.local, since)
	}
	s := &a.drawn
	d.Pose, d.Time, d.Stance, d.Segment, d.Generation = s.Pose, s.Time, s.Stance, s.Segment, s.Generation
	if d.State == interp.Early {
		d.State = interp.Blending // it is there from its first value on
	}
}

func (a *approach) update(e *compare.Entity, render interp.ServerTime, elapsed time.Duration) {
	n := compare.Around(&e.Track, render).A
	due := n != nil && n.Time > a.target.Time
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
	case a.reached && e.Track.Ahead(a.target.Time) == 0 && render.Sub(a.target.Time) > gameObjectsStopped:
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
