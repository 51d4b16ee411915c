package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"
)

// BallRadius is the radius of a ball in metres; its position is its middle.
const BallRadius = 0.4

// ball runs to and fro between the edges of the field, along x and y apart, and
// hops. It loses nothing when it bounces, and a bounce is no discontinuity: the
// place is continuous, only the velocity turns round.
type ball struct {
	x, y                bouncing
	hopPhase, hop       int64 // ns
	spinPhase, spinTime int64 // ns
	spin                mgl32.Vec3
}

// bouncing is a triangle wave between ±half metres.
type bouncing struct {
	half          float64
	phase, period int64 // ns
}

func newBall(seed uint64, ordinal int) ball {
	r := stream(seed, Ball, ordinal)
	u, v := spread(seed, Ball, ordinal)
	speed := between(r, 6, 9)
	sin, cos := math.Sincos(between(r, 25, 65) * math.Pi / 180)
	b := ball{
		x:        newBouncing(FieldWidth/2-BallRadius, speed*cos, u),
		y:        newBouncing(FieldDepth/2-BallRadius, speed*sin, v),
		hop:      lasting(r, 800*time.Millisecond, 1200*time.Millisecond),
		spinTime: lasting(r, 900*time.Millisecond, 1600*time.Millisecond),
	}
	b.hopPhase, b.spinPhase = r.Int64N(b.hop), r.Int64N(b.spinTime)
	sin, cos = math.Sincos(between(r, 0, 2*math.Pi))
	b.spin = vec3(0.8*cos, 0.8*sin, 0.6*coin(r))
	return b
}

// newBouncing starts a fraction u of a period into the wave.
func newBouncing(half, speed, u float64) bouncing {
	period := int64(math.Round(4 * half / speed * 1e9))
	return bouncing{half, int64(u * float64(period)), period}
}

func (b *bouncing) at(t int64) (x, v float64) {
	r := into(t, b.phase, b.period)
	speed := 4 * b.half / seconds(b.period)
	if 2*r < b.period {
		return speed*seconds(r) - b.half, speed
	}
	return 3*b.half - speed*seconds(r), -speed
}

func (b *ball) placeAt(t int64, s *State) {
	x, vx := b.x.at(t)
	y, vy := b.y.at(t)
	u, whole := seconds(into(t, b.hopPhase, b.hop)), seconds(b.hop)
	s.Pose.Position = vec3(x, y, BallRadius+gravity/2*u*(whole-u))
	s.Velocity = vec3(vx, vy, gravity/2*(whole-2*u))
}

func (b *ball) at(t int64, s *State) {
	b.placeAt(t, s)
	sin, cos := math.Sincos(angle(t, b.spinPhase, b.spinTime) / 2)
	s.Pose.Rotation = mgl32.Quat{W: float32(cos), V: b.spin.Mul(float32(sin))}
}
