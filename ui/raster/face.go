package raster

import (
	"sync"

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
	*outlines
	glyphs     []uint16 // by character below maxRune; 0: none
	advances   []uint16 // by glyph
	kern       []int16  // by pair of printable ASCII characters
	digitWidth int      // the widest digit
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

func newFace(data []byte) (*face, error) {
	o, err := parseOutlines(data)
	if err != nil {
		return nil, err
	}
	f := &face{
		outlines: o,
		glyphs:   make([]uint16, maxRune),
		advances: make([]uint16, o.glyphCount),
		kern:     make([]int16, kernCount*kernCount),
	}
	for r := range rune(maxRune) {
		f.glyphs[r] = uint16(o.glyph(r))
	}
	for g := range f.advances {
		f.advances[g] = uint16(o.advance(g))
	}
	for d := '0'; d <= '9'; d++ {
		f.digitWidth = max(f.digitWidth, f.advanceOf(d))
	}
	ascii := make([]int, o.glyphCount) // the character of a glyph, 0 for none
	for r := rune(firstKern); r < firstKern+kernCount; r++ {
		ascii[f.glyphs[r]] = int(r)
	}
	o.eachKern(func(left, right, units int) {
		if left < len(ascii) && right < len(ascii) && ascii[left] != 0 && ascii[right] != 0 {
			f.kern[(ascii[left]-firstKern)*kernCount+ascii[right]-firstKern] = int16(units)
		}
	})
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

func (f *face) glyphOf(r rune) int {
	if r >= 0 && r < maxRune {
		return int(f.glyphs[r])
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
