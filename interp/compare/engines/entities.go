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

// entities estimates which tick the newest snapshot should show: the estimate runs by itself in
// whole ticks, and is corrected by whole ticks where the mean age of what comes (1/8 of each, in
// 256ths of a tick) calls for it. What is drawn trails that by two intervals, or more where
// snapshots are irregular: what they are apart in ticks of the server with 1.25 mean deviations, or
// as they came and 0.999 ticks, up to six intervals, cut down to whole ticks. It runs 10 % faster or
// slower for each tick that it is off, from 15 % slower to 10 % faster, and is set ahead where it
// is ten ticks behind, never back. Arithmetic is in float32, as in the engine.
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
func (u *entities) Reset() {
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
	if off := wanted - u.delay; off > entitiesJump || off < -entitiesJump {
		u.delay = wanted
	} else {
		u.delay += max(-ticks*entitiesDelayChange, min(float32(off*dt), ticks*entitiesDelayChange))
	}
	u.follow(u.estimate-int(u.delay), ticks)
	return f.Newest.Add(time.Duration(u.shown-u.last)*u.tick + time.Duration(float64(u.part)*float64(u.tick))), true
}

// follow moves what is shown towards a tick.
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
