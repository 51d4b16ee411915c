package raster

import "unicode/utf8"

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
