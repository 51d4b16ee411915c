package raster

import (
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Text writes s in one line and returns its width in logical pixels. p is the
// left end of the baseline. Baselines are rounded to whole device pixels and
// the places of characters to quarters of one. A character that there is no
// sign for is a hollow box; control characters are too.
func (c *Canvas) Text(f Font, p Point, s string, col Color) (width float32) {
	return c.TextBytes(f, p, []byte(s), col)
}

// TextBytes is Text for a buffer.
func (c *Canvas) TextBytes(f Font, p Point, s []byte, col Color) (width float32) {
	c.glyphs.follow()
	l := layout{face: faceOf(f.Weight), tabular: f.Tabular}
	x, okX := toSub(p.X, c.scale)
	y, okY := toSub(p.Y, c.scale)
	size := f.sizeUnits(c.scale)
	if !okX || !okY || size == 0 {
		return f.MeasureBytes(s)
	}
	baseline := floorPixel(y + one/2)
	// No sign reaches farther than two ems from its pen.
	src, reach := newSource(col), size/32
	if baseline+reach < c.clip.y0 || baseline-reach > c.clip.y1 {
		return f.MeasureBytes(s)
	}
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		s = s[n:]
		at := l.next(r)
		// Font units times 1/64 px per em, times 4: subpixels.
		left := x + (at*size*4+l.face.unitsPerEm/2)/l.face.unitsPerEm + phaseStep/2
		px := floorPixel(left)
		if px > c.clip.x1+reach || px+reach < c.clip.x0 {
			continue
		}
		g := c.glyphs.get(l.face, glyphKey{f.Weight, size, left & (one - 1) / phaseStep, r})
		c.drawMask(px+g.dx, baseline+g.dy, g.w, g.h, g.mask, src)
	}
	return f.length(l.pen)
}

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
	outline sfnt.Buffer
	area    areaBuffer
}

const recentBits = 8

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
	contours := t.contours(f, k)
	var all pixels
	for i, pts := range contours {
		if b := bounds(pts); i == 0 {
			all = b
		} else {
			all = pixels{min(all.x0, b.x0), min(all.y0, b.y0), max(all.x1, b.x1), max(all.y1, b.y1)}
		}
	}
	// No glyph is as large as four ems, unless its font is broken.
	em := ceilPixel(k.size * 4)
	all = all.intersect(pixels{-2 * em, -2 * em, 2 * em, 2 * em})
	if all.empty() {
		return &glyphMask{}
	}
	t.area.reset(all)
	for _, pts := range contours {
		t.area.polygon(pts)
	}
	g := &glyphMask{dx: all.x0, dy: all.y0, w: all.x1 - all.x0, h: all.y1 - all.y0}
	g.mask = make([]uint8, g.w*g.h)
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

// contours returns the outline of a character in subpixels, y down, from the
// pen's pixel on the baseline.
func (t *glyphCache) contours(f *face, k glyphKey) [][]corner {
	phase := k.phase * phaseStep
	glyph := f.glyphOf(k.char)
	if h := f.beside(k.char); glyph == 0 && h != nil {
		f, glyph = h, h.glyphOf(k.char)
	}
	if glyph == 0 {
		s, ok := symbols[k.char]
		if !ok {
			s = missing
		}
		contours := make([][]corner, len(s.polygons))
		for i, pts := range s.polygons {
			for _, p := range pts {
				contours[i] = append(contours[i], corner{scaled(p.x, k.size, 1000) + phase, -scaled(p.y, k.size, 1000)})
			}
		}
		return contours
	}
	// Asked for a size in subpixels, sfnt answers in subpixels, y down;
	// maxSizeUnits keeps eight ems within its 32 bits. An unreadable glyph has
	// no outline. A test reads every glyph.
	segments, err := f.outlines.LoadGlyph(&t.outline, glyph, fixed.Int26_6(k.size*4), nil)
	if err != nil {
		return nil
	}
	return flatten(segments, phase)
}

// scaled turns a length in units of 1/perEm into subpixels at a size in 1/64
// px, rounded half away from zero.
func scaled(units, size, perEm int) int {
	n := units * size * 4
	if n < 0 {
		return -((-n + perEm/2) / perEm)
	}
	return (n + perEm/2) / perEm
}

// flatten returns the contours that an outline of lines and quadratic curves
// consists of, moved to the right.
func flatten(segments sfnt.Segments, right int) (contours [][]corner) {
	at := func(p fixed.Point26_6) corner { return corner{int(p.X) + right, int(p.Y)} }
	for _, s := range segments {
		last := len(contours) - 1
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			contours = append(contours, []corner{at(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			contours[last] = append(contours[last], at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			contours[last] = appendCurve(contours[last], at(s.Args[0]), at(s.Args[1]))
		}
	}
	return contours
}

// maxSteps bounds the lines of a curve: enough for a curve of 256 pixels.
const maxSteps = 64

// appendCurve appends the lines that approximate a quadratic curve from the end
// of dst, at most 1/64 pixel off.
func appendCurve(dst []corner, p, to corner) []corner {
	from := dst[len(dst)-1]
	bend := max(abs(from.x-2*p.x+to.x), abs(from.y-2*p.y+to.y))
	steps := 1
	for bend > 16*steps*steps && steps < maxSteps {
		steps++
	}
	for s := 1; s <= steps; s++ {
		a, b, c := (steps-s)*(steps-s), 2*s*(steps-s), s*s
		at := func(u, v, w int) int { return (a*u + b*v + c*w) / (steps * steps) }
		dst = append(dst, corner{at(from.x, p.x, to.x), at(from.y, p.y, to.y)})
	}
	return dst
}
