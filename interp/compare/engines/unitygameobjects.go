package engines

import (
	"time"

	"snaplab/interp"
)

// Unity's Netcode for GameObjects 2 (NetworkTimeSystem, NetworkTransform). Its network ticks
// are the snapshots here.
const (
	gameObjectsBuffer  = 50 * time.Millisecond  // ServerBufferSec
	gameObjectsReset   = 200 * time.Millisecond // HardResetThresholdSec
	gameObjectsPercent = 1                      // AdjustmentRatio, per cent
	gameObjectsSync    = time.Second            // between two messages that tell the server's time
	gameObjectsTicks   = 2                      // TickLatency at least, and to begin with
)

// unityGameObjects is told the server's time once a second, by a packet that is as slow as
// it happens to be, and draws 50 ms before that and so many whole ticks as a round trip takes
// on average, two at least. Its time runs 1 % too fast or too slow all the time, whichever
// leads to where it should be, and is set where it is 200 ms off.
//
// A lens is told the fastest round trip only.
//
// Not modelled: that its NetworkTransform smooths what is drawn over another 0.1 s, which
// is later still; what its older way of interpolating does beyond the newest snapshot.
type unityGameObjects struct {
	interval time.Duration
	offset   time.Duration // of the server's time, less the buffer, from the local one
	wanted   time.Duration // what the last message made of it
	synced   interp.LocalTime
	began    packet // the zeros of both times
	trip     time.Duration
	latency  time.Duration // the mean round trip
}

func (u *unityGameObjects) plays() playing                   { return playing{ordered: true} }
func (u *unityGameObjects) configure(interval time.Duration) { u.interval = interval }

func (u *unityGameObjects) start(p *packet) {
	*u = unityGameObjects{interval: u.interval, began: *p, latency: gameObjectsTicks * u.interval}
	u.sync(p)
	u.offset = u.wanted
}

// sync takes a packet for the message that tells the time.
func (u *unityGameObjects) sync(p *packet) {
	u.synced = p.read
	u.wanted = p.stamp.Sub(u.began.stamp) - p.read.Sub(u.began.read) - gameObjectsBuffer
}

func (u *unityGameObjects) advance(f *frame) interp.ServerTime {
	for i := range f.packets {
		p := &f.packets[i]
		u.trip = 2 * p.trip
		if p.read.Sub(u.synced) >= gameObjectsSync {
			u.sync(p)
		}
	}
	elapsed := min(f.elapsed, time.Second)
	if u.trip > 0 {
		u.latency += (u.trip + elapsed - u.latency) * elapsed / time.Second
	}
	switch off := u.wanted - u.offset; {
	case off > gameObjectsReset || off < -gameObjectsReset:
		u.offset = u.wanted
	case off > 0:
		u.offset += elapsed * gameObjectsPercent / 100
	default:
		u.offset -= elapsed * gameObjectsPercent / 100
	}
	return u.began.stamp.Add(f.now.Sub(u.began.read) + u.offset - u.ticks()*u.interval)
}

// ticks is the engine's tick latency.
func (u *unityGameObjects) ticks() time.Duration {
	return max(gameObjectsTicks, (u.latency+u.interval/2)/u.interval)
}
