package engines

import (
	"time"

	"snaplab/interp"
	"snaplab/interp/compare"
)

// Quake III's client (cl_cgame.c). It counts in whole milliseconds.
const (
	q3Reset        = 500 // ms; with the clock farther off than this it is set
	q3Halve        = 100 // ms; with it farther off than this, half of that is taken
	q3Extrapolated = 5   // ms; a frame this close to the newest snapshot counts as beyond it
	q3Back, q3On   = 2, 1
)

// quake3 creeps towards the newest snapshot by 1 ms with each one (q3On), until a frame comes within
// 5 ms of it or passes it; then it goes back by 2 ms (q3Back). Players stand at the newest one then.
type quake3 struct {
	compare.Base
	nudge         int64 // cl_timeNudge, ms
	began         bool
	zero          interp.ServerTime // the first stamp, and the first frame: where ms are counted from
	start         interp.LocalTime
	delta, served int64 // ms: server time less local time, and the server time drawn
	newest        int64 // ms, of the newest snapshot
	beyond        bool  // a frame has been beyond it since the clock was last moved
}

func (q *quake3) Traits() compare.Traits { return compare.Traits{Ordered: true} }
func (q *quake3) Reset(h interp.Header)  { *q = quake3{nudge: q.nudge, zero: h.Time} }

// File stamps a sample in whole milliseconds, as the server does.
func (q *quake3) File(_ *compare.Entity, s *interp.Sample) {
	s.Time = q.zero.Add(s.Time.Sub(q.zero).Truncate(time.Millisecond))
}

func (q *quake3) Advance(f *compare.Frame) (interp.ServerTime, bool) {
	q.newest = f.Newest.Sub(q.zero).Milliseconds()
	fresh := len(f.Packets) > 0
	if !q.began { // at the newest, which doesn't move the clock
		q.began, fresh, q.start, q.delta, q.served = true, false, f.Now, q.newest, q.newest
	}
	local := f.Now.Sub(q.start).Milliseconds()
	q.served = max(q.served, local+q.delta-q.nudge)
	q.beyond = q.beyond || local+q.delta >= q.newest-q3Extrapolated
	if seen := q.newest - local; fresh { // as of the next frame, but for a reset
		switch off := max(seen-q.delta, q.delta-seen); {
		case off > q3Reset:
			q.delta, q.served = seen, q.newest
		case off > q3Halve:
			q.delta = (q.delta + seen) >> 1
		case q.beyond:
			q.beyond = false
			q.delta -= q3Back
		default:
			q.delta += q3On
		}
	}
	return q.zero.Add(time.Duration(q.served) * time.Millisecond), true
}

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
func (s *source) Reset(interp.Header)    { *s = source{Base: s.Base, lerp: s.lerp, ratio: s.ratio} }
func (*source) Policy(interp.Kind) interp.Policy {
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
