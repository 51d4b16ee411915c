package arena

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
	"snaplab/ui/raster"
)

var pictures = []raster.Rect{
	{X: 10, Y: 20, W: 322, H: 240}, // at 1280×720
	{X: 0, Y: 0, W: 207, H: 170},   // the smallest window
	{X: 5, Y: 5, W: 540, H: 600},
	{X: 5, Y: 5, W: 900, H: 120},
}

func near(a, b, within float32) bool { return float32(math.Abs(float64(a-b))) <= within }

func TestTheWholeFieldIsInView(t *testing.T) {
	for _, r := range pictures {
		for _, c := range []camera{{}, {straight: true}} {
			cam := c.in(r)
			floor := r
			floor.CutBottom(underField)
			var box raster.Rect
			for i, corner := range [4]mgl32.Vec3{
				{-world.FieldWidth / 2, -world.FieldDepth / 2}, {world.FieldWidth / 2, -world.FieldDepth / 2},
				{-world.FieldWidth / 2, world.FieldDepth / 2}, {world.FieldWidth / 2, world.FieldDepth / 2},
			} {
				p, _ := cam.Project(corner)
				if !floor.Contains(p) {
					t.Errorf("%v, %+v: the corner %v is seen at %v, outside", r, c, corner, p)
				}
				if i == 0 {
					box = raster.Rect{X: p.X, Y: p.Y}
				}
				box.W, box.H = max(box.W, p.X-box.X), max(box.H, box.Y-p.Y)
			}
			air := float32(0)
			if !c.straight {
				air = fieldAir * (cam.Projection[0] * cam.Viewport.W / 2)
			}
			if box.W < 0.9*floor.W && box.H+air < 0.8*floor.H {
				t.Errorf("%v, %+v: the field has only %.0f×%.0f", r, c, box.W, box.H)
			}
		}
	}
}

func TestZoomKeepsWhatIsUnderThePointer(t *testing.T) {
	r := pictures[0]
	for _, straight := range []bool{false, true} {
		c := camera{straight: straight}
		p := raster.Point{X: 150, Y: 130}
		cam := c.in(r)
		before, _ := cam.Ground(p)
		for range 5 {
			c.zoomAt(p, 1.3, r)
		}
		cam = c.in(r)
		after, _ := cam.Ground(p)
		if after.Sub(before).Len() > 0.05 {
			t.Errorf("straight %v: %v is under the pointer after zooming, was %v", straight, after, before)
		}
		if want := float32(math.Pow(1.3, 5)); !near(1+c.closer, want, 0.001) {
			t.Errorf("zoom is %v, want %v", 1+c.closer, want)
		}
	}
}

func TestZoomHasBounds(t *testing.T) {
	r := pictures[0]
	var c camera
	c.zoomAt(r.Centre(), 1000, r)
	if c.closer != maxZoom-1 {
		t.Errorf("zoom in: %v, want %v", c.closer, maxZoom-1)
	}
	for range 3 {
		c.zoomAt(raster.Point{X: 40, Y: 40}, 0.01, r)
	}
	if c != (camera{}) {
		t.Errorf("zoom out ends with %+v, want the whole field", c)
	}
}

func TestPanStaysOnTheField(t *testing.T) {
	r := pictures[0]
	c := camera{closer: 3} // four times
	c.bring(mgl32.Vec3{}, raster.Point{X: 1000, Y: 1000}, r)
	// 44/2·(1 − 1/4) = 16.5 m and 32/2·(1 − 1/4) = 12 m are as far as it goes.
	if !near(c.x, -16.5, 1e-4) || !near(c.y, 12, 1e-4) {
		t.Errorf("panned to (%v, %v), want (-16.5, 12)", c.x, c.y)
	}
	c.reset()
	if c != (camera{}) {
		t.Errorf("reset leaves %+v", c)
	}
}

func TestProjectorAgreesWithCamera(t *testing.T) {
	for _, c := range []camera{{}, {straight: true}, {closer: 4, x: 3, y: -2}} {
		cam := c.in(pictures[0])
		see := project(&cam)
		for _, v := range []mgl32.Vec3{{}, {22, 16, 0}, {-22, 10, 8}, {3, -16, 2.5}} {
			want, _ := cam.Project(v)
			if got := see.at(v); !near(got.X, want.X, 0.01) || !near(got.Y, want.Y, 0.01) {
				t.Errorf("%+v: %v is at %v, want %v", c, v, got, want)
			}
		}
		if !near(see.scale(), (cam.Projection[0] * cam.Viewport.W / 2), 1e-3) {
			t.Errorf("scale %v, want %v", see.scale(), (cam.Projection[0] * cam.Viewport.W / 2))
		}
	}
}
