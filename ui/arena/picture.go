package arena

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// picture is what an arena shows: what its lens draws at the present, and how it is seen.
type picture struct {
	arena game.Lens                         // which arena it is, by the lens whose place it is
	shows game.Lens                         // the lens in it: that one, or the comparison in its place
	paint func(*raster.Canvas, raster.Rect) // paintAll, kept so that no frame makes one

	drawn []interp.Drawn
	truth []interp.Drawn
	index []int32 // by entity: 1 + its place in drawn, 0 if it isn't drawn
	now   time.Duration
	crowd bool          // entities are dots
	trail []trail       // empty for none
	gap   time.Duration // between two frames of a trail, at most

	looks   *looks
	rect    raster.Rect
	width   float32 // of the field, and depth, in metres
	depth   float32
	free    raster.Rect // of rect, what no caption covers
	cam     raster.Camera
	see     projector
	palette palette
	reading errorReading // of what is selected

	// Memory of painting that would be made anew for each entity.
	ring  [circleCorners]raster.Point
	steps [trailPoints]raster.Point
}

// palette is the colours of a picture.
type palette struct {
	fill, truth, late, lost raster.Color
	grid, edge, shadow      raster.Color
	field                   raster.Color
}

// gather takes what the lens of an arena draws at the present.
func (v *picture) gather(f *frame, arena game.Lens) {
	m := f.m
	v.arena, v.shows, v.now, v.looks = arena, m.LensIn(arena), m.Now, &f.looks
	if v.paint == nil {
		v.paint = v.paintAll
	}
	entities := m.Run.Entities()
	v.crowd = entities > view.Crowd
	v.drawn = m.Run.AppendDrawn(v.drawn[:0], v.shows)
	if n := entities + 1; len(v.index) != n {
		v.index = make([]int32, n)
	}
	clear(v.index)
	for i := range v.drawn {
		if id := int(v.drawn[i].ID); id < len(v.index) {
			v.index[id] = int32(i + 1)
		}
	}
	v.gatherTruth(m, f.look.truth)
	v.trail, v.gap = nil, max(3*m.Settings.DisplayRate.Period(), 100*time.Millisecond)
	if !f.look.noTrails && !m.Calm {
		v.trail = f.trails.lenses[v.shows]
	}
}

// aim sets how the picture is seen.
func (v *picture) aim(f *frame, r raster.Rect) {
	v.rect, v.free, v.cam = r, r, f.look.camera.in(r)
	v.width, v.depth = f.look.camera.size()
	v.see = project(&v.cam)
	t := f.m.Theme
	v.palette = palette{
		fill: t.Body[v.shows], truth: t.Truth, late: t.Late, lost: t.Lost,
		grid: t.Grid, edge: t.Axis, shadow: t.Shadow,
		field: raster.Mix(t.Ground, t.Grid, 0.4),
	}
}

// version returns a number that changes when what paintAll paints does: it is made of all
// that this reads.
func (v *picture) version() uint64 {
	h := im.NewHasher()
	h.Word(uint64(v.shows)<<1 | uint64(second(v.crowd)))
	h.Floats(v.rect.X, v.rect.Y)
	h.Floats(v.rect.W, v.rect.H)
	for _, axis := range [...]raster.Point{v.see.origin, v.see.x, v.see.y, v.see.z} {
		h.Floats(axis.X, axis.Y)
	}
	p := &v.palette
	for _, c := range [...]raster.Color{p.fill, p.truth, p.late, p.lost, p.grid, p.edge, p.shadow, p.field} {
		h.Colour(c)
	}
	hashPoses(&h, v.drawn)
	hashPoses(&h, v.truth)
	for i := range v.trail {
		h.Word(v.trail[i].sum)
	}
	if len(v.trail) > 0 { // they fade
		h.Word(uint64(v.now))
		h.Word(uint64(v.gap))
	}
	return uint64(h)
}

// hashPoses adds what can be seen of entities.
func hashPoses(h *im.Hasher, drawn []interp.Drawn) {
	h.Word(uint64(len(drawn)))
	for i := range drawn {
		d := &drawn[i]
		at, turn := &d.Pose.Position, &d.Pose.Rotation
		h.Word(uint64(d.ID)<<24 | uint64(d.Kind)<<16 | uint64(d.State)<<8 | uint64(d.Stance))
		h.Floats(at[0], at[1])
		h.Floats(at[2], turn.W)
		h.Floats(turn.V[0], turn.V[1])
		h.Floats(turn.V[2], 0)
	}
}

// find returns what is drawn of an entity, nil if it isn't.
func (v *picture) find(id interp.EntityID) *interp.Drawn {
	if int(id) >= len(v.index) || v.index[id] == 0 {
		return nil
	}
	return &v.drawn[v.index[id]-1]
}

// paintAll draws the picture.
func (v *picture) paintAll(c *raster.Canvas, _ raster.Rect) {
	v.paintFloor(c)
	if v.crowd {
		v.paintCrowd(c)
		v.paintTruth(c)
		return
	}
	for i := range v.drawn {
		v.paintShadow(c, &v.drawn[i])
	}
	v.paintTrails(c)
	v.paintTruth(c)
	v.paintEntities(c)
}

// paintFloor draws the field with a line every four metres, every eight of a larger one and so on. Every camera looks north,
// so all its lines are level or upright; they lie on whole pixels.
func (v *picture) paintFloor(c *raster.Canvas) {
	width, depth := v.width, v.depth
	step := float32(4)
	for step*25 < max(width, depth) {
		step *= 2
	}
	halfWidth, halfDepth := width/2, depth/2
	snap := func(p float32) float32 { return float32(math.Round(float64(p*c.Scale()))) / c.Scale() }
	at := func(x, y float32) raster.Point {
		p := v.see.at(mgl32.Vec3{x, y})
		return raster.Point{X: snap(p.X), Y: snap(p.Y)}
	}
	corner := at(-halfWidth, halfDepth)
	end := at(halfWidth, -halfDepth)
	field := raster.Rect{X: corner.X, Y: corner.Y, W: end.X - corner.X, H: end.Y - corner.Y}
	c.FillRect(field, v.palette.field)
	thin := snap(1)
	for x := -halfWidth + step/2; x < halfWidth; x += step {
		c.FillRect(raster.Rect{X: at(x, 0).X, Y: field.Y, W: thin, H: field.H}, v.palette.grid)
	}
	for y := -halfDepth + step; y < halfDepth; y += step {
		c.FillRect(raster.Rect{X: field.X, Y: at(0, y).Y, W: field.W, H: thin}, v.palette.grid)
	}
	c.StrokeRound(field, 0, thin, v.palette.edge)
}

// paintEntities draws what there is, the farthest first.
func (v *picture) paintEntities(c *raster.Canvas) {
	type placed struct {
		drawn *interp.Drawn
		depth float32
	}
	order := make([]placed, len(v.drawn))
	for i := range v.drawn {
		_, depth := v.cam.Project(v.drawn[i].Pose.Position)
		order[i] = placed{&v.drawn[i], depth}
	}
	slices.SortStableFunc(order, func(a, b placed) int { return cmp.Compare(b.depth, a.depth) })
	for _, p := range order {
		v.paintEntity(c, p.drawn)
	}
}

// paintShadow draws the shadow on the ground, paler the higher its owner flies.
func (v *picture) paintShadow(c *raster.Canvas, d *interp.Drawn) {
	const strength, fading = 0.5, 0.045 // per metre of height
	at := d.Pose.Position
	height := max(at[2], 0)
	at[2] = 0
	c.DrawShadow(at, v.looks.of(d.Kind).radius, &v.cam, raster.Alpha(v.palette.shadow, max(strength-fading*height, 0.15)))
}

func (v *picture) paintTrails(c *raster.Canvas) {
	paint := v.paintLine
	if v.shows == game.Raw {
		paint = v.paintDots
	}
	for i := range v.trail {
		paint(c, &v.trail[i])
	}
}

// paintEntity draws one entity. Each state has a form as well as a colour: hollow
// while it extrapolates, with a closed ring and a pause sign while it is held, faded with a
// dotted ring when it is stale.
func (v *picture) paintEntity(c *raster.Canvas, d *interp.Drawn) {
	m := v.looks.of(d.Kind)
	paint := raster.Paint{Fill: v.palette.fill}
	switch d.State {
	case interp.Extrapolating:
		paint.Fill = raster.Alpha(paint.Fill, 0.25)
		paint.Outline, paint.OutlineWidth = v.palette.late, 1.5
	case interp.Held:
		v.paintRing(c, d, raster.Stroke{Width: 2}, v.palette.lost)
	case interp.Stale:
		paint.Fill = raster.Alpha(paint.Fill, 0.35)
		v.paintRing(c, d, raster.Stroke{Width: 2, Dash: 1.5, Gap: 3}, v.palette.lost)
	}
	c.DrawMesh(m.mesh(d.Stance), m.place(&d.Pose), &v.cam, paint)
	if d.State == interp.Held {
		v.paintPause(c, d)
	}
}

func (v *picture) paintRing(c *raster.Canvas, d *interp.Drawn, s raster.Stroke, col raster.Color) {
	m := v.looks.of(d.Kind)
	s.Closed = true
	c.StrokePolyline(v.circle(m.foot(&d.Pose), m.radius+0.5), s, col)
}

// paintPause draws two bars next to what stands still.
func (v *picture) paintPause(c *raster.Canvas, d *interp.Drawn) {
	const width, height, gap = 2.5, 8, 2
	at, away := v.middle(d), (v.looks.of(d.Kind).radius+0.5)*v.see.scale()
	bar := raster.Rect{X: at.X + away, Y: at.Y - away - height/2, W: width, H: height}
	c.FillRect(bar, v.palette.lost)
	c.FillRect(bar.Offset(width+gap, 0), v.palette.lost)
}

// paintCrowd draws every entity as a dot: a disc if it is drawn as it should be, a
// small square if it extrapolates, a bar if it is held. What is amiss lies on top.
func (v *picture) paintCrowd(c *raster.Canvas) {
	const radius = 1.4
	var amiss []*interp.Drawn
	for i := range v.drawn {
		d := &v.drawn[i]
		if d.State.InUnderrun() {
			amiss = append(amiss, d)
			continue
		}
		c.FillCircle(v.middle(d), radius, v.palette.fill)
	}
	for _, d := range amiss {
		at := v.middle(d)
		if d.State == interp.Extrapolating {
			c.FillRect(raster.Rect{X: at.X - 1.5, Y: at.Y - 1.5, W: 3, H: 3}, v.palette.late)
			continue
		}
		c.FillRect(raster.Rect{X: at.X - 2, Y: at.Y - 1, W: 4, H: 2}, v.palette.lost)
	}
}

// middle returns where the middle of an entity is seen.
func (v *picture) middle(d *interp.Drawn) raster.Point {
	return v.see.at(v.looks.of(d.Kind).centre(&d.Pose))
}
