package world

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	rocketFlights = 8   // flights in one lap of a slot
	rocketMargin  = 1.0 // metres kept to the edge of the field
)

// rocket is a slot that is used again and again: a flight straight across the
// field from a place at its rim, then nothing for a while.
type rocket struct {
	cycle   // flights (even) and empty times (odd)
	flights [rocketFlights]flight
}

type flight struct {
	from, velocity mgl32.Vec3
	rotation       mgl32.Quat
}

func newRocket(seed uint64, ordinal int) rocket {
	r := stream(seed, Rocket, ordinal)
	var k rocket
	var lengths []int64
	for range k.flights {
		lengths = append(lengths,
			lasting(r, 1200*time.Millisecond, 1600*time.Millisecond),
			lasting(r, 1200*time.Millisecond, 2*time.Second))
	}
	k.cycle = newCycle(r, lengths)
	// The times are drawn before the flights: how often a flight is drawn again
	// is decided by floats, and must not decide what comes after it.
	for i := range k.flights {
		k.flights[i] = newFlight(r, k.length(2*i))
	}
	return k
}

// newFlight draws a start at the rim and a level flight that ends inside the
// field.
func newFlight(r *rand.Rand, lasts int64) flight {
	speed := between(r, 18, 24)
	height := between(r, 1, 3)
	edge := onField(1, 1, rocketMargin)
	for range 100 {
		from, heading := anywhere(r, rocketMargin), between(r, 0, 2*math.Pi)
		// Pushed out to the rim along x or y, whichever is nearer.
		if edge[0]-math.Abs(from[0]) < edge[1]-math.Abs(from[1]) {
			from[0] = math.Copysign(edge[0], from[0])
		} else {
			from[1] = math.Copysign(edge[1], from[1])
		}
		sin, cos := math.Sincos(heading)
		v := mgl64.Vec2{cos * speed, sin * speed}
		to := from.Add(v.Mul(seconds(lasts)))
		if math.Abs(to[0]) <= edge[0] && math.Abs(to[1]) <= edge[1] {
			return flight{vec3(from[0], from[1], height), vec3(v[0], v[1], 0), facing(heading)}
		}
	}
	// From the middle of one short side to the other there is always room.
	return flight{vec3(-edge[0], 0, height), vec3(speed, 0, 0), facing(0)}
}

func (k *rocket) at(t int64, s *State) {
	lap, i, since := k.locate(t)
	s.Generation = uint16(lap*rocketFlights + int64(i/2-k.first/2))
	f := &k.flights[i/2]
	s.Alive = i%2 == 0
	if s.Alive {
		s.Velocity = f.velocity
	} else {
		since = k.length(i - 1)
	}
	s.Pose.Position = f.from.Add(f.velocity.Mul(float32(seconds(since))))
	s.Pose.Rotation = f.rotation
}
