package raster

// FillCircle fills a disc.
func (c *Canvas) FillCircle(p Point, radius float32, col Color) {
	if r, ok := toSub(radius, c.scale); ok {
		c.ring(p, r, 0, col)
	}
}

// StrokeCircle draws a circle; the line lies half inside and half outside the
// radius.
func (c *Canvas) StrokeCircle(p Point, radius, width float32, col Color) {
	outer, ok := toSub(radius+width/2, c.scale)
	wide, okWide := toSub(width, c.scale)
	if ok && okWide && width > 0 {
		c.ring(p, outer, max(wide, 1), col)
	}
}

// maxStampRadius bounds the circles whose masks are cached, in subpixels.
const maxStampRadius = 24 * one

// ring draws a disc, or with a width only the band of that width along its edge.
// Lengths are subpixels.
func (c *Canvas) ring(p Point, radius, width int, col Color) {
	at, ok := toCorner(p, c.scale)
	if !ok || radius <= 0 || col.A == 0 {
		return
	}
	width = min(width, radius)
	if radius > maxStampRadius {
		c.drawRoundBox(roundBox{at.x - radius, at.y - radius, at.x + radius, at.y + radius, radius, width}, newSource(col))
		return
	}
	x, y := stampPlace(at.x), stampPlace(at.y)
	px, py := floorPixel(x), floorPixel(y)
	far := ceilPixel(radius) + 1
	if px+far <= c.clip.x0 || px-far >= c.clip.x1 || py+far <= c.clip.y0 || py-far >= c.clip.y1 {
		return
	}
	c.drawMask(px, py, c.stamps.ring(x&(one-1), y&(one-1), radius, width), newSource(col))
}

// stampCache holds the masks of discs, rings and shadows, by their forms.
type stampCache struct{ maskCache[uint64] }

// stampStep is the grid, in subpixels, on which stamps are centred: they are at most a
// sixteenth of a pixel off.
const stampStep = one / 8

// stampPlace rounds a coordinate of a centre to the grid.
func stampPlace(v int) int { return (v + stampStep/2) &^ (stampStep - 1) }

// ring returns the stamp of a disc or a ring around (x, y), a place within a
// pixel.
func (t *stampCache) ring(x, y, radius, width int) *mask {
	key := uint64(x/stampStep) | uint64(y/stampStep)<<3 | uint64(radius)<<6 | uint64(width)<<32
	if s := t.masks[key]; s != nil {
		return s
	}
	b := roundBox{x - radius, y - radius, x + radius, y + radius, radius, width}
	s := t.add(key, pixelsOf(b.x0, b.y0, b.x1, b.y1))
	steps := make([]int32, s.w+2)
	for i := range s.h {
		b.cover(steps, s.dy+i, s.dx, s.dx+s.w)
		sum := 0
		for j := range s.w {
			sum += int(steps[j])
			s.coverage[i*s.w+j] = uint8(area255(sum))
		}
		clear(steps)
	}
	return s
}

// mask is the coverage (0…255) of something small that is drawn many times, row by row.
type mask struct {
	dx, dy   int // from the pixel that holds its centre, or the pen, to its corner
	w, h     int
	coverage []uint8
}

// maskCache holds masks. The zero value is ready.
type maskCache[K comparable] struct {
	masks map[K]*mask
	bytes int
}

// maxMaskBytes bounds a cache; a full one is emptied.
const maxMaskBytes = 8 << 20

// add returns a new mask, which covers nothing of a box of pixels yet.
func (t *maskCache[K]) add(key K, box pixels) *mask {
	if t.masks == nil || t.bytes > maxMaskBytes {
		t.masks, t.bytes = make(map[K]*mask), 0
	}
	m := &mask{dx: box.x0, dy: box.y0, w: box.x1 - box.x0, h: box.y1 - box.y0}
	m.coverage = make([]uint8, m.w*m.h)
	t.masks[key] = m
	t.bytes += len(m.coverage) + 128
	return m
}

// drawMask blends a mask of something around a pixel.
func (c *Canvas) drawMask(x, y int, m *mask, src source) {
	x, y = x+m.dx, y+m.dy
	in := pixels{x, y, x + m.w, y + m.h}.intersect(c.clip)
	if in.empty() {
		return
	}
	for row := in.y0; row < in.y1; row++ {
		at := (row-y)*m.w + in.x0 - x
		src.blendMask(c.pixelRow(row, in.x0, in.x1), m.coverage[at:at+in.x1-in.x0])
	}
}
