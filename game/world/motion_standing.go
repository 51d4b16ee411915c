package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

const (
	standingSites  = 12  // places that are chosen with care: 6 turrets and 6 doors
	standingTries  = 24  // candidates for each
	standingMargin = 2.0 // metres kept to the edge of the field
	roadWidth      = 2.5 // metres that a road's middle should be away
	siteDistance   = 7.0 // metres that two sites should be apart
)

// standing places what never moves. The first few stand where they are easy to
// see, away from each other and from the roads of the first three cars, whether
// or not those exist: so no group changes another. The rest are spread evenly.
type standing struct {
	seed  uint64
	sites []mgl64.Vec2 // nil until the first is asked for
}

// choose finds the sites: each is the candidate that has the most room.
func (p *standing) choose() {
	var road []mgl64.Vec2
	for n := range 3 {
		car := newCar(p.seed, n)
		for t := int64(0); t < car.period(); t += int64(100 * time.Millisecond) {
			var s State
			car.at(t, &s)
			road = append(road, mgl64.Vec2{float64(s.Pose.Position[0]), float64(s.Pose.Position[1])})
		}
	}
	r := stream(p.seed, NumKinds+Door, 0)
	for range standingSites {
		var best mgl64.Vec2
		bestRoom := -1.0
		for range standingTries {
			c := anywhere(r, standingMargin)
			room := min(nearest(c, road)/roadWidth, nearest(c, p.sites)/siteDistance)
			if room > bestRoom {
				best, bestRoom = c, room
			}
		}
		p.sites = append(p.sites, best)
	}
}

// nearest returns the distance from p to the nearest of the points.
func nearest(p mgl64.Vec2, points []mgl64.Vec2) float64 {
	squared := math.Inf(1)
	for _, q := range points {
		x, y := q[0]-p[0], q[1]-p[1]
		squared = min(squared, float64(x*x)+float64(y*y))
	}
	return math.Sqrt(squared)
}

// turret and door take turns, so that the places of one do not depend on how
// many there are of the other.
func (p *standing) turret(ordinal int) mgl64.Vec2 { return p.place(2 * ordinal) }

func (p *standing) door(ordinal int) mgl64.Vec2 { return p.place(2*ordinal + 1) }

func (p *standing) place(n int) mgl64.Vec2 {
	if p.sites == nil {
		p.choose()
	}
	if n < len(p.sites) {
		return p.sites[n]
	}
	u, v := spread(p.seed, Turret, n)
	return onField(u, v, standingMargin)
}
