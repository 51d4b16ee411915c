package engines

import (
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// lightyear's remote and interpolation timelines, and its pings.
const (
	lightyearPing    = 100 * time.Millisecond // ping_interval
	lightyearPings   = 3                      // handshake_pings
	lightyearTrip    = 1. / 12                // share of a new round trip
	lightyearDev     = 1. / 6                 // share of a new deviation
	lightyearJitters = 4                      // jitter_multiple
	lightyearMargin  = 1                      // jitter_margin and error_margin, ticks
	lightyearSet     = 10                     // max_error_margin, ticks: beyond it is set
	lightyearInARow  = 3                      // consecutive_errors_threshold
	lightyearSpeed   = 0.05                   // speedup_factor − 1; twice that at the most
	lightyearRelax   = 0.1                    // share of the speed that is given back
	lightyearRest    = 0.001                  // speed that is left
	// Shares of a new estimate, and the jitter in whole ms at which they are that.
	lightyearCalm, lightyearCalmMS   = 0.10, 1
	lightyearRough, lightyearRoughMS = 0.02, 10
)

// lightyear estimates the server's present as the newest tick and half a round trip, of which
// 10 % (calm) to 2 % (rough) is taken with each packet, and draws a delay before it:
// max(send_interval_ratio intervals, min_delay) + 4 × jitter + 1 tick, so latency comes out of the
// delay. Nothing is drawn before three pings. If what is drawn is more than a tick off in three
// frames in a row that read packets, time passes up to 10 % faster, or slower by as much; beyond
// ten ticks it is set; else the speed goes a tenth of the way back towards 1, to within 0.1 %.
type lightyear struct {
	compare.Base
	ratio     float64
	least     time.Duration // min_delay
	pings     int
	pinged    interp.LocalTime
	trip, dev float64 // s; half of dev is the jitter
	started   bool
	zero      interp.Offset // by the first packet
	offset    average       // s: how far the server's present is beyond zero's
	shown     interp.ServerTime
	speed     float64
	inARow    int
	ahead     bool // at the last error
}

func (l *lightyear) Traits() compare.Traits { return compare.Traits{Ordered: true} }
func (l *lightyear) Reset() {
	*l = lightyear{Base: l.Base, ratio: l.ratio, least: l.least, speed: 1}
}

func (l *lightyear) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	l.shown = l.shown.Add(seconds(f.Elapsed.Seconds() * l.speed))
	for i := range f.Packets {
		p := &f.Packets[i]
		l.ping(f, p)
		seen := interp.ObserveOffset(f.Now, p.Stamp)
		if !l.offset.known {
			l.zero = seen
		}
		if l.pings >= lightyearPings {
			rough := (float64(int(l.dev/2*1000)) - lightyearCalmMS) / (lightyearRoughMS - lightyearCalmMS)
			share := lightyearCalm - float64(max(0, min(rough, 1))*(lightyearCalm-lightyearRough))
			l.offset.add(time.Duration(l.zero-seen).Seconds()+l.trip/2, share)
		}
	}
	if len(f.Packets) > 0 && l.pings >= lightyearPings {
		l.steer(f)
	}
	return l.shown, l.started
}

// ping measures a round trip by a packet, which took as much longer than the fastest.
func (l *lightyear) ping(f *compare.Frame, p *compare.Packet) {
	if p.HalfTrip == 0 || l.pings > 0 && f.Now.Sub(l.pinged) < lightyearPing {
		return
	}
	trip := (2*p.HalfTrip + max(0, f.Fastest.Sub(p.Stamp))).Seconds()
	l.pinged = f.Now
	if l.pings++; l.pings == 1 {
		l.trip, l.dev = trip, trip/2
		return
	}
	trip = min(trip, l.trip+float64(3*l.dev), 3*l.trip, l.trip+0.5)
	l.dev += float64(lightyearDev * (max(trip-l.trip, l.trip-trip) - l.dev))
	l.trip += float64(lightyearTrip * (trip - l.trip))
}

// steer sets how fast time passes by how far what is drawn is from where it should be.
func (l *lightyear) steer(f *compare.Frame) {
	delay := seconds(max(float64(l.ratio*l.Interval.Seconds()), l.least.Seconds()) + float64(lightyearJitters*l.dev/2))
	wanted := l.zero.ToServer(f.Now).Add(seconds(l.offset.value) - delay - lightyearMargin*f.Tick)
	off := float64(l.shown.Sub(wanted)) / float64(f.Tick)
	size, ahead := max(off, -off), off > 0
	turned := ahead != l.ahead
	l.ahead = ahead
	if l.inARow++; size <= lightyearMargin {
		l.inARow = 0
	}
	switch {
	case !l.started || size > lightyearSet:
		l.started, l.shown, l.speed, l.inARow = true, wanted, 1, 0
	case l.inARow >= lightyearInARow && !turned:
		if l.speed = 1 + float64(2*lightyearSpeed*min(size/lightyearSet, 1)); ahead {
			l.speed = 1 / l.speed
		}
	case l.speed > 1+lightyearRest || l.speed < 1-lightyearRest:
		l.speed += float64(lightyearRelax * (1 - l.speed))
	}
}
