package world_test

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"

	"snaplab/game/world"
	"snaplab/interp"
)

// recordedWorld is a world of one entity that moves by a track.
func recordedWorld(t interface{ Fatal(...any) }, track world.Track, length time.Duration) *world.World {
	kinds, err := world.NewKinds([]world.Kind{{Name: "own", Shape: world.Capsule, File: "own.csv", Recorded: &world.Recording{Tracks: []world.Track{track}, Length: length}}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := world.NewWorld(1, kinds, []world.Group{{Kind: 0, Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestRecorded: at the samples the truth is the recording, to 1e-4 m and 1e-4 rad; it is
// continuous between them; it holds up to a break, and keeps its state up to the next sample.
func TestRecorded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var track world.Track
		at := time.Duration(0)
		for i := range rapid.IntRange(2, 30).Draw(t, "samples") {
			coordinate := rapid.Float32Range(-500, 500)
			angle := rapid.Float64Range(-3, 3).Draw(t, "yaw")
			track = append(track, world.Sample{
				At:     at,
				Pose:   interp.Pose{Position: mgl32.Vec3{coordinate.Draw(t, "x"), coordinate.Draw(t, "y"), coordinate.Draw(t, "z")}, Rotation: mgl32.QuatRotate(float32(angle), mgl32.Vec3{0, 0, 1})},
				Stance: uint8(rapid.IntRange(0, 15).Draw(t, "state")),
				Break:  i > 0 && rapid.IntRange(0, 4).Draw(t, "break") == 0,
			})
			at += time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(100*time.Millisecond)).Draw(t, "step"))
		}
		w := recordedWorld(t, track, at)
		var s, before world.State
		for lap := range time.Duration(2) {
			for i := range track {
				w.At(0, lap*at+track[i].At, &s)
				far := s.Pose.Position.Sub(track[i].Pose.Position).Len()
				turned := 2 * math.Acos(min(1, math.Abs(float64(s.Pose.Rotation.Dot(track[i].Pose.Rotation)))))
				if far > 1e-4 || turned > 1e-3 || s.Stance != track[i].Stance || !s.Alive {
					t.Fatalf("lap %d, sample %d: %+v is %v m and %v rad from %+v", lap, i, s, far, turned, track[i])
				}
				if lap == 0 && i == 0 {
					continue
				}
				w.At(0, lap*at+track[i].At-1, &before)
				breaks := track[i].Break || i == 0
				if breaks != (before.Segment != s.Segment || before.Generation != s.Generation) {
					t.Fatalf("sample %d: segment %d before, %d after, break %v", i, before.Segment, s.Segment, breaks)
				}
				last := &track[(i+len(track)-1)%len(track)]
				if breaks && before.Pose != last.Pose {
					t.Fatalf("sample %d: at %v before the break, want where it was at the sample before, %v", i, before.Pose, last.Pose)
				}
				if d := before.Pose.Position.Sub(s.Pose.Position).Len(); !breaks && d > 0.01 {
					t.Fatalf("sample %d: it leaps %v m in a nanosecond", i, d)
				}
				if before.Stance != last.Stance {
					t.Fatalf("sample %d: state %d before it, want %d", i, before.Stance, last.Stance)
				}
			}
		}
	})
}

// TestRecordedBetween: through samples of a steady motion goes a straight line at its speed, and
// half-way from 0° to 90° it has turned by 45°.
func TestRecordedBetween(t *testing.T) {
	var track world.Track
	for i := range 5 { // 2 m in each of 4 tenths of a second: 20 m/s
		track = append(track, world.Sample{At: time.Duration(i) * 100 * time.Millisecond, Pose: interp.Pose{
			Position: mgl32.Vec3{float32(2 * i)}, Rotation: mgl32.QuatRotate(float32(i)*math.Pi/2, mgl32.Vec3{0, 0, 1}),
		}})
	}
	w := recordedWorld(t, track, 500*time.Millisecond)
	var s world.State
	w.At(0, 150*time.Millisecond, &s)
	if d := s.Pose.Position.Sub(mgl32.Vec3{3}).Len(); d > 1e-5 {
		t.Errorf("at %v, want 3 m", s.Pose.Position)
	}
	if d := s.Velocity.Sub(mgl32.Vec3{20}).Len(); d > 1e-3 {
		t.Errorf("velocity %v, want 20 m/s", s.Velocity)
	}
	if want := mgl32.QuatRotate(3*math.Pi/4, mgl32.Vec3{0, 0, 1}); math.Abs(float64(s.Pose.Rotation.Dot(want))) < 0.99999 {
		t.Errorf("rotation %v, want %v", s.Pose.Rotation, want)
	}
}

// TestRecordedReturn: who leaves and comes back is destroyed and spawned, in each lap.
func TestRecordedReturn(t *testing.T) {
	const ms = time.Millisecond
	still := interp.Pose{Rotation: mgl32.QuatIdent()}
	track := world.Track{{At: 1100 * ms, Pose: still}, {At: 1200 * ms, Pose: still}, {At: 1300 * ms, Pose: still}, {At: 3000 * ms, Pose: still, Spawn: true}, {At: 3100 * ms, Pose: still}}
	w := recordedWorld(t, track, 5*time.Second)
	if !w.Mortal(0) {
		t.Error("it is never destroyed")
	}
	var s world.State
	for _, c := range []struct {
		at         time.Duration
		alive      bool
		generation uint16
	}{{0, false, 0}, {1100 * ms, true, 1}, {1400 * ms, true, 1}, {1450 * ms, false, 1}, {3000 * ms, true, 2}, {4900 * ms, false, 2}, {5000 * ms, false, 2}, {6100 * ms, true, 3}, {8000 * ms, true, 4}} {
		w.At(0, c.at, &s)
		if s.Alive != c.alive || s.Generation != c.generation {
			t.Errorf("at %v: alive %v, generation %d; want %v, %d", c.at, s.Alive, s.Generation, c.alive, c.generation)
		}
	}
}
