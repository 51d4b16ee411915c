package arena

import (
	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/raster"
)

// model is the look of a kind. Models are larger than life, so that they can be told
// apart from the back of a room: about three metres on a field of 44.
type model struct {
	shapes [2]*raster.Mesh // by stance; the second may be nil
	lift   float32         // metres by which it is drawn too high, so as to stand on the ground
	middle float32         // height of its middle above its place, metres
	radius float32         // of the circle around it on the ground, metres
	turns  bool            // and does nothing else: its heading is what is to be seen
}

// models are the looks of the shapes.
var models = [world.NumShapes]model{
	world.Walker:  {shapes: shapes(walkerMesh()), middle: 1.5, radius: 1.1},
	world.Car:     {shapes: shapes(carMesh()), middle: 0.8, radius: 1.9},
	world.Drone:   {shapes: shapes(droneMesh()), radius: 1.9},
	world.Ball:    {shapes: shapes(ballMesh()), lift: ballRadius - world.BallRadius, radius: 1.4},
	world.Blinker: {shapes: shapes(blinkerMesh()), radius: 1.3},
	world.Rocket:  {shapes: shapes(rocketMesh()), radius: 1.7},
	world.Turret:  {shapes: shapes(turretMesh()), middle: 0.8, radius: 1.6, turns: true},
	world.Door:    {shapes: shapes(doorMesh(false), doorMesh(true)), middle: 1.4, radius: 2},
	world.Capsule: {shapes: shapes(capsuleMesh()), middle: 1.4, radius: 1.1},
	world.Box:     {shapes: shapes(boxMesh()), middle: 0.8, radius: 1.6},
	world.Arrow:   {shapes: shapes(arrowMesh()), middle: 0.2, radius: 1.6},
	world.Point:   {shapes: shapes(raster.Sphere(mgl32.Vec3{0, 0, 0.4}, 0.4, 8)), middle: 0.4, radius: 0.7},
}

// shapes are the meshes of a model's stances, made ready to be drawn.
func shapes(meshes ...*raster.Mesh) (s [2]*raster.Mesh) {
	for i, m := range meshes {
		s[i] = m.Fix()
	}
	return s
}

const ballRadius = 1.15 // metres, as drawn

// mesh returns the shape in a stance.
func (m *model) mesh(stance uint8) *raster.Mesh {
	if stance != 0 && m.shapes[1] != nil {
		return m.shapes[1]
	}
	return m.shapes[0]
}

// foot returns where something stands, or its middle if it flies, as it is drawn.
func (m *model) foot(p *interp.Pose) mgl32.Vec3 {
	return mgl32.Vec3{p.Position[0], p.Position[1], p.Position[2] + m.lift}
}

// centre returns the middle of what is drawn.
func (m *model) centre(p *interp.Pose) mgl32.Vec3 {
	return mgl32.Vec3{p.Position[0], p.Position[1], p.Position[2] + m.lift + m.middle}
}

// place returns the matrix that puts the shape into the world.
func (m *model) place(p *interp.Pose) mgl32.Mat4 {
	t := p.Rotation.Mat4()
	foot := m.foot(p)
	t[12], t[13], t[14] = foot[0], foot[1], foot[2]
	return t
}

// looks are the looks of the kinds of a run. The zero value is that of the built-in ones.
type looks struct{ own []model }

// newLooks returns the looks of some kinds: of those that have a size, made as large.
func newLooks(kinds *world.Kinds) (l looks) {
	for k := range kinds.Len() {
		kind := kinds.Of(interp.Kind(k))
		m := models[kind.Shape]
		if kind.Size != 0 {
			m = m.scaled(float32(kind.Size) / m.longest())
		}
		if kind.Size == 0 && kind.File != "" {
			// As large on their field as the others are on theirs, so that they can be seen.
			width, depth := kinds.Field()
			m = m.scaled(float32(max(0.3, min(width/world.FieldWidth, depth/world.FieldDepth))))
		}
		m.turns = kinds.Varies(interp.Kind(k)) == world.Rotation
		l.own = append(l.own, m)
	}
	return l
}

// of returns the look of a kind. Unknown kinds look like balls.
func (l *looks) of(k interp.Kind) *model {
	switch {
	case int(k) < len(l.own):
		return &l.own[k]
	case l.own == nil && k < world.NumBuiltIn:
		return &models[k]
	}
	return &models[world.Ball]
}

// longest returns the length of the shape's longest side in metres.
func (m *model) longest() float32 {
	lo, hi := m.shapes[0].Vertices[0], m.shapes[0].Vertices[0]
	for _, v := range m.shapes[0].Vertices {
		for i := range v {
			lo[i], hi[i] = min(lo[i], v[i]), max(hi[i], v[i])
		}
	}
	size := hi.Sub(lo)
	return max(size[0], size[1], size[2])
}

// scaled returns the look made larger.
func (m model) scaled(by float32) model {
	for i, s := range m.shapes {
		if s != nil {
			m.shapes[i] = s.Transform(mgl32.Scale3D(by, by, by)).Fix()
		}
	}
	m.lift, m.middle, m.radius = m.lift*by, m.middle*by, m.radius*by
	return m
}

const (
	darker  = -0.45
	lighter = 0.35
)

// walkerMesh is a figure with shoulders and a head that looks ahead.
func walkerMesh() *raster.Mesh {
	plan := func(r float32) []mgl32.Vec2 { return raster.RegularPlan(8, r) }
	return raster.Merge(
		raster.Frustum(plan(0.5), plan(0.7), 0, 1.5),
		raster.Frustum(plan(0.7), plan(0.4), 1.5, 1.95),
		raster.Box(mgl32.Vec3{0, 0.85, 1.3}, mgl32.Vec3{0.4, 0.36, 1.1}).Tinted(darker),
		raster.Box(mgl32.Vec3{0, -0.85, 1.3}, mgl32.Vec3{0.4, 0.36, 1.1}).Tinted(darker),
		raster.Sphere(mgl32.Vec3{0, 0, 2.45}, 0.58, 8).Tinted(lighter),
		raster.Box(mgl32.Vec3{0.62, 0, 2.4}, mgl32.Vec3{0.3, 0.34, 0.34}).Tinted(darker),
	)
}

// carMesh is a low wedge with a cabin towards its tail.
func carMesh() *raster.Mesh {
	rect := func(tail, nose, half float32) []mgl32.Vec2 {
		return []mgl32.Vec2{{tail, -half}, {nose, -half}, {nose, half}, {tail, half}}
	}
	return raster.Merge(
		raster.Frustum(rect(-1.9, 1.95, 1), rect(-1.8, 1.1, 0.9), 0.15, 0.95),
		raster.Frustum(rect(-1.45, 0.75, 0.82), rect(-1.15, 0.05, 0.62), 0.95, 1.6).Tinted(darker),
	)
}

// droneMesh is a cross with four rotors and a nose.
func droneMesh() *raster.Mesh {
	const arm = 1.08
	parts := []*raster.Mesh{
		raster.Box(mgl32.Vec3{0, 0, 0.05}, mgl32.Vec3{1.1, 0.8, 0.5}),
		raster.Box(mgl32.Vec3{0.7, 0, 0.05}, mgl32.Vec3{0.4, 0.4, 0.34}).Tinted(lighter),
	}
	for _, x := range []float32{-arm, arm} {
		for _, y := range []float32{-arm, arm} {
			rod := raster.Box(mgl32.Vec3{0.78, 0, 0}, mgl32.Vec3{1.1, 0.2, 0.16}).Tinted(darker)
			parts = append(parts,
				rod.Transform(mgl32.HomogRotate3DZ(mgl32.DegToRad(bearingOf(x, y)))),
				raster.Prism(raster.RegularPlan(10, 0.78), 0.1, 0.24).Transform(mgl32.Translate3D(x, y, 0)),
			)
		}
	}
	return raster.Merge(parts...)
}

// bearingOf returns the direction of a diagonal in degrees.
func bearingOf(x, y float32) float32 {
	switch {
	case x > 0 && y > 0:
		return 45
	case x < 0 && y > 0:
		return 135
	case x < 0:
		return 225
	}
	return 315
}

// ballMesh is a ball with dark sectors, which show its spin.
func ballMesh() *raster.Mesh {
	const segments = 12
	m := raster.Sphere(mgl32.Vec3{}, ballRadius, segments)
	for i := range m.Faces {
		if i%segments%4 < 2 {
			m.Faces[i].Tint = darker
		}
	}
	return m
}

// blinkerMesh is a diamond.
func blinkerMesh() *raster.Mesh {
	const wide, high = 1.05, 1.55
	m := &raster.Mesh{Vertices: []mgl32.Vec3{{wide, 0, 0}, {0, wide, 0}, {-wide, 0, 0}, {0, -wide, 0}, {0, 0, high}, {0, 0, -high}}}
	for i := range 4 {
		j := (i + 1) % 4
		m.Faces = append(m.Faces, raster.Face{Indices: []int{i, j, 4}}, raster.Face{Indices: []int{j, i, 5}})
	}
	return m
}

// rocketMesh is a slim cone on a tube with fins, its nose along x.
func rocketMesh() *raster.Mesh {
	plan := func(r float32) []mgl32.Vec2 { return raster.RegularPlan(8, r) }
	upright := raster.Merge(
		raster.Prism(plan(0.45), -1.5, 0.8),
		raster.Frustum(plan(0.45), plan(0.03), 0.8, 2.2).Tinted(lighter),
		raster.Box(mgl32.Vec3{0, 0, -1.2}, mgl32.Vec3{0.14, 2, 0.8}).Tinted(darker),
		raster.Box(mgl32.Vec3{0, 0, -1.2}, mgl32.Vec3{2, 0.14, 0.8}).Tinted(darker),
	)
	return upright.Transform(mgl32.HomogRotate3DY(mgl32.DegToRad(90)))
}

// turretMesh is a round base with a head and a barrel.
func turretMesh() *raster.Mesh {
	return raster.Merge(
		raster.Frustum(raster.RegularPlan(16, 1.35), raster.RegularPlan(16, 1.1), 0, 0.65).Tinted(darker),
		raster.Prism(raster.RegularPlan(8, 0.85), 0.65, 1.35),
		raster.Box(mgl32.Vec3{1.65, 0, 1}, mgl32.Vec3{1.9, 0.42, 0.42}).Tinted(lighter),
	)
}

// capsuleMesh is an upright capsule with a nose, which tells where it looks.
func capsuleMesh() *raster.Mesh {
	const radius, height = 0.75, 2.8
	return raster.Merge(
		raster.Sphere(mgl32.Vec3{0, 0, radius}, radius, 10),
		raster.Prism(raster.RegularPlan(10, radius), radius, height-radius),
		raster.Sphere(mgl32.Vec3{0, 0, height - radius}, radius, 10).Tinted(lighter),
		raster.Box(mgl32.Vec3{0.8, 0, height - radius}, mgl32.Vec3{0.4, 0.34, 0.34}).Tinted(darker),
	)
}

// boxMesh is a box with a front.
func boxMesh() *raster.Mesh {
	return raster.Merge(
		raster.Box(mgl32.Vec3{-0.15, 0, 0.8}, mgl32.Vec3{2.3, 1.8, 1.6}),
		raster.Box(mgl32.Vec3{1.15, 0, 0.8}, mgl32.Vec3{0.3, 1.4, 1.2}).Tinted(lighter),
	)
}

// arrowMesh is a flat arrow along x.
func arrowMesh() *raster.Mesh {
	return raster.Merge(
		raster.Prism([]mgl32.Vec2{{-1.6, -0.45}, {0.2, -0.45}, {0.2, 0.45}, {-1.6, 0.45}}, 0, 0.4).Tinted(darker),
		raster.Prism([]mgl32.Vec2{{0.2, -1.1}, {1.7, 0}, {0.2, 1.1}}, 0, 0.4),
	)
}

// doorMesh is a frame across y with a leaf that closes it, or stands away from it.
func doorMesh(open bool) *raster.Mesh {
	const half, height = 1.55, 2.5
	post := func(y float32) *raster.Mesh {
		return raster.Box(mgl32.Vec3{0, y, height / 2}, mgl32.Vec3{0.42, 0.42, height})
	}
	leaf := raster.Box(mgl32.Vec3{0, 0, 1.15}, mgl32.Vec3{0.16, 2*half - 0.42, 2.2})
	if open {
		leaf = raster.Box(mgl32.Vec3{-1.05, half - 0.15, 1.15}, mgl32.Vec3{1.9, 0.16, 2.2})
	}
	return raster.Merge(
		post(-half), post(half), leaf.Tinted(lighter),
		raster.Box(mgl32.Vec3{0, 0, height + 0.15}, mgl32.Vec3{0.42, 2*half + 0.42, 0.3}),
	)
}
