package raster

import (
	"unicode/utf8"
)

// Font is a way to write: a weight and a size. Text is laid out by unhinted
// advances, so that its width is proportional to the size at every scale.
type Font struct {
	Weight  Weight
	Size    float32 // dp; the height of an em
	Tabular bool    // digits have equal advances, so that a number keeps its width as it changes
	Mono    bool    // all characters stand in cells as wide as a digit, Hangul in two of them: for code
}

// layout begins a line of text.
func (f Font) layout() layout {
	return layout{face: faceOf(f.Weight), tabular: f.Tabular, mono: f.Mono}
}

// sizeUnits is the size in 1/64 dp; a font without a positive size has none.
func (f Font) sizeUnits(scale float32) int {
	s, ok := toSub(f.Size, scale)
	if !ok {
		return 0
	}
	return min(max(0, (s+2)>>2), maxSizeUnits)
}

// maxSizeUnits bounds the size of text: 512 pixels.
const maxSizeUnits = 512 * 64

// length turns font units into logical pixels.
func (f Font) length(units int) float32 {
	return float32(float64(units*f.sizeUnits(1)) / float64(64*faceOf(f.Weight).unitsPerEm))
}

// CapHeight is the height of capitals: text stands in the middle of a box when
// its baseline is half of this below the middle.
func (f Font) CapHeight() float32 { return f.length(faceOf(f.Weight).capHeight) }

// LineHeight is the distance between the baselines of lines of text.
func (f Font) LineHeight() float32 {
	face := faceOf(f.Weight)
	return f.length(face.ascent + face.descent)
}

// Has reports whether a character can be drawn and is not a hollow box.
func (f Font) Has(r rune) bool {
	face := faceOf(f.Weight)
	_, drawn := symbols[r]
	return drawn || face.glyphOf(r) != 0 || face.syllableFace(r) != nil
}

// Measure returns the width of s: where Text would place what follows it.
func (f Font) Measure(s string) float32 {
	l := f.layout()
	for _, r := range s {
		l.next(r)
	}
	return f.length(l.pen)
}

// Truncate returns s if it is at most the given width wide, and otherwise its
// longest beginning that, with "…" after it, is; "" if not even "…" is.
func (f Font) Truncate(s string, width float32) string {
	const ellipsis = "…"
	if f.Measure(s) <= width {
		return s
	}
	if !(f.Measure(ellipsis) <= width) {
		return ""
	}
	l := f.layout()
	fits := 0
	for i, r := range s {
		l.next(r)
		end := l
		end.next('…')
		if f.length(end.pen) > width {
			break
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		fits = i + size
	}
	for fits > 0 && s[fits-1] == ' ' {
		fits--
	}
	return s[:fits] + ellipsis
}

// layout places one character after the other.
type layout struct {
	face    *face
	tabular bool
	mono    bool
	pen     int // font units from the start to the next character
	last    rune
}

// next returns where r is drawn, in font units, and moves on. In a tabular
// font, digits stand in the middle of equal widths and are not kerned.
func (l *layout) next(r rune) (at int) {
	if l.mono {
		cell := l.face.digitWidth
		if IsSyllable(r) {
			cell *= 2
		}
		at = l.pen + (cell-l.face.advanceOf(r))/2
		l.pen += cell
		return at
	}
	digit := l.tabular && isDigit(r)
	if !digit && !(l.tabular && isDigit(l.last)) {
		l.pen += l.face.kerning(l.last, r)
	}
	l.last = r
	at, advance := l.pen, l.face.advanceOf(r)
	if digit {
		at += (l.face.digitWidth - advance) / 2
		advance = l.face.digitWidth
	}
	l.pen += advance
	return at
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// Text writes s in one line and returns its width in logical pixels. p is the
// left end of the baseline. Baselines are rounded to whole device pixels and
// the places of characters to quarters of one. A character without a glyph
// is a hollow box, as is a control character.
func (c *Canvas) Text(f Font, p Point, s string, col Color) (width float32) {
	c.glyphs.follow()
	l := f.layout()
	start, ok := toCorner(p, c.scale)
	size := f.sizeUnits(c.scale)
	if !ok || size == 0 {
		return f.Measure(s)
	}
	baseline := floorPixel(start.y + one/2)
	// No glyph reaches farther than two ems from its pen.
	src, reach := newSource(col), size/32
	if baseline+reach < c.clip.y0 || baseline-reach > c.clip.y1 {
		return f.Measure(s)
	}
	for _, r := range s {
		at := l.next(r)
		// Font units times 1/64 px per em, times 4: subpixels.
		left := start.x + (at*size*4+l.face.unitsPerEm/2)/l.face.unitsPerEm + phaseStep/2
		px := floorPixel(left)
		if px > c.clip.x1+reach || px+reach < c.clip.x0 {
			continue
		}
		c.drawMask(px, baseline, c.glyphs.get(l.face, glyphKey{f.Weight, size, left & (one - 1) / phaseStep, r}), src)
	}
	return f.length(l.pen)
}
