package mistakes

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"

	"snaplab/interp"
)

// From 10 m to 1000 m in an instant: in the middle between the two samples it is drawn
// at 505 m.
func TestAcrossTeleportsDraws505(t *testing.T) {
	packets := stream(10, 100, func(k int) interp.Sample {
		if k < 5 {
			return at(10)
		}
		s := at(1000)
		s.Segment = 1
		return s
	})
	wrong, right := both(named("across-teleports"), config(policy(200, 100)), packets, 1100)
	// Render time is 250 ms behind: 450 ms at 700 ms.
	x, _ := between(wrong, 700, 700)[0].x()
	near(t, "the place in the middle of a teleport", x, 505, 1e-3)
	d := between(wrong, 700, 700)[0].drawn[0]
	if d.From != 4 || d.To != 5 || math.Abs(float64(d.Alpha)-0.5) > 1e-6 || d.Segment != 0 {
		t.Errorf("drawn from S%d to S%d at %v in segment %d, want S4 to S5 at 0.5 in 0", d.From, d.To, d.Alpha, d.Segment)
	}
	seen := 0
	for _, f := range wrong {
		if x, ok := f.x(); ok && x > 11 && x < 999 {
			seen++
		}
	}
	if seen != 9 { // 100 ms of frames, without both ends
		t.Errorf("between the two places in %d frames, want 9", seen)
	}
	for _, f := range right {
		if x, ok := f.x(); ok && x > 10 && x < 1000 {
			t.Errorf("the right lens draws %v m at %v ms", x, f.at)
		}
	}
}

// It extrapolates on at the speed of the teleport: 10 m a second before, 990 m in 100 ms.
func TestAcrossTeleportsExtrapolatesOn(t *testing.T) {
	packets := stream(6, 100, func(k int) interp.Sample {
		s := at(10)
		if k == 5 {
			s = at(1000)
			s.Segment = 1
		}
		return s
	})
	wrong, right := both(named("across-teleports"), config(policy(200, 100)), packets, 1000)
	// 50 ms after S5, at 500 + 250 + 50 ms.
	x, _ := between(wrong, 800, 800)[0].x()
	near(t, "the place 50 ms after the teleport", x, 1000+990/2.0, 0.01)
	x, _ = between(right, 800, 800)[0].x()
	near(t, "the right place", x, 1000, 0)
}

// From 179° to −179° are 2°. Angle by angle it is 358° the other way: in the middle
// between the two samples it heads for 0° and not for 180°.
func TestEulerAnglesGoTheLongWayRound(t *testing.T) {
	packets := stream(10, 100, func(k int) interp.Sample {
		if k < 5 {
			return turned(179)
		}
		return turned(181)
	})
	wrong, right := both(named("euler-angles"), config(policy(200, 100)), packets, 1100)
	travelled := func(frames []shown) (degrees float64) {
		for i := 1; i < len(frames); i++ {
			degrees += turn(frames[i-1].drawn[0].Pose.Rotation, frames[i].drawn[0].Pose.Rotation)
		}
		return degrees
	}
	near(t, "degrees turned by Euler angles", travelled(between(wrong, 400, 1100)), 358, 0.1)
	near(t, "degrees turned by slerp", travelled(between(right, 400, 1100)), 2, 0.1)
	middle := between(wrong, 700, 700)[0].drawn[0].Pose.Rotation
	near(t, "degrees from straight ahead in the middle", turn(mgl32.QuatIdent(), middle), 0, 0.1)
}

// turn returns the angle between two rotations in degrees.
func turn(a, b mgl32.Quat) float64 {
	d := a.Conjugate().Mul(b)
	return 2 * math.Atan2(float64(d.V.Len()), math.Abs(float64(d.W))) * 180 / math.Pi
}

// Angles give back the rotation that they were taken from, but where pitch is so near
// to straight up or down that yaw and roll are one.
func TestAnglesAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := func(name string) float32 { return rapid.Float32Range(-1, 1).Draw(t, name) }
		q := mgl32.Quat{W: part("w"), V: mgl32.Vec3{part("x"), part("y"), part("z")}}
		if q.Len() < 0.1 {
			t.Skip("too short to have a direction")
		}
		q = q.Normalize()
		a := angles(q)
		if math.Abs(a[1]) > 1.5 {
			t.Skip("straight up or down")
		}
		if off := turn(q, rotation(a)); off > 0.01 {
			t.Errorf("%v came back %v° off", q, off)
		}
		if math.Abs(a[0]) > math.Pi || math.Abs(a[1]) > math.Pi/2 || math.Abs(a[2]) > math.Pi {
			t.Errorf("angles %v are out of range", a)
		}
	})
	for name, tt := range map[string]struct {
		q    mgl32.Quat
		want [3]float64 // degrees
	}{
		"yaw":   {mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 0, 1}), [3]float64{90, 0, 0}},
		"pitch": {mgl32.QuatRotate(mgl32.DegToRad(30), mgl32.Vec3{0, 1, 0}), [3]float64{0, 30, 0}},
		"roll":  {mgl32.QuatRotate(mgl32.DegToRad(-60), mgl32.Vec3{1, 0, 0}), [3]float64{0, 0, -60}},
	} {
		got := angles(tt.q)
		for i := range got {
			near(t, name, got[i]*180/math.Pi, tt.want[i], 1e-4)
		}
	}
}

// A ball flies at 10 m/s towards a wall at 10 m, bounces, and nothing is heard of it
// from 900 ms to 2900 ms. The right lens extrapolates for 100 ms; without a cap the ball is
// 20 m behind the wall in the end.
func TestUncappedGoesThroughWalls(t *testing.T) {
	packets := stream(35, 100, func(k int) interp.Sample {
		if k > 10 {
			return moving(10-float32(k-10), -10)
		}
		return moving(float32(k), 10)
	})
	var lost []uint32
	for k := uint32(10); k < 29; k++ {
		lost = append(lost, k)
	}
	packets = without(packets, lost...)
	l, right := named("no-cap"), new(interp.Interpolated)
	c := config(policy(200, 100))
	farthest := func(frames []shown) (far float64) {
		for _, f := range frames {
			if x, ok := f.x(); ok {
				far = max(far, x)
			}
		}
		return far
	}
	// S29 comes at 2950 ms, when render time is 2700 ms: S9 (x = 9) is 1.8 s old,
	// 1.79 s in the frame before.
	near(t, "the farthest place without a cap", farthest(watch(l, c, packets, 3400)), 9+17.9, 0.01)
	near(t, "the farthest place with one", farthest(watch(right, c, packets, 3400)), 10, 0.01)
	if got := l.Stats().Overall; got.Held != 0 || got.ExtrapolatedTime < 1700*ms {
		t.Errorf("held for %v, extrapolated for %v, want it never to be held", got.Held, got.ExtrapolatedTime)
	}
}
