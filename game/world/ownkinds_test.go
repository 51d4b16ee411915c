package world

import (
	"math"
	"slices"
	"testing"
	"time"

	"snaplab/interp"
)

// ownWorld has n entities of one kind.
func ownWorld(t *testing.T, kind Kind, n int) *World {
	t.Helper()
	kinds, err := NewKinds([]Kind{kind})
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(7, kinds, []Group{{0, n}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestSpeed: a motion that is given a speed has it on average, by its places and by the
// velocities that it says it has, and stays on the field. Four entities for two minutes are
// within 12 % of it.
func TestSpeed(t *testing.T) {
	for _, c := range []struct {
		motion interp.Kind
		speed  float64
	}{{Walker, 6}, {Walker, 0.3}, {Car, 40}, {Car, 2}, {Drone, 20}, {Ball, 3}, {Rocket, 60}} {
		w := ownWorld(t, Kind{Name: "own", Motion: c.motion, Speed: c.speed}, 4)
		const step = 2 * time.Millisecond
		gone, said, alive := 0.0, 0.0, 0
		for i := range w.Len() {
			var last, now State
			w.At(i, 0, &last)
			for at := step; at < 2*time.Minute; at += step {
				w.At(i, at, &now)
				p := now.Pose.Position
				if math.Abs(float64(p[0])) > FieldWidth/2 || math.Abs(float64(p[1])) > FieldDepth/2 {
					t.Fatalf("%s at %v m/s leaves the field: %v", builtInNames[c.motion], c.speed, p)
				}
				if now.Alive && last.Alive && now.Generation == last.Generation {
					// The ball's hops are not in its speed along the ground.
					move, v := p.Sub(last.Pose.Position), now.Velocity
					if c.motion == Ball {
						move[2], v[2] = 0, 0
					}
					gone += float64(move.Len())
					said += float64(v.Len()) * step.Seconds()
					alive++
				}
				last = now
			}
		}
		lived := float64(alive) * step.Seconds()
		for what, got := range map[string]float64{"places": gone / lived, "velocities": said / lived} {
			if math.Abs(got-c.speed) > 0.12*c.speed {
				t.Errorf("%s at %v m/s: by its %s it has %.2f m/s", builtInNames[c.motion], c.speed, what, got)
			}
		}
	}
}

// TestTurnRadius: where a motion turns, it turns with about the radius that it is given: half
// of what it turns is within a tenth of it or sharper where there is no room, and its speed
// stays within 15 % of what it is.
func TestTurnRadius(t *testing.T) {
	for _, c := range []struct {
		motion interp.Kind
		radius float64
	}{{Car, 1.5}, {Car, 4}, {Walker, 0.3}, {Drone, 2}, {Drone, 9}} {
		turning := func(radius float64) (middle, speed float64) {
			w := ownWorld(t, Kind{Name: "own", Motion: c.motion, TurnRadius: radius}, 4)
			const step = 5 * time.Millisecond
			var radii []float64
			n := 0
			for i := range w.Len() {
				var last, now State
				w.At(i, 0, &last)
				for at := step; at < time.Minute; at += step {
					w.At(i, at, &now)
					u, v := last.Velocity, now.Velocity
					if long := float64(v.Len()); long > 0.5 && u.Len() > 0.5 {
						turned := math.Abs(math.Atan2(float64(u[0]*v[1]-u[1]*v[0]), float64(u[0]*v[0]+u[1]*v[1])))
						if r := math.Hypot(float64(v[0]), float64(v[1])) * step.Seconds() / turned; r < 20 {
							radii = append(radii, r)
						}
						speed += long
						n++
					}
					last = now
				}
			}
			slices.Sort(radii)
			return radii[len(radii)/2], speed / float64(n)
		}
		middle, speed := turning(c.radius)
		_, own := turning(0)
		if math.Abs(middle-c.radius) > 0.1*c.radius {
			t.Errorf("%s: turns of %v m have a radius of %.2f m", builtInNames[c.motion], c.radius, middle)
		}
		if math.Abs(speed-own) > 0.15*own {
			t.Errorf("%s: with turns of %v m it goes at %.2f m/s, else at %.2f", builtInNames[c.motion], c.radius, speed, own)
		}
	}
}
