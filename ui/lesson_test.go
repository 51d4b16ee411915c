package ui

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/lessons"
	"snaplab/ui/raster"
)

// keepingShelf is a Host that keeps what it is given from run to run.
type keepingShelf struct {
	onAShelf
	kept map[string][]byte
	err  error
}

func (h *keepingShelf) Keep(name string, data []byte) error {
	if h.err == nil {
		h.kept[name] = slices.Clone(data)
	}
	return h.err
}

func (h *keepingShelf) Kept(name string) ([]byte, error) { return h.kept[name], h.err }

// lessonApp returns a paused application with a lesson on.
func lessonApp(t testing.TB, host Host, id string) (*App, *hand) {
	t.Helper()
	a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS, Host: host})
	h := &hand{app: a}
	h.rest()
	if id != "" {
		l, err := lesson.Find(embeddedLessons(t), id)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.StartLesson(l); err != nil {
			t.Fatal(err)
		}
	}
	a.SetPlaying(false)
	h.rest()
	return a, h
}

// TestLessonByKeys: L opens the list and Enter starts the first lesson; the pages are
// turned, the question is answered, and Esc leaves it and restores nothing.
func TestLessonByKeys(t *testing.T) {
	a, h := lessonApp(t, nil, "")
	first := &embeddedLessons(t)[0]
	h.key(im.KeyL)
	if !a.ctx.PopupOpen(lessons.Popup) {
		t.Fatal("L does not open the list")
	}
	h.key(im.KeyEnter)
	if on, _ := a.lessons.On(); on == nil || on.ID != first.ID || a.ctx.PopupOpen(lessons.Popup) || a.Session().Scenario().Seed != first.Scenario.Seed {
		t.Fatalf("Enter started %v, want %s", on, first.ID)
	}
	if got := a.Session().Settings(); got != first.Scenario.Settings {
		t.Error("the lesson's settings are not set")
	}
	at := func(want int, how string) {
		t.Helper()
		if _, step := a.lessons.On(); step != want {
			t.Fatalf("%s: at step %d, want %d", how, step+1, want+1)
		}
	}
	for _, turn := range []struct {
		key  im.Key
		want int
		how  string
	}{
		{im.KeyRight, 1, "→"}, {im.KeyPageUp, 0, "Page Up"}, {im.KeyLeft, 0, "← at the first"}, {im.KeyPageDown, 1, "Page Down"},
		{im.Key2, 1, "an answer"}, {im.KeyPageDown, 2, "Page Down after the answer"},
	} {
		h.key(turn.key)
		at(turn.want, turn.how)
	}
	// A remote's keys turn the pages whatever control has the keyboard.
	a.ctx.SetFocus("link/loss")
	h.rest()
	loss := a.settings.Down.Loss
	h.key(im.KeyPageUp)
	at(1, "Page Up on a slider")
	if a.settings.Down.Loss != loss {
		t.Error("Page Up moved the slider too")
	}
	a.ctx.SetFocus("")
	h.key(im.KeyEscape)
	if on, _ := a.lessons.On(); on != nil || a.Session().Settings() != config.DefaultScenario().Settings || a.message.text != English.Lesson.Left {
		t.Errorf("Esc: the lesson is %v, said is %q", on, a.message.text)
	}
}

// Esc goes from the inside out: what is over the lesson is left first, and the keys of a
// lesson that is covered do nothing.
func TestEscapeFromALesson(t *testing.T) {
	a, h := lessonApp(t, nil, "delay-margin")
	a.LessonStep(1)
	h.key(im.KeyT)
	h.key(im.Key1)
	h.key(im.KeyPageDown)
	if _, step := a.lessons.On(); !a.model.TuningOpen || step != 1 {
		t.Error("a lesson that is covered by the tuning page takes its keys")
	}
	for _, left := range []struct {
		what string
		on   func() bool
	}{
		{"the tuning page", func() bool { return a.model.TuningOpen }},
		{"the selection", func() bool { return a.model.Selected != 0 }},
		{"the lesson", func() bool { on, _ := a.lessons.On(); return on != nil }},
	} {
		if left.what == "the selection" {
			a.model.Selected = 1
		}
		if !left.on() {
			t.Fatalf("%s is left too early", left.what)
		}
		h.key(im.KeyEscape)
		if left.on() {
			t.Errorf("Esc does not leave %s", left.what)
		}
	}
	h.key(im.KeyT)
	l := embeddedLessons(t)[0]
	if err := a.StartLesson(&l); err != nil || a.model.TuningOpen {
		t.Errorf("a lesson starts behind the tuning page (%v)", err)
	}
}

// TestLessonProgress: a lesson is done when its tasks are achieved and its last step is
// reached, and what is done is kept.
func TestLessonProgress(t *testing.T) {
	host := &keepingShelf{kept: map[string][]byte{}}
	done := func() string { return string(host.kept[progressName]) }
	a, h := lessonApp(t, host, "delay-margin")
	on, _ := a.lessons.On()
	a.LessonStep(len(on.Steps) - 1)
	h.rest()
	if done() != "" {
		t.Fatalf("without its task %s is done", done())
	}
	a.settings.Policies[world.Car].Delay = 135 * time.Millisecond
	h.rest()
	a.AdvanceTo(10 * time.Second)
	h.rest()
	if want := `["delay-margin"]`; done() != want || !strings.Contains(a.List().String(), English.Lesson.Solved) {
		t.Fatalf("done is %s, want %s and the window to say so", done(), want)
	}

	ticks := func(host Host) int {
		a, h := lessonApp(t, host, "")
		h.key(im.KeyL)
		return strings.Count(a.List().String(), `"✓"`)
	}
	if without := ticks(nil); ticks(host) != without+1 {
		t.Error("another run of the program does not know of the one lesson that is done")
	}
	b, h := lessonApp(t, host, "")
	h.key(im.KeyL)
	// The keyboard is on the first that is not done.
	if got := b.ctx.Focus(); got != "lessons/0" {
		t.Errorf("the keyboard is on %s", got)
	}

	host.err = errors.New("the disk is full")
	c, h := lessonApp(t, host, "")
	h.key(im.KeyL)
	if !strings.Contains(c.message.text, "the disk is full") {
		t.Errorf("said is %q, want why nothing is kept", c.message.text)
	}
	host.err, host.kept[progressName] = nil, []byte("no list")
	d, h := lessonApp(t, host, "")
	h.key(im.KeyL)
	if ticks(host) != ticks(nil) || d.message.text == "" {
		t.Errorf("of what is no progress some was made, said is %q", d.message.text)
	}
}

// A lesson's file dropped on the window starts, and is in the list; a faulty one says
// its first fault and changes nothing.
func TestDropLesson(t *testing.T) {
	a, _ := lessonApp(t, nil, "")
	good := `{"lesson": "own", "title": {"en": "Own", "ko": "나의"}, "scenario": "car", "steps": [{"text": {"en": "Look.", "ko": "보십시오."}}]}`
	before := a.Session()
	a.Drop("own.json", []byte(strings.Replace(good, `"car"`, `"cart"`, 1)))
	if a.Session() != before || !strings.Contains(a.message.text, "line 1") || !strings.Contains(a.message.text, "car") {
		t.Errorf("a faulty lesson: said is %q", a.message.text)
	}
	a.Drop("own.json", []byte(`{"lesson": "own", "steps": []}`))
	if !strings.Contains(a.message.text, "more)") {
		t.Errorf("several faults: said is %q", a.message.text)
	}
	for range 2 {
		a.Drop("own.json", []byte(good))
	}
	n := 0
	for _, l := range a.lessons.All() {
		if l.ID == "own" {
			n++
		}
	}
	if on, _ := a.lessons.On(); on == nil || on.ID != "own" || n != 1 || a.Session().Scenario().Name != "car" {
		t.Errorf("on is the lesson of %s, %d times in the list", a.Session().Scenario().Name, n)
	}
}

// TestLessonsShowWhatIsThere: what a step speaks of is on the screen and gets its ring.
func TestLessonsShowWhatIsThere(t *testing.T) {
	for _, size := range [][2]int{{layout.MinWidth, layout.MinHeight}, {1280, 720}} {
		a, h := lessonApp(t, nil, "")
		a.Resize(size[0], size[1], 1)
		for _, l := range embeddedLessons(t) {
			if err := a.StartLesson(&l); err != nil {
				t.Fatal(err)
			}
			a.SetPlaying(false)
			a.AdvanceTo(time.Second)
			for n := range l.Steps {
				a.LessonStep(n)
				h.rest()
				rings := 0
				for _, name := range l.Steps[n].Show {
					if slices.Contains(lesson.Views, name) && (name != "arena/comparison" || l.Proof != nil) {
						rings++
					}
					if _, ok := a.ctx.RectOf(name); !ok && !slices.Contains(lesson.Views, name) && name != "buffer/clock" {
						t.Errorf("%v: %s, step %d shows %q, which is not there", size, l.ID, n+1, name)
					}
				}
				if got := strings.Count(a.List().String(), " w2 mark\n"); got < rings {
					t.Errorf("%v: %s, step %d: %d rings, want those around %d views at least", size, l.ID, n+1, got, rings)
				}
			}
		}
	}
}

// Every character of the lessons has a glyph. If a syllable is missing, bash
// assets/hangul/make.sh makes the faces anew.
func TestLessonsHaveGlyphs(t *testing.T) {
	files, err := fs.Glob(assets.FS, "lessons/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(assets.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		missing := map[rune]bool{}
		for _, r := range string(data) {
			for _, w := range []raster.Weight{raster.Regular, raster.Bold} {
				if r != '\n' && !missing[r] && !(raster.Font{Weight: w}).Has(r) {
					missing[r] = true
					t.Errorf("%s: %q has no glyph", file, r)
				}
			}
		}
	}
}

// A reader of the screen hears the step, and of the list and the choices what they say.
func TestLessonIsSpoken(t *testing.T) {
	a, h := lessonApp(t, nil, "delay-margin")
	for step, focus := range []string{"", "lesson/choice/2", "lesson/next"} {
		a.LessonStep(step)
		a.ctx.SetFocus("")
		h.rest()
		if got, want := string(a.AppendSpoken(nil)), lessonOn(a).Steps[step].Text.English; got != want {
			t.Errorf("step %d: it says %q, want %q", step+1, got, want)
		}
		a.ctx.SetFocus(focus)
		h.rest()
		want := map[string]string{"lesson/choice/2": lessonOn(a).Steps[1].Question.Choices[1].English, "lesson/next": English.Lesson.NextTip}[focus]
		if got := string(a.AppendSpoken(nil)); !strings.HasPrefix(got, want) {
			t.Errorf("on %s it says %q, want %q first", focus, got, want)
		}
	}
	h.key(im.KeyL)
	if got, want := string(a.AppendSpoken(nil)), lessonOn(a).Title.English; got != want {
		t.Errorf("on a row of the list it says %q, want %q", got, want)
	}
}

// lessonOn returns the lesson that is on.
func lessonOn(a *App) *lesson.Lesson {
	on, _ := a.lessons.On()
	return on
}
