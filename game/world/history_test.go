package world

import (
	"testing"
	"time"
)

// Half a turn twice is none, and a position turns with its model.
func TestTurnOver(t *testing.T) {
	var s State
	world, err := NewWorld(1, nil, []Group{{Drone, 1}})
	if err != nil {
		t.Fatal(err)
	}
	world.At(0, 3*time.Second, &s)
	once := s
	once.TurnOver()
	nose, turned := s.Pose.Rotation.Rotate(vec3(1, 2, 3)), once.Pose.Rotation.Rotate(vec3(1, 2, 3))
	if d := turned.Sub(vec3(-float64(nose[0]), -float64(nose[1]), float64(nose[2]))).Len(); d > 1e-5 {
		t.Errorf("(1, 2, 3) of the model points to %v, turned over to %v", nose, turned)
	}
	once.TurnOver()
	once.Pose.Rotation = once.Pose.Rotation.Scale(-1) // a whole turn is −1
	if once != s {
		t.Errorf("turned over twice: %+v, want %+v", once, s)
	}
}
