package raster

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// strokeInside is a polyline by the definition: within half the width of a
// segment, or of a point between two segments.
func strokeInside(pts []Point, width float64, closed bool) inside {
	n := len(pts)
	return func(x, y float64) bool {
		for i := range n {
			if i == n-1 && !closed {
				break
			}
			if within(pts[i], pts[(i+1)%n], x, y, width/2) {
				return true
			}
			if (closed || i > 0) && math.Hypot(x-float64(pts[i].X), y-float64(pts[i].Y)) <= width/2 {
				return true
			}
		}
		return false
	}
}

// near reports whether a point lies in the rectangle around a segment.
func within(p, q Point, x, y, half float64) bool {
	dx, dy := float64(q.X-p.X), float64(q.Y-p.Y)
	length := math.Hypot(dx, dy)
	if length == 0 {
		return false
	}
	rx, ry := x-float64(p.X), y-float64(p.Y)
	along, across := (rx*dx+ry*dy)/length, (ry*dx-rx*dy)/length
	return along >= 0 && along <= length && math.Abs(across) <= half
}

// The ramp of the distance differs from the area by up to 1/10 along an edge; at the
// corners of ends and joins, where two or three edges meet in a pixel, by more.
func TestSegmentsAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := []Point{drawPoint(t, -10, 30), drawPoint(t, -10, 30)}
		width := rapid.SampledFrom([]float32{1, 1.5, 2, 3, 7}).Draw(t, "width")
		got := coverageOf(20, 20, 1, func(c *Canvas) { c.StrokePolyline(pts, Stroke{Width: width}, white) })
		twin := strokeInside(pts, float64(width), false)
		half := float64(width) / 2
		for y := range 20 {
			for x := range 20 {
				tolerance := 0.1
				cx, cy := float64(x)+0.5, float64(y)+0.5
				for _, p := range pts {
					if math.Hypot(cx-float64(p.X), cy-float64(p.Y)) < half+1.5 {
						tolerance = 0.25
					}
				}
				if g, w := got(x, y), twin.coverage(x, y); math.Abs(g-w) > tolerance {
					t.Fatalf("%v, width %v: pixel (%d, %d) has %.3f, the twin says %.3f", pts, width, x, y, g, w)
				}
			}
		}
	})
}

func TestPolylinesAgainstTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := make([]Point, rapid.IntRange(2, 7).Draw(t, "n"))
		for i := range pts {
			pts[i] = drawPoint(t, -4, 24)
		}
		pts[0].X = -4.5 // no line has all its points in one place
		closed := rapid.Bool().Draw(t, "closed")
		width := rapid.SampledFrom([]float32{1, 2, 5}).Draw(t, "width")
		// The twin rounds every join, gentle ones too, and a round join reaches past
		// the end of a segment that is shorter than the line is wide.
		near := func(p, q Point) bool { return math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)) < float64(width) }
		apart := pts[:1]
		for _, p := range pts[1:] {
			if !near(p, apart[len(apart)-1]) {
				apart = append(apart, p)
			}
		}
		if pts = apart; len(pts) < 2 || near(pts[0], pts[len(pts)-1]) {
			t.Skip("hardly a line")
		}
		got := coverageOf(20, 20, 1, func(c *Canvas) {
			c.StrokePolyline(pts, Stroke{Width: width, Closed: closed}, white)
		})
		twin := strokeInside(pts, float64(width), closed)
		var sum, most float64
		for y := range 20 {
			for x := range 20 {
				d := math.Abs(got(x, y) - twin.coverage(x, y))
				sum, most = sum+d, max(most, d)
			}
		}
		// Where lines meet at a sharp angle the greater coverage stands for the
		// union, which is less by what the smaller one would have added.
		if most > 0.5 || sum/400 > 0.03 {
			t.Fatalf("%v: off by %.3f at most, %.4f on average", pts, most, sum/400)
		}
	})
}

func TestUprightAndLevelLinesAreExact(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pts   []Point
		width float32
		want  Rect
	}{
		{"upright", []Point{{5.5, 2}, {5.5, 9}}, 1, Rect{5, 2, 1, 7}},
		{"level", []Point{{2, 4}, {9, 4}}, 2, Rect{2, 3, 7, 2}},
		{"between pixels", []Point{{2, 4}, {9, 4}}, 1, Rect{2, 3.5, 7, 1}},
		{"thin", []Point{{2, 4.5}, {9, 4.5}}, 0.5, Rect{2, 4.25, 7, 0.5}},
	} {
		line := coverageOf(12, 12, 1, func(c *Canvas) { c.StrokePolyline(tc.pts, Stroke{Width: tc.width}, white) })
		rect := coverageOf(12, 12, 1, func(c *Canvas) { c.FillRect(tc.want, white) })
		for y := range 12 {
			for x := range 12 {
				if d := math.Abs(line(x, y) - rect(x, y)); d > 1.01/255 {
					t.Errorf("%s: pixel (%d, %d): %.3f, want %.3f", tc.name, x, y, line(x, y), rect(x, y))
				}
			}
		}
	}
}

// A translucent line that crosses itself is no darker there.
func TestStrokeBlendsOncePerPixel(t *testing.T) {
	c := NewCanvas(20, 20, 1)
	c.StrokePolyline([]Point{{2, 10}, {18, 10}, {10, 2}, {10, 18}, {2, 10}, {18, 10}}, Stroke{Width: 3}, Alpha(white, 0.5))
	most := uint8(0)
	for i := 0; i < len(c.Image().Pix); i += 4 {
		most = max(most, c.Image().Pix[i])
	}
	if most != 128 {
		t.Errorf("brightest pixel %d, want 128, half of white", most)
	}
}

// Dash 3, gap 2, from 1 into the pattern: drawn 0–2, 4–7, 9–12 and so on.
func TestDashes(t *testing.T) {
	c := NewCanvas(16, 3, 1)
	c.StrokePolyline([]Point{{0, 1.5}, {16, 1.5}}, Stroke{Width: 1, Dash: 3, Gap: 2, Phase: 1}, white)
	want := "................\n@@..@@@..@@@..@@\n................\n"
	if got := ascii(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The pattern runs on around corners, whether or not there are points in
// between.
func TestDashesGoAroundCorners(t *testing.T) {
	few := []Point{{1.5, 1.5}, {14.5, 1.5}, {14.5, 14.5}, {1.5, 14.5}}
	var many []Point
	for i, p := range few {
		q := few[(i+1)%4]
		for k := range 13 {
			f := float32(k) / 13
			many = append(many, Point{p.X + (q.X-p.X)*f, p.Y + (q.Y-p.Y)*f})
		}
	}
	s := Stroke{Width: 1, Dash: 4, Gap: 3, Phase: -2, Closed: true}
	a, b := NewCanvas(16, 16, 1), NewCanvas(16, 16, 1)
	a.StrokePolyline(few, s, white)
	b.StrokePolyline(many, s, white)
	for i := range a.Image().Pix {
		if d := int(a.Image().Pix[i]) - int(b.Image().Pix[i]); d > 12 || d < -12 {
			t.Fatalf("few points:\n%smany:\n%s", ascii(a), ascii(b))
		}
	}
}

func TestStrokesLeaveNoTrace(t *testing.T) {
	c := NewCanvas(20, 20, 1)
	rapid.Check(t, func(t *rapid.T) {
		pts := []Point{drawPoint(t, -40, 60), drawPoint(t, -40, 60), drawPoint(t, -40, 60)}
		c.StrokePolyline(pts, Stroke{Width: 4}, white)
		for i, m := range c.mask.coverage {
			if m != 0 {
				t.Fatalf("mask byte %d is %d after the stroke", i, m)
			}
		}
	})
}

// A translucent line over any picture is the coverage of the line, as an opaque white
// one shows it on black, blended by the formula: pixels are blended once and nothing is
// left of the lines before.
func TestStrokesBlendByTheFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	c := NewCanvas(37, 20, 1)
	pix := c.Image().Pix
	rapid.Check(t, func(t *rapid.T) {
		pts := []Point{drawPoint(t, -10, 50), drawPoint(t, -10, 50), drawPoint(t, -10, 50)}
		s := Stroke{Width: float32(rapid.IntRange(1, 40).Draw(t, "width")) / 8, Closed: rapid.Bool().Draw(t, "closed")}
		col := Color{R: 200, G: 3, B: 77, A: uint8(rapid.IntRange(1, 255).Draw(t, "alpha"))}
		line := NewCanvas(37, 20, 1)
		line.StrokePolyline(pts, s, white)
		for i := range pix {
			pix[i] = uint8(rng.Uint32()) | 255*uint8(i%4/3)
		}
		want := slices.Clone(pix)
		for i := 0; i < len(want); i += 4 {
			a := div255(uint32(line.Image().Pix[i]) * uint32(col.A))
			want[i], want[i+1], want[i+2] = blended(col.R, want[i], a), blended(col.G, want[i+1], a), blended(col.B, want[i+2], a)
		}
		c.StrokePolyline(pts, s, col)
		if !slices.Equal(pix, want) {
			t.Fatalf("%v is not its coverage blended", pts)
		}
	})
}

// A line whose reach is 2 px lies 1 px and 40 subpixels from the first of eight pixels,
// and a quarter of a pixel farther from each after it.
func TestCoverageFallsWithDistance(t *testing.T) {
	m := strokeMask{reach: 2 * one, full: 140}
	row := []uint8{0, 7, 0, 30, 0}
	m.plainRow(row, -(one+40-64)<<unitShift, &lineSegment{uy: 1 << unitShift / 4})
	// 512 − 296 + 64 = 280 and 216, of which at most 140; 152; 88; 24.
	if want := []uint8{140, 140, 140, 88, 24}; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
	row = []uint8{0, 30, 0, 9}
	m.plainRow(row, -(one+40+128)<<unitShift, &lineSegment{uy: 1 << unitShift / 4})
	// 512 − 424 = 88; 24, less than the 30 there; nothing beyond the reach.
	if want := []uint8{88, 30, 0, 9}; !slices.Equal(row, want) {
		t.Errorf("%v, want %v", row, want)
	}
}

func TestNothingToStroke(t *testing.T) {
	c := NewCanvas(8, 8, 1)
	for _, pts := range [][]Point{nil, {{1, 1}}, {{3, 3}, {3, 3}}} {
		c.StrokePolyline(pts, Stroke{Width: 3}, white)
	}
	c.StrokePolyline([]Point{{0, 0}, {8, 8}}, Stroke{}, white)
	c.StrokePolyline([]Point{{0, 0}, {8, 8}}, Stroke{Width: -1}, white)
	for i, v := range c.Image().Pix {
		if i%4 != 3 && v != 0 {
			t.Fatalf("byte %d is %d, want nothing drawn", i, v)
		}
	}
}
