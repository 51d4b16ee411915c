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
	"snaplab/ui/raster"
	"snaplab/ui/view"
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
	v := &a.lessons
	h.key(im.KeyL)
	if !a.ctx.PopupOpen(lessonsPopup) {
		t.Fatal("L does not open the list")
	}
	h.key(im.KeyEnter)
	if v.on == nil || v.on.ID != first.ID || a.ctx.PopupOpen(lessonsPopup) || a.Session().Scenario().Seed != first.Scenario.Seed {
		t.Fatalf("Enter started %v, want %s", v.on, first.ID)
	}
	if got := a.Session().Settings(); got != first.Scenario.Settings {
		t.Error("the lesson's settings are not set")
	}
	at := func(step int, how string) {
		t.Helper()
		if v.step != step {
			t.Fatalf("%s: at step %d, want %d", how, v.step+1, step+1)
		}
	}
	h.key(im.KeyRight)
	at(1, "→")
	h.key(im.KeyPageUp)
	at(0, "Page Up")
	h.key(im.KeyLeft)
	at(0, "← at the first")
	h.key(im.KeyPageDown)
	at(1, "Page Down")
	h.key(im.Key4)
	if v.answers[1] != noAnswer {
		t.Error("a choice that is not there was made")
	}
	h.key(im.Key2)
	h.key(im.Key1)
	if v.answers[1] != 1 {
		t.Errorf("the answer is %d, want the second choice, which stands", v.answers[1])
	}
	h.key(im.KeyPageDown)
	at(2, "Page Down after the answer")
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
	if v.on != nil || a.Session().Settings() != first.Scenario.Settings || a.message.text != English.Lesson.Left {
		t.Errorf("Esc: the lesson is %v, said is %q", v.on, a.message.text)
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
	if !a.tuning.open || a.lessons.step != 1 || a.lessons.answers[1] != noAnswer {
		t.Error("a lesson that is covered by the tuning page takes its keys")
	}
	for _, left := range []struct {
		what string
		on   func() bool
	}{
		{"the tuning page", func() bool { return a.tuning.open }},
		{"the selection", func() bool { return a.model.Selected != 0 }},
		{"the lesson", func() bool { return a.lessons.on != nil }},
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
	a.toggleTuning()
	l := embeddedLessons(t)[0]
	if err := a.StartLesson(&l); err != nil || a.tuning.open {
		t.Errorf("a lesson starts behind the tuning page (%v)", err)
	}
}

// From the last step of a lesson that is achieved Page Down leads to the next lesson, from
// the last lesson to the list, and nowhere from a task that is open.
func TestNextLesson(t *testing.T) {
	a, h := lessonApp(t, nil, "snapping")
	v := &a.lessons
	last := len(v.on.Steps) - 1
	a.LessonStep(last)
	h.key(im.KeyPageDown)
	if v.on.ID != "snapping" || v.step != last {
		t.Fatalf("from an open task it goes to %s, step %d", v.on.ID, v.step+1)
	}
	v.solved[last] = true
	h.key(im.KeyPageDown)
	if v.on.ID != "delay-margin" || v.step != 0 {
		t.Errorf("it goes to %s, step %d, want the first one of the next lesson", v.on.ID, v.step+1)
	}
	all := embeddedLessons(t)
	if err := a.StartLesson(&all[len(all)-1]); err != nil {
		t.Fatal(err)
	}
	a.LessonStep(len(v.on.Steps) - 1)
	v.solved[len(v.on.Steps)-1] = true
	h.key(im.KeyPageDown)
	if !a.ctx.PopupOpen(lessonsPopup) {
		t.Error("after the last lesson there is no list")
	}
}

// A question that nobody answers shows its answer before its step is left.
func TestLessonShowsTheAnswer(t *testing.T) {
	a, h := lessonApp(t, nil, "delay-margin")
	a.LessonStep(1)
	h.key(im.KeyPageDown)
	v := &a.lessons
	if v.step != 1 || v.answers[1] != revealed {
		t.Fatalf("at step %d with answer %d, want the second with its answer shown", v.step+1, v.answers[1])
	}
	q := v.on.Steps[1].Question
	list := a.List().String()
	if !strings.Contains(list, `"✓"`) || strings.Contains(list, `"✗"`) || strings.Contains(list, q.Choices[0].English) {
		t.Error("it is not the right answer alone that is shown")
	}
	h.key(im.Key1)
	if v.answers[1] != revealed {
		t.Error("it can be answered afterwards")
	}
	h.key(im.KeyPageDown)
	if v.step != 2 {
		t.Errorf("at step %d, want the third", v.step+1)
	}
}

// The buttons of the panel do what the keys do.
func TestLessonButtons(t *testing.T) {
	a, h := lessonApp(t, nil, "delay-margin")
	v := &a.lessons
	click := func(id string) {
		t.Helper()
		r, ok := a.ctx.RectOf(id)
		if !ok {
			t.Fatalf("there is no %s", id)
		}
		h.click(r.Centre())
	}
	click("lesson/next")
	click("lesson/choice/1")
	if v.step != 1 || v.answers[1] != 0 {
		t.Errorf("at step %d with answer %d, want the second step's first choice", v.step+1, v.answers[1])
	}
	click("lesson/next")
	click("lesson/back")
	if v.step != 1 {
		t.Errorf("at step %d, want the second", v.step+1)
	}
	a.settings.Down.Loss = 500_000
	h.rest()
	click("lesson/again")
	if got := a.Session().Settings(); got != v.on.Scenario.Settings || v.step != 1 {
		t.Error("the lesson's run is not set up again")
	}
	click("lesson/leave")
	if v.on != nil {
		t.Error("the lesson is still on")
	}
}

// TestLessonProgress: a lesson is done when its tasks are achieved and its last step is
// reached, and what is done is kept.
func TestLessonProgress(t *testing.T) {
	host := &keepingShelf{kept: map[string][]byte{}}
	a, h := lessonApp(t, host, "delay-margin")
	last := len(a.lessons.on.Steps) - 1
	a.LessonStep(last)
	h.rest()
	if len(a.lessons.done) != 0 {
		t.Fatalf("without its task %v is done", a.lessons.done)
	}
	a.settings.Policies[world.Car].Delay = 135 * time.Millisecond
	h.rest()
	a.AdvanceTo(10 * time.Second)
	h.rest()
	if want := []string{"delay-margin"}; !slices.Equal(a.lessons.done, want) || !a.lessons.solved[last] {
		t.Fatalf("done is %v, want %v", a.lessons.done, want)
	}
	if !strings.Contains(a.List().String(), English.Lesson.Solved) {
		t.Error("it does not say so")
	}

	b, h := lessonApp(t, host, "")
	h.key(im.KeyL)
	if !slices.Equal(b.lessons.done, []string{"delay-margin"}) || strings.Count(b.List().String(), `"✓"`) < 1 {
		t.Errorf("another run of the program knows %v", b.lessons.done)
	}
	// The keyboard is on the first that is not done.
	if got := b.ctx.Focus(); got != lessonIDs[0] {
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
	if len(d.lessons.done) != 0 || d.message.text == "" {
		t.Errorf("of what is no progress %v was made, said is %q", d.lessons.done, d.message.text)
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
	for _, l := range a.lessons.all {
		if l.ID == "own" {
			n++
		}
	}
	if a.lessons.on == nil || a.lessons.on.ID != "own" || n != 1 || a.Session().Scenario().Name != "car" {
		t.Errorf("on is %v, %d times in the list", a.lessons.on, n)
	}
}

// TestLessonsFit: in every step of every lesson, in both languages and every size of
// window, every word of the panel is there, whole and within it.
func TestLessonsFit(t *testing.T) {
	for language, lang := range view.Languages {
		for _, size := range [][2]int{{MinWidth, MinHeight}, {1280, 720}, {1920, 1080}} {
			a, h := lessonApp(t, nil, "")
			a.setLanguage(language)
			a.Resize(size[0], size[1], 1)
			for _, l := range embeddedLessons(t) {
				if err := a.StartLesson(&l); err != nil {
					t.Fatal(err)
				}
				a.SetPlaying(false)
				a.AdvanceTo(200 * time.Millisecond)
				for n := range l.Steps {
					a.LessonStep(n)
					for _, state := range []string{"open", "answered wrongly", "solved"} {
						switch q := l.Steps[n].Question; {
						case state == "answered wrongly" && q != nil:
							a.choose((q.Answer + 1) % len(q.Choices))
						case state == "solved" && l.Steps[n].Task != nil:
							a.lessons.solved[n] = true
						case state != "open":
							continue
						}
						a.message = message{}
						h.rest()
						place := a.places.curve
						if a.lessons.inBuffersPlace() {
							place = a.places.buffer
						}
						if small := float32(11.5); a.lessons.layout.size < small {
							t.Errorf("%s %v, %s, step %d, %s: words of %v dp, want %v and more", lang.Code, size, l.ID, n+1, state, a.lessons.layout.size, small)
						}
						for _, w := range writings(t, panelText(t, a, a.lessonPanel, place)) {
							if w.rect.X < place.X || w.rect.Max().X > place.X+place.W-4 || w.rect.Max().Y > place.Y+place.H-3 || strings.HasSuffix(w.text, "…") && w.text != "…" {
								t.Errorf("%s %v, %s, step %d, %s: %q at %v is cut or outside of %v", lang.Code, size, l.ID, n+1, state, w.text, w.rect, place)
							}
						}
					}
				}
			}
		}
	}
}

// TestLessonsShowWhatIsThere: what a step speaks of is on the screen and gets its ring.
func TestLessonsShowWhatIsThere(t *testing.T) {
	for _, size := range [][2]int{{MinWidth, MinHeight}, {1280, 720}} {
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
					if slices.Contains(lesson.Views, name) && (name != "arena/beside" || l.Proof != nil) {
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

// TestLessonGolden holds the panel in its states, and the list.
func TestLessonGolden(t *testing.T) {
	panel := func(a *App) raster.Rect { return a.places.curve }
	for _, view := range []struct {
		name, lesson string
		state        func(*App)
		draw         func(*App, raster.Rect)
		place        func(*App) raster.Rect
	}{
		{"lesson-told", "delay-margin", func(*App) {}, (*App).lessonPanel, panel},
		{"lesson-asked", "delay-margin", func(a *App) { a.LessonStep(1) }, (*App).lessonPanel, panel},
		{"lesson-right", "delay-margin", func(a *App) { a.LessonStep(1); a.choose(1) }, (*App).lessonPanel, panel},
		{"lesson-wrong", "delay-margin", func(a *App) { a.LessonStep(1); a.choose(0) }, (*App).lessonPanel, panel},
		{"lesson-task", "delay-margin", func(a *App) { a.LessonStep(2) }, (*App).lessonPanel, panel},
		{"lesson-solved", "delay-margin", func(a *App) { a.LessonStep(2); a.lessons.solved[2] = true }, (*App).lessonPanel, panel},
		{"lesson-korean", "delay-margin", func(a *App) { a.setLanguage(1); a.LessonStep(2) }, (*App).lessonPanel, panel},
		{"lesson-beside-curve", "bursts", func(a *App) { a.LessonStep(2) }, (*App).lessonPanel, func(a *App) raster.Rect { return a.places.buffer }},
		{"lessons", "", func(a *App) { a.lessons.done = []string{"delay-margin"}; a.openLessons() }, (*App).lessonsPage, func(a *App) raster.Rect { return a.canvas.Bounds() }},
	} {
		t.Run(view.name, func(t *testing.T) {
			a, _ := lessonApp(t, nil, view.lesson)
			a.AdvanceTo(4 * time.Second)
			view.state(a)
			golden(t, view.name, panelText(t, a, func(r raster.Rect) { view.draw(a, r) }, view.place(a)))
		})
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
		if got, want := string(a.AppendSpoken(nil)), a.lessons.on.Steps[step].Text.English; got != want {
			t.Errorf("step %d: it says %q, want %q", step+1, got, want)
		}
		a.ctx.SetFocus(focus)
		h.rest()
		want := map[string]string{"lesson/choice/2": a.lessons.on.Steps[1].Question.Choices[1].English, "lesson/next": English.Lesson.NextTip}[focus]
		if got := string(a.AppendSpoken(nil)); !strings.HasPrefix(got, want) {
			t.Errorf("on %s it says %q, want %q first", focus, got, want)
		}
	}
	h.key(im.KeyL)
	if got, want := string(a.AppendSpoken(nil)), a.lessons.on.Title.English; got != want {
		t.Errorf("on a row of the list it says %q, want %q", got, want)
	}
}
