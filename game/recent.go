package game

import (
	"time"

	"snaplab/interp"
)

// FrameSummary is one display frame in short, for what the last seconds looked like.
type FrameSummary struct {
	// At is the simulation time of the frame.
	At time.Duration
	// Kinds is the interpolated lens's buffers by kind.
	Kinds [NumKinds]KindSummary
	// Lenses is what was measured of each lens that there was.
	Lenses [MaxLenses]LensSummary
}

// KindSummary is one kind's buffer in one frame.
type KindSummary struct {
	// State is the worst among the kind's entities.
	State interp.State
	// Delay is the applied delay, Needed the smallest that would have had a
	// sample ahead; it is known if Measured.
	Delay, Needed time.Duration
	Measured      bool
	// Ahead is how many snapshots were ahead of render time.
	Ahead int
}

// Margin returns how far the newest sample was ahead of render time, negative when
// dry.
func (k *KindSummary) Margin() time.Duration { return k.Delay - k.Needed }

// LensSummary sums what was measured of a lens in one frame.
type LensSummary struct {
	drawn       int
	latency     time.Duration
	lag, rough  moments
	corrections int
}

// recentHistory is how many frames are remembered.
const recentHistory = 1024

// recentFrames is a ring of the last frames.
type recentFrames struct {
	ring  []FrameSummary
	count int // ever added
}

func (r *recentFrames) add(f FrameSummary) {
	if r.ring == nil {
		r.ring = make([]FrameSummary, 0, recentHistory)
	}
	if len(r.ring) < recentHistory {
		r.ring = append(r.ring, f)
	} else {
		r.ring[r.count%recentHistory] = f
	}
	r.count++
}

// back returns the n-th newest frame, 0 being the newest; n must be below len(ring).
func (r *recentFrames) back(n int) *FrameSummary {
	return &r.ring[(r.count-1-n)%len(r.ring)]
}

// AppendFrames appends the remembered display frames at or after a simulation time,
// the oldest first.
func (s *Session) AppendFrames(dst []FrameSummary, from time.Duration) []FrameSummary {
	r := &s.metrics.recent
	n := 0
	for n < len(r.ring) && r.back(n).At >= from {
		n++
	}
	for n--; n >= 0; n-- {
		dst = append(dst, *r.back(n))
	}
	return dst
}

// Recent is how a lens has fared lately.
type Recent struct {
	// DisplayLatency is how old what it shows is, on average.
	DisplayLatency time.Duration
	// LagError is the root mean square distance from the truth of now, metres. An
	// entity that is drawn on one side of a teleport while the truth is on the
	// other is left out: that distance says nothing of how well motion is drawn.
	LagError float64
	// Roughness is the root mean square change of the drawn velocity from frame
	// to frame beyond that of the truth, m/s.
	Roughness float64
	// Corrections is how many jumps of a decimetre and more an entity made in a
	// second, on average, because new data said it was elsewhere.
	Corrections float64
}

// Recent returns how a lens has fared over a time up to the last display frame, as far
// as it is remembered.
func (s *Session) Recent(l Lens, over time.Duration) Recent {
	r := &s.metrics.recent
	var sum LensSummary
	frames := 0
	for n := 0; n < len(r.ring) && r.back(n).At > r.back(0).At-over; n++ {
		f := r.back(n)
		frames++
		sum.drawn += f.Lenses[l].drawn
		sum.latency += f.Lenses[l].latency
		sum.corrections += f.Lenses[l].corrections
		sum.lag.merge(&f.Lenses[l].lag)
		sum.rough.merge(&f.Lenses[l].rough)
	}
	var out Recent
	if sum.drawn > 0 {
		out.DisplayLatency = sum.latency / time.Duration(sum.drawn)
	}
	out.LagError = sum.lag.rms()
	out.Roughness = sum.rough.rms()
	if frames > 0 && sum.drawn > 0 {
		perFrame := float64(sum.drawn) / float64(frames)
		out.Corrections = float64(sum.corrections) / over.Seconds() / perFrame
	}
	return out
}
