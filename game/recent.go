package game

import (
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"snaplab/game/world"
	"snaplab/interp"
)

// FrameSummary is one display frame in short, for what the last seconds looked like.
type FrameSummary struct {
	// At is the simulation time of the frame.
	At time.Duration
	// Kinds is the interpolated lens's buffers by kind.
	Kinds [world.NumKinds]KindSummary
	// Lenses is what was measured of each lens that there was.
	Lenses [MaxLenses]LensSummary
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
	// dry is the lens's own count of the kind's dry spells up to this frame.
	inUnderrun underrunCount
}

// underrunCount is how often and how long there has been a dry spell since the run began.
type underrunCount struct {
	underruns int
	time      time.Duration
}

// Margin returns how far the newest sample was ahead of render time, negative when
// dry.
func (k *KindSummary) Margin() time.Duration { return k.Delay - k.Needed }

// LensSummary sums what was measured of a lens in one frame.
type LensSummary struct {
	drawn       int
	latency     time.Duration
	lag, rough  moments
	path, turn  moments
	corrections int
	inUnderrun  underrunCount // up to this frame
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

// within returns how many of the newest frames lie within a time up to the newest.
func (r *recentFrames) within(over time.Duration) int {
	n := 0
	for n < len(r.ring) && r.back(n).At > r.back(0).At-over {
		n++
	}
	return n
}

// underrunsWithin returns how often and how long there was a dry spell in the n newest frames,
// from the counts that of reads. A lens that began to count anew among them has counted
// all of it.
func (r *recentFrames) underrunsWithin(n int, of func(*FrameSummary) underrunCount) (underruns int, inUnderrun time.Duration) {
	if n == 0 {
		return 0, 0
	}
	now, before := of(r.back(0)), underrunCount{}
	if n < len(r.ring) {
		before = of(r.back(n))
	}
	return now.underruns - before.underruns, now.time - before.time
}

// Recent is how a lens has fared lately.
type Recent struct {
	// Latency is how old what it shows is, on average.
	Latency time.Duration
	// Error is the root mean square distance from the truth of now, metres. An
	// entity that is drawn on one side of a teleport while the truth is on the
	// other is left out: that distance says nothing of how well motion is drawn.
	Error float64
	// Roughness is the root mean square change of the drawn velocity from frame
	// to frame beyond that of the truth, m/s.
	Roughness float64
	// Corrections is how many jumps of a decimetre and more an entity made in a
	// second, on average, because new data said it was elsewhere.
	Corrections float64
	// PathError is the root mean square distance from the truth of the time shown,
	// metres.
	PathError float64
	// TurnError is the root mean square angle to the truth of the time shown, in
	// degrees. It is measured only while a mistake is set, of that and of Interpolated.
	TurnError float64
	// Underruns counts the dry spells that have begun, Dry is how long it has been
	// dry.
	Underruns  int
	InUnderrun time.Duration
}

// Recent returns how a lens has fared over a time up to the last display frame, as far
// as it is remembered.
func (s *Session) Recent(l Lens, over time.Duration) Recent {
	r := &s.metrics.recent
	var sum LensSummary
	frames := r.within(over)
	for n := range frames {
		f := r.back(n)
		sum.drawn += f.Lenses[l].drawn
		sum.latency += f.Lenses[l].latency
		sum.corrections += f.Lenses[l].corrections
		sum.lag.merge(&f.Lenses[l].lag)
		sum.rough.merge(&f.Lenses[l].rough)
		sum.path.merge(&f.Lenses[l].path)
		sum.turn.merge(&f.Lenses[l].turn)
	}
	var out Recent
	if sum.drawn > 0 {
		out.Latency = sum.latency / time.Duration(sum.drawn)
	}
	out.Error = sum.lag.rms()
	out.Roughness = sum.rough.rms()
	out.PathError = sum.path.rms()
	out.TurnError = mgl64.RadToDeg(sum.turn.rms())
	out.Underruns, out.InUnderrun = r.underrunsWithin(frames, func(f *FrameSummary) underrunCount { return f.Lenses[l].inUnderrun })
	if frames > 0 && sum.drawn > 0 {
		perFrame := float64(sum.drawn) / float64(frames)
		out.Corrections = float64(sum.corrections) / over.Seconds() / perFrame
	}
	return out
}

// RecentKind is how a kind's buffers in the interpolated lens have fared lately.
type RecentKind struct {
	// Underruns counts the dry spells that have begun, Dry is how long it has been
	// dry.
	Underruns  int
	InUnderrun time.Duration
	// Needed is the smallest delay that would have had a sample ahead in every
	// frame.
	Needed time.Duration
}

// RecentKind returns how a kind has fared over a time up to the last display frame, as
// far as it is remembered.
func (s *Session) RecentKind(k interp.Kind, over time.Duration) (out RecentKind) {
	r := &s.metrics.recent
	frames := r.within(over)
	for n := range frames {
		if f := &r.back(n).Kinds[k]; f.Measured {
			out.Needed = max(out.Needed, f.Needed)
		}
	}
	out.Underruns, out.InUnderrun = r.underrunsWithin(frames, func(f *FrameSummary) underrunCount { return f.Kinds[k].inUnderrun })
	return out
}

// RecentClockError returns the largest error of the interpolated lens's offset, either
// way, over a time up to the last display frame, as far as it is remembered.
func (s *Session) RecentClockError(over time.Duration) (worst time.Duration) {
	r := &s.metrics.recent
	for n := range r.within(over) {
		worst = max(worst, r.back(n).ClockError.Abs())
	}
	return worst
}

// RememberedFrames is how many display frames the functions above can look back.
const RememberedFrames = recentHistory
