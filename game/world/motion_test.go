package world

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/interp"
)

// limits are what a kind of motion promises, in m/s and rad/s.
type limits struct {
	slowest, fastest float64 // speed while alive
	turning          float64 // fastest change of rotation
}

var motionLimits = [NumBuiltIn]limits{
	Walker:  {0, 2, 4.3},     // a turn on the spot peaks at 3/2 of 2.8 rad/s
	Car:     {9, 13, 4.5},    // 13 m/s in the tightest bend
	Drone:   {5, 8, 17},      // a roll peaks at 3/2 of 2π in 0.7 s = 13.5, while it rings
	Ball:    {6, 10.8, 7},    // 9 m/s along and 5.9 up; 2π in 0.9 s
	Blinker: {0, 1.12, 0.79}, // 2π·0.5/4 s along and as much up; 2π in 8 s
	Rocket:  {18, 24, 0},
	Turret:  {0, 0, 13.1}, // 300° in 0.6 s, 3/2 of the mean
	Door:    {0, 0, 0},
}

// forEachKind runs a test on a world of n entities of each kind alone.
func forEachKind(t *testing.T, n int, f func(t *testing.T, w *World, k interp.Kind)) {
	t.Helper()
	for k := interp.Kind(0); k < NumBuiltIn; k++ {
		t.Run((*Kinds)(nil).Name(k), func(t *testing.T) {
			f(t, newTestWorld(t, 11, Group{k, n}), k)
		})
	}
}

func newTestWorld(t testing.TB, seed uint64, groups ...Group) *World {
	t.Helper()
	w, err := NewWorld(seed, nil, groups)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func continuous(a, b *State) bool {
	return a.Alive && b.Alive && a.Generation == b.Generation && a.Segment == b.Segment
}

// turnedBy approximates the angle between two near rotations: twice the length
// of their difference. An arc cosine would drown in rounding.
func turnedBy(a, b mgl32.Quat) float64 {
	return 2 * math.Min(float64(a.Sub(b).Len()), float64(a.Add(b).Len()))
}

func TestMotionIsContinuousWithinItsLimits(t *testing.T) {
	forEachKind(t, 12, func(t *testing.T, w *World, k interp.Kind) {
		limit := motionLimits[k]
		r := rand.New(rand.NewPCG(1, 1))
		for i := range w.Len() {
			var a, b State
			// One half of the entities at first, the other after a month.
			start := time.Duration(i%2) * 30 * 24 * time.Hour
			w.At(i, start, &a)
			pairs := 0
			for at := start; at < start+3*time.Minute; {
				step := time.Duration(1e6 + r.Int64N(29e6))
				at += step
				w.At(i, at, &b)
				if continuous(&a, &b) {
					pairs++
					moved := float64(b.Pose.Position.Sub(a.Pose.Position).Len())
					if most := limit.fastest*step.Seconds() + 1e-4; moved > most {
						t.Fatalf("entity %d at %v: %g m in %v, want at most %g", i, at, moved, step, most)
					}
					turned := turnedBy(a.Pose.Rotation, b.Pose.Rotation)
					if most := limit.turning*step.Seconds() + 1e-4; turned > most {
						t.Fatalf("entity %d at %v: turned %g rad in %v, want at most %g", i, at, turned, step, most)
					}
				}
				a = b
			}
			if pairs < 1000 {
				t.Fatalf("entity %d: only %d continuous steps in 3 minutes", i, pairs)
			}
		}
	})
}

func TestStatesAreWithinTheField(t *testing.T) {
	forEachKind(t, 40, func(t *testing.T, w *World, k interp.Kind) {
		limit := motionLimits[k]
		var s State
		for i := range w.Len() {
			for at := time.Duration(0); at < time.Minute; at += 67 * time.Millisecond {
				w.At(i, at, &s)
				x, y, z := s.Pose.Position.Elem()
				if !(x >= -FieldWidth/2 && x <= FieldWidth/2 && y >= -FieldDepth/2 && y <= FieldDepth/2 && z >= 0 && z <= FieldHeight) {
					t.Fatalf("entity %d at %v: %v is not in the field", i, at, s.Pose.Position)
				}
				if n := s.Pose.Rotation.Len(); math.Abs(float64(n)-1) > 1e-6 {
					t.Fatalf("entity %d at %v: rotation of length %g", i, at, n)
				}
				speed := float64(s.Velocity.Len())
				if s.Alive && (speed < limit.slowest-1e-4 || speed > limit.fastest+1e-4) {
					t.Fatalf("entity %d at %v: %g m/s, want %g to %g", i, at, speed, limit.slowest, limit.fastest)
				}
				if !s.Alive && (k != Rocket || speed != 0) {
					t.Fatalf("entity %d at %v: not alive, %g m/s", i, at, speed)
				}
				if s.Stance != 0 && k != Door {
					t.Fatalf("entity %d at %v: stance %d", i, at, s.Stance)
				}
			}
		}
	})
}

func TestVelocityIsTheDerivativeOfPosition(t *testing.T) {
	const h = 2 * time.Millisecond
	forEachKind(t, 10, func(t *testing.T, w *World, k interp.Kind) {
		var before, now, after State
		compared, skipped := 0, 0
		for i := range w.Len() {
			for at := 10 * time.Millisecond; at < time.Minute; at += 41 * time.Millisecond {
				w.At(i, at-h, &before)
				w.At(i, at, &now)
				w.At(i, at+h, &after)
				bounce := k == Ball && after.Velocity.Sub(before.Velocity).Len() > 1
				if !continuous(&before, &now) || !continuous(&now, &after) || bounce {
					skipped++
					continue
				}
				compared++
				slope := after.Pose.Position.Sub(before.Pose.Position).Mul(float32(1 / (2 * h.Seconds())))
				// Where a bend begins the acceleration jumps by up to 60 m/s²,
				// and the slope is off by 60·h/4 = 0.03 m/s.
				if off := slope.Sub(now.Velocity).Len(); off > 0.035 {
					t.Fatalf("entity %d at %v: velocity %v, slope %v", i, at, now.Velocity, slope)
				}
			}
		}
		if dead := k == Rocket; compared < 7*skipped && !dead || compared < 2000 {
			t.Fatalf("compared %d, skipped %d", compared, skipped)
		}
	})
}

func TestNoseIsAhead(t *testing.T) {
	for _, k := range []interp.Kind{Walker, Car, Rocket} {
		w := newTestWorld(t, 3, Group{k, 10})
		var s State
		moving := 0
		for i := range w.Len() {
			for at := time.Duration(0); at < 30*time.Second; at += 77 * time.Millisecond {
				w.At(i, at, &s)
				speed := s.Velocity.Len()
				if speed < 0.1 {
					continue
				}
				moving++
				nose := s.Pose.Rotation.Rotate(mgl32.Vec3{1, 0, 0})
				if ahead := nose.Dot(s.Velocity) / speed; ahead < 0.99999 {
					t.Fatalf("%s %d at %v: nose %v, velocity %v", (*Kinds)(nil).Name(k), i, at, nose, s.Velocity)
				}
			}
		}
		if moving < 1500 {
			t.Errorf("%s: moving in %d samples only", (*Kinds)(nil).Name(k), moving)
		}
	}
}

// TestSincos compares with math.Sincos: at the edges of the quarters, at random, and to the
// end of its range.
func TestSincos(t *testing.T) {
	check := func(x float64) {
		t.Helper()
		sin, cos := sincos(x)
		wantSin, wantCos := math.Sincos(x)
		if math.Abs(sin-wantSin) > 3e-16 || math.Abs(cos-wantCos) > 3e-16 {
			t.Errorf("sincos(%v) = %v, %v, want %v, %v", x, sin, cos, wantSin, wantCos)
		}
	}
	for eighths := -40; eighths <= 40; eighths++ {
		x := float64(eighths) * math.Pi / 4
		check(x)
		check(math.Nextafter(x, 100))
		check(math.Nextafter(x, -100))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		check(math.Pi * (2*r.Float64() - 1))
		check(100 * (2*r.Float64() - 1))
	}
	for _, x := range []float64{0, 1e-300, -1e-9, 1e6, -1e6, 1 << 20} {
		check(x)
	}
}
