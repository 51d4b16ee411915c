package measure

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// facing returns the rotation about z by an angle in degrees.
func facing(degrees float64) mgl32.Quat {
	sin, cos := math.Sincos(mgl64.DegToRad(degrees) / 2)
	return mgl32.Quat{W: float32(cos), V: mgl32.Vec3{0, 0, float32(sin)}}
}

// degreesBetween is the obvious twin of turnBetween: the angle of the one rotation undone
// and the other made.
func degreesBetween(a, b mgl32.Quat) float64 {
	aw, ax, ay, az := float64(a.W), -float64(a.V[0]), -float64(a.V[1]), -float64(a.V[2])
	bw, bx, by, bz := float64(b.W), float64(b.V[0]), float64(b.V[1]), float64(b.V[2])
	w := aw*bw - ax*bx - ay*by - az*bz
	x, y, z := aw*bx+ax*bw+ay*bz-az*by, aw*by-ax*bz+ay*bw+az*bx, aw*bz+ax*by-ay*bx+az*bw
	return mgl64.RadToDeg(2 * math.Atan2(math.Sqrt(x*x+y*y+z*z), math.Abs(w)))
}

// TestTurnBetween: two rotations are as far apart as the shorter way is, whichever of its
// two quaternions stands for either.
func TestTurnBetween(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{
		{0, 0, 0}, {0, 0.01, 0.01}, {10, 100, 90}, {179, -179, 2}, {0, 180, 180}, {0, 350, 10}, {0, 360, 0},
	} {
		a, b := facing(c.a), facing(c.b)
		if got := turnBetween(&a, &b).degrees(); math.Abs(got-c.want) > 1e-3 {
			t.Errorf("from %v° to %v° are %v°, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestTurnTwin compares with the twin for any two rotations, and the squares with those of
// the angles.
func TestTurnTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() mgl32.Quat {
			q := mgl32.Quat{W: 1}
			part := rapid.Float32Range(-1, 1)
			q.W, q.V = part.Draw(t, "w"), mgl32.Vec3{part.Draw(t, "x"), part.Draw(t, "y"), part.Draw(t, "z")}
			if q.Len() < 0.01 {
				return mgl32.QuatIdent()
			}
			return q.Normalize()
		}
		a, b := draw(), draw()
		want := degreesBetween(a, b)
		got := turnBetween(&a, &b)
		if math.Abs(got.degrees()-want) > 1e-3 {
			t.Fatalf("%v and %v are %v° apart, want %v", a, b, got.degrees(), want)
		}
		if square := mgl64.RadToDeg(1) * mgl64.RadToDeg(1) * got.square(); math.Abs(square-want*want) > 5e-5*want*want+1e-3 {
			t.Fatalf("the square of %v° is %v, want %v", want, square, want*want)
		}
	})
}

// TestTurns: of 1°, 2°, … 100° the root mean square is √(101·201/6), half are up to 50°
// and 95 of 100 up to 95°.
func TestTurns(t *testing.T) {
	var first, second turns
	for degrees := 1; degrees <= 100; degrees++ {
		to := &first
		if degrees%3 == 0 {
			to = &second
		}
		to.add(turnOf(float32(mgl64.DegToRad(float64(degrees)))))
	}
	first.merge(&second)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"rms", first.rms(), math.Sqrt(101. * 201 / 6)},
		{"median", first.quantile(0.5), 50},
		{"95 %", first.quantile(0.95), 95},
		{"max", first.quantile(1), 100},
	} {
		if math.Abs(c.got-c.want) > 0.004*c.want {
			t.Errorf("%s %v°, want %v", c.name, c.got, c.want)
		}
	}
	var none turns
	if r := none.report(); r != (ErrorReport{}) {
		t.Errorf("of nothing the report is %+v", r)
	}
}

// standing runs entities of a kind that stand where they are on a calm network: 10 snapshots
// a second, 50 ms on the way, drawn 200 ms behind.
func standing(t *testing.T, k world.Group) *Run {
	t.Helper()
	s := config.DefaultScenario()
	s.Entities = []world.Group{k}
	for name, v := range map[string]time.Duration{"jitter": 0, "loss": 0, "latency": 50 * time.Millisecond, "delay": 200 * time.Millisecond} {
		config.MustSetting(name).SetAll(&s.Settings, int64(v))
	}
	run, err := NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestTurretErrorIsThatOfItsMotion: a turret drawn 250 ms late, of which 50 are on the way
// and 200 the delay, has the error of its motion in closed form: the angle between its
// heading and that of 250 ms before. What is more is the wire's tenth of a degree and what
// the blend cuts off of a curve in 100 ms, which is the path error.
func TestTurretErrorIsThatOfItsMotion(t *testing.T) {
	s := standing(t, world.Group{Kind: world.Turret, Count: 1})
	const late = 250 * time.Millisecond
	var lag squares
	most := 0.0
	s.OnFrame(func(f *FrameRow) {
		if f.Name != "interpolated" {
			return
		}
		var now, then world.State
		s.Truth(1, f.At, &now)
		s.Truth(1, f.At-late, &then)
		degrees := degreesBetween(now.Pose.Rotation, then.Pose.Rotation)
		lag.add(degrees * degrees)
		most = max(most, degrees)
		if math.Abs(f.ErrorDeg-degrees) > 4 || !f.Compared {
			t.Errorf("at %v the row's error is %v°, want %v", f.At, f.ErrorDeg, degrees)
		}
	})
	s.AdvanceTo(60 * time.Second)
	report := s.Report().Lenses["interpolated"].Kinds["turret"]
	if report.Latency.P50 != 250 || report.Latency.Max != 250 {
		t.Fatalf("drawn %+v ms late, want 250", report.Latency)
	}
	if got := report.ErrorDeg.RMS; math.Abs(got-lag.rms()) > 0.005*lag.rms() || got < 20 {
		t.Errorf("error %v° rms, want %v: the motion's over 250 ms", got, lag.rms())
	}
	if got := report.ErrorDeg.Max; math.Abs(got-most) > 0.02*most {
		t.Errorf("error %v° at most, want %v", got, most)
	}
	if got := report.PathErrorDeg; got.Max > 4 || got.RMS > 0.6 || got.RMS == 0 {
		t.Errorf("path error %+v°, want little", got)
	}
	if report.Error.Max > 0.001 || report.PathError.Max > 0.001 || report.StateWrongMS != 0 {
		t.Errorf("it stands still: %+v m, %v ms in a wrong state", report.Error, report.StateWrongMS)
	}
}

// TestDoorStateIsWrongForTheLatency: a door that toggles n times is drawn in the wrong state
// for as long as it is drawn late, n times: 250 ms, and until the display frame after.
// Toggles fall between the server's ticks, and are sent with the next snapshot that is drawn
// as it comes: up to 100 ms more.
func TestDoorStateIsWrongForTheLatency(t *testing.T) {
	s := standing(t, world.Group{Kind: world.Door, Count: 2})
	const end = 60 * time.Second
	s.AdvanceTo(end)
	toggles := 0
	var before, now world.State
	for i := range s.Entities() {
		for at := time.Duration(0); at <= end-500*time.Millisecond; at += time.Millisecond {
			s.Truth(interp.EntityID(i+1), at, &now)
			if at > 0 && now.Stance != before.Stance {
				toggles++
			}
			before = now
		}
	}
	lenses := s.Report().Lenses
	door := lenses["interpolated"].Kinds["door"]
	if each := door.StateWrongMS / float64(toggles); each < 250 || each > 250+100+17 || toggles < 40 {
		t.Errorf("%d toggles were wrong for %v ms each, want 250 to 367", toggles, each)
	}
	if raw := lenses["raw"].Kinds["door"].StateWrongMS / float64(toggles); raw < 50 || raw > 50+100+17 {
		t.Errorf("raw showed each wrong for %v ms, want 50 to 167", raw)
	}
	if all := lenses["interpolated"].Overall.StateWrongMS; all != door.StateWrongMS {
		t.Errorf("of all %v ms, of doors %v", all, door.StateWrongMS)
	}
	if door.ErrorDeg.Max > 0.1 || door.Error.Max > 0.001 {
		t.Errorf("it neither moves nor turns: %+v°, %+v m", door.ErrorDeg, door.Error)
	}
}
