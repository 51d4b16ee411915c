package interp

import (
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// TestCorrectionOf: a correction is the way and the shortest turn from one pose to the
// other, whichever of its two quaternions stands for a rotation.
func TestCorrectionOf(t *testing.T) {
	about := func(axis mgl32.Vec3, degrees float64) mgl32.Quat {
		sin, cos := math.Sincos(degrees * math.Pi / 360)
		return mgl32.Quat{W: float32(cos), V: axis.Mul(float32(sin))}
	}
	up, along := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0}
	for _, c := range []struct {
		from, to mgl32.Quat
		degrees  float64
	}{
		{about(up, 0), about(up, 0), 0},
		{about(up, 30), about(up, 30).Scale(-1), 0}, // the same rotation
		{about(up, 10), about(up, 10.01), 0.01},
		{about(up, 359), about(up, 1), 2},
		{about(up, -175), about(up, 175), 10},
		{about(along, 0), about(up, 180), 180},
		{about(along, 90), about(along, -90), 180},
		// Two quarter turns about square axes: the dot product of the quaternions is
		// cos 45° · cos 45° = 1/2, so they are 60° and the rotations 120° apart.
		{about(along, 90), about(up, 90), 120},
	} {
		from := Pose{Position: mgl32.Vec3{1, 2, 3}, Rotation: c.from}
		to := Pose{Position: mgl32.Vec3{4, 6, 3}, Rotation: c.to}
		got := CorrectionOf(7, 3, &from, &to)
		if got.ID != 7 || got.Kind != 3 || got.Metres != 5 { // 3, 4, 5
			t.Errorf("%+v, want 5 m of entity 7, kind 3", got)
		}
		if degrees := float64(got.Radians) * 180 / math.Pi; math.Abs(degrees-c.degrees) > 1e-3 {
			t.Errorf("from %v to %v are %v°, want %v", c.from, c.to, degrees, c.degrees)
		}
	}
}

// TestCorrectionsTurn: something turns by 90° a second and stops in the sample that is
// late. 50 ms after its newest sample Interpolated has turned it on by 4.5°, and
// Extrapolated too.
func TestCorrectionsTurn(t *testing.T) {
	const ms = time.Millisecond
	for _, l := range []Lens{new(Interpolated), new(Extrapolated)} {
		var c Config
		for k := range c.Policies {
			c.Policies[k] = Policy{MaxExtrapolation: 100 * ms, MaxDeadReckoning: time.Second}
		}
		l.Configure(&c)
		send := func(at time.Duration, seq uint32, degrees float64) {
			sin, cos := math.Sincos(degrees * math.Pi / 360)
			s := Sample{Time: ServerTime(at), Pose: Pose{Rotation: mgl32.Quat{W: float32(cos), V: mgl32.Vec3{0, 0, float32(sin)}}}}
			l.Receive(Header{Seq: seq, Epoch: 1, Time: ServerTime(at), Arrival: LocalTime(at)}, []Update{{ID: 1, Sample: s}})
		}
		send(0, 1, 0)
		l.Frame(0)
		send(100*ms, 2, 9)
		l.Frame(LocalTime(100 * ms))
		l.Frame(LocalTime(150 * ms))
		if n := len(l.Stats().Corrections); n != 0 {
			t.Fatalf("%T: %d corrections before there is new data", l, n)
		}
		// Sent at 150 ms and there at once: it has stood since 100 ms.
		send(150*ms, 3, 9)
		l.Frame(LocalTime(150 * ms))
		got := l.Stats().Corrections
		if len(got) != 1 || math.Abs(float64(got[0].Radians)*180/math.Pi-4.5) > 0.01 || got[0].Metres != 0 {
			t.Errorf("%T: %+v, want one of 4.5° and 0 m", l, got)
		}
	}
}
