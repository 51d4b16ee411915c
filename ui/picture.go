package ui

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// arenaView is one lens's picture: what it draws at the present, and how it is seen.
type arenaView struct {
	lens  game.Lens                         // whose place it is
	shows game.Lens                         // what is drawn in it: lens, or the fourth in its place
	paint func(*raster.Canvas, raster.Rect) // kept, so that no frame makes one

	drawn []interp.Drawn
	truth []interp.Drawn
	index []int32 // by entity: 1 + its place in drawn, 0 if it isn't drawn
	now   time.Duration

	rect  raster.Rect
	free  raster.Rect // of rect, what no caption covers
	cam   raster.Camera
	see   projector
	look  pictureLook
	off   offBy   // of what is selected
	trail []trail // empty for none

	// Scratch memory of painting.
	order []depthOf
	ring  [circleCorners]raster.Point
	line  [2]raster.Point
	steps [trailPoints]raster.Point
	state world.State
}

// depthOf is a place in drawn and its distance from the viewer.
type depthOf struct {
	index int
	depth float32
}

// pictureLook is the colours of a picture.
type pictureLook struct {
	fill, truth, late, lost raster.Color
	grid, edge, shadow      raster.Color
	field                   raster.Color
	gap                     time.Duration // between two frames of a trail, at most
}

// gather takes what the lens draws at the present.
func (v *arenaView) gather(a *App) {
	v.now = max(a.session.Now(), 0)
	v.shows = a.model.LensIn(v.lens)
	v.drawn = a.session.AppendDrawn(v.drawn[:0], v.shows)
	if n := a.session.Entities() + 1; len(v.index) != n {
		v.index = make([]int32, n)
	}
	clear(v.index)
	for i := range v.drawn {
		if id := int(v.drawn[i].ID); id < len(v.index) {
			v.index[id] = int32(i + 1)
		}
	}
	v.gatherTruth(a)
}

// aim sets how the picture is seen.
func (v *arenaView) aim(a *App, r raster.Rect) {
	v.rect, v.free, v.cam = r, r, a.arenas.camera.in(r)
	v.see = project(&v.cam)
	t := &a.theme
	v.look = pictureLook{
		fill: t.Body[v.shows], truth: t.Truth, late: t.Late, lost: t.Lost,
		grid: t.Grid, edge: t.Axis, shadow: t.Shadow,
		field: raster.Mix(t.Ground, t.Grid, 0.4),
		gap:   max(3*a.settings.DisplayRate.Period(), 100*time.Millisecond),
	}
	v.trail = nil
	if a.arenas.trails && !a.model.Calm {
		v.trail = a.arenas.trail.lenses[v.shows]
	}
}

// find returns what is drawn of an entity, nil if it isn't.
func (v *arenaView) find(id interp.EntityID) *interp.Drawn {
	if int(id) >= len(v.index) || v.index[id] == 0 {
		return nil
	}
	return &v.drawn[v.index[id]-1]
}

// paintAll draws the picture.
func (v *arenaView) paintAll(c *raster.Canvas, _ raster.Rect) {
	v.paintFloor(c)
	if len(v.index)-1 > view.Crowd {
		v.paintCrowd(c)
		v.paintTruth(c)
		return
	}
	v.sort()
	for i := range v.drawn {
		v.paintShadow(c, &v.drawn[i])
	}
	v.paintTrails(c)
	v.paintTruth(c)
	for _, o := range v.order {
		v.paintEntity(c, &v.drawn[o.index])
	}
}

// paintFloor draws the field with a line every four metres. Every camera looks north,
// so all its lines are level or upright; they lie on whole pixels.
func (v *arenaView) paintFloor(c *raster.Canvas) {
	const step, halfWidth, halfDepth = 4, world.FieldWidth / 2, world.FieldDepth / 2
	snap := func(p float32) float32 { return float32(math.Round(float64(p*c.Scale()))) / c.Scale() }
	at := func(x, y float32) raster.Point {
		p := v.see.at(mgl32.Vec3{x, y})
		return raster.Point{X: snap(p.X), Y: snap(p.Y)}
	}
	corner := at(-halfWidth, halfDepth)
	end := at(halfWidth, -halfDepth)
	field := raster.Rect{X: corner.X, Y: corner.Y, W: end.X - corner.X, H: end.Y - corner.Y}
	c.FillRect(field, v.look.field)
	thin := snap(1)
	for x := float32(-halfWidth + step/2); x < halfWidth; x += step {
		c.FillRect(raster.Rect{X: at(x, 0).X, Y: field.Y, W: thin, H: field.H}, v.look.grid)
	}
	for y := float32(-halfDepth + step); y < halfDepth; y += step {
		c.FillRect(raster.Rect{X: field.X, Y: at(0, y).Y, W: field.W, H: thin}, v.look.grid)
	}
	c.StrokeRound(field, 0, thin, v.look.edge)
}

// sort lists what is drawn, the farthest first.
func (v *arenaView) sort() {
	v.order = v.order[:0]
	for i := range v.drawn {
		_, depth := v.cam.Project(v.drawn[i].Pose.Position)
		v.order = append(v.order, depthOf{i, depth})
	}
	slices.SortStableFunc(v.order, func(a, b depthOf) int { return cmp.Compare(b.depth, a.depth) })
}

// paintShadow draws the shadow on the ground, paler the higher its owner flies.
func (v *arenaView) paintShadow(c *raster.Canvas, d *interp.Drawn) {
	const strength, fading = 0.5, 0.045 // per metre of height
	at := d.Pose.Position
	height := max(at[2], 0)
	at[2] = 0
	c.DrawShadow(at, modelOf(d.Kind).radius, &v.cam, raster.Alpha(v.look.shadow, max(strength-fading*height, 0.15)))
}

func (v *arenaView) paintTrails(c *raster.Canvas) {
	for i := range v.trail {
		if v.shows == game.Raw {
			v.paintDots(c, &v.trail[i])
			continue
		}
		v.paintLine(c, &v.trail[i])
	}
}

// paintEntity draws one entity. Each state has a form as well as a colour: hollow
// while it extrapolates, with a closed ring and a pause sign while it is held, faded with a
// dotted ring when it is stale.
func (v *arenaView) paintEntity(c *raster.Canvas, d *interp.Drawn) {
	m := modelOf(d.Kind)
	paint := raster.Paint{Fill: v.look.fill}
	switch d.State {
	case interp.Extrapolating:
		paint.Fill = raster.Alpha(paint.Fill, 0.25)
		paint.Outline, paint.OutlineWidth = v.look.late, 1.5
	case interp.Held:
		v.paintRing(c, d, raster.Stroke{Width: 2}, v.look.lost)
	case interp.Stale:
		paint.Fill = raster.Alpha(paint.Fill, 0.35)
		v.paintRing(c, d, raster.Stroke{Width: 2, Dash: 1.5, Gap: 3}, v.look.lost)
	}
	c.DrawMesh(m.mesh(d.Stance), m.place(&d.Pose), &v.cam, paint)
	if d.State == interp.Held {
		v.paintPause(c, d)
	}
}

func (v *arenaView) paintRing(c *raster.Canvas, d *interp.Drawn, s raster.Stroke, col raster.Color) {
	m := modelOf(d.Kind)
	s.Closed = true
	c.StrokePolyline(v.circle(m.foot(&d.Pose), m.radius+0.5), s, col)
}

// paintPause draws two bars beside what stands still.
func (v *arenaView) paintPause(c *raster.Canvas, d *interp.Drawn) {
	const width, height, gap = 2.5, 8, 2
	m := modelOf(d.Kind)
	at := v.see.at(m.centre(&d.Pose))
	away := (m.radius + 0.5) * v.see.scale()
	bar := raster.Rect{X: at.X + away, Y: at.Y - away - height/2, W: width, H: height}
	c.FillRect(bar, v.look.lost)
	c.FillRect(bar.Offset(width+gap, 0), v.look.lost)
}
