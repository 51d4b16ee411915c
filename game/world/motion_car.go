package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

const (
	carMargin = 2.0 // metres kept to the edge of the field
	carRadius = 8.0 // largest radius of a bend in metres
)

// newCar makes a closed road of straights and bends round the car's home, and
// drives it at one speed. The velocity is continuous; the lateral acceleration
// steps where a bend begins, as on a road without transition curves.
func newCar(seed uint64, ordinal int) tour {
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
	return newTour(r, route{points: points, speed: between(r, 9, 13), accel: 1, radius: carRadius})
}
