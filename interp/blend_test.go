package interp

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// turn is the rotation by degrees about z.
func turn(degrees float64) mgl32.Quat {
	half := degrees / 2 * math.Pi / 180
	return mgl32.Quat{W: float32(math.Cos(half)), V: mgl32.Vec3{0, 0, float32(math.Sin(half))}}
}

// between returns the angle of the rotation from a to b in degrees, 0 to 180.
func between(a, b mgl32.Quat) float64 {
	var chord, mean float64
	for _, d := range [][2]float32{{a.W, b.W}, {a.V[0], b.V[0]}, {a.V[1], b.V[1]}, {a.V[2], b.V[2]}} {
		chord += float64(d[0]-d[1]) * float64(d[0]-d[1])
		mean += float64(d[0]+d[1]) * float64(d[0]+d[1])
	}
	angle := 4 * math.Atan2(math.Sqrt(chord), math.Sqrt(mean)) * 180 / math.Pi
	return min(angle, 360-angle)
}

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestSlerp(t *testing.T) {
	tests := []struct {
		name string
		a, b mgl32.Quat
		t    float32
		want mgl32.Quat
	}{
		{"start", turn(10), turn(90), 0, turn(10)},
		{"end", turn(10), turn(90), 1, turn(90)},
		{"a quarter of 80°", turn(10), turn(90), 0.25, turn(30)},
		{"359° to 1° turns 2°, so half of it is 0°", turn(359), turn(1), 0.5, turn(0)},
		{"1° to 359° the same way back", turn(1), turn(359), 0.25, turn(0.5)},
		{"identical", turn(45), turn(45), 0.5, turn(45)},
		{"identical with opposite signs", turn(45), turn(45).Scale(-1), 0.5, turn(45)},
		{"nearly identical", turn(45), turn(45.0001), 0.5, turn(45)},
		{"170° to −170° turns 20°", turn(170), turn(-170), 0.5, turn(180)},
		{"exactly 180°, halfway", mgl32.QuatIdent(), mgl32.Quat{V: mgl32.Vec3{0, 0, 1}}, 0.5, turn(90)},
		{"exactly 180°, a third", mgl32.QuatIdent(), mgl32.Quat{V: mgl32.Vec3{0, 0, 1}}, 1. / 3, turn(60)},
		{"exactly −180°", mgl32.QuatIdent(), mgl32.Quat{V: mgl32.Vec3{0, 0, -1}}, 0.5, turn(-90)},
		{"beyond the end", turn(0), turn(20), 1.5, turn(30)},
	}
	for _, test := range tests {
		got := Slerp(test.a, test.b, test.t)
		if off := between(got, test.want); off > 0.01 || !near(float64(got.Len()), 1, 1e-6) {
			t.Errorf("%s: %v, %v° from %v", test.name, got, off, test.want)
		}
	}
	if got := between(turn(359), turn(1)); !near(got, 2, 0.01) {
		t.Errorf("359° to 1° is %v°, want 2°", got)
	}
}

func unitQuat(t *rapid.T, name string) mgl32.Quat {
	axis := rapid.Float64Range(-1, 1)
	q := [4]float64{axis.Draw(t, name+".w"), axis.Draw(t, name+".x"), axis.Draw(t, name+".y"), axis.Draw(t, name+".z")}
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if n < 1e-3 {
		return mgl32.QuatIdent()
	}
	return mgl32.Quat{W: float32(q[0] / n), V: mgl32.Vec3{float32(q[1] / n), float32(q[2] / n), float32(q[3] / n)}}
}

// Slerp is a unit quaternion, t of the way by angle, never by more than half a turn,
// and does not care for the sign of its arguments.
func TestSlerpProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := unitQuat(t, "a"), unitQuat(t, "b")
		share := rapid.Float32Range(0, 1).Draw(t, "t")
		got, whole := Slerp(a, b, share), between(a, b)
		if !near(float64(got.Len()), 1, 1e-5) {
			t.Fatalf("length %v", got.Len())
		}
		if part := between(a, got); !near(part, float64(share)*whole, 0.1) {
			t.Fatalf("%v of %v° turned %v°", share, whole, part)
		}
		if whole < 179 { // at 180° both ways are as short
			if off := between(got, Slerp(a, b.Scale(-1), share)); off > 0.1 {
				t.Fatalf("with −b %v° apart", off)
			}
		}
	})
}

// The worked figures: whatever the arrivals, server stamps alone decide.
func TestBlendIsByServerTime(t *testing.T) {
	s100, s101 := sampleAt(5000, 10), sampleAt(5050, 12) // arrived at 5.034 and 5.081 s
	b := Bracket{A: &s100, B: &s101}
	at := ServerTime(5025 * ms)
	if got := b.Alpha(at); got != 0.5 { // (5.025 − 5.000) / (5.050 − 5.000)
		t.Errorf("alpha %v, want 0.5", got)
	}
	var pose Pose
	if state := Evaluate(&pose, &b, at, &Policy{}); state != Blending || pose.Position[0] != 11 { // 10 + 0.5·2
		t.Errorf("%v at x %v, want blending at 11", state, pose.Position[0])
	}
}

func TestAlphaIsExactFarFromZero(t *testing.T) {
	for _, start := range []ServerTime{0, ServerTime(1 << 31 * ms), ServerTime(1e9 * time.Second), -ServerTime(1e9 * time.Second), 1<<62 - ServerTime(time.Second)} {
		a, b := sampleAt(0, 0), sampleAt(0, 1)
		a.Time, b.Time = start, start.Add(50*ms)
		bracket := Bracket{A: &a, B: &b}
		if got := bracket.Alpha(start.Add(12_500 * time.Microsecond)); got != 0.25 {
			t.Errorf("from %v: alpha %v, want 0.25", start, got)
		}
	}
	if got := alpha(100, 100, 100); got != 0 {
		t.Errorf("two samples of equal time: alpha %v, want 0", got)
	}
}

func TestEvaluate(t *testing.T) {
	const max = 50 * ms
	hold := Policy{MaxExtrapolation: max}
	fade := Policy{MaxExtrapolation: max, OnUnderrun: Fade}
	hide := Policy{MaxExtrapolation: max, OnUnderrun: Hide}
	none := Policy{}
	slow := Policy{MaxExtrapolation: max, MaxSpeed: 10}
	fast := Policy{MaxExtrapolation: max, MaxSpeed: 20}
	sent := func(s Sample, v float32) Sample {
		s.Velocity = mgl32.Vec3{v, 0, 0}
		return s
	}
	// 2 m in 100 ms is 20 m/s.
	moving := []Sample{sampleAt(100, 10), sampleAt(200, 12)}
	teleport := []Sample{sampleAt(100, 10), sampleAt(200, 1000).of(0, 1)}
	reuse := []Sample{sampleAt(100, 10), sampleAt(200, 1000).of(1, 0)}
	const untouched = -1
	tests := []struct {
		name   string
		have   []Sample
		at     float64 // ms
		policy *Policy
		state  State
		x      float64
	}{
		{"no samples", nil, 100, &hold, Empty, untouched},
		{"before the first", moving, 50, &hold, Early, 10},
		{"exactly on the first", moving, 100, &hold, Blending, 10},
		{"a quarter of the way", moving, 125, &hold, Blending, 10.5},
		{"exactly on the last", moving, 200, &hold, Blending, 12},
		{"one sample, before it", moving[:1], 99, &hold, Early, 10},
		{"one sample, on it", moving[:1], 100, &hold, Blending, 10},
		{"one sample without velocity, after it", moving[:1], 130, &hold, Extrapolating, 10},
		{"one sample with the sent velocity", []Sample{sent(sampleAt(100, 10), 4)}, 125, &hold, Extrapolating, 10.1},

		{"past by 25 ms", moving, 225, &hold, Extrapolating, 12.5}, // 12 + 20·0.025
		{"past by the last of 50 ms", moving, 250, &hold, Extrapolating, 13},
		{"past for longer, hold", moving, 250.000001, &hold, Held, 13},
		{"past for longer, fade", moving, 300, &fade, Stale, 13},
		{"past for longer, hide", moving, 300, &hide, Stale, 13},
		{"past for an hour", moving, 3.6e6, &hold, Held, 13},
		{"past without extrapolating", moving, 201, &none, Held, 12},
		{"the last two samples before the sent velocity", []Sample{sampleAt(100, 10), sent(sampleAt(200, 12), 99)}, 225, &hold, Extrapolating, 12.5},
		{"20 m/s is above the bound of 10", moving, 225, &slow, Extrapolating, 12},
		{"20 m/s does not pass the bound of 20", moving, 225, &fast, Extrapolating, 12.5},
		{"a sent velocity above the bound", []Sample{sent(sampleAt(100, 10), 11)}, 125, &slow, Extrapolating, 10},

		{"a teleport is never halfway", teleport, 150, &hold, Blending, 10},
		{"the old place until its time", teleport, 199.999999, &hold, Blending, 10},
		{"the new place at its time", teleport, 200, &hold, Blending, 1000},
		{"never extrapolated with a teleport's velocity", teleport, 225, &hold, Extrapolating, 1000},
		{"extrapolated with the sent velocity after it", []Sample{teleport[0], sent(teleport[1], 4)}, 225, &hold, Extrapolating, 1000.1},
		{"two teleports in a row, the first", []Sample{sampleAt(100, 10), sampleAt(200, 1000).of(0, 1), sampleAt(300, 10).of(0, 2)}, 250, &hold, Blending, 1000},
		{"two teleports in a row, the second", []Sample{sampleAt(100, 10), sampleAt(200, 1000).of(0, 1), sampleAt(300, 10).of(0, 2)}, 300, &hold, Blending, 10},
		{"two teleports within one gap", []Sample{sampleAt(100, 10), sampleAt(200, 30).of(0, 2)}, 150, &hold, Blending, 10},
		{"a teleport's sample was lost, the next still cuts", []Sample{sampleAt(100, 10), sampleAt(300, 1001).of(0, 1)}, 200, &hold, Blending, 10},
		{"the segment counter wraps", []Sample{sampleAt(100, 10).of(0, 255), sampleAt(200, 1000).of(0, 0)}, 150, &hold, Blending, 10},

		{"another user of the slot does not slide in", reuse, 150, &hold, Blending, 10},
		{"it appears at its own place", reuse, 200, &hold, Blending, 1000},
		{"before its destroy", []Sample{sampleAt(100, 10), destroyAt(200, 0)}, 199, &hold, Blending, 10},
		{"at its destroy", []Sample{sampleAt(100, 10), destroyAt(200, 0)}, 200, &hold, Gone, untouched},
		{"after its destroy", []Sample{sampleAt(100, 10), destroyAt(200, 0)}, 1e6, &hold, Gone, untouched},
		{"nothing but a destroy", []Sample{destroyAt(200, 0)}, 100, &hold, Gone, untouched},
		{"between destroy and respawn", []Sample{sampleAt(100, 10), destroyAt(200, 0), sampleAt(300, 50).of(1, 0)}, 250, &hold, Gone, untouched},
		{"at the respawn", []Sample{sampleAt(100, 10), destroyAt(200, 0), sampleAt(300, 50).of(1, 0)}, 300, &hold, Blending, 50},
		{"respawn in the tick of the destroy", []Sample{sampleAt(100, 10), destroyAt(200, 0), sampleAt(200, 50).of(1, 0)}, 200, &hold, Blending, 50},
		{"past after the respawn", []Sample{sampleAt(100, 10), destroyAt(200, 0), sampleAt(300, 50).of(1, 0)}, 320, &hold, Extrapolating, 50},
	}
	for _, test := range tests {
		var track Track
		for _, s := range test.have {
			if v := track.Insert(s); v != Inserted {
				t.Fatalf("%s: setting up: %v", test.name, v)
			}
		}
		at := ServerTime(math.Round(test.at * 1e6))
		pose := Pose{Position: mgl32.Vec3{untouched, 0, 0}}
		b := track.Bracket(at)
		before := slices.Clone(track.ring)
		state := Evaluate(&pose, &b, at, test.policy)
		if state != test.state || !near(float64(pose.Position[0]), test.x, 1e-3) {
			t.Errorf("%s: %v at x %v, want %v at %v", test.name, state, pose.Position[0], test.state, test.x)
		}
		again := Pose{Position: mgl32.Vec3{untouched, 0, 0}}
		if Evaluate(&again, &b, at, test.policy) != state || again != pose || !slices.Equal(before, track.ring) {
			t.Errorf("%s: evaluating changed something", test.name)
		}
	}
}

// A linear pose lies on its segment: each coordinate between the samples', and
// exactly on the line.
func TestLinearStaysOnItsSegment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float32Range(-1000, 1000)
		a, b := sampleAt(100, coordinate.Draw(t, "a.x")), sampleAt(200, coordinate.Draw(t, "b.x"))
		a.Pose.Position[1], b.Pose.Position[1] = coordinate.Draw(t, "a.y"), coordinate.Draw(t, "b.y")
		b.Time = a.Time.Add(time.Duration(rapid.Int64Range(1, int64(time.Second)).Draw(t, "interval")))
		at := a.Time.Add(time.Duration(rapid.Int64Range(0, int64(b.Time.Sub(a.Time))-1).Draw(t, "on")))
		bracket := Bracket{A: &a, B: &b}
		var pose Pose
		Evaluate(&pose, &bracket, at, &Policy{})
		part := float64(at.Sub(a.Time)) / float64(b.Time.Sub(a.Time))
		for i := range 2 {
			from, to := float64(a.Pose.Position[i]), float64(b.Pose.Position[i])
			got := float64(pose.Position[i])
			if !near(got, from+(to-from)*part, 1e-3) || got < min(from, to)-1e-3 || got > max(from, to)+1e-3 {
				t.Fatalf("%v of the way from %v to %v is %v", part, from, to, got)
			}
		}
	})
}

func TestHermite(t *testing.T) {
	// x = 5 + 2u + 3u², with u in seconds, has velocity 2 + 6u. The cubic through
	// two of its points with its velocities is itself.
	curve := func(msec int) Sample {
		u := float32(msec) / 1000
		s := sampleAt(msec, 5+2*u+3*u*u)
		s.Velocity = mgl32.Vec3{2 + 6*u, 0, 0}
		return s
	}
	a, b := curve(1000), curve(1400)
	bracket := Bracket{A: &a, B: &b}
	for _, msec := range []int{1000, 1100, 1200, 1300, 1399} {
		var pose Pose
		Evaluate(&pose, &bracket, ServerTime(time.Duration(msec)*ms), &Policy{Blend: Hermite})
		if want := curve(msec).Pose.Position[0]; !near(float64(pose.Position[0]), float64(want), 1e-5) {
			t.Errorf("at %d ms x is %v, want %v", msec, pose.Position[0], want)
		}
	}
	// The straight line misses it by 3·(0.2)² = 0.12 in the middle.
	var line Pose
	Evaluate(&line, &bracket, ServerTime(1200*ms), &Policy{})
	if miss := line.Position[0] - curve(1200).Pose.Position[0]; !near(float64(miss), 0.12, 1e-4) {
		t.Errorf("the line misses the curve by %v, want 0.12", miss)
	}
}

func TestExtrapolatingTurnsOn(t *testing.T) {
	tests := []struct {
		name     string
		from, to float64 // degrees, 100 ms apart
		after    time.Duration
		want     float64
	}{
		{"10° in 100 ms are 5° in 50", 0, 10, 50 * ms, 15},
		{"across 180°", 170, 180, 100 * ms, 190},
		{"across 360°", 350, 359, 100 * ms, 8},
		{"no turn", 30, 30, 100 * ms, 30},
		{"at most half a turn", 0, 90, 4 * time.Second, 270},
	}
	for _, test := range tests {
		before, a := sampleAt(100, 0), sampleAt(200, 0)
		before.Pose.Rotation, a.Pose.Rotation = turn(test.from), turn(test.to)
		b := Bracket{Before: &before, A: &a}
		var pose Pose
		Evaluate(&pose, &b, a.Time.Add(test.after), &Policy{MaxExtrapolation: MaxPolicyTime})
		if off := between(pose.Rotation, turn(test.want)); off > 0.05 {
			t.Errorf("%s: %v° from %v°", test.name, off, test.want)
		}
		a.Segment++
		Evaluate(&pose, &b, a.Time.Add(test.after), &Policy{MaxExtrapolation: MaxPolicyTime})
		if pose.Rotation != a.Pose.Rotation {
			t.Errorf("%s: turned on across a segment", test.name)
		}
	}
}

func TestStateNamesAndUnderruns(t *testing.T) {
	want := map[State]struct {
		name       string
		inUnderrun bool
	}{
		Empty: {"empty", false}, Early: {"early", false}, Latest: {"latest", false}, Blending: {"blending", false},
		Extrapolating: {"extrapolating", true}, Held: {"held", true}, Stale: {"stale", true}, Gone: {"gone", false}, Stale + 1: {"unknown", false},
	}
	for s, w := range want {
		if s.String() != w.name || s.InUnderrun() != w.inUnderrun {
			t.Errorf("%d: %q, in underrun %v", s, s, s.InUnderrun())
		}
	}
}
