package measure

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
)

// FrameSummary is one display frame in short, for what the last seconds looked like.
type FrameSummary struct {
	// At is the simulation time of the frame.
	At time.Duration
	// Kinds is the interpolated lens's buffers by kind.
	Kinds [world.MaxKinds]KindSummary
	// Lenses is what was measured of each lens that there was.
	Lenses [game.MaxLenses]LensSummary
	// ClockError is how far the interpolated lens's offset was from the true one.
	ClockError time.Duration
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
	// inUnderrun is the lens's own count of the kind's underruns up to this frame.
	inUnderrun underrunCount
}

// underrunCount is how many underruns there have been since the run began, and how long
// they lasted.
type underrunCount struct {
	underruns int
	time      time.Duration
}

// Margin returns how far the newest sample was ahead of render time, negative in an
// underrun.
func (k *KindSummary) Margin() time.Duration { return k.Delay - k.Needed }

// LensSummary sums what was measured of a lens in one frame.
type LensSummary struct {
	drawn       int
	latency     time.Duration
	error, path squares // m²
	rough       squares // (m/s)²
	pathTurn    squares // rad²
	kinds       [world.MaxKinds]turnSummary
	corrections int
	inUnderrun  underrunCount // up to this frame
}

// turnSummary counts a kind's entities that were compared with the truth of now.
type turnSummary struct {
	compared uint32
	wrong    uint32  // those shown in another discrete state
	turned   uint32  // those in the true segment,
	squares  float32 // and the sum of the squares of their angles to the truth, rad²
}

func (s *turnSummary) merge(other *turnSummary) {
	s.compared += other.compared
	s.wrong += other.wrong
	s.turned += other.turned
	s.squares += other.squares
}

// errorDeg returns the root mean square angle in degrees.
func (s *turnSummary) errorDeg() float64 {
	return mgl64.RadToDeg(math.Sqrt(float64(s.squares) / float64(max(s.turned, 1))))
}

// stateWrong returns the share that was shown in another discrete state.
func (s *turnSummary) stateWrong() float64 { return float64(s.wrong) / float64(max(s.compared, 1)) }

// RecentTime is how far the functions about the last frames look back, whatever the
// display's rate.
const RecentTime = 16 * time.Second

// leastFrames is how many frames there is room for from the first on.
const leastFrames = 1024

// recentFrames is a ring of the last frames: of RecentTime, and at least leastFrames.
type recentFrames struct {
	ring  []FrameSummary
	first int // index of the oldest
	// before is the frame that was before the oldest, if any was. What it counted is
	// taken off to know what was counted since.
	before FrameSummary
	any    bool
}

// add begins the summary of a frame, which is to be filled in.
func (r *recentFrames) add(at time.Duration) *FrameSummary {
	n := len(r.ring)
	if n == cap(r.ring) && n > 0 && at-r.ring[r.first].At > RecentTime {
		f := &r.ring[r.first]
		r.before, r.any = *f, true
		*f = FrameSummary{At: at}
		r.first = (r.first + 1) % n
		return f
	}
	if n == cap(r.ring) {
		grown := make([]FrameSummary, 0, max(leastFrames, 2*n))
		r.ring, r.first = append(append(grown, r.ring[r.first:]...), r.ring[:r.first]...), 0
	}
	r.ring = append(r.ring, FrameSummary{At: at})
	return &r.ring[n]
}

// forget leaves what was measured of a lens out of all frames.
func (r *recentFrames) forget(l game.Lens) {
	for i := range r.ring {
		r.ring[i].Lenses[l] = LensSummary{}
	}
	r.before.Lenses[l] = LensSummary{}
}

// back returns the n-th newest frame, 0 being the newest; n must be below len(ring).
func (r *recentFrames) back(n int) *FrameSummary {
	return &r.ring[(r.first+2*len(r.ring)-1-n)%len(r.ring)]
}

// preceding returns the frame before the n newest, nil if there was none.
func (r *recentFrames) preceding(n int) *FrameSummary {
	switch {
	case n < len(r.ring):
		return r.back(n)
	case r.any:
		return &r.before
	}
	return nil
}

// AppendFrames appends the remembered display frames at or after a simulation time,
// the oldest first.
func (r *Run) AppendFrames(dst []FrameSummary, from time.Duration) []FrameSummary {
	recent := &r.recent
	n := 0
	for n < len(recent.ring) && recent.back(n).At >= from {
		n++
	}
	for n--; n >= 0; n-- {
		dst = append(dst, *recent.back(n))
	}
	return dst
}

// within returns how many of the newest frames lie within a time up to the newest, and
// the time that they stand for: that since the frame before them.
func (r *recentFrames) within(over time.Duration) (n int, span time.Duration) {
	for n < len(r.ring) && r.back(n).At > r.back(0).At-over {
		n++
	}
	if n == 0 {
		return 0, 0
	}
	since := r.back(n - 1) // the run's first frame stands for no time
	if p := r.preceding(n); p != nil {
		since = p
	}
	return n, r.back(0).At - since.At
}

// underrunsWithin returns how often and how long there was an underrun in the n newest
// frames, from the counts that of reads. A lens that began to count anew among them has
// counted all of it.
func (r *recentFrames) underrunsWithin(n int, of func(*FrameSummary) underrunCount) (underruns int, inUnderrun time.Duration) {
	if n == 0 {
		return 0, 0
	}
	now, before := of(r.back(0)), underrunCount{}
	if p := r.preceding(n); p != nil {
		before = of(p)
	}
	return now.underruns - before.underruns, now.time - before.time
}

// Recent is how a lens has fared lately.
type Recent struct {
	// Drawn counts the entities drawn in all frames; where it is 0, the other figures but the
	// underruns say nothing.
	Drawn int
	// Latency is the mean display latency.
	Latency time.Duration
	// Error is the root mean square distance to the truth of now in metres. An entity
	// that is drawn on one side of a teleport while the truth is on the other is left
	// out: that distance says nothing about how well motion is drawn.
	Error float64
	// Roughness is the root mean square change of the drawn velocity from frame
	// to frame beyond that of the truth, m/s.
	Roughness float64
	// Corrections is how many corrections of a decimetre and more an entity had in a
	// second, on average; of a kind that only turns those of five degrees and more.
	Corrections float64
	// PathError is the root mean square distance to the truth of the time shown, in
	// metres.
	PathError float64
	// ErrorDeg and PathErrorDeg are as Error and PathError, of the angle between the
	// rotations, in degrees.
	ErrorDeg, PathErrorDeg float64
	// StateWrong is the share of the time in which an entity was shown in another
	// discrete state than it was in, 0 to 1, on average.
	StateWrong float64
	// Kinds tells of each kind.
	Kinds [world.MaxKinds]RecentRotation
	// Underruns counts those that have begun, InUnderrun is the time in underrun.
	Underruns  int
	InUnderrun time.Duration
}

// RecentRotation is Recent's ErrorDeg and StateWrong of one kind, which is all that there
// is to tell of what stays where it is.
type RecentRotation struct{ ErrorDeg, StateWrong float64 }

// Recent returns how a lens has fared over a time up to the last display frame, as far
// as it is remembered.
func (r *Run) Recent(l game.Lens, over time.Duration) Recent {
	var sum LensSummary
	frames, span := r.recent.within(over)
	kinds := r.Kinds().Len()
	for n := range frames {
		f := r.recent.back(n)
		sum.drawn += f.Lenses[l].drawn
		sum.latency += f.Lenses[l].latency
		sum.corrections += f.Lenses[l].corrections
		sum.error.merge(&f.Lenses[l].error)
		sum.rough.merge(&f.Lenses[l].rough)
		sum.path.merge(&f.Lenses[l].path)
		sum.pathTurn.merge(&f.Lenses[l].pathTurn)
		for k := range kinds {
			sum.kinds[k].merge(&f.Lenses[l].kinds[k])
		}
	}
	out := Recent{Drawn: int(sum.drawn)}
	if sum.drawn > 0 {
		out.Latency = sum.latency / time.Duration(sum.drawn)
	}
	out.Error = sum.error.rms()
	out.Roughness = sum.rough.rms()
	out.PathError = sum.path.rms()
	out.PathErrorDeg = mgl64.RadToDeg(sum.pathTurn.rms())
	var all turnSummary
	for k := range sum.kinds {
		kind := &sum.kinds[k]
		all.merge(kind)
		out.Kinds[k] = RecentRotation{kind.errorDeg(), kind.stateWrong()}
	}
	out.ErrorDeg, out.StateWrong = all.errorDeg(), all.stateWrong()
	out.Underruns, out.InUnderrun = r.recent.underrunsWithin(frames, func(f *FrameSummary) underrunCount { return f.Lenses[l].inUnderrun })
	if span > 0 && sum.drawn > 0 {
		perFrame := float64(sum.drawn) / float64(frames)
		out.Corrections = float64(sum.corrections) / span.Seconds() / perFrame
	}
	return out
}

// RecentKind is how a kind's buffers in the interpolated lens have fared lately.
type RecentKind struct {
	// Underruns counts those that have begun, InUnderrun is the time in underrun.
	Underruns  int
	InUnderrun time.Duration
	// Needed is the smallest delay that would have had a sample ahead in every
	// frame.
	Needed time.Duration
}

// RecentKind returns how a kind has fared over a time up to the last display frame, as
// far as it is remembered.
func (r *Run) RecentKind(k interp.Kind, over time.Duration) (out RecentKind) {
	frames, _ := r.recent.within(over)
	for n := range frames {
		if f := &r.recent.back(n).Kinds[k]; f.Measured {
			out.Needed = max(out.Needed, f.Needed)
		}
	}
	out.Underruns, out.InUnderrun = r.recent.underrunsWithin(frames, func(f *FrameSummary) underrunCount { return f.Kinds[k].inUnderrun })
	return out
}

// RecentClockError returns the largest error of the interpolated lens's offset, either
// way, over a time up to the last display frame, as far as it is remembered.
func (r *Run) RecentClockError(over time.Duration) (worst time.Duration) {
	frames, _ := r.recent.within(over)
	for n := range frames {
		worst = max(worst, r.recent.back(n).ClockError.Abs())
	}
	return worst
}
