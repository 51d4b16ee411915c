package raster

import (
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// phaseStep is the grid on which glyphs are placed along a line, in subpixels.
const phaseStep = one / 4

// glyphKey identifies a glyph's mask.
type glyphKey struct {
	weight Weight
	size   int // 1/64 px
	phase  int // quarters of a pixel
	char   rune
}

// glyphCache holds the masks of glyphs, from the pen's pixel on the baseline.
type glyphCache struct {
	maskCache[glyphKey]
	loads   uint32 // syllableLoads of the masks
	outline outline
	font    sfnt.Buffer
	area    areaBuffer
}

func (t *glyphCache) get(f *face, k glyphKey) *mask {
	if g := t.masks[k]; g != nil {
		return g
	}
	o := &t.outline
	t.trace(o, f, k)
	// No glyph is as large as four ems, unless its font is broken.
	em := ceilPixel(k.size * 4)
	box := bounds(o.points).intersect(pixels{-2 * em, -2 * em, 2 * em, 2 * em})
	if box.empty() {
		return t.add(k, pixels{})
	}
	t.area.reset(box)
	for i := range o.ends {
		t.area.polygon(o.contour(i))
	}
	g := t.add(k, box)
	for y := range g.h {
		row := g.coverage[y*g.w : (y+1)*g.w]
		t.area.sweep(y, func(x0, x1 int, coverage uint32) {
			for x := x0; x < x1; x++ {
				row[x] = uint8(coverage)
			}
		})
	}
	return g
}

// outline is the contours of a glyph in subpixels, y down, relative to the pen's pixel
// on the baseline. Its memory is reused for the next glyph.
type outline struct {
	points []corner
	ends   []int // where each contour ends in points
}

func (o *outline) contour(i int) []corner {
	first := 0
	if i > 0 {
		first = o.ends[i-1]
	}
	return o.points[first:o.ends[i]]
}

func (o *outline) begin() { o.ends = append(o.ends, len(o.points)) }

func (o *outline) add(p corner) {
	o.points = append(o.points, p)
	o.ends[len(o.ends)-1] = len(o.points)
}

// trace makes o the outline of a character.
func (t *glyphCache) trace(o *outline, f *face, k glyphKey) {
	o.points, o.ends = o.points[:0], o.ends[:0]
	phase := k.phase * phaseStep
	glyph := f.glyphOf(k.char)
	if h := f.syllableFace(k.char); glyph == 0 && h != nil {
		f, glyph = h, h.glyphOf(k.char)
	}
	if glyph == 0 {
		s, ok := symbols[k.char]
		if !ok {
			s = missing
		}
		for _, pts := range s.polygons {
			o.begin()
			for _, p := range pts {
				o.add(corner{scaled(p.x, k.size, 1000) + phase, -scaled(p.y, k.size, 1000)})
			}
		}
		return
	}
	// Asked for a size in subpixels, sfnt answers in subpixels, y down;
	// maxSizeUnits keeps eight ems within its 32 bits. An unreadable glyph has
	// no outline. A test reads every glyph.
	segments, err := f.outlines.LoadGlyph(&t.font, glyph, fixed.Int26_6(k.size*4), nil)
	if err == nil {
		o.follow(segments, phase)
	}
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

// follow adds the contours that lines and quadratic curves make, moved to the right.
func (o *outline) follow(segments sfnt.Segments, right int) {
	at := func(p fixed.Point26_6) corner { return corner{int(p.X) + right, int(p.Y)} }
	for i := range segments {
		s := &segments[i]
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			o.begin()
			o.add(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			o.add(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			o.curve(at(s.Args[0]), at(s.Args[1]))
		}
	}
}

// maxSteps bounds the lines of a curve: enough for a curve of 256 pixels.
const maxSteps = 64

// curve adds the lines that approximate a quadratic curve from the last point, at
// most 1/64 pixel off.
func (o *outline) curve(p, to corner) {
	from := o.points[len(o.points)-1]
	bend := max(abs(from.x-2*p.x+to.x), abs(from.y-2*p.y+to.y))
	steps := 1
	for bend > 16*steps*steps && steps < maxSteps {
		steps++
	}
	for s := 1; s <= steps; s++ {
		a, b, c := (steps-s)*(steps-s), 2*s*(steps-s), s*s
		at := func(u, v, w int) int { return (a*u + b*v + c*w) / (steps * steps) }
		o.add(corner{at(from.x, p.x, to.x), at(from.y, p.y, to.y)})
	}
}
