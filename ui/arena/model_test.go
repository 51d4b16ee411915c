package arena

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
)

// portrait draws one entity in the middle of a small black picture, 7 dp to a metre.
func portrait(k interp.Kind, stance uint8, turn mgl32.Quat, elevation float32) []byte {
	c := raster.NewCanvas(48, 48, 1)
	cam := raster.Tilted(mgl32.Vec3{}, elevation, 48.0/7, 1, c.Bounds())
	m := new(looks).of(k)
	pose := interp.Pose{Rotation: turn}
	at := m.place(&pose)
	at[14] -= m.middle + m.lift
	c.DrawMesh(m.mesh(stance), at, &cam, raster.Paint{Fill: raster.RGB(0xffffff)})
	return bytes.Clone(c.Image().Pix)
}

// differing counts the pixels in which two portraits differ visibly.
func differing(a, b []byte) (n int) {
	for i := 0; i < len(a); i += 4 {
		if d := int(a[i]) - int(b[i]); d > 40 || d < -40 {
			n++
		}
	}
	return n
}

func yaw(degrees float32) mgl32.Quat {
	return mgl32.QuatRotate(mgl32.DegToRad(degrees), mgl32.Vec3{0, 0, 1})
}

func TestEachKindHasAShapeOfItsOwn(t *testing.T) {
	black := make([]byte, 48*48*4)
	for _, elevation := range []float32{tilt, 90} {
		for a := range world.NumBuiltIn {
			mine := portrait(a, 0, yaw(30), elevation)
			if n := differing(mine, black); n < 40 {
				t.Errorf("%s at %v°: only %d pixels", world.BuiltIn(a).Name, elevation, n)
			}
			for b := range a {
				if n := differing(mine, portrait(b, 0, yaw(30), elevation)); n < 60 {
					t.Errorf("%s and %s at %v° differ in only %d pixels", world.BuiltIn(a).Name, world.BuiltIn(b).Name, elevation, n)
				}
			}
		}
	}
}

func TestTurningShows(t *testing.T) {
	roll := mgl32.QuatRotate(mgl32.DegToRad(60), mgl32.Vec3{1, 0, 0})
	for _, c := range []struct {
		name  string
		kind  interp.Kind
		turn  mgl32.Quat
		least int
	}{
		{"walker turns", world.Walker, yaw(180), 10},
		{"car turns", world.Car, yaw(90), 60},
		{"car turns round", world.Car, yaw(180), 20},
		{"drone banks", world.Drone, roll, 80},
		{"ball rolls", world.Ball, roll, 30},
		{"blinker turns", world.Blinker, yaw(45), 20},
		{"rocket turns", world.Rocket, yaw(180), 40},
		{"turret turns", world.Turret, yaw(30), 20},
	} {
		if n := differing(portrait(c.kind, 0, yaw(0), tilt), portrait(c.kind, 0, c.turn, tilt)); n < c.least {
			t.Errorf("%s: %d pixels differ, want %d", c.name, n, c.least)
		}
	}
	if n := differing(portrait(world.Door, 0, yaw(60), tilt), portrait(world.Door, 1, yaw(60), tilt)); n < 60 {
		t.Errorf("an open door differs from a closed one in %d pixels", n)
	}
}

// Models are to be told apart from afar: two to four and a half metres large, and
// inside the circle that stands for the truth, but for a turret's barrel.
func TestModelSizes(t *testing.T) {
	for k := range world.NumBuiltIn {
		m := &models[k]
		for stance := range uint8(2) {
			lo, hi := mgl32.Vec3{9, 9, 9}, mgl32.Vec3{-9, -9, -9}
			for _, v := range m.mesh(stance).Vertices {
				for i := range v {
					lo[i], hi[i] = min(lo[i], v[i]), max(hi[i], v[i])
				}
			}
			size := hi.Sub(lo)
			if large := max(size[0], size[1], size[2]); large < 2 || large > 4.6 {
				t.Errorf("%s is %v m large", world.BuiltIn(k).Name, large)
			}
			if middle := (hi[2] + lo[2]) / 2; math.Abs(float64(middle-m.middle)) > 0.35 {
				t.Errorf("%s: middle %v, stated %v", world.BuiltIn(k).Name, middle, m.middle)
			}
		}
	}
}

func TestModelPlace(t *testing.T) {
	pose := interp.Pose{Position: mgl32.Vec3{3, 4, world.BallRadius}, Rotation: yaw(90)}
	at := new(looks).of(world.Ball).place(&pose)
	// A ball on the ground touches it with its drawn underside too.
	if low := mgl32.TransformCoordinate(mgl32.Vec3{0, 0, -ballRadius}, at); low.Sub(mgl32.Vec3{3, 4, 0}).Len() > 1e-5 {
		t.Errorf("the ball's underside is at %v, want (3, 4, 0)", low)
	}
	pose.Position[2] = 0
	at = new(looks).of(world.Car).place(&pose)
	if nose := mgl32.TransformCoordinate(mgl32.Vec3{1, 0, 0}, at); nose.Sub(mgl32.Vec3{3, 5, 0}).Len() > 1e-5 {
		t.Errorf("turned by 90° the nose is at %v, want (3, 5, 0)", nose)
	}
	if new(looks).of(200) != new(looks).of(world.Ball) {
		t.Error("an unknown kind has no look")
	}
}
