package raster

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

var white = RGB(0xffffff)

// Exact areas: 1.25…3.5 across and 2.5…3 down at scale 1.
func TestFillRectCoversExactAreas(t *testing.T) {
	c := NewCanvas(5, 4, 1)
	c.FillRect(Rect{1.25, 2.5, 2.25, 0.5}, white)
	want := [5]uint8{0, 96, 128, 64, 0} // 255 × ½ × (0, ¾, 1, ½, 0), rounded
	for x, w := range want {
		if got := c.Image().RGBAAt(x, 2).R; got != w {
			t.Errorf("pixel %d: %d, want %d", x, got, w)
		}
		for _, y := range []int{0, 1, 3} {
			if got := c.Image().RGBAAt(x, y).R; got != 0 {
				t.Errorf("pixel (%d, %d): %d, want 0", x, y, got)
			}
		}
	}
}

func TestFillRectAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := rapid.SampledFrom([]float32{1, 1.5, 2}).Draw(t, "scale")
		r := Rect{
			X: rapid.Float32Range(-3, 12).Draw(t, "x"), Y: rapid.Float32Range(-3, 12).Draw(t, "y"),
			W: rapid.Float32Range(0, 14).Draw(t, "w"), H: rapid.Float32Range(0, 14).Draw(t, "h"),
		}
		got := coverageOf(12, 12, scale, func(c *Canvas) { c.FillRect(r, white) })
		x0, y0 := float64(r.X)*float64(scale), float64(r.Y)*float64(scale)
		x1, y1 := float64(r.X+r.W)*float64(scale), float64(r.Y+r.H)*float64(scale)
		for y := range 12 {
			for x := range 12 {
				fx, fy := float64(x), float64(y)
				area := max(0, min(x1, fx+1)-max(x0, fx)) * max(0, min(y1, fy+1)-max(y0, fy))
				if d := math.Abs(got(x, y) - area); d > 0.01 {
					t.Fatalf("pixel (%d, %d): %.3f, want %.3f", x, y, got(x, y), area)
				}
			}
		}
	})
}

// roundInside is a rectangle with round corners, by the definition.
func roundInside(x0, y0, x1, y1, r float64) inside {
	r = max(0, min(r, (x1-x0)/2, (y1-y0)/2))
	return func(x, y float64) bool {
		if x < x0 || y < y0 || x >= x1 || y >= y1 {
			return false
		}
		dx, dy := max(x0+r-x, x-(x1-r), 0), max(y0+r-y, y-(y1-r), 0)
		return math.Hypot(dx, dy) <= r
	}
}

func TestRoundAndStrokedRectsAgainstTwin(t *testing.T) {
	for _, r := range []Rect{{2, 3, 14, 11}, {1.3, 2.7, 16.45, 9.1}, {-4, -3, 15, 12}, {5, 5, 1.5, 8}} {
		for _, radius := range []float32{0, 1, 3.3, 100} {
			fill := roundInside(float64(r.X), float64(r.Y), float64(r.X+r.W), float64(r.Y+r.H), float64(radius))
			name := fmt.Sprintf("%v, radius %v", r, radius)
			got := coverageOf(20, 16, 1, func(c *Canvas) { c.FillRound(r, radius, white) })
			compare(t, name, 20, 16, got, fill, 0.06)

			for _, width := range []float32{0.5, 1, 2.4, 40} {
				rad := max(0, min(radius, r.W/2, r.H/2))
				hole := roundInside(float64(r.X+width), float64(r.Y+width), float64(r.X+r.W-width), float64(r.Y+r.H-width), float64(rad-width))
				if 2*width >= min(r.W, r.H) {
					hole = func(x, y float64) bool { return false }
				}
				ring := func(x, y float64) bool { return fill(x, y) && !hole(x, y) }
				got := coverageOf(20, 16, 1, func(c *Canvas) { c.StrokeRound(r, radius, width, white) })
				compare(t, fmt.Sprintf("%s, width %v", name, width), 20, 16, got, ring, 0.1)
			}
		}
	}
}

func TestCirclesAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Centres on the grid of small circles, so that the twin sees the same.
		x := float64(rapid.IntRange(-40, 260).Draw(t, "x")) / 8
		y := float64(rapid.IntRange(-40, 200).Draw(t, "y")) / 8
		r := rapid.SampledFrom([]float64{0.5, 1, 2.5, 6, 11, 30}).Draw(t, "r")
		w := rapid.SampledFrom([]float64{0.75, 1.5, 3}).Draw(t, "width")
		at := Point{float32(x), float32(y)}
		disc := func(r float64) inside { return func(px, py float64) bool { return math.Hypot(px-x, py-y) <= r } }
		got := coverageOf(28, 22, 1, func(c *Canvas) { c.FillCircle(at, float32(r), white) })
		compare(t, "disc", 28, 22, got, disc(r), 0.06)
		got = coverageOf(28, 22, 1, func(c *Canvas) { c.StrokeCircle(at, float32(r), float32(w), white) })
		outer, inner := disc(r+w/2), disc(r-w/2)
		ring := func(x, y float64) bool { return outer(x, y) && !(r > w/2 && inner(x, y)) }
		compare(t, "ring", 28, 22, got, ring, 0.1)
	})
}

// Rectangles that touch between pixels add up as rectangles that don't.
func TestTouchingRectsMeetAtTheSameSubpixel(t *testing.T) {
	c := NewCanvas(8, 1, 1.5)
	a, b, d, e, _ := c.corners(Rect{1, 0, 1.1, 1})
	f, _, _, _, _ := c.corners(Rect{1 + 1.1, 0, 2, 1})
	if d != f {
		t.Errorf("%d %d %d %d: the next begins at %d", a, b, d, e, f)
	}
}

// Boxes whose middle rows are drawn as rectangles are those that are drawn row by
// row.
func TestRoundBoxIsItsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sub := func(name string, low, high int) int { return rapid.IntRange(low*one, high*one).Draw(t, name) }
		b := roundBox{x0: sub("x", -4, 10), y0: sub("y", -4, 10)}
		b.x1, b.y1 = b.x0+1+sub("w", 0, 20), b.y0+1+sub("h", 0, 20)
		b.radius = min(sub("radius", 0, 8), (b.x1-b.x0)/2, (b.y1-b.y0)/2)
		b.width = sub("width", 0, 4) * rapid.IntRange(0, 1).Draw(t, "stroked")
		fast, slow := NewCanvas(22, 22, 1), NewCanvas(22, 22, 1)
		src := newSource(Color{R: 250, G: 120, B: 30, A: uint8(rapid.IntRange(1, 255).Draw(t, "alpha"))})
		fast.drawRoundBox(b, src)
		in := pixels{floorPixel(b.x0), floorPixel(b.y0), ceilPixel(b.x1), ceilPixel(b.y1)}.intersect(slow.clip)
		if !in.empty() {
			slow.drawRoundRows(&b, in, &src)
		}
		if string(fast.Image().Pix) != string(slow.Image().Pix) {
			t.Fatalf("%+v:\n%sby rows:\n%s", b, ascii(fast), ascii(slow))
		}
	})
}
