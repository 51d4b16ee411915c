package raster

import "golang.org/x/image/font/sfnt"

// phaseStep is the grid on which characters stand, in subpixels.
const phaseStep = one / 4

// glyphKey identifies a glyph's mask.
type glyphKey struct {
	weight Weight
	size   int // 1/64 px
	phase  int // quarters of a pixel
	char   rune
}

// pack makes the key one number; the sizes and characters that there are fit.
func (k glyphKey) pack() uint64 {
	return uint64(uint32(k.char))<<32 | uint64(k.size)<<8 | uint64(k.phase)<<4 | uint64(k.weight)
}

// glyphMask is a rasterised glyph.
type glyphMask struct {
	dx, dy int // from the pixel of the pen on the baseline to the mask's corner
	w, h   int
	mask   []uint8
}

// glyphCache keeps the masks of glyphs. The zero value is ready.
type glyphCache struct {
	masks   map[uint64]*glyphMask
	recent  [1 << recentBits]recentGlyph // one for each hash value, of masks
	bytes   int
	loads   uint32 // syllableLoads of the masks
	glyphs  slab[glyphMask]
	bits    slab[uint8]
	outline outline
	font    sfnt.Buffer
	area    areaBuffer
}

const recentBits = 10

type recentGlyph struct {
	key  uint64
	mask *glyphMask
}

// maxGlyphBytes bounds the cache; a full one is emptied.
const maxGlyphBytes = 8 << 20

func (t *glyphCache) get(f *face, k glyphKey) *glyphMask {
	key := k.pack()
	recent := &t.recent[key*0x9E3779B97F4A7C15>>(64-recentBits)]
	if recent.mask == nil || recent.key != key {
		*recent = recentGlyph{key, t.find(f, k, key)}
	}
	return recent.mask
}

func (t *glyphCache) find(f *face, k glyphKey, key uint64) *glyphMask {
	if g, ok := t.masks[key]; ok {
		return g
	}
	if t.masks == nil || t.bytes > maxGlyphBytes {
		t.masks, t.bytes = make(map[uint64]*glyphMask), 0
	}
	g := t.rasterise(f, k)
	t.masks[key] = g
	t.bytes += len(g.mask) + 128
	return g
}

func (t *glyphCache) rasterise(f *face, k glyphKey) *glyphMask {
	const several = 64
	g, o := &t.glyphs.take(1, several)[0], &t.outline
	t.trace(o, f, k)
	all := bounds(o.points)
	// No glyph is as large as four ems, unless its font is broken.
	em := ceilPixel(k.size * 4)
	all = all.intersect(pixels{-2 * em, -2 * em, 2 * em, 2 * em})
	if all.empty() {
		return g
	}
	t.area.reset(all)
	for i := range o.ends {
		t.area.polygon(o.contour(i))
	}
	*g = glyphMask{dx: all.x0, dy: all.y0, w: all.x1 - all.x0, h: all.y1 - all.y0}
	g.mask = t.bits.take(g.w*g.h, several)
	for y := range g.h {
		row := g.mask[y*g.w : (y+1)*g.w]
		t.area.sweep(y, func(x0, x1 int, coverage uint32) {
			for x := x0; x < x1; x++ {
				row[x] = uint8(coverage)
			}
		})
	}
	return g
}
