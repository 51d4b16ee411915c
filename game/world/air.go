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

// newDrone makes a drone whose rings have about the radius in metres, so that a whole number of
// them is flown in a period; 0 is for the drone's own.
func newDrone(seed uint64, ordinal int, radius float64) *drone {
	r := stream(seed, Drone, ordinal)
	d := &drone{
		driftX: between(r, 2, 3.2), driftY: between(r, 1, 1.6),
		climb: between(r, 1.7, 2.2), climbPhase: between(r, 0, 2*math.Pi),
		rings: float64(8 + r.IntN(3)), climbs: float64(5 + r.IntN(3)),
		phase: r.Int64N(int64(dronePeriod)),
	}
	// 2πr·rings in a period is this speed. The drift adds or takes up to
	// 0.71 m/s and the climb adds up to 2.5 m/s across: 5.2 to 7.8 m/s in all.
	speed := between(r, 6, 6.6)
	if radius > 0 {
		d.rings = math.Round(speed * dronePeriod.Seconds() / (2 * math.Pi * radius))
	}
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
	w.sin1, w.cos1 = sincos(a)
	w.sin2, w.cos2 = 2*w.sin1*w.cos1, 1-2*w.sin1*w.sin1
	w.sinR, w.cosR = sincos(a * d.rings)
	w.sinC, w.cosC = sincos(a*d.climbs + d.climbPhase)
	return w
}

func (d *drone) position(w *swings) mgl32.Vec3 {
	return vec3(
		d.middle[0]+d.driftX*w.sin1+math.Abs(d.radius)*w.cosR,
		d.middle[1]+d.driftY*w.sin2+d.radius*w.sinR,
		droneHeight+d.climb*w.sinC)
}

func (d *drone) at(t int64, s *State) {
	*s = State{Alive: true}
	const rate = droneRate
	w := d.swingsAt(t)
	s.Pose.Position = d.position(&w)
	sin1, cos1, sin2, cos2 := w.sin1, w.cos1, w.sin2, w.cos2
	sinR, cosR, sinC, cosC := w.sinR, w.cosR, w.sinC, w.cosC
	wR, wC := rate*d.rings, rate*d.climbs
	r := math.Abs(d.radius)

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
	sin, cos := sincos(math.Pi * done) // half of the angle 2π·done
	return q.Mul(mgl32.Quat{W: float32(cos), V: vec3(axis[0]*sin, axis[1]*sin, 0)})
}

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

func newBall(seed uint64, ordinal int) *ball {
	r := stream(seed, Ball, ordinal)
	u, v := spread(seed, Ball, ordinal)
	speed := between(r, 6, 9)
	sin, cos := math.Sincos(between(r, 25, 65) * math.Pi / 180)
	b := &ball{
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

func (b *ball) at(t int64, s *State) {
	*s = State{Alive: true}
	x, vx := b.x.at(t)
	y, vy := b.y.at(t)
	u, hop := seconds(into(t, b.hopPhase, b.hop)), seconds(b.hop)
	s.Pose.Position = vec3(x, y, BallRadius+gravity/2*u*(hop-u))
	s.Velocity = vec3(vx, vy, gravity/2*(hop-2*u))
	sin, cos := sincos(angle(t, b.spinPhase, b.spinTime) / 2)
	s.Pose.Rotation = mgl32.Quat{W: float32(cos), V: b.spin.Mul(float32(sin))}
}

const (
	blinkerPlaces = 16
	blinkerLeap   = 6.0  // shortest teleport in metres
	blinkerDrift  = 0.5  // radius of the hovering in metres
	blinkerBob    = 0.25 // amplitude up and down in metres
	blinkerHeight = 1.5  // middle height in metres
	blinkerMargin = 1.5  // metres kept to the edge of the field
)

// blinker hovers about a place, turning slowly, and teleports to the next. The
// hovering goes on unbroken, so a teleport is exactly from place to place.
type blinker struct {
	cycle
	places         [blinkerPlaces]mgl64.Vec2
	phase, period  int64 // of the hovering, ns
	turned, turn   int64 // of the turning, ns
	hover, turning float64
}

func newBlinker(seed uint64, ordinal int) *blinker {
	r := stream(seed, Blinker, ordinal)
	b := new(blinker)
	lengths := make([]int64, blinkerPlaces)
	for i := range lengths {
		lengths[i] = lasting(r, 1500*time.Millisecond, 3*time.Second)
	}
	b.cycle = newCycle(r, lengths)
	// The times are drawn before the places: how often a place is drawn again is
	// decided by floats, and must not decide when it is left.
	for i := 0; i < blinkerPlaces; {
		b.places[i] = anywhere(r, blinkerMargin)
		if far(b.places[i], b.places[:i], blinkerLeap) {
			i++
		}
	}
	b.period, b.turn = lasting(r, 4*time.Second, 7*time.Second), lasting(r, 8*time.Second, 14*time.Second)
	b.phase, b.turned = r.Int64N(b.period), r.Int64N(b.turn)
	b.hover, b.turning = coin(r), coin(r)
	return b
}

func (b *blinker) at(t int64, s *State) {
	*s = State{Alive: true}
	lap, i, _ := b.locate(t)
	s.Segment = uint8(b.passed(lap, i))
	sin, cos := sincos(angle(t, b.phase, b.period))
	place := &b.places[i]
	// Two bobs a round make a saddle.
	s.Pose.Position = vec3(
		place[0]+blinkerDrift*cos,
		place[1]+blinkerDrift*b.hover*sin,
		blinkerHeight+blinkerBob*2*sin*cos)
	rate := 2 * math.Pi / seconds(b.period)
	s.Velocity = vec3(
		-blinkerDrift*rate*sin,
		blinkerDrift*rate*b.hover*cos,
		blinkerBob*2*rate*(1-2*sin*sin))
	s.Pose.Rotation = facing(b.turning * angle(t, b.turned, b.turn))
}

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

func newRocket(seed uint64, ordinal int) *rocket {
	r := stream(seed, Rocket, ordinal)
	k := new(rocket)
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
	*s = State{Alive: true}
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
