package raster

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"
)

const needed = "–—…‘’“”•·×÷±−≤≥≈≠→←↑↓▸▾▴◂✓✕°µστΣαΔ∞½¼¾●■◆▲○□◇△⏸▶⏹⏵⏭⏮☰▤◐⚙✚↺↻²³√"

func TestTypefaceHasWhatAnInterfaceNeeds(t *testing.T) {
	for w := range numWeights {
		f := faceOf(w)
		for r := rune(0x20); r < 0x100; r++ {
			if (r < 0x7f || r >= 0xa0) && f.glyphOf(r) == 0 {
				t.Errorf("weight %d: no glyph for %q", w, r)
			}
		}
		for _, r := range needed {
			if _, symbol := symbols[r]; f.glyphOf(r) == 0 && !symbol {
				t.Errorf("weight %d: neither glyph nor symbol for %q", w, r)
			}
		}
		for g := range f.outlines.NumGlyphs() {
			if _, err := f.outlines.LoadGlyph(nil, sfnt.GlyphIndex(g), 64, nil); err != nil {
				t.Errorf("weight %d, glyph %d: %v", w, g, err)
			}
		}
	}
}

// Symbols are for what the typeface lacks; a symbol it has would never be used.
func TestSymbolsAreNotGlyphs(t *testing.T) {
	for r := range symbols {
		if faceOf(Regular).glyphOf(r) != 0 {
			t.Errorf("%q is in the typeface", r)
		}
	}
}

func TestText(t *testing.T) {
	c := NewCanvas(24, 12, 1)
	c.Text(Font{Size: 12, Weight: Bold}, Point{1, 10}, "Ti1", white)
	want := strings.TrimPrefix(textGolden, "\n")
	if got := ascii(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMeasureIsWhatTextReturns(t *testing.T) {
	c := NewCanvas(400, 40, 1.5)
	rapid.Check(t, func(t *rapid.T) {
		f := Font{
			Weight:  Weight(rapid.IntRange(0, 4).Draw(t, "weight")),
			Size:    rapid.Float32Range(0, 40).Draw(t, "size"),
			Tabular: rapid.Bool().Draw(t, "tabular"),
			Mono:    rapid.Bool().Draw(t, "mono"),
		}
		s := rapid.String().Draw(t, "s")
		if m, w := f.Measure(s), c.Text(f, Point{5, 30}, s, white); m != w {
			t.Fatalf("Measure %v, Text %v", m, w)
		}
	})
}

func TestWidthIsProportionalToSize(t *testing.T) {
	s := "Interpolated: between two snapshots, 0123456789"
	one, ten := Font{Size: 1}.Measure(s), Font{Size: 10}.Measure(s)
	if math.Abs(float64(ten-10*one)) > 1e-3 {
		t.Errorf("%v at 10, %v at 1", ten, one)
	}
}

func TestTabularDigitsDoNotDance(t *testing.T) {
	for w := range numWeights {
		f := Font{Weight: w, Size: 13, Tabular: true}
		want := f.Measure("0.00")
		for _, s := range []string{"1.11", "7.47", "9.13"} {
			if got := f.Measure(s); got != want {
				t.Errorf("weight %d: %q is %v wide, %q %v", w, s, got, "0.00", want)
			}
		}
		f.Tabular = false
		if f.Measure("1111") >= f.Measure("0000") {
			t.Errorf("weight %d: proportional ones are as wide as noughts", w)
		}
	}
}

// In cells a text is as wide as it has characters, and Hangul takes two.
func TestMonoCells(t *testing.T) {
	for w := range numWeights {
		f := Font{Weight: w, Size: 10, Mono: true}
		cell := f.Measure("0")
		for text, cells := range map[string]int{"iiii": 4, "mWm": 3, "To AV.": 6, "é지": 3, "": 0} {
			if got, want := f.Measure(text), cell*float32(cells); math.Abs(float64(got-want)) > 1e-3 {
				t.Errorf("weight %d: %q is %v wide, want %d cells, %v", w, text, got, cells, want)
			}
		}
	}
}

func TestKerning(t *testing.T) {
	f := Font{Size: 100}
	if pair, apart := f.Measure("To"), f.Measure("T")+f.Measure("o"); pair >= apart-3 {
		t.Errorf("%q is %v wide, its letters %v", "To", pair, apart)
	}
}

func TestTruncate(t *testing.T) {
	f := Font{Size: 13}
	s := "between two snapshots, one delay ago"
	if got := f.Truncate(s, f.Measure(s)); got != s {
		t.Errorf("a text that fits became %q", got)
	}
	if got := f.Truncate(s, 3); got != "" {
		t.Errorf("%q is meant to fit in 3 dp", got)
	}
	if got, want := f.Truncate(s, f.Measure("between two…")), "between two…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		width := rapid.Float32Range(-1, 200).Draw(t, "width")
		got := f.Truncate(s, width)
		if got != "" && f.Measure(got) > width {
			t.Fatalf("%q is %v wide, allowed %v", got, f.Measure(got), width)
		}
		if got != s && got != "" && !strings.HasPrefix(s, strings.TrimSuffix(got, "…")) {
			t.Fatalf("%q is not a beginning of %q", got, s)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Fatalf("%q is cut within a character", got)
		}
	})
}

func TestMetrics(t *testing.T) {
	f := Font{Size: 100}
	if h, l := f.CapHeight(), f.LineHeight(); !(h > 65 && h < 80 && l > h+20 && l < 130) {
		t.Errorf("capitals %v, line %v", h, l)
	}
	// Capitals reach from the baseline to the cap height.
	c := NewCanvas(100, 100, 1)
	c.Text(f, Point{10, 90}, "H", white)
	top := 90 - int(f.CapHeight()+0.5)
	x := 10 + 15
	if c.Image().RGBAAt(x, 89).R < 250 || c.Image().RGBAAt(x, 90).R != 0 {
		t.Error("H does not stand on its baseline")
	}
	if c.Image().RGBAAt(x, top+1).R < 250 || c.Image().RGBAAt(x, top-2).R != 0 {
		t.Error("H is not as high as capitals are")
	}
}

func TestMissingCharactersAreBoxes(t *testing.T) {
	for _, s := range []string{"語", "\x01", "\xff", "\U0010ffff"} {
		c := NewCanvas(20, 20, 1)
		c.Text(Font{Size: 16}, Point{1, 16}, s, white)
		if n := countDrawn(c); n < 20 {
			t.Errorf("%q: %d pixels drawn, want a visible box", s, n)
		}
	}
}

func countDrawn(c *Canvas) (n int) {
	for i := 0; i < len(c.Image().Pix); i += 4 {
		if c.Image().Pix[i] > 40 {
			n++
		}
	}
	return n
}

// Baselines are whole pixels, so that moving text by a part of a pixel upwards
// does not blur it.
func TestBaselinesAreWholePixels(t *testing.T) {
	a, b := NewCanvas(60, 20, 1), NewCanvas(60, 20, 1)
	a.Text(Font{Size: 13}, Point{2, 15}, "Baseline", white)
	b.Text(Font{Size: 13}, Point{2, 15.4}, "Baseline", white)
	if string(a.Image().Pix) != string(b.Image().Pix) {
		t.Error("the same row gives another picture")
	}
}

// A glyph's mask is the area of its outline.
func TestGlyphAgainstTwin(t *testing.T) {
	c := NewCanvas(1, 1, 1)
	f := faceOf(Regular)
	for _, r := range "O8&a%" {
		k := glyphKey{Regular, 15 * 64, 1, r}
		var shapes [][]Point
		var o outline
		c.glyphs.trace(&o, f, k)
		for i := range o.ends {
			var shape []Point
			for _, p := range o.contour(i) {
				shape = append(shape, Point{float32(p.x) / one, float32(p.y) / one})
			}
			shapes = append(shapes, shape)
		}
		twin := inside(func(x, y float64) bool {
			n := 0
			for _, s := range shapes {
				n += winding(s, x, y)
			}
			return n != 0
		})
		g := c.glyphs.get(f, k)
		if g.w < 4 || g.h < 8 {
			t.Fatalf("%q: a mask of %d×%d", r, g.w, g.h)
		}
		at := func(x, y int) float64 { return float64(g.coverage[y*g.w+x]) / 255 }
		compare(t, string(r), g.w, g.h, at, func(x, y float64) bool { return twin(x+float64(g.dx), y+float64(g.dy)) }, 0.09)
	}
}

// Canvases share the typefaces and may be used at the same time.
func TestTextInSeveralGoroutines(t *testing.T) {
	pictures := make(chan string)
	for range 4 {
		go func() {
			c := NewCanvas(200, 60, 1)
			for w := range numWeights {
				c.Text(Font{Weight: w, Size: 13}, Point{2, 15 + 20*float32(w)}, "Several canvases at a time", white)
			}
			pictures <- string(c.Image().Pix)
		}()
	}
	first := <-pictures
	for range 3 {
		if <-pictures != first {
			t.Error("the same text gives another picture")
		}
	}
}

func TestGlyphCacheIsBounded(t *testing.T) {
	c := NewCanvas(10, 10, 1)
	for size := float32(300); size < 360; size++ {
		c.Text(Font{Size: size}, Point{0, 8}, "MW@%&BGOQ#", white)
		if c.glyphs.bytes > maxMaskBytes+1<<20 {
			t.Fatalf("%d bytes of masks", c.glyphs.bytes)
		}
	}
}

// textGolden is "Ti1" in Bold at 12 px.
const textGolden = `
..........:.............
.=******=-@+..=*+.......
.=##%%##=.+:.#@@#.......
....%%...:+-:#-@#.......
....%%...-@+...@#.......
....%%...-@+...@#.......
....%%...-@+...@#.......
....%%...-@+...@#.......
....%%...-@+...@#.......
....%%...-@+...@#.......
........................
........................
`
