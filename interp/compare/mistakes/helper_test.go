package mistakes

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

const ms = time.Millisecond

// arrival is a packet that is stamped and comes at times in ms. In the tests the two
// clocks are one and the fastest packet takes 50 ms, unless they say otherwise.
type arrival struct {
	seq       uint32
	stamp, at float64
	updates   []interp.Update
}

// at returns a sample at a place on the x axis, of the first generation and segment.
func at(x float32) interp.Sample {
	return interp.Sample{Pose: interp.Pose{Position: mgl32.Vec3{x}, Rotation: mgl32.QuatIdent()}}
}

// moving is at, with a sent velocity along x in m/s.
func moving(x, speed float32) interp.Sample {
	s := at(x)
	s.Velocity[0] = speed
	return s
}

// turned is a sample with a heading in degrees.
func turned(heading float64) interp.Sample {
	s := at(0)
	half := heading * math.Pi / 360
	s.Pose.Rotation = mgl32.Quat{W: float32(math.Cos(half)), V: mgl32.Vec3{0, 0, float32(math.Sin(half))}}
	return s
}

// stream makes n packets, one each interval ms from stamp 0 on, the k-th with the
// sample of entity 1 that f gives, 50 ms under way.
func stream(n int, interval float64, f func(k int) interp.Sample) []arrival {
	packets := make([]arrival, n)
	for k := range packets {
		stamp := float64(k) * interval
		packets[k] = arrival{uint32(k), stamp, stamp + 50, []interp.Update{{ID: 1, Sample: f(k)}}}
	}
	return packets
}

// without returns the packets but for some sequences.
func without(packets []arrival, seqs ...uint32) []arrival {
	return slices.DeleteFunc(slices.Clone(packets), func(p arrival) bool { return slices.Contains(seqs, p.seq) })
}

// config is one of a policy for all kinds.
func config(p interp.Policy) *interp.Config {
	c := &interp.Config{Interval: 100 * ms}
	for k := range c.Policies {
		c.Policies[k] = p
	}
	return c
}

// policy is a delay, and how long may be extrapolated, in ms.
func policy(delay, extrapolate int) interp.Policy {
	return interp.Policy{Delay: time.Duration(delay) * ms, MaxExtrapolation: time.Duration(extrapolate) * ms}
}

// shown is what a lens draws in one frame.
type shown struct {
	at     float64 // local ms
	drawn  []interp.Drawn
	render interp.ServerTime
}

// watch gives a lens packets in the order of their arrival, and returns what it draws
// in display frames of 10 ms up to a local time in ms.
func watch(l interp.Lens, c *interp.Config, packets []arrival, until float64) []shown {
	l.Configure(c)
	packets = slices.Clone(packets)
	slices.SortStableFunc(packets, func(a, b arrival) int { return int(math.Copysign(1, a.at-b.at)) })
	var frames []shown
	for now := 0.0; now <= until; now += 10 {
		for len(packets) > 0 && packets[0].at <= now {
			deliver(l, packets[0])
			packets = packets[1:]
		}
		local := interp.LocalTime(now * 1e6)
		l.Frame(local)
		frames = append(frames, shown{now, l.AppendDrawn(nil, local), l.Stats().Kinds[0].RenderTime})
	}
	return frames
}

func deliver(l interp.Lens, p arrival) interp.Verdict {
	h := interp.Header{Seq: p.seq, Time: interp.ServerTime(p.stamp * 1e6), Arrival: interp.LocalTime(p.at * 1e6), Latency: 50 * ms}
	updates := slices.Clone(p.updates)
	for i := range updates {
		updates[i].Sample.Time = h.Time
	}
	return l.Receive(h, updates)
}

// both watches a mistake and the right lens on the same packets.
func both(l interp.Lens, c *interp.Config, packets []arrival, until float64) (wrong, right []shown) {
	return watch(l, c, packets, until), watch(new(interp.Interpolated), c, packets, until)
}

// x returns where the first thing drawn is, and whether there is one.
func (s *shown) x() (float64, bool) {
	if len(s.drawn) == 0 {
		return 0, false
	}
	return float64(s.drawn[0].Pose.Position[0]), true
}

// steps returns how far the first thing drawn moves from each frame to the next.
func steps(frames []shown) []float64 {
	var out []float64
	for i := 1; i < len(frames); i++ {
		from, ok := frames[i-1].x()
		to, still := frames[i].x()
		if ok && still {
			out = append(out, to-from)
		}
	}
	return out
}

// between returns the frames from one local time in ms to another.
func between(frames []shown, from, to float64) []shown {
	return slices.DeleteFunc(slices.Clone(frames), func(s shown) bool { return s.at < from || s.at > to })
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v ± %v", what, got, want, tolerance)
	}
}

// named returns a fresh lens that makes a mistake.
func named(name string) interp.Lens {
	i := slices.IndexFunc(known, func(m Mistake) bool { return m.Name == name })
	return known[i].New()
}
