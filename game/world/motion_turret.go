package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

const (
	turretSweeps = 8                   // sweeps in one lap, even so that a lap ends where it began
	turretSwing  = 150 * math.Pi / 180 // to each side of the -x direction
)

// turret stands and sweeps to and fro about the -x direction, so its heading
// passes ±180° in each sweep. One sweep in each half of a lap is a fast traverse.
type turret struct {
	cycle // sweeps (even) and rests (odd)
	place mgl64.Vec2
}

func newTurret(seed uint64, ordinal int, place mgl64.Vec2) turret {
	r := stream(seed, Turret, ordinal)
	fast := [2]int{r.IntN(turretSweeps / 2), turretSweeps/2 + r.IntN(turretSweeps/2)}
	var lengths []int64
	for i := range turretSweeps {
		slow, quick := lasting(r, 2200*time.Millisecond, 3800*time.Millisecond), lasting(r, 600*time.Millisecond, 800*time.Millisecond)
		if i == fast[0] || i == fast[1] {
			slow = quick
		}
		lengths = append(lengths, slow, lasting(r, 200*time.Millisecond, 600*time.Millisecond))
	}
	return turret{newCycle(r, lengths), place}
}

func (g *turret) placeAt(_ int64, s *State) {
	s.Pose.Position = vec3(g.place[0], g.place[1], 0)
}

func (g *turret) at(t int64, s *State) {
	g.placeAt(t, s)
	_, i, since := g.locate(t)
	done := 1.0
	if i%2 == 0 {
		done = smooth(float64(since) / float64(g.length(i)))
	}
	swing := turretSwing * (2*done - 1)
	if i/2%2 == 1 {
		swing = -swing
	}
	s.Pose.Rotation = facing(math.Pi + swing)
}
