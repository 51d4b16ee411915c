package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

const doorToggles = 16 // in one lap, even so that a lap ends as it began

// door stands and toggles: closed in the even intervals, open in the odd ones.
type door struct {
	cycle
	place    mgl64.Vec2
	rotation mgl32.Quat
}

func newDoor(seed uint64, ordinal int, place mgl64.Vec2) door {
	r := stream(seed, Door, ordinal)
	lengths := make([]int64, doorToggles)
	for i := range lengths {
		lengths[i] = lasting(r, 1500*time.Millisecond, 3*time.Second)
	}
	// By the golden ratio of half a turn no two doors of a few are alike.
	_, turn := math.Modf(float64(ordinal)*0.6180339887 + 0.1)
	return door{newCycle(r, lengths), place, facing(math.Pi * turn)}
}

func (d *door) at(t int64, s *State) {
	lap, i, _ := d.locate(t)
	s.Segment = uint8(d.passed(lap, i))
	s.Stance = uint8(i & 1)
	s.Pose.Position = vec3(d.place[0], d.place[1], 0)
	s.Pose.Rotation = d.rotation
}
