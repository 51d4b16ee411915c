package raster

// Text writes s in one line and returns its width in logical pixels. p is the
// left end of the baseline. Baselines are rounded to whole device pixels and
// the places of characters to quarters of one. A character that there is no
// sign for is a hollow box; control characters are too.
func (c *Canvas) Text(f Font, p Point, s string, col Color) (width float32) {
	l := layout{face: faceOf(f.Weight), tabular: f.Tabular}
	x, okX := toSub(p.X, c.scale)
	y, okY := toSub(p.Y, c.scale)
	size := f.sizeUnits(c.scale)
	if !okX || !okY || size == 0 {
		return f.Measure(s)
	}
	baseline := floorPixel(y + one/2)
	src := newSource(col)
	for _, r := range s {
		at := l.next(r)
		// Font units times 1/64 px per em, times 4: subpixels.
		left := x + (at*size*4+l.face.unitsPerEm/2)/l.face.unitsPerEm + phaseStep/2
		px := floorPixel(left)
		if px > c.clip.x1+size/32 {
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
	bytes   int
	points  []outlinePoint
	corners []corner
	area    areaBuffer
}

// maxGlyphBytes bounds the cache; a full one is emptied.
const maxGlyphBytes = 8 << 20

func (t *glyphCache) get(f *face, k glyphKey) *glyphMask {
	key := k.pack()
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
	contours := t.outline(f, k)
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

// outline returns the contours of a character in subpixels, y down, from the
// pen's pixel on the baseline.
func (t *glyphCache) outline(f *face, k glyphKey) [][]corner {
	phase := k.phase * phaseStep
	glyph := f.glyphOf(k.char)
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
	// An unreadable glyph has no points. A test reads every glyph.
	t.points, _ = f.contours(t.points[:0], glyph)
	var contours [][]corner
	start := 0
	for i := range t.points {
		p := &t.points[i]
		p.x, p.y = scaled(p.x, k.size, f.unitsPerEm)+phase, -scaled(p.y, k.size, f.unitsPerEm)
		if p.last {
			contours = append(contours, flatten(nil, t.points[start:i+1]))
			start = i + 1
		}
	}
	return contours
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

// maxSteps bounds the lines of a curve: enough for a curve of 256 pixels.
const maxSteps = 64

// flatten appends the lines that approximate a contour of quadratic curves, at
// most 1/64 pixel off.
func flatten(dst []corner, pts []outlinePoint) []corner {
	n := len(pts)
	on := func(i int) corner { // the point on the outline at or before point i
		p, before := pts[i%n], pts[(i+n-1)%n]
		if p.onCurve || before.onCurve {
			if p.onCurve {
				return corner{p.x, p.y}
			}
			return corner{before.x, before.y}
		}
		return corner{(p.x + before.x) / 2, (p.y + before.y) / 2}
	}
	for i := range pts {
		p := pts[i]
		if p.onCurve {
			dst = append(dst, corner{p.x, p.y})
			continue
		}
		from := on(i)
		next := pts[(i+1)%n]
		to := corner{next.x, next.y}
		if !next.onCurve {
			to = corner{(p.x + next.x) / 2, (p.y + next.y) / 2}
		}
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
	}
	return dst
}
