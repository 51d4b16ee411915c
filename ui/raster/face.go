package raster

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"snaplab/assets"
)

// Weight is the thickness of a font's strokes.
type Weight uint8

// The weights there are; others count as Regular.
const (
	Regular Weight = iota
	Medium
	Bold
	numWeights
)

// face is a typeface at one weight, unchanging once loaded and shared by all
// canvases. Lengths are font units.
type face struct {
	outlines                   *sfnt.Font
	unitsPerEm                 int
	ascent, descent, capHeight int
	glyphs                     []sfnt.GlyphIndex // by character below maxRune; 0: none
	advances                   []uint16          // by glyph
	kern                       []int16           // by pair of printable ASCII characters
	digitWidth                 int               // the widest digit
}

// The characters with a glyph lie below maxRune; kerning is between the
// printable ASCII characters.
const (
	maxRune   = 0x2800
	firstKern = '!'
	kernCount = '~' - '!' + 1
)

var faces = [numWeights]func() *face{
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Regular.ttf") }),
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Medium.ttf") }),
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Bold.ttf") }),
}

// faceOf returns the face of a weight.
func faceOf(w Weight) *face {
	if w >= numWeights {
		w = Regular
	}
	return faces[w]()
}

// mustLoad loads an embedded font. Those are part of the program, and a test
// loads each, so it fails only in a broken build.
func mustLoad(path string) *face {
	data, err := assets.FS.ReadFile(path)
	if err != nil {
		panic(err)
	}
	f, err := newFace(data)
	if err != nil {
		panic(err)
	}
	return f
}

// newFace reads everything but the outlines of a font file. At a size of
// unitsPerEm the lengths that sfnt returns are font units.
func newFace(data []byte) (*face, error) {
	o, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	var buf sfnt.Buffer
	em := fixed.Int26_6(o.UnitsPerEm())
	m, err := o.Metrics(&buf, em, font.HintingNone)
	if err != nil {
		return nil, fmt.Errorf("font metrics: %w", err)
	}
	f := &face{
		outlines:   o,
		unitsPerEm: int(em),
		ascent:     int(m.Ascent),
		descent:    int(m.Descent),
		capHeight:  int(m.CapHeight),
		glyphs:     make([]sfnt.GlyphIndex, maxRune),
		advances:   make([]uint16, o.NumGlyphs()),
		kern:       make([]int16, kernCount*kernCount),
	}
	for r := range f.glyphs {
		if f.glyphs[r], err = o.GlyphIndex(&buf, rune(r)); err != nil {
			return nil, fmt.Errorf("font character %U: %w", r, err)
		}
	}
	for g := range f.advances {
		advance, err := o.GlyphAdvance(&buf, sfnt.GlyphIndex(g), em, font.HintingNone)
		if err != nil {
			return nil, fmt.Errorf("font advance of glyph %d: %w", g, err)
		}
		f.advances[g] = uint16(advance)
	}
	for d := '0'; d <= '9'; d++ {
		f.digitWidth = max(f.digitWidth, f.advanceOf(d))
	}
	printable := f.glyphs[firstKern : firstKern+kernCount]
	for i, left := range printable {
		for j, right := range printable {
			kern, err := o.Kern(&buf, left, right, em, font.HintingNone)
			if err != nil {
				return nil, fmt.Errorf("font kerning of %q: %w", []rune{rune(i + firstKern), rune(j + firstKern)}, err)
			}
			f.kern[i*kernCount+j] = int16(kern)
		}
	}
	return f, nil
}

// advanceOf returns the width of a character, drawn as a symbol or as the box
// of a missing one if the typeface lacks it.
func (f *face) advanceOf(r rune) int {
	if g := f.glyphOf(r); g != 0 {
		return int(f.advances[g])
	}
	if s, ok := symbols[r]; ok {
		return s.advance * f.unitsPerEm / 1000
	}
	return missing.advance * f.unitsPerEm / 1000
}

// glyphOf returns the glyph of a character, 0 if the typeface lacks it.
func (f *face) glyphOf(r rune) sfnt.GlyphIndex {
	if r >= 0 && r < maxRune {
		return f.glyphs[r]
	}
	return 0
}

// kerning returns how much closer (negative) two characters stand.
func (f *face) kerning(a, b rune) int {
	if a -= firstKern; a < 0 || a >= kernCount {
		return 0
	}
	if b -= firstKern; b < 0 || b >= kernCount {
		return 0
	}
	return int(f.kern[a*kernCount+b])
}

// missing is drawn for a character that is neither in the typeface nor among
// the symbols: a hollow box.
var missing = symbol{640, [][]corner{box(80, 0, 560, 720), reverse(box(140, 60, 500, 660))}}
