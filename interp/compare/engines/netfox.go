package engines

import (
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

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
// should to follow a reference clock: that goes an eighth of the way to the mean of eight round
// trips with each, weighted by log(1 + RTT), and is set where it is 2 s off. At each tick a
// StateSynchronizer takes the newest state that has come, whatever its own tick, and a
// TickInterpolator draws on the way there from the state of the tick before.
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
func (n *netfox) Reset()                 { *n = netfox{Base: n.Base, stretch: 1} }

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
	newest := e.Track.Newest()
	s, _ := e.Own.(*[2]interp.Sample) // at the last two ticks
	if s == nil {
		s = &[2]interp.Sample{*newest, *newest}
		e.Own = s
	} else if since >= 0 && n.ticked {
		s[0], s[1] = s[1], *newest
	}
	if from, to := &s[0], &s[1]; !interp.SameSegment(from, to) {
		*from = *to
	}
	shown := towards(&s[0], &s[1], n.factor)
	d.Pose, d.Time, d.Alpha, d.From, d.To = shown.Pose, shown.Time, float32(n.factor), s[0].Seq, s[1].Seq
	d.Stance, d.Segment, d.Generation = shown.Stance, shown.Segment, shown.Generation
	if d.State, d.InUnderrun = interp.Blending, 0; s[0].Time == s[1].Time {
		d.State, d.InUnderrun = interp.Held, seconds(n.factor*n.Interval.Seconds())
	}
}
