package engines

import (
	"time"

	"snaplab/interp"
)

// lightyear's interpolation and remote timelines.
const (
	lightyearRatioTenths = 17                   // send_interval_ratio 1.7
	lightyearMinDelay    = 5 * time.Millisecond // min_delay
	lightyearJitters     = 4                    // × the jitter, added to the delay
	lightyearTicks       = 1                    // ticks, added to the delay
	lightyearCalm        = time.Millisecond     // jitter up to which 10 % of a new estimate count
	lightyearRough       = 10 * time.Millisecond
	lightyearMargin      = 1  // error_margin, ticks
	lightyearInARow      = 3  // errors to one side before the speed changes
	lightyearMaxTicks    = 10 // max_error_margin, ticks: beyond it is set
	lightyearSpeed       = 10 // per cent that time passes faster or slower at most
	lightyearRelax       = 10 // per cent of the speed that is given back within the margin
)

// lightyear estimates the server's present as the newest tick and half a round trip, of
// which 10 % (calm) to 2 % (rough) is taken with each packet, and draws a delay before it:
// max(1.7 intervals, 5 ms) + 4 × jitter + 1 tick. So the latency of the packets comes out of the
// delay. Where what is drawn is more than a tick off for three packets in a row, time
// passes up to 10 % faster or slower; beyond ten ticks it is set.
//
// A lens is told half the fastest round trip only. The mean one is taken to be longer
// by what packets take longer than the fastest on the way down, and the jitter to be
// their mean deviation.
type lightyear struct {
	interval, tick time.Duration
	offset         average // local less the server's present, by each packet
	extra, jitter  time.Duration
	shown          interp.ServerTime
	faster         time.Duration // millionths by which time passes faster
	inARow         int           // errors to one side; negative behind
	fresh          bool
	last           packet
	settled        bool // a round trip is known
}

func (l *lightyear) plays() playing                   { return playing{} }
func (l *lightyear) configure(interval time.Duration) { l.interval = interval }

func (l *lightyear) start(p *packet) {
	*l = lightyear{interval: l.interval, tick: p.tick, fresh: true}
	l.offset.add(time.Duration(interp.ObserveOffset(p.read, p.stamp)), 1, 1)
}

func (l *lightyear) advance(f *frame) interp.ServerTime {
	if n := len(f.packets); n > 0 {
		l.tick, l.last = f.packets[n-1].tick, f.packets[n-1]
		l.hear(f)
	}
	target := l.present(f.now).Add(-l.delay())
	if l.fresh {
		l.fresh, l.shown = false, target
		return l.shown
	}
	l.shown = l.shown.Add(f.elapsed + min(f.elapsed, time.Second)*l.faster/1e6)
	if off := target.Sub(l.shown); off > lightyearMaxTicks*l.tick || off < -lightyearMaxTicks*l.tick {
		l.shown, l.faster, l.inARow = target, 0, 0
	}
	return l.shown
}

// hear takes in what the newest packet shows of the server's present, of the jitter,
// and of how far what is drawn is off.
func (l *lightyear) hear(f *frame) {
	const tripShare, jitterShare = 12, 6 // 1 ÷ the share of a new round trip, of a new deviation
	extra := max(0, f.fastest.Sub(l.last.stamp))
	l.jitter += (max(extra-l.extra, l.extra-extra) - l.jitter) / jitterShare
	l.extra += (extra - l.extra) / tripShare
	present := l.last.stamp.Add(l.last.trip + l.extra)
	if l.last.trip > 0 && !l.settled {
		l.settled, l.offset.known = true, false // what was thought before was without latency
	}
	l.offset.add(time.Duration(interp.ObserveOffset(f.now, present)), l.percent(), 100)
	off := l.present(f.now).Add(-l.delay()).Sub(l.shown.Add(f.elapsed))
	l.steer(off)
}

// percent returns how much of a new estimate counts: from 10 in the calm to 2 where it
// is rough.
func (l *lightyear) percent() int64 {
	const calm, rough = 10, 2
	over := max(0, min(l.jitter, lightyearRough)-lightyearCalm)
	return calm - int64((calm-rough)*over/(lightyearRough-lightyearCalm))
}

// steer sets how fast time passes by how far what is drawn is behind where it should be.
func (l *lightyear) steer(off time.Duration) {
	if size := max(off, -off); size <= lightyearMargin*l.tick {
		l.inARow = 0
		l.faster -= l.faster * lightyearRelax / 100
		return
	}
	if off > 0 {
		l.inARow = max(0, l.inARow) + 1
	} else {
		l.inARow = min(0, l.inARow) - 1
	}
	if max(l.inARow, -l.inARow) >= lightyearInARow {
		whole := max(-lightyearMaxTicks*l.tick, min(off, lightyearMaxTicks*l.tick))
		l.faster = lightyearSpeed * 10_000 * whole / (lightyearMaxTicks * l.tick)
	}
}

func (l *lightyear) present(now interp.LocalTime) interp.ServerTime {
	return interp.Offset(l.offset.value).ToServer(now)
}

func (l *lightyear) delay() time.Duration {
	return max(l.interval*lightyearRatioTenths/10, lightyearMinDelay) + lightyearJitters*l.jitter + lightyearTicks*l.tick
}
