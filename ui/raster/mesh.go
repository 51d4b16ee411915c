package raster

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Mesh is a solid of flat faces. The zero value is empty.
type Mesh struct {
	Vertices []mgl32.Vec3 // metres
	Faces    []Face

	normals []mgl32.Vec3 // of the faces, after Fix
}

// Fix computes the normals of the faces once and returns the mesh, whose vertices and
// faces must not change afterwards. A mesh that isn't fixed looks the same but is drawn
// more slowly.
func (m *Mesh) Fix() *Mesh {
	m.normals = nil
	for i := range m.Faces {
		m.normals = append(m.normals, m.normalOf(&m.Faces[i]))
	}
	return m
}

// normal returns the normal of a face by its number.
func (m *Mesh) normal(face int) mgl32.Vec3 {
	if face < len(m.normals) {
		return m.normals[face]
	}
	return m.normalOf(&m.Faces[face])
}

// Face is a convex polygon: indices into the vertices, counter-clockwise seen
// from outside. Tint makes it lighter (up to 1) or darker (down to −1) than
// the rest of the mesh.
type Face struct {
	Indices []int
	Tint    float32
}

// normalOf returns the direction, of length 1, that a face looks to; zero for a
// face without an area.
func (m *Mesh) normalOf(f *Face) mgl32.Vec3 {
	if !m.valid(f) {
		return mgl32.Vec3{}
	}
	// The sum over the corners holds for every flat polygon (Newell).
	var n mgl32.Vec3
	for i := range f.Indices {
		a := m.Vertices[f.Indices[i]]
		b := m.Vertices[f.Indices[(i+1)%len(f.Indices)]]
		n = n.Add(crossProduct(a, b))
	}
	return normalised(n)
}

// valid reports whether f has at least three corners and all of them exist.
func (m *Mesh) valid(f *Face) bool {
	for _, i := range f.Indices {
		if i < 0 || i >= len(m.Vertices) {
			return false
		}
	}
	return len(f.Indices) >= 3
}

func normalised(v mgl32.Vec3) mgl32.Vec3 {
	length := float32(math.Sqrt(float64(dot(v, v))))
	if !(length > 0) {
		return mgl32.Vec3{}
	}
	return mgl32.Vec3{v[0] / length, v[1] / length, v[2] / length}
}

// Box returns a cuboid with the given middle and size along the axes.
func Box(centre, size mgl32.Vec3) *Mesh {
	hx, hy := size[0]/2, size[1]/2
	m := Prism([]mgl32.Vec2{{-hx, -hy}, {hx, -hy}, {hx, hy}, {-hx, hy}}, 0, size[2])
	for i := range m.Vertices {
		m.Vertices[i] = m.Vertices[i].Add(mgl32.Vec3{centre[0], centre[1], centre[2] - size[2]/2})
	}
	return m
}

// Prism returns the upright solid between the heights bottom and top whose
// ground plan is a convex polygon, counter-clockwise from above.
func Prism(plan []mgl32.Vec2, bottom, top float32) *Mesh { return Frustum(plan, plan, bottom, top) }

// Frustum is a Prism whose plan at the top differs from that at the bottom.
// Both must have as many corners.
func Frustum(lower, upper []mgl32.Vec2, bottom, top float32) *Mesh {
	n := min(len(lower), len(upper))
	m := &Mesh{}
	lid, base := make([]int, n), make([]int, n)
	for i := range n {
		m.Vertices = append(m.Vertices, lower[i].Vec3(bottom), upper[i].Vec3(top))
		lid[i], base[n-1-i] = 2*i+1, 2*i
	}
	for i := range n {
		j := (i + 1) % n
		m.Faces = append(m.Faces, Face{Indices: []int{2 * i, 2 * j, 2*j + 1, 2*i + 1}})
	}
	m.Faces = append(m.Faces, Face{Indices: lid}, Face{Indices: base})
	return m
}

// RegularPlan returns the corners of a regular polygon around the origin,
// counter-clockwise from (radius, 0).
func RegularPlan(n int, radius float32) []mgl32.Vec2 {
	plan := make([]mgl32.Vec2, n)
	for i := range plan {
		sin, cos := sincosDegrees(360 * float64(i) / float64(n))
		plan[i] = mgl32.Vec2{float32(float64(radius) * cos), float32(float64(radius) * sin)}
	}
	return plan
}

// Sphere returns a ball of flat faces: segments around (at least 3) and half as
// many rings from pole to pole.
func Sphere(centre mgl32.Vec3, radius float32, segments int) *Mesh {
	segments = max(segments, 3)
	rings := max(segments/2, 2)
	m := &Mesh{}
	at := func(ring, seg int) int { return ring*segments + seg%segments }
	for ring := range rings + 1 {
		z, r := sincosDegrees(180*float64(ring)/float64(rings) - 90)
		for seg := range segments {
			sin, cos := sincosDegrees(360 * float64(seg) / float64(segments))
			m.Vertices = append(m.Vertices, centre.Add(mgl32.Vec3{
				float32(float64(radius) * float64(r*cos)), float32(float64(radius) * float64(r*sin)), float32(float64(radius) * z),
			}))
		}
	}
	for ring := range rings {
		for seg := range segments {
			a, b, c, d := at(ring, seg), at(ring, seg+1), at(ring+1, seg+1), at(ring+1, seg)
			switch ring {
			case 0:
				m.Faces = append(m.Faces, Face{Indices: []int{a, c, d}})
			case rings - 1:
				m.Faces = append(m.Faces, Face{Indices: []int{a, b, c}})
			default:
				m.Faces = append(m.Faces, Face{Indices: []int{a, b, c, d}})
			}
		}
	}
	return m
}

// Merge returns one mesh of the faces of all.
func Merge(meshes ...*Mesh) *Mesh {
	all := &Mesh{}
	for _, m := range meshes {
		base := len(all.Vertices)
		all.Vertices = append(all.Vertices, m.Vertices...)
		for _, f := range m.Faces {
			moved := make([]int, len(f.Indices))
			for i, v := range f.Indices {
				moved[i] = base + v
			}
			all.Faces = append(all.Faces, Face{moved, f.Tint})
		}
	}
	return all
}

// Transform returns the mesh moved by an affine matrix.
func (m *Mesh) Transform(by mgl32.Mat4) *Mesh {
	moved := Merge(m)
	for i, v := range moved.Vertices {
		moved.Vertices[i] = mgl32.Vec3{row(&by, 0, v), row(&by, 1, v), row(&by, 2, v)}
	}
	return moved
}

// Tinted returns the mesh with all faces made lighter or darker; see Face.
func (m *Mesh) Tinted(tint float32) *Mesh {
	t := Merge(m)
	for i := range t.Faces {
		t.Faces[i].Tint = tint
	}
	return t
}
