package raster

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// winding is the winding number of a polygon around a point.
func winding(pts []Point, x, y float64) (n int) {
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		px, py, qx, qy := float64(p.X), float64(p.Y), float64(q.X), float64(q.Y)
		if (py <= y) == (qy <= y) {
			continue
		}
		if px+(y-py)*(qx-px)/(qy-py) > x {
			if qy > py {
				n++
			} else {
				n--
			}
		}
	}
	return n
}

func drawPoint(t *rapid.T, lo, hi int) Point {
	return Point{
		float32(rapid.IntRange(lo*16, hi*16).Draw(t, "x")) / 16,
		float32(rapid.IntRange(lo*16, hi*16).Draw(t, "y")) / 16,
	}
}

// Triangles have no crossings, so their areas are exact.
func TestTrianglesAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := []Point{drawPoint(t, -20, 40), drawPoint(t, -20, 40), drawPoint(t, -20, 40)}
		got := coverageOf(20, 20, 1, func(c *Canvas) { c.FillPolygon(pts, white) })
		compare(t, "triangle", 20, 20, got, func(x, y float64) bool { return winding(pts, x, y) != 0 }, 0.09)
	})
}

// With crossings, pixels that no edge passes are exact all the same.
func TestSelfCrossingPolygonsFillByNonZeroWinding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := make([]Point, rapid.IntRange(3, 9).Draw(t, "n"))
		for i := range pts {
			pts[i] = drawPoint(t, -6, 26)
		}
		got := coverageOf(20, 20, 1, func(c *Canvas) { c.FillPolygon(pts, white) })
		twin := inside(func(x, y float64) bool { return winding(pts, x, y) != 0 })
		for y := range 20 {
			for x := range 20 {
				if nearEdge(pts, float64(x)+0.5, float64(y)+0.5) {
					continue
				}
				if g, w := got(x, y), twin.coverage(x, y); g != w {
					t.Fatalf("pixel (%d, %d): %v, want %v", x, y, g, w)
				}
			}
		}
	})
}

// nearEdge reports whether an edge may touch the pixel around (x, y).
func nearEdge(pts []Point, x, y float64) bool {
	for i, p := range pts {
		if segmentDistance(p, pts[(i+1)%len(pts)], x, y) < 0.75 {
			return true
		}
	}
	return false
}

func segmentDistance(p, q Point, x, y float64) float64 {
	px, py := float64(p.X), float64(p.Y)
	dx, dy := float64(q.X)-px, float64(q.Y)-py
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = max(0, min(1, ((x-px)*dx+(y-py)*dy)/l))
	}
	return math.Hypot(x-px-t*dx, y-py-t*dy)
}

func TestPolygonDirectionDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := make([]Point, 5)
		for i := range pts {
			pts[i] = drawPoint(t, -30, 50)
		}
		a, b := NewCanvas(20, 20, 1), NewCanvas(20, 20, 1)
		a.FillPolygon(pts, white)
		for i, j := 0, 4; i < j; i, j = i+1, j-1 {
			pts[i], pts[j] = pts[j], pts[i]
		}
		b.FillPolygon(pts, white)
		if string(a.Image().Pix) != string(b.Image().Pix) {
			t.Fatal("the other way round it is another picture")
		}
	})
}

// Two polygons that share an edge cover each pixel to the last 1/255: the sum
// of their coverages is that of the whole, but for the rounding of each.
func TestSharedEdgesLeaveNoGap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A square cut by a line from the top to the bottom.
		top := float32(rapid.IntRange(0, 20*64).Draw(t, "top")) / 64
		bottom := float32(rapid.IntRange(0, 20*64).Draw(t, "bottom")) / 64
		left := []Point{{0, 0}, {top, 0}, {bottom, 20}, {0, 20}}
		right := []Point{{top, 0}, {20, 0}, {20, 20}, {bottom, 20}}
		a := coverageOf(20, 20, 1, func(c *Canvas) { c.FillPolygon(left, white) })
		b := coverageOf(20, 20, 1, func(c *Canvas) { c.FillPolygon(right, white) })
		for y := range 20 {
			for x := range 20 {
				if s := a(x, y) + b(x, y); math.Abs(s-1) > 1.01/255 {
					t.Fatalf("pixel (%d, %d): %.4f + %.4f", x, y, a(x, y), b(x, y))
				}
			}
		}
	})
}

func TestAxisAlignedPolygonIsARect(t *testing.T) {
	a, b := NewCanvas(12, 12, 1), NewCanvas(12, 12, 1)
	a.FillPolygon([]Point{{2.25, 3.5}, {9.75, 3.5}, {9.75, 8.125}, {2.25, 8.125}}, white)
	b.FillRect(Rect{2.25, 3.5, 7.5, 4.625}, white)
	if string(a.Image().Pix) != string(b.Image().Pix) {
		t.Errorf("polygon:\n%srectangle:\n%s", ascii(a), ascii(b))
	}
}
