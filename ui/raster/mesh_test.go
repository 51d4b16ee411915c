package raster

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// In a closed solid each edge belongs to two faces, once in each direction, and
// normals point away from the middle of a convex one.
func TestBuildersMakeClosedSolids(t *testing.T) {
	square := RegularPlan(4, 1)
	for name, m := range map[string]*Mesh{
		"box":     Box(mgl32.Vec3{}, mgl32.Vec3{1, 2, 3}),
		"prism":   Prism(RegularPlan(7, 2), -1, 1),
		"frustum": Frustum(square, RegularPlan(4, 0.5), -1, 1),
		"sphere":  Sphere(mgl32.Vec3{}, 2, 9),
		"moved":   Box(mgl32.Vec3{5, 0, 0}, mgl32.Vec3{1, 1, 1}).Transform(mgl32.Translate3D(-5, 0, 0)),
	} {
		edges := map[[2]mgl32.Vec3]int{}
		for i := range m.Faces {
			f := &m.Faces[i]
			var middle mgl32.Vec3
			for k, v := range f.Indices {
				a, b := m.Vertices[v], m.Vertices[f.Indices[(k+1)%len(f.Indices)]]
				edges[[2]mgl32.Vec3{a, b}]++
				middle = middle.Add(a.Mul(1 / float32(len(f.Indices))))
			}
			n := m.normalOf(f)
			if math.Abs(float64(n.Len())-1) > 1e-5 || n.Dot(middle) <= 0 {
				t.Errorf("%s: face %d at %v looks to %v", name, i, middle, n)
			}
		}
		for e, n := range edges {
			if pole := e[0].Sub(e[1]).Len() < 1e-4; n != 1 && !pole || edges[[2]mgl32.Vec3{e[1], e[0]}] != n {
				t.Errorf("%s: edge %v is in %d faces, its reverse in %d", name, e, n, edges[[2]mgl32.Vec3{e[1], e[0]}])
			}
		}
	}
}

func TestMergeKeepsTheParts(t *testing.T) {
	a, b := Box(mgl32.Vec3{}, mgl32.Vec3{1, 1, 1}), Sphere(mgl32.Vec3{3, 0, 0}, 1, 6).Tinted(0.5)
	m := Merge(a, b)
	if len(m.Vertices) != len(a.Vertices)+len(b.Vertices) || len(m.Faces) != len(a.Faces)+len(b.Faces) {
		t.Fatalf("%d vertices, %d faces", len(m.Vertices), len(m.Faces))
	}
	last := &m.Faces[len(m.Faces)-1]
	if m.normalOf(last) != b.normalOf(&b.Faces[len(b.Faces)-1]) || last.Tint != 0.5 || m.Faces[0].Tint != 0 {
		t.Error("a face changed")
	}
	m.Vertices[0][0] = 99
	if a.Vertices[0][0] == 99 {
		t.Error("the merged mesh shares the vertices of a part")
	}
}

// A fixed mesh is the same to the eye.
func TestFixedMeshes(t *testing.T) {
	cam := Tilted(mgl32.Vec3{}, 55, 6, 4, Rect{0, 0, 60, 40})
	m := Sphere(mgl32.Vec3{0, 0, 0.5}, 1, 9)
	loose, fixed := NewCanvas(60, 40, 1), NewCanvas(60, 40, 1)
	loose.DrawMesh(m, mgl32.HomogRotate3DX(1), &cam, Paint{Fill: white})
	fixed.DrawMesh(m.Fix(), mgl32.HomogRotate3DX(1), &cam, Paint{Fill: white})
	if len(m.normals) != len(m.Faces) {
		t.Errorf("%d normals of %d faces", len(m.normals), len(m.Faces))
	}
	if string(loose.Image().Pix) != string(fixed.Image().Pix) {
		t.Error("it is drawn otherwise than before")
	}
}

// Inside the silhouette of a solid the background never shows through, however
// its faces' edges run: drawn in the colour of the lit ambient on black, every
// pixel well inside has at least the brightness of the darkest face.
func TestFacesJoinWithoutASeam(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		angle := rapid.Float32Range(0, 6).Draw(t, "angle")
		elevation := rapid.Float32Range(20, 90).Draw(t, "elevation")
		cam := Tilted(mgl32.Vec3{}, elevation, 12, 12, Rect{0, 0, 40, 40})
		m := Merge(Sphere(mgl32.Vec3{}, 3, 14), Box(mgl32.Vec3{}, mgl32.Vec3{5, 5, 5}))
		c := NewCanvas(40, 40, 1)
		c.DrawMesh(m, mgl32.HomogRotate3DZ(angle).Mul4(mgl32.HomogRotate3DX(angle/2)), &cam, Paint{Fill: white})
		darkest := uint8(255 * ambient / 256)
		for y := range 40 {
			for x := range 40 {
				// The box holds a ball of radius 2.5 m: 8.3 px at 3.3 px/m.
				if math.Hypot(float64(x)-19.5, float64(y)-19.5) < 7 {
					// Each of up to four faces in a pixel may lose 1/255.
					if p := c.Image().RGBAAt(x, y); p.R < darkest-4 {
						t.Fatalf("pixel (%d, %d) is %v, the darkest face %d", x, y, p, darkest)
					}
				}
			}
		}
	})
}

// The alpha of a paint is that of the mesh as a whole: nothing behind a face
// shows, so that one colour comes out where one face is in front.
func TestTranslucentMeshIsOneLayer(t *testing.T) {
	cam := TopDown(mgl32.Vec3{}, 10, 10, Rect{0, 0, 20, 20})
	stack := Merge(Box(mgl32.Vec3{0, 0, 0}, mgl32.Vec3{6, 6, 1}), Box(mgl32.Vec3{0, 0, 2}, mgl32.Vec3{6, 6, 1}))
	c := NewCanvas(20, 20, 1)
	c.DrawMesh(stack, mgl32.Ident4(), &cam, Paint{Fill: Alpha(RGB(0xc80000), 0.5)})
	// A face that looks up has the paint's colour: half of 200.
	if p := c.Image().RGBAAt(10, 10); p.R < 99 || p.R > 101 || p.G != 0 {
		t.Errorf("got %v, want half of the paint", p)
	}
}

func TestNearerFacesHideFarther(t *testing.T) {
	cam := Tilted(mgl32.Vec3{}, 60, 10, 10, Rect{0, 0, 40, 40})
	low := Box(mgl32.Vec3{0, 0, 0.5}, mgl32.Vec3{6, 6, 1}).Tinted(-1)
	high := Box(mgl32.Vec3{0, 0, 2}, mgl32.Vec3{3, 3, 1})
	for name, m := range map[string]*Mesh{"high last": Merge(low, high), "high first": Merge(high, low)} {
		c := NewCanvas(40, 40, 1)
		c.DrawMesh(m, mgl32.Ident4(), &cam, Paint{Fill: white})
		p, _ := cam.Project(mgl32.Vec3{0, 0, 2.5})
		if got := c.Image().RGBAAt(int(p.X), int(p.Y)); got.R < 250 {
			t.Errorf("%s: the upper box is hidden: %v", name, got)
		}
	}
}

func TestBackFacesAndBrokenFacesAreLeftOut(t *testing.T) {
	cam := TopDown(mgl32.Vec3{}, 10, 10, Rect{0, 0, 20, 20})
	m := &Mesh{
		Vertices: []mgl32.Vec3{{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}},
		Faces:    []Face{{Indices: []int{3, 2, 1, 0}}, {Indices: []int{0, 1, 9}}, {Indices: []int{0, -1, 2}}, {Indices: []int{0, 1}}, {}},
	}
	c := NewCanvas(20, 20, 1)
	c.DrawMesh(m, mgl32.Ident4(), &cam, Paint{Fill: white})
	c.DrawMesh(&Mesh{}, mgl32.Ident4(), &cam, Paint{Fill: white})
	if n := countDrawn(c); n != 0 {
		t.Errorf("%d pixels drawn", n)
	}
	m.Faces = []Face{{Indices: []int{0, 1, 2, 3}}}
	c.DrawMesh(m, mgl32.Ident4(), &cam, Paint{Fill: white})
	if n := countDrawn(c); n != 12*12 { // 6 m at 2 px/m
		t.Errorf("%d pixels drawn, want 144", n)
	}
}

func TestOutlineIsOutsideTheSilhouette(t *testing.T) {
	cam := TopDown(mgl32.Vec3{}, 10, 10, Rect{0, 0, 20, 20})
	box := Box(mgl32.Vec3{}, mgl32.Vec3{4, 4, 1})
	c := NewCanvas(20, 20, 1)
	c.DrawMesh(box, mgl32.Ident4(), &cam, Paint{Outline: RGB(0x00ff00), OutlineWidth: 2})
	for x, want := range map[int]uint8{10: 0, 6: 0, 5: 255, 4: 255, 3: 0} { // the box begins at 6
		if got := c.Image().RGBAAt(x, 10).G; got != want {
			t.Errorf("pixel %d: %d, want %d", x, got, want)
		}
	}
}

// A face that looks to the light is the brightest, one that looks away has the
// ambient brightness, one that looks up the paint's own.
func TestShade(t *testing.T) {
	m := Box(mgl32.Vec3{}, mgl32.Vec3{1, 1, 1})
	model := mgl32.Ident4()
	grey := RGB(0x808080)
	brightness := map[mgl32.Vec3]uint8{}
	for i := range m.Faces {
		brightness[m.normalOf(&m.Faces[i])] = shade(grey, m, i, &model).R
	}
	if got := brightness[mgl32.Vec3{0, 0, 1}]; got != 0x80 {
		t.Errorf("up: %d, want the paint's 128", got)
	}
	if got := brightness[mgl32.Vec3{1, 0, 0}]; got != 128*ambient/256 {
		t.Errorf("away from the light: %d, want %d", got, 128*ambient/256)
	}
	if s, w := brightness[mgl32.Vec3{0, -1, 0}], brightness[mgl32.Vec3{-1, 0, 0}]; !(128 > w && w > s && s > 128*ambient/256) {
		t.Errorf("south %d, west %d", s, w)
	}
}

func TestShadowFades(t *testing.T) {
	cam := TopDown(mgl32.Vec3{}, 20, 20, Rect{0, 0, 40, 40})
	c := NewCanvas(40, 40, 1)
	c.DrawShadow(mgl32.Vec3{}, 5, &cam, white)
	last := uint8(255)
	for x := 20; x < 40; x++ {
		v := c.Image().RGBAAt(x, 20).R
		if v > last {
			t.Errorf("pixel %d is %d, nearer the middle %d", x, v, last)
		}
		last = v
	}
	if mid, edge := c.Image().RGBAAt(20, 20).R, c.Image().RGBAAt(30, 20).R; mid < 245 || edge != 0 {
		t.Errorf("middle %d, edge %d", mid, edge)
	}
}
