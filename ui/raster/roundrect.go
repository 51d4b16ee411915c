package raster

import (
	"math"
)

// FillRound fills r with its corners rounded; the radius is at most half the
// shorter side.
func (c *Canvas) FillRound(r Rect, radius float32, col Color) {
	if b, ok := c.roundBox(r, radius, 0); ok {
		c.drawRoundBox(b, newSource(col))
	}
}

// StrokeRound draws a line of the given width along the inside of the outline
// of r with rounded corners, so that it covers nothing outside r.
func (c *Canvas) StrokeRound(r Rect, radius, width float32, col Color) {
	if !(width > 0) {
		return
	}
	if b, ok := c.roundBox(r, radius, width); ok {
		c.drawRoundBox(b, newSource(col))
	}
}

func (c *Canvas) roundBox(r Rect, radius, width float32) (roundBox, bool) {
	x0, y0, x1, y1, ok := c.corners(r)
	rad, okRadius := toSub(radius, c.scale)
	wide, okWidth := toSub(width, c.scale)
	if width > 0 {
		wide = max(wide, 1)
	}
	b := roundBox{x0, y0, x1, y1, max(0, min(rad, (x1-x0)/2, (y1-y0)/2)), wide}
	return b, ok && okRadius && okWidth && x0 < x1 && y0 < y1
}

func (c *Canvas) drawRoundBox(b roundBox, src source) {
	in := pixelsOf(b.x0, b.y0, b.x1, b.y1).intersect(c.clip)
	if in.empty() {
		return
	}
	// Between the corners it is a rectangle, or two.
	deep := max(b.radius, b.width)
	from := min(max(ceilPixel(b.y0+deep), in.y0), in.y1)
	to := min(max(floorPixel(b.y1-deep), from), in.y1)
	filled := b.width <= 0 || 2*b.width >= b.x1-b.x0
	if !filled && ceilPixel(b.x0+b.width) > floorPixel(b.x1-b.width) {
		to = from // the two share pixels, which must be blended once
	}
	c.drawRoundRows(&b, pixels{in.x0, in.y0, in.x1, from}, &src)
	if filled {
		c.fillBox(b.x0, from<<subShift, b.x1, to<<subShift, src)
	} else {
		c.fillBox(b.x0, from<<subShift, b.x0+b.width, to<<subShift, src)
		c.fillBox(b.x1-b.width, from<<subShift, b.x1, to<<subShift, src)
	}
	c.drawRoundRows(&b, pixels{in.x0, to, in.x1, in.y1}, &src)
}

// drawRoundRows draws the rows of b in a block of pixels.
func (c *Canvas) drawRoundRows(b *roundBox, in pixels, src *source) {
	for y := in.y0; y < in.y1; y++ {
		acc := c.row[:in.x1-in.x0+2]
		flat0, flat1 := b.cover(acc, y, in.x0, in.x1)
		row := c.pixelRow(y, in.x0, in.x1)
		sum := blendSteps(row, acc, 0, flat0, 0, src)
		src.blendRun(row[4*flat0:4*flat1], area255(sum))
		blendSteps(row, acc, flat1, in.x1-in.x0, sum, src)
		acc[in.x1-in.x0], acc[in.x1-in.x0+1] = 0, 0
	}
}

// blendSteps blends the pixels [from, to) with the running sum of the coverage
// steps in acc, clears those steps, and returns the sum.
func blendSteps(row []byte, acc []int32, from, to, sum int, src *source) int {
	for x := from; x < to; x++ {
		sum += int(acc[x])
		acc[x] = 0
		if sum != 0 {
			src.blendRun(row[4*x:4*x+4], area255(sum))
		}
	}
	return sum
}

// roundBox is a rectangle with rounded corners, in subpixels. With a width above
// zero it is only the band of that width along the inside of its edge. A disc is a
// roundBox whose radius is half its side.
type roundBox struct {
	x0, y0, x1, y1 int
	radius         int
	width          int // 0: filled
}

// slice is the height, in subpixels, of the slices that a row with curved edges is
// cut into. Within a slice the edges count as upright.
const slice = one / 16

// cover adds the coverage of pixel row y to acc as steps: the coverage of a
// pixel, in square subpixels, is the sum of the steps up to it. acc[0] is the
// pixel left, and right-left+2 steps are in use. Pixels are relative to left;
// between flat0 and flat1 there is no step.
func (b *roundBox) cover(acc []int32, y, left, right int) (flat0, flat1 int) {
	e := edges{acc: acc, left: left << subShift, limit: (right - left) << subShift, flat1: right - left}
	top, bottom := max(y<<subShift, b.y0), min((y+1)<<subShift, b.y1)
	inner := roundBox{b.x0 + b.width, b.y0 + b.width, b.x1 - b.width, b.y1 - b.width, max(0, b.radius-b.width), 0}
	if b.width <= 0 || inner.x0 >= inner.x1 {
		inner.y1 = inner.y0
	}
	for y := top; y < bottom; {
		next := min(y&^(slice-1)+slice, bottom)
		if b.straight(top, bottom) && (inner.straight(top, bottom) || inner.apart(top, bottom)) {
			next = bottom
		}
		b.addSlice(&e, y, next, 1)
		if in0, in1 := max(y, inner.y0), min(next, inner.y1); in0 < in1 {
			inner.addSlice(&e, in0, in1, -1)
		}
		y = next
	}
	return min(e.flat0, e.flat1), e.flat1
}

// straight reports whether the edges between two heights are upright.
func (b *roundBox) straight(top, bottom int) bool {
	return top >= b.y0+b.radius && bottom <= b.y1-b.radius
}

// apart reports whether nothing of b lies between two heights.
func (b *roundBox) apart(top, bottom int) bool {
	return b.y0 >= b.y1 || bottom <= b.y0 || top >= b.y1
}

// addSlice adds the slice between two heights, with the sign of its coverage.
func (b *roundBox) addSlice(e *edges, top, bottom, sign int) {
	inset := 0
	if b.radius > 0 {
		// Twice the height of the middle of the slice keeps halves.
		middle := top + bottom
		away := max(2*(b.y0+b.radius)-middle, middle-2*(b.y1-b.radius), 0)
		if away > 0 {
			inset = b.radius - halfChord(b.radius, away)
		}
	}
	weight := sign * (bottom - top)
	e.add(b.x0+inset, weight, true)
	e.add(b.x1-inset, -weight, false)
}

// halfChord is half the length of the chord of a circle at half of twiceAway
// from its centre: sqrt(r² − a²), rounded half up. The square root of IEEE 754
// is exact, hence the same everywhere.
func halfChord(radius, twiceAway int) int {
	square := 4*radius*radius - twiceAway*twiceAway
	if square <= 0 {
		return 0
	}
	return int(math.Sqrt(float64(square))/2 + 0.5)
}

// edges collects upright edges as coverage steps of a row of pixels.
type edges struct {
	acc          []int32
	left, limit  int // subpixel of acc[0]; width of the row in subpixels
	flat0, flat1 int // pixels between the steps of the left and right edges
}

// add adds an edge of the given height at x: all to its right is covered by so
// much more. Left edges move flat0, the others flat1.
func (e *edges) add(x, height int, isLeft bool) {
	x = min(max(x-e.left, 0), e.limit)
	px, part := x>>subShift, x&(one-1)
	e.acc[px] += int32(height * (one - part))
	e.acc[px+1] += int32(height * part)
	if isLeft {
		e.flat0 = max(e.flat0, min(px+2, e.limit>>subShift))
	} else {
		e.flat1 = min(e.flat1, px)
	}
}
