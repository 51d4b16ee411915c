package study

import (
	"time"

	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// delays is how many delays there are to choose from, of 0, 1, 2 … ms up to MaxDelay,
// with one more for what needs more than any.
const delays = int(MaxDelay/time.Millisecond) + 2

// needs is which delay each display frame of one run would have needed, by kind. That
// does not depend on the delay in use, so it tells of all of them.
type needs struct {
	at    []time.Duration
	kinds [world.NumKinds][]time.Duration // of each frame; unmeasured where nothing was there to draw

	frames []measure.FrameSummary // a second's, between
}

const unmeasured = time.Duration(-1 << 62)

// watch runs a session on, by a second at most, and notes what each frame needs.
func (n *needs) watch(s *measure.Run, until time.Duration) {
	from := time.Duration(0)
	if len(n.at) > 0 {
		from = n.at[len(n.at)-1] + 1
	}
	s.AdvanceTo(until)
	n.frames = s.AppendFrames(n.frames[:0], from)
	for i := range n.frames {
		n.at = append(n.at, n.frames[i].At)
		for k := range n.kinds {
			needed := unmeasured
			if f := &n.frames[i].Kinds[k]; f.Measured {
				needed = f.Needed
			}
			n.kinds[k] = append(n.kinds[k], needed)
		}
	}
}

// begins adds, for each delay, how many more spells begin in the run at it than at a
// millisecond less.
func (n *needs) begins(k interp.Kind, changes *[delays]int) {
	previous := 0
	for _, needed := range n.kinds[k] {
		if needed == unmeasured {
			previous = 0
			continue
		}
		bin := int(max(0, min((needed+time.Millisecond-1)/time.Millisecond, time.Duration(delays-1))))
		if bin > previous {
			changes[previous]++
			changes[bin]--
		}
		previous = bin
	}
}

// tightest returns the frame that needs the most of those that a delay is enough for,
// and whether there is any for which a millisecond less is not enough.
func (n *needs) tightest(k interp.Kind, delay time.Duration) (frame int, ok bool) {
	most := delay - time.Millisecond
	for i, needed := range n.kinds[k] {
		if needed > most && needed <= delay {
			frame, most, ok = i, needed, true
		}
	}
	return frame, ok
}
