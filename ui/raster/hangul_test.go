package raster

import (
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"snaplab/assets"
)

func hangulFiles(t testing.TB) (data [2][]byte) {
	t.Helper()
	for i, path := range assets.HangulFaces {
		var err error
		if data[i], err = assets.Hangul.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

func TestSyllablesCanBeDrawn(t *testing.T) {
	if embeddedHangul(); hangul[0].Load() == nil {
		t.Fatal("there are no syllables")
	}
	for i := range hangul {
		f := hangul[i].Load()
		for g := range f.outlines.NumGlyphs() {
			if _, err := f.outlines.LoadGlyph(nil, sfnt.GlyphIndex(g), 64, nil); err != nil {
				t.Errorf("face %d, glyph %d: %v", i, g, err)
			}
		}
	}
	c := NewCanvas(14, 13, 1)
	c.Text(Font{Size: 13, Weight: Bold}, Point{1, 11}, "한", white)
	want := strings.TrimPrefix(syllableGolden, "\n")
	if got := ascii(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A syllable is as wide as the others, as heavy as its weight, and about as high above the
// baseline as a capital; what is no syllable and what the faces lack is as ever.
func TestSyllablesFitTheTypeface(t *testing.T) {
	for _, w := range []Weight{Regular, Medium, Bold} {
		f := Font{Weight: w, Size: 100}
		one, more := f.Measure("가"), f.Measure("가나다라")
		if one < 80 || one > 95 || more < 4*one-0.5 || more > 4*one+0.5 {
			t.Errorf("weight %d: a syllable is %v wide and four are %v", w, one, more)
		}
		if with := f.Measure("10 ms 지연"); with < f.Measure("10 ms ")+2*one-1 {
			t.Errorf("weight %d: a text of both is %v wide", w, with)
		}
		if lacking, box := f.Measure("뷁"), f.Measure("\uffff"); lacking != box {
			t.Errorf("weight %d: a syllable that is not there is %v wide, a box %v", w, lacking, box)
		}
		face := faceOf(w)
		var cache glyphCache
		ink := func(r rune) (top, bottom, sum int) {
			m := cache.get(face, glyphKey{w, 100 * 64, 0, r})
			for _, v := range m.coverage {
				sum += int(v)
			}
			return -m.dy, -m.dy - m.h, sum / 255
		}
		top, bottom, _ := ink('마')
		if top < 70 || top > 90 || bottom < -15 || bottom > 0 {
			t.Errorf("weight %d: a syllable reaches from %d to %d of 100 above the baseline", w, bottom, top)
		}
	}
	var cache glyphCache
	sum := func(w Weight) (n int) {
		for _, v := range cache.get(faceOf(w), glyphKey{w, 100 * 64, 0, '마'}).coverage {
			n += int(v)
		}
		return n
	}
	if light, heavy := sum(Regular), sum(Bold); heavy < light*11/10 || sum(Medium) != heavy {
		t.Errorf("ink %d in regular, %d in medium and %d in bold", light, sum(Medium), heavy)
	}
}

func TestSyllablesComeLater(t *testing.T) {
	data := hangulFiles(t)
	embeddedHangul()
	var before [2]*face
	for i := range hangul {
		before[i] = hangul[i].Swap(nil)
	}
	f := Font{Size: 12}
	c, with := NewCanvas(14, 14, 1), NewCanvas(14, 14, 1)
	c.Text(f, Point{1, 11}, "가", white)
	boxed := ascii(c)
	if hangul[0].Load() != nil || f.Measure("가") != f.Measure("\uffff") {
		t.Error("there are syllables already")
	}
	if err := LoadHangul(data[0], []byte("no font")); err == nil || hangul[0].Load() != nil {
		t.Errorf("half a load: error %v", err)
	}
	inter, err := assets.FS.ReadFile("fonts/Inter-Bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	if err := LoadHangul(data[0], inter); err != nil {
		t.Errorf("a face without syllables is one that lacks them all: %v", err)
	}
	if err := LoadHangul(data[0], data[1]); err != nil || hangul[0].Load() == nil {
		t.Errorf("loaded: %v", err)
	}
	c.FillRect(c.Bounds(), Color{A: 255})
	c.Text(f, Point{1, 11}, "가", white)
	with.FillRect(with.Bounds(), Color{A: 255})
	with.Text(f, Point{1, 11}, "가", white)
	got := ascii(c)
	if got == boxed || got != ascii(with) {
		t.Errorf("after loading the canvas that had boxes draws\n%s", got)
	}
	for i := range hangul {
		hangul[i].Store(before[i])
	}
}

func BenchmarkKoreanText(b *testing.B) {
	c := NewCanvas(800, 40, 1)
	f := Font{Size: 12.5}
	for b.Loop() {
		c.Text(f, Point{4, 20}, "서버가 1초에 보내는 스냅샷의 수입니다. 적을수록 대역폭을 아끼지만 지연이 더 필요합니다.", white)
	}
}

const syllableGolden = `
....+=...==...
.:--##--:**...
.=######-**...
...=**-..**...
..*%++%=.*%%-.
..%=..*#.*#-..
..*#-=%+.**...
...+##=..**...
...=-....**...
...#+....::...
...#*------...
...#%%%%%%%:..
..............
`

// A build that doesn't carry the faces is told when they are wanted.
func TestHangulIsWantedWhenItIsMissed(t *testing.T) {
	embeddedHangul() // what is embedded is loaded by now
	var had [2]*face
	for i := range hangul {
		had[i] = hangul[i].Swap(nil)
	}
	wanted.Store(false) // by a test before this one
	defer func() {
		for i := range hangul {
			hangul[i].Store(had[i])
		}
		wanted.Store(false)
	}()
	for _, c := range []struct {
		text string
		want bool
	}{{"Latin, Ω and ▲", false}, {"한", true}} {
		Font{Size: 10}.Measure(c.text)
		if got := WantsHangul(); got != c.want {
			t.Errorf("after measuring %q the faces are wanted: %v, want %v", c.text, got, c.want)
		}
	}
	if data := hangulFiles(t); LoadHangul(data[0], data[1]) != nil || WantsHangul() {
		t.Error("once they are loaded the faces are wanted still")
	}
}
