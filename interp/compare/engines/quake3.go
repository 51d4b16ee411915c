package engines

import (
	"time"

	"snaplab/interp"
)

// Quake III Arena's client (cl_cgame.c). It counts in whole milliseconds.
const (
	// q3ResetTime: with the clock farther off than this it is set anew.
	q3ResetTime = 500 // ms
	// q3AverageTime: with it farther off than this, half of that is taken.
	q3AverageTime = 100 // ms
	// q3Extrapolated: a frame this close to the newest snapshot counts as beyond it.
	q3Extrapolated = 5 // ms
	// q3Back and q3On are what each snapshot moves the clock by, if a frame since the
	// one before has been beyond it, and if none has.
	q3Back, q3On = 2, 1 // ms
)

// quake3 creeps towards the newest snapshot by 1 ms with each one, until a frame comes
// within 5 ms of it or passes it; then it goes back by 2 ms. So before about one snapshot in
// three it is at the edge, by design. A burst of losses can't cause a
// large correction, and the frame rate makes no difference.
//
// Not modelled: cl_timeNudge, which is 0 as it is by default; its players, which stand
// while nothing newer is there, where its missiles, and all things here, go on.
type quake3 struct {
	began  packet // the zeros of both clocks in ms
	delta  int64  // ms, server time less local time
	served int64  // ms, never less than before
	newest int64  // ms, of the newest snapshot
	beyond bool   // a frame has been beyond it since the clock was last moved
}

func (q *quake3) plays() playing          { return playing{extrapolate: interp.MaxPolicyTime, ordered: true} }
func (q *quake3) configure(time.Duration) {}
func (q *quake3) start(p *packet)         { *q = quake3{began: *p} }

func (q *quake3) advance(f *frame) interp.ServerTime {
	local := int64(f.now.Sub(q.began.read) / time.Millisecond)
	if n := len(f.packets); n > 0 {
		q.newest = int64(f.packets[n-1].stamp.Sub(q.began.stamp) / time.Millisecond)
	}
	q.served = max(q.served, local+q.delta)
	q.beyond = q.beyond || local+q.delta >= q.newest-q3Extrapolated
	if len(f.packets) > 0 {
		q.adjust(local) // as of the next frame
	}
	return q.began.stamp.Add(time.Duration(q.served) * time.Millisecond)
}

// adjust moves the clock by the newest snapshot.
func (q *quake3) adjust(local int64) {
	seen := q.newest - local
	switch off := max(seen-q.delta, q.delta-seen); {
	case off > q3ResetTime:
		q.delta, q.served = seen, q.newest
	case off > q3AverageTime:
		q.delta = (q.delta + seen) >> 1
	case q.beyond:
		q.beyond = false
		q.delta -= q3Back
	default:
		q.delta += q3On
	}
}
