package raster

import "encoding/binary"

// FillRect fills r. Edges between pixels are anti-aliased with the exact area.
func (c *Canvas) FillRect(r Rect, col Color) {
	x0, y0, x1, y1, ok := c.corners(r)
	if ok {
		c.fillBox(x0, y0, x1, y1, newSource(col))
	}
}

// fillBox fills the rectangle of the given edges in subpixels.
func (c *Canvas) fillBox(x0, y0, x1, y1 int, src source) {
	in := pixels{floorPixel(x0), floorPixel(y0), ceilPixel(x1), ceilPixel(y1)}.intersect(c.clip)
	if x0 >= x1 || y0 >= y1 || in.empty() {
		return
	}
	columns, rows := bandsOf(x0, x1, in.x0, in.x1), bandsOf(y0, y1, in.y0, in.y1)
	for _, tall := range rows {
		for _, wide := range columns {
			block := pixels{wide.from, tall.from, wide.to, tall.to}
			if !block.empty() {
				c.blendBlock(block, &src, area255(wide.share*tall.share))
			}
		}
	}
}

// band is a range of pixels of which the same share is covered, in subpixels.
type band struct{ from, to, share int }

// bandsOf divides the pixels [from, to) by how much of them lies between two edges:
// a partly covered one at each end, whole ones between. Bands may be empty.
func bandsOf(low, high, from, to int) [3]band {
	share := func(px int) int { return overlap(low, high, px<<subShift, (px+1)<<subShift) }
	first, last := band{from, from, share(from)}, band{to, to, share(to - 1)}
	if first.share < one {
		first.to++
	}
	if last.share < one && first.to < to {
		last.from--
	}
	return [3]band{first, {first.to, last.from, one}, last}
}

// blendBlock blends src with one coverage (0…255) over a block, which is not empty.
func (c *Canvas) blendBlock(in pixels, src *source, coverage uint32) {
	a := div255(src.alpha * coverage)
	switch {
	case a == 0:
	case a == 255:
		c.fillBlock(in, src.pixel)
	case in.x1-in.x0 == 1:
		for y := in.y0; y < in.y1; y++ {
			p := c.pixelRow(y, in.x0, in.x1)
			binary.LittleEndian.PutUint32(p, src.over(binary.LittleEndian.Uint32(p), a))
		}
	default:
		for y := in.y0; y < in.y1; y++ {
			src.blendRun(c.pixelRow(y, in.x0, in.x1), coverage)
		}
	}
}

// fillBlock stores one pixel all over a block, which is not empty.
func (c *Canvas) fillBlock(in pixels, pixel uint32) {
	first := c.pixelRow(in.y0, in.x0, in.x1)
	fillRun(first, pixel)
	for y := in.y0 + 1; y < in.y1; y++ {
		row := c.pixelRow(y, in.x0, in.x1)
		if len(row) == 4 {
			binary.LittleEndian.PutUint32(row, pixel)
		} else {
			copy(row, first)
		}
	}
}

// overlap is the length that [a0, a1) and [b0, b1) share.
func overlap(a0, a1, b0, b1 int) int { return max(0, min(a1, b1)-max(a0, b0)) }

// area255 turns an area in square subpixels (65,536 is a pixel) into 0…255.
func area255(area int) uint32 { return uint32(area*255+one*one/2) >> (2 * subShift) }

// FillGradient fills r with colours that run from top to bottom.
func (c *Canvas) FillGradient(r Rect, top, bottom Color) {
	x0, y0, x1, y1, ok := c.corners(r)
	if !ok || y0 >= y1 {
		return
	}
	rows := pixels{floorPixel(x0), floorPixel(y0), ceilPixel(x1), ceilPixel(y1)}.intersect(c.clip)
	for y := rows.y0; y < rows.y1; y++ {
		// The colour of a row is that of its middle.
		t := min(max(y<<subShift+one/2-y0, 0), y1-y0)
		w := uint32((t*255 + (y1-y0)/2) / (y1 - y0))
		mix := func(a, b uint8) uint8 { return uint8(div255(uint32(a)*(255-w) + uint32(b)*w)) }
		col := Color{R: mix(top.R, bottom.R), G: mix(top.G, bottom.G), B: mix(top.B, bottom.B), A: mix(top.A, bottom.A)}
		c.fillBox(x0, max(y0, y<<subShift), x1, min(y1, (y+1)<<subShift), newSource(col))
	}
}

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
	in := pixels{floorPixel(b.x0), floorPixel(b.y0), ceilPixel(b.x1), ceilPixel(b.y1)}.intersect(c.clip)
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
