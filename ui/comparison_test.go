package ui

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// mistaken returns a paused application after some seconds of a mistake.
func mistaken(t *testing.T, m config.Comparison) *App {
	t.Helper()
	s := config.DefaultScenario()
	s.Settings.Comparison = m
	a := testApp(t, s)
	a.AdvanceTo(5 * time.Second)
	return a
}

// Chosen by the keyboard, the comparison has an arena of its own where there is room for
// four, and elsewhere takes the place of the raw one; none takes it away again.
func TestComparisonHasAnArena(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		place game.Lens
	}{{1280, 720, game.Fourth}, {1920, 1080, game.Fourth}, {layout.MinWidth, layout.MinHeight, game.Raw}, {800, 500, game.Raw}} {
		comparisonHasAnArena(t, c.w, c.h, c.place)
	}
}

func comparisonHasAnArena(t *testing.T, w, h0 int, place game.Lens) {
	a := testApp(t, config.DefaultScenario())
	a.Resize(w, h0, 1)
	h := &hand{app: a}
	a.AdvanceTo(2 * time.Second)
	h.rest()
	choose := func(keys ...im.Key) {
		a.ctx.SetFocus("comparison")
		h.rest()
		for _, k := range keys {
			h.key(k)
		}
		a.AdvanceTo(a.Session().Now() + 2*time.Second)
		h.rest()
	}
	heads := func() (names []string) {
		list := a.List().String()
		for _, name := range []string{"RAW", "INTERPOLATED", "EXTRAPOLATED", "ROCICORP"} {
			if strings.Contains(list, `"`+name+`" bold`) {
				names = append(names, name)
			}
		}
		return names
	}
	three := []string{"RAW", "INTERPOLATED", "EXTRAPOLATED"}
	if got := heads(); !slices.Equal(got, three) {
		t.Fatalf("%d×%d: at first the arenas are %v", w, h0, got)
	}
	choose(im.KeyEnter, im.KeyEnd, im.KeyEnter)
	if s := a.Session().Settings(); s.Comparison.String() != "gaffer" || s.SendRate != 10*config.Hertz || s.TickRate != 60*config.Hertz || !s.AsShipped() {
		t.Fatalf("the last choice is %s at %v mHz, want gaffer as shipped", s.Comparison, s.SendRate)
	}
	last := []im.Key{im.KeyEnter, im.KeyEnd} // of those on this link
	for _, b := range config.AllComparisons() {
		if b.Shipped() > 0 {
			last = append(last, im.KeyUp)
		}
	}
	choose(append(last, im.KeyEnter)...)
	if m := a.Session().Settings().Comparison.String(); m != "rocicorp" {
		t.Fatalf("the last choice is %s", m)
	}
	want := []string{"RAW", "INTERPOLATED", "EXTRAPOLATED", "ROCICORP"}
	if place == game.Raw {
		want = want[1:]
	}
	if got := heads(); !slices.Equal(got, want) || a.model.Arenas != game.Lens(len(want)) {
		t.Errorf("%d×%d: the arenas are %v, want %v", w, h0, got, want)
	}
	if got, want := a.readings.Lenses[place], a.Session().Recent(game.Fourth, view.ReadingSpan); got != want || want == (measure.Recent{}) {
		t.Errorf("its figures are %+v, want %+v", got, want)
	}
	choose(im.KeyEnter, im.KeyHome, im.KeyEnter)
	if got := heads(); !slices.Equal(got, three) {
		t.Errorf("%d×%d: none leaves the arenas %v", w, h0, got)
	}
}

// Every mistake has its name and sentence in the window, whole, in every size of it.
func TestMistakeTextsFit(t *testing.T) {
	text := &English.Comparison
	choices := config.AllComparisons()
	if len(text.Names) != len(choices) || len(text.Titles) != len(choices) {
		t.Fatalf("%d names and %d titles of %d choices", len(text.Names), len(text.Titles), len(choices))
	}
	for _, m := range choices[1:] {
		a := mistaken(t, m)
		for _, size := range [][2]int{{layout.MinWidth, layout.MinHeight}, {1120, 700}, {1280, 720}, {1920, 1080}} {
			a.Resize(size[0], size[1], 1)
			a.Update(&im.Input{}, 0)
			a.Update(&im.Input{}, 0)
			list := a.List().String()
			name := text.Names[m]
			if s := a.Session().Settings(); s.AsShipped() {
				name += ", 10 Hz" // those of the default scenario
			}
			for _, want := range []string{`"` + text.Titles[m] + `" bold 12.5 fourth`, `"` + name + `"`} {
				if !strings.Contains(list, want) {
					t.Errorf("%s at %v: %s is not there", m, size, want)
				}
			}
			if !strings.Contains(list, `"`+text.What[view.ComparisonGroup(m)]+`"`) && !strings.Contains(list, `"`+text.Short[view.ComparisonGroup(m)]+`"`) {
				t.Errorf("%s at %v: the words after its name are cut", m, size)
			}
			if wide := size[0] >= 1280; strings.Contains(list, `"RAW"`) != wide {
				t.Errorf("%s at %v: there is a raw arena: %v, want %v", m, size, !wide, wide)
			}
			if m.Engine() { // its version and its zero
				version, _, _ := strings.Cut(m.Version(), " (")
				zero := text.Zeros[len(text.Zeros)-len(text.Names)+int(m)]
				words := strings.Fields(zero)
				if !regexp.MustCompile(regexp.QuoteMeta(strings.Fields(version)[0]) + `(?s).* ms.*` + regexp.QuoteMeta(words[len(words)-1])).MatchString(list) {
					t.Errorf("%s at %v: the caption does not say %s and %s", m, size, version, zero)
				}
			}
			if n := captionLines(t, list, text.Sentences[m]); n > 4 {
				t.Errorf("%s at %v: the caption has %d lines", m, size, n)
			}
		}
	}
}

// captionLines returns in how many lines a list has a sentence, which must be there whole.
func captionLines(t *testing.T, list, sentence string) (n int) {
	t.Helper()
	texts := viewtest.Writings(t, list)
	for i := range texts {
		rest := sentence
		for n = 0; rest != "" && i+n < len(texts) && strings.HasPrefix(rest, texts[i+n].Text); n++ {
			rest = strings.TrimPrefix(rest[len(texts[i+n].Text):], " ")
		}
		if rest == "" {
			return n
		}
	}
	t.Errorf("%q is not there, or cut", sentence)
	return 0
}

// quake returns a paused application with four arenas after some seconds.
func quake(t *testing.T) *App {
	t.Helper()
	s := config.DefaultScenario()
	if err := config.MustSetting("engine").Assign(&s.Settings, "quake3"); err != nil {
		t.Fatal(err)
	}
	a := testApp(t, s)
	a.Resize(1280, 720, 1)
	a.AdvanceTo(5 * time.Second)
	return a
}

// The fourth arena is a control as the others are: Tab leads to it from the third, arrows
// select what it draws, and what is selected there is selected in all.
func TestFourthArenaByKeyboard(t *testing.T) {
	a := quake(t)
	h := &hand{app: a}
	h.rest()
	a.ctx.SetFocus("arena/extrapolated")
	h.rest()
	h.key(im.KeyTab)
	if a.ctx.Focus() != "arena/fourth" {
		t.Fatalf("Tab leads to %s", a.ctx.Focus())
	}
	h.key(im.KeyRight)
	if first := a.Session().AppendDrawn(nil, game.Fourth)[0].ID; a.model.Selected != first {
		t.Errorf("an arrow selects %d, want %d", a.model.Selected, first)
	}
}

// Four arenas stand side by side, nothing of them outside the window or
// over each other, and drawn in columns are the same picture.
func TestFourArenasStandSideBySide(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	a := quake(t)
	for _, w := range []int{1280, 1400, 1920} {
		a.Resize(w, 720, 1)
		a.Update(&im.Input{Focused: true}, 0)
		last := raster.Rect{X: a.places.Column.Max().X}
		for l := range game.MaxLenses {
			r := a.places.Arenas[l]
			if r.X < last.Max().X+view.Margin-0.01 || r.Max().X > float32(w)-view.Margin+0.01 || r.W < 240 || r.Max().Y > a.places.Packets.Y-view.Margin+0.01 {
				t.Errorf("%d dp: arena %d is at %v", w, l, r)
			}
			last = r
		}
		whole := raster.NewCanvas(w, 720, 1)
		a.list.Replay(whole)
		if img, _ := a.Render(); string(img.Pix) != string(whole.Image().Pix) {
			t.Errorf("%d dp: the columns make another picture", w)
		}
	}
}
