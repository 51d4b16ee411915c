package engines

import (
	"time"

	"snaplab/interp"
)

// Source's client, by what its console says of these settings (SDK 2013).
const (
	sourceInterp       = 100 * time.Millisecond // cl_interp
	sourceRatio        = 2                      // cl_interp_ratio, intervals of cl_updaterate
	sourceExtrapolate  = 250 * time.Millisecond // cl_extrapolate_amount
	sourceSamples      = 16                     // packets of which the clock's error is the mean
	sourceMinOffset    = 10 * time.Millisecond  // cl_clock_correction_adjustment_min_offset
	sourceMaxOffset    = 90 * time.Millisecond  // cl_clock_correction_adjustment_max_offset
	sourceMaxPerSecond = 200 * time.Millisecond // cl_clock_correction_adjustment_max_amount
	sourceMaxDrift     = 150 * time.Millisecond // cl_clockdrift_max_ms
)

// source draws its own clock's time less max(cl_interp, cl_interp_ratio ÷ cl_updaterate)
// in ticks, rounded to the nearest and one more. The clock runs by itself. Each packet
// shows how many ticks it is off; where their mean is beyond 10 ms it is corrected, by
// the more in a second the more it is off, and set anew where one is off by 150 ms.
//
// Not modelled: that motion is drawn through three samples (Hermite) and extrapolated at
// a speed that fades out between 0.25 and 0.5 s; NPCs, for which cl_interp_npcs holds; that
// nothing is extrapolated which the server itself has not moved.
type source struct {
	interval, tick time.Duration
	now            interp.ServerTime
	off            [sourceSamples]time.Duration // how far ahead of each packet
	next           int
}

func (s *source) plays() playing                   { return playing{extrapolate: sourceExtrapolate, ordered: true} }
func (s *source) configure(interval time.Duration) { s.interval = interval }

func (s *source) start(p *packet) {
	*s = source{interval: s.interval, tick: p.tick, now: p.stamp}
}

func (s *source) receive(p *packet) {
	s.tick = p.tick
	ahead := s.now.Sub(p.stamp) / s.tick * s.tick
	if ahead > sourceMaxDrift || ahead < -sourceMaxDrift {
		s.now, ahead = p.stamp, 0
		s.off = [sourceSamples]time.Duration{}
	}
	s.off[s.next%sourceSamples] = ahead
	s.next++
}

func (s *source) advance(f *frame) interp.ServerTime {
	s.now = s.now.Add(f.elapsed + s.correct(f.elapsed))
	for i := range f.packets {
		s.receive(&f.packets[i])
	}
	return s.now.Add(-s.delay())
}

// correct returns what is to be added to the clock over a frame.
func (s *source) correct(elapsed time.Duration) time.Duration {
	mean := time.Duration(0)
	for _, off := range s.off {
		mean += off
	}
	mean /= sourceSamples
	size := max(mean, -mean)
	if size <= sourceMinOffset {
		return 0
	}
	perSecond := sourceMaxPerSecond * (min(size, sourceMaxOffset) - sourceMinOffset) / (sourceMaxOffset - sourceMinOffset)
	by := towards(0, -mean, min(elapsed, time.Second)*perSecond/time.Second)
	for i := range s.off {
		s.off[i] += by // what the packets showed is off by so much less
	}
	return by
}

// delay is what the engine calls the interpolation amount.
func (s *source) delay() time.Duration {
	wanted := max(sourceInterp, sourceRatio*s.interval)
	return ((wanted+s.tick/2)/s.tick + 1) * s.tick
}
