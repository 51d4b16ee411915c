package world

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	dronePeriod = 40 * time.Second
	droneHeight = 3.75 // middle height in metres; with the largest climb 1.5 to 6
	droneMargin = 0.8  // metres kept to the edge of the field
	droneFlips  = 5    // rolls and flips in one lap
)

// drone flies rings whose middle drifts along a figure of eight, and climbs and
// descends: x, y and z are each a sum of sines whose frequencies are whole
// multiples of one. It leans as a real one must, its rotors pushing along
// acceleration plus gravity, and now and then turns over once.
type drone struct {
	middle         mgl64.Vec2
	driftX, driftY float64 // amplitudes in metres, at 1 and 2 turns per period
	radius         float64 // of the rings in metres, negative for clockwise
	climb          float64 // amplitude in metres
	rings, climbs  float64 // turns per period, whole
	climbPhase     float64
	phase          int64
	flips          cycle // waits (even) and turns over (odd)
	turns          [droneFlips]mgl64.Vec3
}

func newDrone(seed uint64, ordinal int) drone {
	r := stream(seed, Drone, ordinal)
	d := drone{
		driftX: between(r, 2, 3.2), driftY: between(r, 1, 1.6),
		climb: between(r, 1.7, 2.2), climbPhase: between(r, 0, 2*math.Pi),
		rings: float64(8 + r.IntN(3)), climbs: float64(5 + r.IntN(3)),
		phase: r.Int64N(int64(dronePeriod)),
	}
	// 2πr·rings in a period is this speed. The drift adds or takes up to
	// 0.71 m/s and the climb adds up to 2.5 m/s across: 5.2 to 7.8 m/s in all.
	speed := between(r, 6, 6.6)
	d.radius = coin(r) * speed * dronePeriod.Seconds() / (2 * math.Pi * d.rings)
	reach := math.Abs(d.radius) + droneMargin
	d.middle = home(seed, Drone, ordinal, reach+d.driftX, reach+d.driftY)
	d.flips, d.turns = newFlips(r)
	return d
}

// newFlips plans when to turn over, and each turn as an axis of the drone's
// body: x (a roll) or y (a flip), either way round.
func newFlips(r *rand.Rand) (cycle, [droneFlips]mgl64.Vec3) {
	var lengths []int64
	var turns [droneFlips]mgl64.Vec3
	for i := range turns {
		lengths = append(lengths,
			lasting(r, 3*time.Second, 7*time.Second),
			lasting(r, 700*time.Millisecond, 900*time.Millisecond))
		turns[i][r.IntN(2)] = coin(r)
	}
	return newCycle(r, lengths), turns
}

// droneRate is one turn per period in rad/s.
const droneRate = 2 * math.Pi / (float64(dronePeriod) / 1e9)

// swings are the sines and cosines of a drone's angles: once and twice a period, of
// the rings and of the climbs.
type swings struct {
	sin1, cos1, sin2, cos2, sinR, cosR, sinC, cosC float64
}

func (d *drone) swingsAt(t int64) (w swings) {
	a := angle(t, d.phase, int64(dronePeriod))
	w.sin1, w.cos1 = math.Sincos(a)
	w.sin2, w.cos2 = 2*w.sin1*w.cos1, 1-2*w.sin1*w.sin1
	w.sinR, w.cosR = math.Sincos(a * d.rings)
	w.sinC, w.cosC = math.Sincos(a*d.climbs + d.climbPhase)
	return w
}

// placeAt leaves out the velocity too.
func (d *drone) placeAt(t int64, s *State) {
	w := d.swingsAt(t)
	s.Pose.Position = d.position(&w)
}

func (d *drone) position(w *swings) mgl32.Vec3 {
	return vec3(
		d.middle[0]+d.driftX*w.sin1+math.Abs(d.radius)*w.cosR,
		d.middle[1]+d.driftY*w.sin2+d.radius*w.sinR,
		droneHeight+d.climb*w.sinC)
}

func (d *drone) at(t int64, s *State) {
	const rate = droneRate
	w := d.swingsAt(t)
	sin1, cos1, sin2, cos2 := w.sin1, w.cos1, w.sin2, w.cos2
	sinR, cosR, sinC, cosC := w.sinR, w.cosR, w.sinC, w.cosC
	wR, wC := rate*d.rings, rate*d.climbs
	r := math.Abs(d.radius)

	s.Pose.Position = d.position(&w)
	v := mgl64.Vec3{
		d.driftX*rate*cos1 - r*wR*sinR,
		d.driftY*2*rate*cos2 + d.radius*wR*cosR,
		d.climb * wC * cosC,
	}
	push := mgl64.Vec3{
		-d.driftX*rate*rate*sin1 - r*wR*wR*cosR,
		-d.driftY*4*rate*rate*sin2 - d.radius*wR*wR*sinR,
		-d.climb*wC*wC*sinC + gravity,
	}
	s.Velocity = vec3(v[0], v[1], v[2])
	s.Pose.Rotation = d.turnOver(t, lean(v, push))
}

// lean returns the rotation of a drone that heads along v and is then tilted the
// shortest way until its top points along push. v must not be vertical and push
// not downward. Half angles come from square roots: no sines are needed.
func lean(v, push mgl64.Vec3) mgl32.Quat {
	ahead := v[0] / math.Sqrt(v[0]*v[0]+v[1]*v[1])
	cos, sin := math.Sqrt((1+ahead)/2), math.Copysign(math.Sqrt((1-ahead)/2), v[1])
	// The tilt from z to a unit vector u is the quaternion (1+u.z, -u.y, u.x, 0),
	// normalised.
	w := push.Len() + push[2]
	norm := 1 / math.Sqrt(w*w+push[0]*push[0]+push[1]*push[1])
	w, x, y := w*norm, -push[1]*norm, push[0]*norm
	return mgl32.Quat{W: float32(w * cos), V: vec3(x*cos+y*sin, y*cos-x*sin, w*sin)}
}

// turnOver adds what the drone has done of a roll or flip at time t.
func (d *drone) turnOver(t int64, q mgl32.Quat) mgl32.Quat {
	_, i, since := d.flips.locate(t)
	if i%2 == 0 {
		return q
	}
	axis := d.turns[i/2]
	done := smooth(float64(since) / float64(d.flips.length(i)))
	sin, cos := math.Sincos(math.Pi * done) // half of the angle 2π·done
	return q.Mul(mgl32.Quat{W: float32(cos), V: vec3(axis[0]*sin, axis[1]*sin, 0)})
}
