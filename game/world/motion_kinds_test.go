package world

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

func TestToursComeRound(t *testing.T) {
	for n := range 20 {
		for name, w := range map[string]*tour{"walker": newWalker(5, n, 0), "car": newCar(5, n, 0)} {
			for at := int64(0); at < w.period(); at += w.period()/40 + 1 {
				var once, later State
				w.at(at, &once)
				w.at(at+1000*w.period(), &later)
				if once != later {
					t.Fatalf("%s %d: %+v at %d ns but %+v a thousand rounds later", name, n, once, at, later)
				}
			}
		}
	}
}

// A square of 10 m sides, taken at 2 m/s with bends of radius 1 m: each of the
// four straights is 10-2 = 8 m and 4 s, each bend π/2 m and π/4 s.
func TestTourByHand(t *testing.T) {
	square := route{points: []mgl64.Vec2{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, speed: 2, accel: 1, radius: 1}
	w := newTour(stream(1, Car, 0), square)
	w.phase = 0
	bend := math.Pi / 4
	tests := []struct {
		name          string
		at            float64 // seconds from the start of the bend at (0, 0)
		x, y, heading float64
	}{
		{"down the last side, a metre before the corner", 0, 0, 1, -math.Pi / 2},
		{"half of the bend, about its middle (1, 1)", bend / 2, 1 - math.Sqrt2/2, 1 - math.Sqrt2/2, -math.Pi / 4},
		{"end of the bend", bend, 1, 0, 0},
		{"middle of the first side", bend + 2, 5, 0, 0},
		{"end of the second bend", 2*bend + 4, 10, 1, math.Pi / 2},
	}
	for _, tt := range tests {
		s := State{}
		w.at(int64(tt.at*1e9), &s)
		nose := s.Pose.Rotation.Rotate(mgl32.Vec3{1, 0, 0})
		heading := vec3(math.Cos(tt.heading), math.Sin(tt.heading), 0)
		if s.Pose.Position.Sub(vec3(tt.x, tt.y, 0)).Len() > 1e-5 || nose.Sub(heading).Len() > 1e-5 {
			t.Errorf("%s: at %v, nose %v; want (%g, %g), %v", tt.name, s.Pose.Position, nose, tt.x, tt.y, heading)
		}
	}
	if want := 4*4 + math.Pi; math.Abs(seconds(w.period())-want) > 1e-8 {
		t.Errorf("a round takes %g s, want %g", seconds(w.period()), want)
	}
}

// A way to and fro over 8 m at 2 m/s and 4 m/s² with a wait of 1 s at each end:
// 0.5 s and 0.5 m of starting, 7 m in 3.5 s, 0.5 s of stopping, then the wait and
// a turn by π at 2.8 rad/s.
func TestTourStops(t *testing.T) {
	w := newTour(stream(1, Walker, 0), route{
		points: []mgl64.Vec2{{0, 0}, {8, 0}}, pauses: []int64{1e9, 1e9}, speed: 2, accel: 4, radius: 1,
	})
	w.phase = 0
	turn := math.Pi / 2.8
	start := 1 + turn // it begins with the wait at (0, 0)
	tests := []struct {
		name             string
		at, x, v, facing float64
	}{
		{"waiting, having come back", 0.5, 0, 0, -1},
		{"has turned", start, 0, 0, 1},
		{"half of the start: v = 4·0.25, x = 4·0.25²/2", start + 0.25, 0.125, 1, 1},
		{"under way", start + 0.5 + 1.75, 4, 2, 1},
		{"half of the stop", start + 4 + 0.25, 8 - 0.125, 1, 1},
		{"waiting at the far end", start + 4.5 + 0.5, 8, 0, 1},
		{"under way back", 2*start + 4.5 + 0.5 + 1.75, 4, -2, -1},
	}
	for _, tt := range tests {
		s := State{}
		w.at(int64(tt.at*1e9), &s)
		nose := s.Pose.Rotation.Rotate(mgl32.Vec3{1, 0, 0})
		if s.Pose.Position.Sub(vec3(tt.x, 0, 0)).Len() > 1e-5 || s.Velocity.Sub(vec3(tt.v, 0, 0)).Len() > 1e-5 || nose.Sub(vec3(tt.facing, 0, 0)).Len() > 1e-5 {
			t.Errorf("%s: at %v with %v, nose %v; want %+v", tt.name, s.Pose.Position, s.Velocity, nose, tt)
		}
	}
}

func TestWalkersWalkPauseAndTurn(t *testing.T) {
	for n := range 30 {
		w := newWalker(9, n, 0)
		var walking, standing, arcs, spots int
		for _, l := range w.legs {
			switch {
			case l.Curve != 0:
				arcs++
			case l.Turn != 0:
				spots++
			}
		}
		for at := int64(0); at < w.period(); at += 1e7 {
			s := State{}
			w.at(at, &s)
			switch v := s.Velocity.Len(); {
			case v >= 1.4999:
				walking++
			case v == 0:
				standing++
			}
		}
		if walking < 3*standing/2 || standing == 0 || spots == 0 || arcs+spots != walkerStops {
			t.Errorf("walker %d: walking %d, standing %d, arcs %d, turns on the spot %d", n, walking, standing, arcs, spots)
		}
	}
}

func TestCarsKeepTheirSpeedThroughBends(t *testing.T) {
	for n := range 200 {
		w := newCar(4, n, 0)
		bends := 0
		for _, l := range w.legs {
			if l.Speed != w.legs[0].Speed || l.Accel != 0 || l.Turn != 0 {
				t.Fatalf("car %d: leg %+v", n, l)
			}
			if l.Curve != 0 {
				bends++
				if radius := 1 / math.Abs(float64(l.Curve)); radius < 3 || radius > carRadius+1e-4 {
					t.Errorf("car %d: a bend of radius %g m", n, radius)
				}
			}
		}
		if bends < 4 {
			t.Errorf("car %d: %d bends", n, bends)
		}
	}
}

func TestDronesLeanClimbAndTurnOver(t *testing.T) {
	w := newTestWorld(t, 2, Group{Drone, 20})
	for i := range w.Len() {
		var s State
		low, high, banked, inverted := math.Inf(1), 0.0, 0, 0
		samples := 0
		for at := time.Duration(0); at < 80*time.Second; at += 20 * time.Millisecond {
			w.At(i, at, &s)
			z := float64(s.Pose.Position[2])
			low, high = min(low, z), max(high, z)
			top := s.Pose.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
			samples++
			if top[2] < 0.9 {
				banked++
			}
			if top[2] < -0.5 {
				inverted++
			}
		}
		if low < 1.5 || high > 6 || high-low < 3.3 {
			t.Errorf("drone %d flies between %g and %g m", i, low, high)
		}
		if banked < samples/2 {
			t.Errorf("drone %d is banked in %d of %d samples", i, banked, samples)
		}
		// 80 s are at least 10 turns over of 0.7 s, about a third of it upside
		// down: more than 80 samples; twice as much is too much.
		if inverted < 60 || inverted > samples/10 {
			t.Errorf("drone %d is upside down in %d of %d samples", i, inverted, samples)
		}
	}
}

// The rotors of an unturned drone push along acceleration plus gravity, and the
// acceleration is the slope of the velocity.
func TestDronesLeanAsTheyAccelerate(t *testing.T) {
	const h = int64(2 * time.Millisecond)
	for n := range 10 {
		d := newDrone(8, n, 0)
		compared := 0
		for at := h; at < 40e9; at += 0.3e9 {
			if _, i, _ := d.flips.locate(at); i%2 == 1 {
				continue
			}
			var before, now, after State
			d.at(at-h, &before)
			d.at(at, &now)
			d.at(at+h, &after)
			push := after.Velocity.Sub(before.Velocity).Mul(float32(1 / seconds(2*h))).Add(mgl32.Vec3{0, 0, gravity})
			top := now.Pose.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
			if top.Sub(push.Normalize()).Len() > 0.002 {
				t.Fatalf("drone %d at %d ns: top %v, push %v", n, at, top, push.Normalize())
			}
			if nose := now.Pose.Rotation.Rotate(mgl32.Vec3{1, 0, 0}); nose.Dot(now.Velocity) < 0.7*now.Velocity.Len() {
				t.Fatalf("drone %d at %d ns: nose %v, velocity %v", n, at, nose, now.Velocity)
			}
			compared++
		}
		if compared < 80 {
			t.Fatalf("drone %d: compared %d", n, compared)
		}
	}
}

func TestBallsReachEveryEdge(t *testing.T) {
	const edgeX, edgeY = FieldWidth/2 - BallRadius, FieldDepth/2 - BallRadius
	w := newTestWorld(t, 2, Group{Ball, 10})
	for i := range w.Len() {
		var s State
		var reached [5]bool
		for at := time.Duration(0); at < time.Minute; at += 5 * time.Millisecond {
			w.At(i, at, &s)
			x, y, z := s.Pose.Position.Elem()
			if flat := s.Velocity.Vec2().Len(); flat < 6-1e-4 || flat > 9+1e-4 {
				t.Fatalf("ball %d runs at %g m/s", i, flat)
			}
			for n, gap := range []float32{edgeX - x, edgeX + x, edgeY - y, edgeY + y, z - BallRadius} {
				if gap < -1e-4 {
					t.Fatalf("ball %d at %v: %v is past edge %d", i, at, s.Pose.Position, n)
				}
				reached[n] = reached[n] || gap < 0.05
			}
		}
		if reached != [5]bool{true, true, true, true, true} {
			t.Errorf("ball %d reached edges %v in a minute", i, reached)
		}
	}
}

func TestBouncingByHand(t *testing.T) {
	// Between -10 and 10 m at 5 m/s: a period of 8 s.
	b := newBouncing(10, 5, 0.25)
	tests := []struct{ at, x, v float64 }{
		{0, 0, 5}, {1, 5, 5}, {2, 10, -5}, {3, 5, -5}, {6, -10, 5}, {8, 0, 5}, {8001, 5, 5},
	}
	for _, tt := range tests {
		if x, v := b.at(int64(tt.at * 1e9)); math.Abs(x-tt.x) > 1e-9 || v != tt.v {
			t.Errorf("after %g s: %g m, %g m/s; want %g, %g", tt.at, x, v, tt.x, tt.v)
		}
	}
}

func TestTurretsSweepAcrossTheBackAndNowAndThenFast(t *testing.T) {
	for n := range 20 {
		g := newTurret(6, n, mgl64.Vec2{})
		crossings, fast := 0, 0
		var before float64
		widest := 0.0
		for at := int64(0); at < g.period(); at += 5e6 {
			s := State{}
			g.at(at, &s)
			nose := s.Pose.Rotation.Rotate(mgl32.Vec3{1, 0, 0})
			yaw := math.Atan2(float64(nose[1]), float64(nose[0]))
			fromBack := math.Remainder(yaw-math.Pi, 2*math.Pi)
			widest = max(widest, math.Abs(fromBack))
			if at > 0 && math.Abs(yaw-before) > math.Pi {
				crossings++
				if step := 2*math.Pi - math.Abs(yaw-before); step/0.005 > 5 {
					fast++
				}
			}
			before = yaw
		}
		if crossings != turretSweeps || fast != 2 {
			t.Errorf("turret %d: crosses ±180° %d times a lap, %d fast; want %d and 2", n, crossings, fast, turretSweeps)
		}
		if math.Abs(widest-turretSwing) > 1e-3 {
			t.Errorf("turret %d: sweeps %g rad to a side, want %g", n, widest, turretSwing)
		}
	}
}
