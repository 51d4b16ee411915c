package raster

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

func near(a, b, tolerance float32) bool { return math.Abs(float64(a-b)) <= float64(tolerance) }

// 20 m over 100 dp is 5 dp a metre; the middle is the target.
func TestTopDown(t *testing.T) {
	cam := TopDown(mgl32.Vec3{3, 4, 0}, 20, 10, Rect{10, 20, 100, 80})
	for _, tc := range []struct {
		v mgl32.Vec3
		p Point
	}{
		{mgl32.Vec3{3, 4, 0}, Point{60, 60}},
		{mgl32.Vec3{4, 4, 0}, Point{65, 60}},
		{mgl32.Vec3{3, 5, 0}, Point{60, 55}}, // north is up
		{mgl32.Vec3{3, 4, 9}, Point{60, 60}}, // height does not show
		{mgl32.Vec3{13, -1, 0}, Point{110, 85}},
	} {
		if p, _ := cam.Project(tc.v); !near(p.X, tc.p.X, 1e-3) || !near(p.Y, tc.p.Y, 1e-3) {
			t.Errorf("%v is seen at %v, want %v", tc.v, p, tc.p)
		}
	}
	if got := (cam.Projection[0] * cam.Viewport.W / 2); !near(got, 5, 1e-5) {
		t.Errorf("%v dp per metre, want 5", got)
	}
	_, low := cam.Project(mgl32.Vec3{0, 0, 0})
	_, high := cam.Project(mgl32.Vec3{0, 0, 2})
	if !near(low-high, 2, 1e-4) {
		t.Errorf("2 m up is %v nearer", low-high)
	}
}

// From 30°, lengths to the north shrink to a half and heights to cos 30°.
func TestTilted(t *testing.T) {
	cam := Tilted(mgl32.Vec3{}, 30, 20, 20, Rect{0, 0, 200, 200})
	for v, want := range map[mgl32.Vec3]Point{
		{0, 2, 0}: {100, 100 - 10*2*0.5},
		{0, 0, 2}: {100, 100 - 10*2*0.8660254},
		{2, 0, 0}: {120, 100},
	} {
		if p, _ := cam.Project(v); !near(p.X, want.X, 1e-2) || !near(p.Y, want.Y, 1e-2) {
			t.Errorf("%v is seen at %v, want %v", v, p, want)
		}
	}
}

func TestGroundIsWhereProjectCameFrom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := func(name string, lo, hi float32) float32 { return rapid.Float32Range(lo, hi).Draw(t, name) }
		cam := Tilted(mgl32.Vec3{f("tx", -50, 50), f("ty", -50, 50), 0}, f("elevation", 10, 90), f("width", 5, 100), f("height", 5, 100), Rect{10, 10, f("w", 50, 500), f("h", 50, 500)})
		v := mgl32.Vec3{f("x", -50, 50), f("y", -50, 50), 0}
		p, _ := cam.Project(v)
		got, ok := cam.Ground(p)
		if !ok || got.Sub(v).Len() > 0.05 {
			t.Fatalf("%v is seen at %v, where the ground is %v, %v", v, p, got, ok)
		}
	})
}

func TestFieldFitsTheViewport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := func(name string, lo, hi float32) float32 { return rapid.Float32Range(lo, hi).Draw(t, name) }
		w, h := f("width", 1, 100), f("height", 1, 100)
		view := Rect{f("x", -100, 100), 0, f("w", 10, 500), f("h", 10, 500)}
		cam := Tilted(mgl32.Vec3{}, f("elevation", 5, 90), w, h, view)
		p, _ := cam.Project(mgl32.Vec3{w / 2, h / 2, 0})
		dx, dy := view.Max().X-p.X, p.Y-view.Y
		if dx < -0.01 || dy < -0.01 || min(dx, dy) > 0.01 {
			t.Fatalf("the corner of the field is seen at %v in %v", p, view)
		}
	})
}

func TestNoFieldShowsNothing(t *testing.T) {
	for _, cam := range []Camera{TopDown(mgl32.Vec3{}, 0, 0, Rect{0, 0, 10, 10}), TopDown(mgl32.Vec3{}, 5, 5, Rect{}), {}} {
		c := NewCanvas(10, 10, 1)
		c.DrawMesh(Box(mgl32.Vec3{}, mgl32.Vec3{1, 1, 1}), mgl32.Ident4(), &cam, Paint{Fill: white})
		c.DrawShadow(mgl32.Vec3{}, 1, &cam, white)
		if n := countDrawn(c); n != 0 {
			t.Errorf("%d pixels drawn", n)
		}
		if _, ok := cam.Ground(Point{3, 3}); ok {
			t.Error("a camera that shows nothing knows the ground")
		}
	}
}
