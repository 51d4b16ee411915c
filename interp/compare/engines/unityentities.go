package engines

import (
	"time"

	"snaplab/interp"
)

// Unity's Netcode for Entities 1.13 (NetworkTimeSystem, ClientTickRate). A tick is one of
// the simulation's; an interval has several.
const (
	unityNetTicks       = 2  // InterpolationTimeNetTicks, intervals
	unityMostNetTicks   = 6  // intervals that irregular snapshots make it wait for at most
	unityExtrapolation  = 20 // MaxExtrapolationTimeSimTicks
	unitySpacingShare   = 4  // 1 ÷ the share of a new spacing in its average
	unityAgeShare       = 8  // 1 ÷ the share of a new age in its average
	unityJump           = 10 // ticks, beyond which things are set and not moved
	unityCorrectTenths  = 1  // InterpolationTimeScale's correction per tick of error, 0.1
	unitySlowest        = 85 // InterpolationTimeScaleMin, per cent
	unityFastest        = 110
	unityDelayTenths    = 1 // InterpolationDelayMaxDeltaTicksFraction, 0.1
	unityJitterQuarters = 5 // InterpolationDelayJitterScale, 1.25
)

// unityEntities estimates which snapshot is the newest that should be there: the
// estimate runs by itself and is moved by whole ticks where the mean age of what comes
// (1/8 of each) is a tick off. It draws so many ticks before that: two intervals, or what
// snapshots have been apart, in ticks of the server (with 1.25 mean deviations) or as
// they came, whichever is more, up to six intervals. What is drawn runs 10 % faster or
// slower for each tick that it is off, from 15 % slower to 10 % faster, and leaps ahead where
// it is ten ticks behind. It is never set back.
//
// Not modelled: that times are drawn in whole ticks and a fraction of a float.
type unityEntities struct {
	interval, tick time.Duration
	estimate       interp.ServerTime
	age            average // how far the estimate is ahead of what comes
	newest         packet
	spacing, dev   time.Duration // of the snapshots' stamps
	arrival        time.Duration // between two snapshots
	delay          time.Duration
	shown          interp.ServerTime
}

func (u *unityEntities) plays() playing {
	return playing{extrapolate: unityExtrapolation * u.tickLength(), ordered: true}
}
func (u *unityEntities) configure(interval time.Duration) { u.interval = interval }

func (u *unityEntities) tickLength() time.Duration {
	if u.tick == 0 {
		return time.Second / 60
	}
	return u.tick
}

func (u *unityEntities) start(p *packet) {
	*u = unityEntities{
		interval: u.interval, tick: p.tick, estimate: p.stamp, newest: *p,
		spacing: u.interval, arrival: u.interval, delay: unityNetTicks * u.interval,
	}
	u.age.known = true
	u.shown = p.stamp.Add(-u.delay)
}

func (u *unityEntities) receive(p *packet) {
	u.tick = p.tick
	apart := p.stamp.Sub(u.newest.stamp)
	u.spacing += (apart - u.spacing) / unitySpacingShare
	u.dev += (max(apart-u.spacing, u.spacing-apart) - u.dev) / unitySpacingShare
	u.arrival += (p.read.Sub(u.newest.read) - u.arrival) / unitySpacingShare
	u.newest = *p
}

func (u *unityEntities) advance(f *frame) interp.ServerTime {
	u.estimate = u.estimate.Add(f.elapsed)
	if n := len(f.packets); n > 0 {
		u.receive(&f.packets[n-1])
		u.age.add(u.estimate.Sub(u.newest.stamp), 1, unityAgeShare)
	}
	if whole := u.age.value / u.tick * u.tick; whole != 0 {
		u.estimate = u.estimate.Add(-whole)
		u.age.value -= whole
	}
	u.wait(f.elapsed)
	u.follow(u.estimate.Add(-u.delay), f.elapsed)
	return u.shown
}

// wait moves the delay towards what is wanted.
func (u *unityEntities) wait(elapsed time.Duration) {
	irregular := max(u.arrival, u.spacing+u.dev*unityJitterQuarters/4)
	wanted := max(unityNetTicks*u.interval, min(irregular, unityMostNetTicks*u.interval))
	off := wanted - u.delay
	if off > unityJump*u.tick || off < -unityJump*u.tick {
		u.delay = wanted
		return
	}
	elapsed = min(elapsed, time.Second)
	by := off * elapsed / time.Second
	u.delay += towards(0, by, elapsed*unityDelayTenths/10)
}

// follow moves what is shown towards a time. It never goes back.
func (u *unityEntities) follow(target interp.ServerTime, elapsed time.Duration) {
	off := target.Sub(u.shown.Add(elapsed))
	if off >= unityJump*u.tick {
		u.shown = target
		return
	}
	elapsed = min(elapsed, time.Second)
	percent := 100 + max(-100, min(10*unityCorrectTenths*off/u.tick, 100))
	percent = max(unitySlowest, min(percent, unityFastest))
	u.shown = u.shown.Add(elapsed * percent / 100)
}
