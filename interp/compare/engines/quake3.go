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

// quake3 creeps towards the newest snapshot by 1 ms with each one (q3On), until a frame comes
// within 5 ms of it or passes it; then it goes back by 2 ms (q3Back). So about one snapshot in
// three comes too late, by design. Players, like everything here, stand at the newest one then.
type quake3 struct {
	compare.Base
	nudge         int64 // cl_timeNudge, ms
	known, began  bool
	zero          interp.ServerTime // the first stamp, and the first frame: where ms are counted from
	start         interp.LocalTime
	delta, served int64 // ms: server time less local time, and the server time drawn
	newest        int64 // ms, of the newest snapshot
	beyond        bool  // a frame has been beyond it since the clock was last moved
}

func (q *quake3) Traits() compare.Traits { return compare.Traits{Ordered: true} }
func (q *quake3) Reset()                 { *q = quake3{nudge: q.nudge} }

func (q *quake3) Arrive(h interp.Header, _ []interp.Update) {
	if !q.known {
		q.known, q.zero = true, h.Time
	}
}

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
