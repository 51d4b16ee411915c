package world

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

const (
	walkerStops  = 8   // way points of a tour
	walkerRange  = 7.0 // metres from the middle of the tour to each side
	walkerMargin = 1.0 // metres kept to the edge of the field
	walkerLeg    = 3.0 // shortest way between two way points in metres
)

// walkerGlance is the wait before a sharp turn that is not a rest.
const walkerGlance = 100 * time.Millisecond

// newWalker makes a walker's tour of way points round its home. It walks
// through about half of them in an arc; at the others, and wherever the turn is
// sharp, it slows down, waits, turns on the spot and starts again.
func newWalker(seed uint64, ordinal int) tour {
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
	return newTour(r, route{points, pauses, between(r, 1.5, 2), 4, 0.8})
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
