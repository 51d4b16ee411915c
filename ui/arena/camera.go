package arena

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/ui/raster"
)

// camera is the one view of all three arenas. The zero value looks down at a tilt
// and shows the whole field.
type camera struct {
	straight bool    // straight down
	closer   float32 // how much larger than the whole field, less 1: 0 to maxZoom-1
	x, y     float32 // the place on the ground in the middle of the view, metres
	// The field that is seen, metres; 0 for that of the built-in motions.
	width, depth float32
}

const (
	tilt        = 63  // degrees above the ground
	fieldBorder = 0.8 // metres shown around the field
	fieldAir    = 4.5 // metres of height that a tilted view leaves room for
	underField  = 16  // dp under the field, for the switches
	maxZoom     = 12
)

// airShift is how far north on the ground the top of the air is seen.
var airShift = float32(fieldAir / math.Tan(tilt*math.Pi/180))

// in returns the camera fitted to a place on the screen.
func (c *camera) in(r raster.Rect) raster.Camera {
	r.CutBottom(underField)
	zoom := 1 + c.closer
	width, depth := c.size()
	width, depth = width+2*fieldBorder, depth+2*fieldBorder
	target := mgl32.Vec3{c.x, c.y}
	if c.straight {
		return raster.TopDown(target, width/zoom, depth/zoom, r)
	}
	target[1] += airShift / 2 / zoom
	return raster.Tilted(target, tilt, width/zoom, (depth+airShift)/zoom, r)
}

// fit has the camera show the field of some kinds.
func (c *camera) fit(kinds *world.Kinds) {
	c.width, c.depth = 0, 0
	if width, depth := kinds.Field(); width != world.FieldWidth || depth != world.FieldDepth {
		c.width, c.depth = float32(width), float32(depth)
	}
}

// size returns the width and the depth of the field in metres.
func (c *camera) size() (width, depth float32) {
	if c.width == 0 {
		return world.FieldWidth, world.FieldDepth
	}
	return c.width, c.depth
}

// turn goes on to the other angle.
func (c *camera) turn() { c.straight = !c.straight }

// reset shows the whole field again.
func (c *camera) reset() { c.closer, c.x, c.y = 0, 0, 0 }

// zoomAt makes the picture larger by a factor, or smaller below 1, around what is
// seen at p.
func (c *camera) zoomAt(p raster.Point, factor float32, r raster.Rect) {
	before := c.in(r)
	under, ok := before.Ground(p)
	c.closer = min(max((1+c.closer)*factor, 1), maxZoom) - 1
	if ok {
		c.bring(under, p, r)
	}
}

// bring moves the view so that a place on the ground is seen at p, as far as the
// field's middle part stays in view.
func (c *camera) bring(ground mgl32.Vec3, p raster.Point, r raster.Rect) {
	now := c.in(r)
	at, ok := now.Ground(p)
	if !ok {
		return
	}
	// With the whole field in view there is nowhere to go.
	zoom := 1 + c.closer
	width, depth := c.size()
	reachX, reachY := width/2*(1-1/zoom), depth/2*(1-1/zoom)
	c.x = min(max(c.x+ground[0]-at[0], -reachX), reachX)
	c.y = min(max(c.y+ground[1]-at[1], -reachY), reachY)
}

// projector is a camera without perspective made ready for many points: the screen's
// place of the world's origin, and what a metre along each axis adds to it.
type projector struct {
	origin  raster.Point
	x, y, z raster.Point
}

func project(c *raster.Camera) projector {
	at := func(v mgl32.Vec3) raster.Point { p, _ := c.Project(v); return p }
	o := at(mgl32.Vec3{})
	axis := func(v mgl32.Vec3) raster.Point { p := at(v); return raster.Point{X: p.X - o.X, Y: p.Y - o.Y} }
	return projector{o, axis(mgl32.Vec3{1, 0, 0}), axis(mgl32.Vec3{0, 1, 0}), axis(mgl32.Vec3{0, 0, 1})}
}

// at returns where a point of the world is seen.
func (p *projector) at(v mgl32.Vec3) raster.Point {
	return raster.Point{
		X: p.origin.X + v[0]*p.x.X + v[1]*p.y.X + v[2]*p.z.X,
		Y: p.origin.Y + v[0]*p.x.Y + v[1]*p.y.Y + v[2]*p.z.Y,
	}
}

// scale returns the dp in a metre across the view.
func (p *projector) scale() float32 { return p.x.X }
