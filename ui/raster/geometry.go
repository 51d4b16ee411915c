package raster

// Point is a position in logical pixels (dp), x to the right and y down.
type Point struct{ X, Y float32 }

// Add returns p moved by (dx, dy).
func (p Point) Add(dx, dy float32) Point { return Point{p.X + dx, p.Y + dy} }

// Rect is an axis-aligned rectangle in logical pixels: its top left corner and
// its size. It contains its left and top edges, not its right and bottom ones.
type Rect struct{ X, Y, W, H float32 }

// Max returns the bottom right corner.
func (r Rect) Max() Point { return Point{r.X + r.W, r.Y + r.H} }

// Centre returns the middle of r.
func (r Rect) Centre() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Empty reports whether r contains no point.
func (r Rect) Empty() bool { return !(r.W > 0 && r.H > 0) }

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.X+r.W && p.Y < r.Y+r.H
}

// Inset returns r made smaller by d on all four sides (larger for a negative
// d). A side that would become negative becomes zero, at the middle of r.
func (r Rect) Inset(d float32) Rect { return r.InsetXY(d, d) }

// InsetXY returns r made smaller by dx on the left and right and by dy at the
// top and bottom.
func (r Rect) InsetXY(dx, dy float32) Rect {
	dx, dy = min(dx, r.W/2), min(dy, r.H/2)
	return Rect{r.X + dx, r.Y + dy, r.W - 2*dx, r.H - 2*dy}
}

// Offset returns r moved by (dx, dy).
func (r Rect) Offset(dx, dy float32) Rect { return Rect{r.X + dx, r.Y + dy, r.W, r.H} }

// Intersect returns the part that r and s share; it is empty if there is none.
func (r Rect) Intersect(s Rect) Rect {
	x0, y0 := max(r.X, s.X), max(r.Y, s.Y)
	x1, y1 := min(r.X+r.W, s.X+s.W), min(r.Y+r.H, s.Y+s.H)
	return Rect{x0, y0, max(x1-x0, 0), max(y1-y0, 0)}
}

// CutLeft takes a strip of at most the given width off the left of r and
// returns it.
func (r *Rect) CutLeft(width float32) Rect {
	width = clampSize(width, r.W)
	cut := Rect{r.X, r.Y, width, r.H}
	r.X += width
	r.W -= width
	return cut
}

// CutRight takes a strip of at most the given width off the right of r and
// returns it.
func (r *Rect) CutRight(width float32) Rect {
	width = clampSize(width, r.W)
	r.W -= width
	return Rect{r.X + r.W, r.Y, width, r.H}
}

// CutTop takes a strip of at most the given height off the top of r and
// returns it.
func (r *Rect) CutTop(height float32) Rect {
	height = clampSize(height, r.H)
	cut := Rect{r.X, r.Y, r.W, height}
	r.Y += height
	r.H -= height
	return cut
}

// CutBottom takes a strip of at most the given height off the bottom of r and
// returns it.
func (r *Rect) CutBottom(height float32) Rect {
	height = clampSize(height, r.H)
	r.H -= height
	return Rect{r.X, r.Y + r.H, r.W, height}
}

// Column returns the i-th of n equally wide columns of r with a gap between
// neighbours.
func (r Rect) Column(i, n int, gap float32) Rect {
	w := (r.W - float32(gap*float32(n-1))) / float32(n)
	return Rect{r.X + float32(float32(i)*(w+gap)), r.Y, max(w, 0), r.H}
}

func clampSize(v, limit float32) float32 { return max(0, min(v, limit)) }

// Everything is drawn in integers. Coordinates are first rounded to 1/256 of a
// device pixel; these are called subpixels here.
const (
	subShift = 8
	one      = 1 << subShift // subpixels in a pixel

	// maxSub bounds coordinates to ±2^20 pixels; what lies beyond is moved
	// to the bound.
	maxSub = 1 << (20 + subShift)
)

// toSub rounds v logical pixels to subpixels, half up, and clamps the result
// to ±maxSub. It reports false for NaN.
//
// The product of two float32 is exact in float64, so that fusing it with the
// addition, as some platforms do, gives the same bits.
func toSub(v, scale float32) (int, bool) {
	s := float64(v) * float64(scale) * one
	switch {
	case s != s:
		return 0, false
	case s > maxSub:
		return maxSub, true
	case s < -maxSub:
		return -maxSub, true
	}
	return int(s+0.5+maxSub) - maxSub, true
}

// corner is a point in subpixels.
type corner struct{ x, y int }

// toCorner rounds a point to subpixels as toSub does. It reports false for NaN.
func toCorner(p Point, scale float32) (corner, bool) {
	x, okX := toSub(p.X, scale)
	y, okY := toSub(p.Y, scale)
	return corner{x, y}, okX && okY
}

// pixelsOf returns the pixels that a box with these edges in subpixels touches.
func pixelsOf(x0, y0, x1, y1 int) pixels {
	return pixels{floorPixel(x0), floorPixel(y0), ceilPixel(x1), ceilPixel(y1)}
}

// floorPixel and ceilPixel give the pixel edge at or before and at or after a
// subpixel.
func floorPixel(s int) int { return s >> subShift }
func ceilPixel(s int) int  { return (s + one - 1) >> subShift }

// abs is the absolute value.
func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}
