package engines

import (
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Source's client, by what its console says of these settings.
const (
	sourceExtrapolate  = 250 * time.Millisecond // cl_extrapolate_amount
	sourceSamples      = 16                     // packets of which the clock's error is the mean
	sourceMinOffset    = 10 * time.Millisecond  // cl_clock_correction_adjustment_min_offset
	sourceMaxOffset    = 90 * time.Millisecond  // cl_clock_correction_adjustment_max_offset
	sourceMaxPerSecond = 200 * time.Millisecond // cl_clock_correction_adjustment_max_amount
	sourceMaxDrift     = 150 * time.Millisecond // cl_clockdrift_max_ms
)

// source draws its own clock's time less max(cl_interp, cl_interp_ratio ÷ cl_updaterate) in
// ticks, rounded to the nearest and one more. The clock runs by itself. Each packet shows how
// many ticks it is off; where their mean is beyond 10 ms it is corrected, by the more in a second
// the more it is off, and set where one is off by 150 ms. An entity goes on at its last speed and
// then stands, but only if no packet is newer than its own last sample.
type source struct {
	compare.Base
	lerp        time.Duration // cl_interp
	ratio       float64       // cl_interp_ratio, intervals of cl_updaterate
	began       bool
	now, newest interp.ServerTime
	off         [sourceSamples]time.Duration // how far ahead of each packet
	next        int
}

func (s *source) Traits() compare.Traits { return compare.Traits{Ordered: true} }
func (s *source) Reset()                 { *s = source{Base: s.Base, lerp: s.lerp, ratio: s.ratio} }
func (s *source) Policy(interp.Kind) interp.Policy {
	return interp.Policy{MaxExtrapolation: sourceExtrapolate}
}

func (s *source) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	if s.now = s.now.Add(f.Elapsed + s.correct(f.Elapsed)); !s.began {
		s.began, s.now = true, f.Packets[0].Stamp
	}
	for i := range f.Packets {
		ahead := s.now.Sub(f.Packets[i].Stamp) / f.Tick * f.Tick
		if ahead.Abs() > sourceMaxDrift {
			s.now, ahead, s.off = f.Packets[i].Stamp, 0, [sourceSamples]time.Duration{}
		}
		s.off[s.next%sourceSamples] = ahead
		s.next++
	}
	s.newest = f.Newest
	wanted := max(s.lerp, seconds(s.ratio*s.Interval.Seconds()))
	return s.now.Add(-((wanted+f.Tick/2)/f.Tick + 1) * f.Tick), true
}

// correct returns what is to be added to the clock over a frame.
func (s *source) correct(elapsed time.Duration) time.Duration {
	mean := time.Duration(0)
	for _, off := range s.off {
		mean += off / sourceSamples
	}
	over := min(mean.Abs(), sourceMaxOffset) - sourceMinOffset
	most := max(0, min(elapsed, time.Second)*(sourceMaxPerSecond*over/(sourceMaxOffset-sourceMinOffset))/time.Second)
	by := max(-most, min(-mean, most))
	for i := range s.off {
		s.off[i] += by // what the packets showed is off by so much less
	}
	return by
}

func (s *source) Pose(d *interp.Drawn, e *compare.Entity, _ time.Duration) {
	if n := e.Track.Newest(); d.State.InUnderrun() && n.Time < s.newest {
		d.Pose, d.Time, d.State = n.Pose, n.Time, interp.Held
	}
}
