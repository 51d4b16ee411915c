package raster

// sprite is a mask that is drawn often: coverage 0…255, row by row.
type sprite struct {
	key    uint64
	dx, dy int // from the pixel that holds the centre to the mask's corner
	w, h   int
	mask   []uint8
}

// spriteCache keeps the masks of shadows. It is a table with one place for each
// hash value; a newcomer takes over the place and its memory. The zero value is
// ready.
type spriteCache struct {
	places []sprite
	bytes  int
}

const (
	spritePlaces = 1 << 10
	// maxSpriteBytes bounds the cache; a full one is emptied.
	maxSpriteBytes = 8 << 20
	// spriteStep is the grid, in subpixels, on which shadows are placed.
	spriteStep = one / 8
)

// place returns the place for key and whether it holds it already. Zero is not
// a key.
func (t *spriteCache) place(key uint64) (*sprite, bool) {
	if t.places == nil || t.bytes > maxSpriteBytes {
		t.places, t.bytes = make([]sprite, spritePlaces), 0
	}
	s := &t.places[key*0x9E3779B97F4A7C15>>54]
	return s, s.key == key
}

// reset gives s the size of a box around the centre pixel and a mask of zeros.
func (t *spriteCache) reset(s *sprite, key uint64, left, top, right, bottom int) {
	s.key, s.dx, s.dy, s.w, s.h = key, left, top, right-left, bottom-top
	if n := s.w * s.h; cap(s.mask) < n {
		t.bytes += n - cap(s.mask)
		s.mask = make([]uint8, n)
	} else {
		s.mask = s.mask[:n]
		clear(s.mask)
	}
}

// drawMask blends a mask of w by h pixels, its corner at (x, y).
func (c *Canvas) drawMask(x, y, w, h int, mask []uint8, src source) {
	in := pixels{x, y, x + w, y + h}.intersect(c.clip)
	if in.empty() {
		return
	}
	at := (in.y0-y)*w + in.x0 - x
	pix := c.img.Pix[in.y0*c.img.Stride+4*in.x0:]
	src.blendMaskRows(pix, c.img.Stride, mask[at:], w, in.x1-in.x0, in.y1-in.y0)
}
