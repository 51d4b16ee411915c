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
	first                      rune              // the character of glyphs[0]
	glyphs                     []sfnt.GlyphIndex // by character from first on; 0: none
	advances                   []uint16          // by glyph
	kern                       []int16           // by pair of printable ASCII characters
	digitWidth                 int               // the widest digit
	syllables                  *syllables        // the Korean face that goes with it; nil for none
}

// The characters with a glyph lie below maxRune; kerning is between the
// printable ASCII characters.
const (
	maxRune   = 0x2800
	firstKern = '!'
	kernCount = '~' - '!' + 1
)

var faces = [numWeights]func() *face{
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Regular.ttf", &hangul[0]) }),
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Medium.ttf", &hangul[1]) }),
	sync.OnceValue(func() *face { return mustLoad("fonts/Inter-Bold.ttf", &hangul[1]) }),
}

// faceOf returns the face of a weight.
func faceOf(w Weight) *face {
	if w >= numWeights {
		w = Regular
	}
	return faces[w]()
}

// mustLoad loads an embedded font that goes with the Korean face s. It panics if the
// font can't be read: a test loads each, so that happens only in a broken build.
func mustLoad(path string, s *syllables) *face {
	data, err := assets.FS.ReadFile(path)
	if err != nil {
		panic(err)
	}
	f, err := newFace(data, 0, maxRune)
	if err == nil {
		err = f.readKerning()
	}
	if err != nil {
		panic(err)
	}
	f.syllables = s
	return f
}

// newFace reads the metrics of a font file and the glyphs of count characters from first
// on. At a size of unitsPerEm the lengths that sfnt returns are font units.
func newFace(data []byte, first rune, count int) (*face, error) {
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
		first:      first,
		glyphs:     make([]sfnt.GlyphIndex, count),
		advances:   make([]uint16, o.NumGlyphs()),
	}
	for i := range f.glyphs {
		r := first + rune(i)
		if f.glyphs[i], err = o.GlyphIndex(&buf, r); err != nil {
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
	return f, nil
}

// readKerning finds the widest digit and reads the kerning of all pairs of printable
// ASCII characters.
func (f *face) readKerning() error {
	for d := '0'; d <= '9'; d++ {
		f.digitWidth = max(f.digitWidth, int(f.advances[f.glyphOf(d)]))
	}
	var buf sfnt.Buffer
	em := fixed.Int26_6(f.unitsPerEm)
	f.kern = make([]int16, kernCount*kernCount)
	printable := f.glyphs[firstKern : firstKern+kernCount]
	for i, left := range printable {
		for j, right := range printable {
			kern, err := f.outlines.Kern(&buf, left, right, em, font.HintingNone)
			if err != nil {
				return fmt.Errorf("font kerning of %q: %w", []rune{rune(i + firstKern), rune(j + firstKern)}, err)
			}
			f.kern[i*kernCount+j] = int16(kern)
		}
	}
	return nil
}

// advanceOf returns the width of a character, drawn as a symbol or as the box
// of a missing one if the typeface lacks it.
func (f *face) advanceOf(r rune) int {
	if g := f.glyphOf(r); g != 0 {
		return int(f.advances[g])
	}
	if h := f.syllableFace(r); h != nil {
		return int(h.advances[h.glyphOf(r)])
	}
	if s, ok := symbols[r]; ok {
		return s.advance * f.unitsPerEm / 1000
	}
	return missing.advance * f.unitsPerEm / 1000
}

// glyphOf returns the glyph of a character, 0 if the typeface lacks it.
func (f *face) glyphOf(r rune) sfnt.GlyphIndex {
	if i := int(r - f.first); i >= 0 && i < len(f.glyphs) {
		return f.glyphs[i]
	}
	return 0
}

// kerning returns what to add to the distance of two neighbouring characters.
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
