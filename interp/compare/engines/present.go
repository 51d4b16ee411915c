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

// lightyear estimates the server's present as the newest tick and half a round trip, of which 10 %
// (calm) to 2 % (rough) is taken with each packet, and draws max(send_interval_ratio intervals,
// min_delay) + 4 × jitter + 1 tick before it, nothing before three pings. If that is more than a tick
// off in three frames in a row that read packets, time passes up to 10 % faster, or slower by as much;
// beyond ten ticks it is set; else the speed goes a tenth of the way back towards 1, to within 0.1 %.
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
func (l *lightyear) Reset(h interp.Header) {
	*l = lightyear{Base: l.Base, ratio: l.ratio, least: l.least, speed: 1, zero: interp.ObserveOffset(h.Arrival, h.Time)}
}

func (l *lightyear) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	l.shown = l.shown.Add(seconds(f.Elapsed.Seconds() * l.speed))
	for i := range f.Packets {
		p := &f.Packets[i]
		l.ping(f, p)
		seen := interp.ObserveOffset(f.Now, p.Stamp)
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

// netfox's NetworkTimeSynchronizer and NetworkTime. Its ticks are the snapshots here.
const (
	netfoxSync    = 250 * time.Millisecond // sync_interval
	netfoxSamples = 8                      // sync_samples
	netfoxSteps   = 8                      // sync_adjust_steps
	netfoxPanic   = 2 * time.Second        // recalibrate_threshold
	netfoxIgnored = time.Millisecond       // difference of the clocks
	netfoxFastest = 1.25                   // clock_stretch_max, and the slowest is 1 ÷ that
	netfoxMost    = 8                      // max_ticks_per_frame
)

// netfox has ticks at the server's present, by a clock that runs 0.8 to 1.25 times as fast as it
// should to follow a reference clock: that goes an eighth of the way to the mean of eight round trips
// with each, weighted by log(1 + RTT), and is set where it is 2 s off. At each tick StateSynchronizer
// takes the newest state that has come, and TickInterpolator draws on the way there from the last.
type netfox struct {
	compare.Base
	began     bool
	reference interp.ServerTime // NetworkTimeSynchronizer's clock
	clock     interp.ServerTime // NetworkTime's
	stretch   float64
	next      interp.ServerTime // tick
	sampled   interp.LocalTime
	samples   [netfoxSamples]struct{ offset, trip float64 } // s
	taken     int
	ticked    bool              // in this frame
	factor    float64           // tick_factor
	from, to  interp.ServerTime // the newest snapshots at the last two ticks
}

func (n *netfox) Traits() compare.Traits { return compare.Traits{Ordered: true, Free: true} }
func (n *netfox) Reset(interp.Header)    { *n = netfox{Base: n.Base, stretch: 1} }

func (n *netfox) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	n.reference = n.reference.Add(f.Elapsed)
	n.clock = n.clock.Add(seconds(f.Elapsed.Seconds() * n.stretch))
	if k := len(f.Packets); k > 0 {
		n.sync(f, &f.Packets[k-1])
	}
	if !n.began {
		n.began, n.clock, n.next, n.from, n.to = true, n.reference, n.reference, f.Newest, f.Newest
	}
	off := n.reference.Sub(n.clock)
	off -= max(-netfoxIgnored, min(off, netfoxIgnored))
	share := max(0, min(0.5+off.Seconds()/n.Interval.Seconds()/2, 1))
	n.stretch = 1/netfoxFastest + float64(share*(netfoxFastest-1/netfoxFastest))
	n.ticked = false
	for ticks := 0; n.next < n.clock && ticks < netfoxMost; ticks++ {
		n.ticked, n.next = true, n.next.Add(n.Interval)
	}
	if n.ticked {
		n.from, n.to = n.to, f.Newest
	}
	n.factor = 1 - max(0, min(n.next.Sub(n.clock).Seconds()/n.Interval.Seconds(), 1))
	return n.from.Add(time.Duration(float64(n.to.Sub(n.from)) * n.factor)), true
}

// sync measures a round trip by a packet, which took as much longer than the fastest, and
// moves the reference clock.
func (n *netfox) sync(f *compare.Frame, p *compare.Packet) {
	trip := 2*p.HalfTrip + max(0, f.Fastest.Sub(p.Stamp))
	present := p.Stamp.Add(trip / 2)
	if !n.began {
		n.reference, n.sampled = present, f.Now
	}
	if p.HalfTrip == 0 || f.Now.Sub(n.sampled) < netfoxSync {
		return
	}
	s := &n.samples[n.taken%netfoxSamples]
	s.offset, s.trip, n.sampled = present.Sub(n.reference).Seconds(), trip.Seconds(), f.Now
	n.taken++
	offset, weight := 0.0, 0.0
	for _, s := range n.samples[:min(n.taken, netfoxSamples)] {
		w := s.trip * (6 + s.trip) / (6 + float64(4*s.trip)) // log(1 + RTT), on every platform alike
		offset += float64(s.offset * w)
		weight += w
	}
	if by := seconds(offset / weight); by.Abs() > netfoxPanic {
		n.reference, n.taken = n.reference.Add(by), 0
	} else {
		n.reference = n.reference.Add(by / netfoxSteps)
	}
}

func (n *netfox) Pose(d *interp.Drawn, e *compare.Entity, since time.Duration) {
	newest, first := e.Track.Newest(), e.Track.At(0)
	s, known := e.Own.(*[2]interp.Sample) // at the last two ticks
	if !known {
		s = &[2]interp.Sample{*first, *first}
		e.Own = s
	}
	if !newest.Destroyed && (s[1].Destroyed || since >= 0 && n.ticked) {
		s[0], s[1] = s[1], *newest
	}
	if !interp.SameSegment(&s[0], &s[1]) {
		s[0] = s[1]
	}
	shown := towards(&s[0], &s[1], n.factor)
	d.Pose, d.Time, d.Alpha, d.From, d.To = shown.Pose, shown.Time, float32(n.factor), s[0].Seq, s[1].Seq
	d.Stance, d.Segment, d.Generation = shown.Stance, shown.Segment, shown.Generation
	if d.State, d.InUnderrun = interp.Blending, 0; s[0].Time == s[1].Time {
		d.State, d.InUnderrun = interp.Held, seconds(n.factor*n.Interval.Seconds())
	}
}
