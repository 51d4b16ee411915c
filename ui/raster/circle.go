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
	x, okX := toSub(p.X, c.scale)
	y, okY := toSub(p.Y, c.scale)
	if !okX || !okY || radius <= 0 || col.A == 0 {
		return
	}
	width = min(width, radius)
	if radius > maxStampRadius {
		c.drawRoundBox(roundBox{x - radius, y - radius, x + radius, y + radius, radius, width}, newSource(col))
		return
	}
	x, y = stampPlace(x), stampPlace(y)
	px, py := floorPixel(x), floorPixel(y)
	far := ceilPixel(radius) + 1
	if px+far <= c.clip.x0 || px-far >= c.clip.x1 || py+far <= c.clip.y0 || py-far >= c.clip.y1 {
		return
	}
	s := c.stamps.ring(x&(one-1), y&(one-1), radius, width)
	c.drawMask(px+s.dx, py+s.dy, s.w, s.h, s.mask, newSource(col))
}

// stamp is a mask that is drawn many times: the coverage (0…255) of a disc, a
// ring or a shadow, row by row.
type stamp struct {
	key    uint64
	dx, dy int // from the pixel that holds the centre to the mask's corner
	w, h   int
	mask   []uint8
}

// stampCache is a table with one place for each hash value; a new stamp takes
// over the place of the old one and its memory. The zero value is ready.
type stampCache struct {
	stamps []stamp
	bytes  int
	steps  []int32 // coverage steps of a row; zero between uses
}

const (
	stampBits = 11
	// maxStampBytes bounds the cache; a full one is emptied.
	maxStampBytes = 8 << 20
	// stampStep is the grid, in subpixels, on which stamps are centred: they are
	// at most a sixteenth of a pixel off.
	stampStep = one / 8
)

// stampPlace rounds a coordinate of a centre to the grid.
func stampPlace(v int) int { return (v + stampStep/2) &^ (stampStep - 1) }

// find returns the place for a key, which is not zero, and whether the stamp
// there is the key's.
func (t *stampCache) find(key uint64) (*stamp, bool) {
	if t.stamps == nil || t.bytes > maxStampBytes {
		t.stamps, t.bytes = make([]stamp, 1<<stampBits), 0
	}
	s := &t.stamps[key*0x9E3779B97F4A7C15>>(64-stampBits)]
	return s, s.key == key
}

// reset gives s an empty mask that covers the box, in pixels.
func (t *stampCache) reset(s *stamp, key uint64, box pixels) {
	s.key, s.dx, s.dy, s.w, s.h = key, box.x0, box.y0, box.x1-box.x0, box.y1-box.y0
	if n := s.w * s.h; cap(s.mask) < n {
		t.bytes += n - cap(s.mask)
		s.mask = make([]uint8, n)
	} else {
		s.mask = s.mask[:n]
		clear(s.mask)
	}
}

// ring returns the stamp of a disc or a ring around (x, y), a place within a
// pixel.
func (t *stampCache) ring(x, y, radius, width int) *stamp {
	key := uint64(x/stampStep) | uint64(y/stampStep)<<3 | uint64(radius)<<6 | uint64(width)<<32
	s, found := t.find(key)
	if found {
		return s
	}
	b := roundBox{x - radius, y - radius, x + radius, y + radius, radius, width}
	t.reset(s, key, pixels{floorPixel(b.x0), floorPixel(b.y0), ceilPixel(b.x1), ceilPixel(b.y1)})
	if n := s.w + 2; len(t.steps) < n {
		t.steps = make([]int32, n)
	}
	steps := t.steps[:s.w+2]
	for i := range s.h {
		b.cover(steps, s.dy+i, s.dx, s.dx+s.w)
		sum := 0
		for j := range s.w {
			sum += int(steps[j])
			s.mask[i*s.w+j] = uint8(area255(sum))
		}
		clear(steps)
	}
	return s
}

// drawMask blends a mask of w by h pixels, its corner at (x, y).
func (c *Canvas) drawMask(x, y, w, h int, mask []uint8, src source) {
	in := pixels{x, y, x + w, y + h}.intersect(c.clip)
	if in.empty() {
		return
	}
	for row := in.y0; row < in.y1; row++ {
		at := (row-y)*w + in.x0 - x
		src.blendMask(c.pixelRow(row, in.x0, in.x1), mask[at:at+in.x1-in.x0])
	}
}
