package raster

import (
	"encoding/binary"
)

// FillRect fills r. Edges between pixels are anti-aliased with the exact area.
func (c *Canvas) FillRect(r Rect, col Color) {
	if x0, y0, x1, y1, ok := c.corners(r); ok {
		c.fillBox(x0, y0, x1, y1, newSource(col))
	}
}

// fillBox fills the rectangle of the given edges in subpixels.
func (c *Canvas) fillBox(x0, y0, x1, y1 int, src source) {
	in := pixelsOf(x0, y0, x1, y1).intersect(c.clip)
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
			blendPixel(c.pixelRow(y, in.x0, in.x1), src.lanes, a)
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
