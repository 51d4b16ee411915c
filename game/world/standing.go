package world

import (
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	turretSweeps = 8                   // sweeps in one lap, even so that a lap ends where it began
	turretSwing  = 150 * math.Pi / 180 // to each side of the -x direction
)

// turret stands and sweeps to and fro about the -x direction, so its heading
// passes ±180° in each sweep. One sweep in each half of a lap is a fast traverse.
type turret struct {
	cycle // sweeps (even) and rests (odd)
	place mgl64.Vec2
}

func newTurret(seed uint64, ordinal int, place mgl64.Vec2) *turret {
	r := stream(seed, Turret, ordinal)
	fast := [2]int{r.IntN(turretSweeps / 2), turretSweeps/2 + r.IntN(turretSweeps/2)}
	var lengths []int64
	for i := range turretSweeps {
		slow, quick := lasting(r, 2200*time.Millisecond, 3800*time.Millisecond), lasting(r, 600*time.Millisecond, 800*time.Millisecond)
		if i == fast[0] || i == fast[1] {
			slow = quick
		}
		lengths = append(lengths, slow, lasting(r, 200*time.Millisecond, 600*time.Millisecond))
	}
	return &turret{newCycle(r, lengths), place}
}

func (g *turret) at(t int64, s *State) {
	*s = State{Alive: true}
	s.Pose.Position = vec3(g.place[0], g.place[1], 0)
	_, i, since := g.locate(t)
	done := 1.0
	if i%2 == 0 {
		done = smooth(float64(since) / float64(g.length(i)))
	}
	swing := turretSwing * (2*done - 1)
	if i/2%2 == 1 {
		swing = -swing
	}
	s.Pose.Rotation = facing(math.Pi + swing)
}

const doorToggles = 16 // in one lap, even so that a lap ends as it began

// door stands and toggles: closed in the even intervals, open in the odd ones.
type door struct {
	cycle
	place    mgl64.Vec2
	rotation mgl32.Quat
}

func newDoor(seed uint64, ordinal int, place mgl64.Vec2) *door {
	r := stream(seed, Door, ordinal)
	lengths := make([]int64, doorToggles)
	for i := range lengths {
		lengths[i] = lasting(r, 1500*time.Millisecond, 3*time.Second)
	}
	// By the golden ratio of half a turn no two doors of a few are alike.
	_, turn := math.Modf(float64(ordinal)*0.6180339887 + 0.1)
	return &door{newCycle(r, lengths), place, facing(math.Pi * turn)}
}

func (d *door) at(t int64, s *State) {
	*s = State{Alive: true}
	lap, i, _ := d.locate(t)
	s.Segment = uint8(d.passed(lap, i))
	s.Stance = uint8(i & 1)
	s.Pose.Position = vec3(d.place[0], d.place[1], 0)
	s.Pose.Rotation = d.rotation
}

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
	var s State
	for n := range 3 {
		car := newCar(p.seed, n, 0)
		for t := int64(0); t < car.period(); t += int64(100 * time.Millisecond) {
			car.at(t, &s)
			road = append(road, mgl64.Vec2{float64(s.Pose.Position[0]), float64(s.Pose.Position[1])})
		}
	}
	r := stream(p.seed, NumBuiltIn+Door, 0)
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
