package world

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

// tour is a closed way on the ground of straights, arcs and turns on the spot,
// each joined to the next without a jump of place, heading or speed. The nose
// points along the way.
type tour struct {
	cycle
	legs []leg
}

// leg is one piece of a tour. A straight has Curve and Turn 0 and starts at
// (X, Y). An arc has a Curve and (X, Y) is its centre. A turn on the spot has a
// Turn and no speed. Small, because a crowd has many.
type leg struct {
	X, Y    float32 // metres
	Heading float32 // at the start, radians from +x towards +y
	Speed   float32 // at the start, m/s
	Accel   float32 // m/s²
	Curve   float32 // radians per metre, positive to the left
	Turn    float32 // radians during the leg, positive to the left
	// The sine and cosine of half of Heading, since most legs keep it.
	sinHalf, cosHalf float64
}

// route is what a tour is made from.
type route struct {
	points []mgl64.Vec2 // the way points; the last leads to the first
	pauses []int64      // ns to wait at each before turning on the spot; 0 goes round in an arc; nil has no pauses
	speed  float64      // m/s between pauses
	accel  float64      // m/s² from and to a pause
	radius float64      // largest radius of an arc in metres
}

// spotRate is the mean rate of a turn on the spot in rad/s.
const spotRate = 2.8

// newTour lays the way. The points must be far enough apart for the arcs and
// for reaching the speed; an arc takes at most half of a straight.
func newTour(r *rand.Rand, way route) *tour {
	t := new(tour)
	var lengths []int64
	add := func(duration float64, l leg) {
		if ns := int64(math.Round(duration * 1e9)); ns > 0 {
			lengths = append(lengths, ns)
			l.sinHalf, l.cosHalf = math.Sincos(float64(l.Heading) / 2)
			t.legs = append(t.legs, l)
		}
	}
	n := len(way.points)
	for i, at := range way.points {
		next := way.points[(i+1)%n]
		here := way.corner(i)
		there := way.corner((i + 1) % n)
		v := way.speed
		if here.pause > 0 {
			stand := leg{X: float32(at[0]), Y: float32(at[1]), Heading: float32(here.heading)}
			add(seconds(here.pause), stand)
			stand.Turn = float32(here.turn)
			add(math.Abs(here.turn)/spotRate, stand)
		} else if here.turn != 0 {
			in := at.Sub(here.ahead.Mul(here.tangent))
			radius := math.Copysign(here.radius, here.turn)
			add(math.Abs(here.turn)*here.radius/v, leg{
				X: float32(in[0] - here.ahead[1]*radius), Y: float32(in[1] + here.ahead[0]*radius),
				Heading: float32(here.heading), Speed: float32(v), Curve: float32(1 / radius),
			})
		}
		straight := next.Sub(at)
		ahead := straight.Normalize()
		begin, end := here.tangent, straight.Len()-there.tangent
		line := func(from, v0, v1, duration float64) {
			p := at.Add(ahead.Mul(from))
			add(duration, leg{
				X: float32(p[0]), Y: float32(p[1]), Heading: float32(there.heading),
				Speed: float32(v0), Accel: float32((v1 - v0) / duration),
			})
		}
		ramp := v * v / (2 * way.accel)
		if here.pause > 0 {
			line(begin, 0, v, v/way.accel)
			begin += ramp
		}
		if there.pause > 0 {
			end -= ramp
		}
		line(begin, v, v, (end-begin)/v)
		if there.pause > 0 {
			line(end, v, 0, v/way.accel)
		}
	}
	t.cycle = newCycle(r, lengths)
	return t
}

// corner is how the way turns at a way point.
type corner struct {
	ahead   mgl64.Vec2 // the direction of arrival
	heading float64    // of arrival
	turn    float64    // from there to the direction of departure, in (-π, π]
	radius  float64    // of the arc
	tangent float64    // from the start of the arc to the way point
	pause   int64
}

func (way *route) corner(i int) corner {
	n := len(way.points)
	in := way.points[i].Sub(way.points[(i+n-1)%n])
	out := way.points[(i+1)%n].Sub(way.points[i])
	c := corner{ahead: in.Normalize(), heading: math.Atan2(in[1], in[0]), turn: turnBetween(in, out)}
	if way.pauses != nil && way.pauses[i] > 0 {
		c.pause = way.pauses[i]
		return c
	}
	perMetre := math.Tan(math.Abs(c.turn) / 2)
	c.tangent = min(way.radius*perMetre, in.Len()/2, out.Len()/2)
	if perMetre > 0 {
		c.radius = c.tangent / perMetre
	}
	return c
}

// turnBetween returns the angle from a to b in (-π, π], positive to the left.
func turnBetween(a, b mgl64.Vec2) float64 {
	return math.Atan2(a[0]*b[1]-a[1]*b[0], a.Dot(b))
}

func (w *tour) at(t int64, s *State) {
	*s = State{Alive: true}
	_, i, since := w.locate(t)
	l := &w.legs[i]
	u := seconds(since)
	speed := float64(l.Speed) + float64(l.Accel)*u
	run := u * (float64(l.Speed) + speed) / 2
	sinHalf, cosHalf := l.sinHalf, l.cosHalf
	if l.Curve != 0 || l.Turn != 0 {
		heading := float64(l.Heading) + float64(l.Curve)*run
		if l.Turn != 0 {
			heading += float64(l.Turn) * smooth(u/seconds(w.length(i)))
		}
		sinHalf, cosHalf = sincos(heading / 2)
	}
	sin, cos := 2*sinHalf*cosHalf, 1-2*sinHalf*sinHalf
	s.Pose.Rotation = aboutZ(sinHalf, cosHalf)
	x, y := float64(l.X), float64(l.Y)
	if l.Curve != 0 {
		x += sin / float64(l.Curve)
		y -= cos / float64(l.Curve)
	} else {
		x += cos * run
		y += sin * run
	}
	s.Pose.Position = vec3(x, y, 0)
	s.Velocity = vec3(cos*speed, sin*speed, 0)
}

const (
	walkerStops  = 8   // way points of a tour
	walkerRange  = 7.0 // metres from the middle of the tour to each side
	walkerMargin = 1.0 // metres kept to the edge of the field
	walkerLeg    = 3.0 // shortest way between two way points in metres
	walkerRadius = 0.8 // largest radius of an arc in metres, unless another is asked for
)

// walkerGlance is the wait before a sharp turn that is not a rest.
const walkerGlance = 100 * time.Millisecond

// newWalker makes a walker's tour of way points round its home. It walks
// through about half of them in an arc; at the others, and wherever the turn is
// sharp, it slows down, waits, turns on the spot and starts again.
func newWalker(seed uint64, ordinal int, radius float64) *tour {
	r := stream(seed, Walker, ordinal)
	u, v := spread(seed, Walker, ordinal)
	middle := onField(u, v, walkerMargin)
	points := make([]mgl64.Vec2, 0, walkerStops)
	for len(points) < walkerStops {
		p := walkerPoint(r, middle)
		if far(p, points, walkerLeg) {
			points = append(points, p)
		}
	}
	pauses := make([]int64, walkerStops)
	for i, p := range points {
		before := points[(i+walkerStops-1)%walkerStops]
		after := points[(i+1)%walkerStops]
		if r.IntN(2) == 0 {
			pauses[i] = lasting(r, 200*time.Millisecond, 1400*time.Millisecond)
		} else if math.Abs(turnBetween(p.Sub(before), after.Sub(p))) > math.Pi/2 {
			pauses[i] = int64(walkerGlance)
		}
	}
	if radius == 0 {
		radius = walkerRadius
	}
	return newTour(r, route{points, pauses, between(r, 1.5, 2), 4, radius})
}

// walkerPoint draws a way point round the middle of a tour. What would be
// outside the field is mirrored at its edge, so that the edge is as busy as the
// rest.
func walkerPoint(r *rand.Rand, middle mgl64.Vec2) mgl64.Vec2 {
	half := onField(1, 1, walkerMargin)
	var p mgl64.Vec2
	for axis := range p {
		x := middle[axis] + between(r, -walkerRange, walkerRange)
		if x > half[axis] {
			x = 2*half[axis] - x
		}
		if x < -half[axis] {
			x = -2*half[axis] - x
		}
		p[axis] = x
	}
	return p
}

// far reports whether p is at least d from the last of the points and, since a
// tour is closed, from the first.
func far(p mgl64.Vec2, points []mgl64.Vec2, d float64) bool {
	n := len(points)
	return n == 0 || p.Sub(points[n-1]).Len() >= d && p.Sub(points[0]).Len() >= d
}

const (
	carMargin = 2.0 // metres kept to the edge of the field
	carRadius = 8.0 // largest radius of a bend in metres, unless a smaller one is asked for
)

// newCar makes a closed road of straights and bends round the car's home, and
// drives it at one speed. The velocity is continuous; the lateral acceleration
// steps where a bend begins, as on a road without transition curves.
func newCar(seed uint64, ordinal int, radius float64) *tour {
	if radius == 0 {
		radius = carRadius
	}
	r := stream(seed, Car, ordinal)
	reachX, reachY := between(r, 8, 12), between(r, 6.5, 9)
	middle := home(seed, Car, ordinal, reachX+carMargin, reachY+carMargin)
	corners := 4 + r.IntN(3)
	bearing := between(r, 0, 2*math.Pi)
	step := coin(r) * 2 * math.Pi / float64(corners)
	points := make([]mgl64.Vec2, corners)
	for i := range points {
		sin, cos := math.Sincos(bearing + step*float64(i))
		scale := between(r, 0.8, 1)
		points[i] = middle.Add(mgl64.Vec2{cos * reachX * scale, sin * reachY * scale})
	}
	return newTour(r, route{points: points, speed: between(r, 9, 13), accel: 1, radius: radius})
}
