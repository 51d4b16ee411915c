package lessons

import (
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// Where the panel is in windows of 1280×720, 960×600 and 1920×1080 dp: in the place of the
// curve, or of the buffer.
var (
	curve  = raster.Rect{X: 754.88, Y: 496, W: 517.12, H: 216}
	buffer = raster.Rect{X: 240, Y: 496, W: 506.88, H: 216}
	small  = raster.Rect{X: 596.48, Y: 407.03998, W: 355.52, H: 184.96}
)

// window returns a paused window with a lesson on, 4 s into its run.
func window(t testing.TB, id string) (*viewtest.Window, *Panel) {
	t.Helper()
	p := new(Panel)
	if err := p.Load(assets.FS, nil); err != nil {
		t.Fatal(err)
	}
	l, err := lesson.Find(p.all, id)
	if err != nil {
		t.Fatal(err)
	}
	w := viewtest.New(t, l.Scenario, 0, func(c *im.Context, m *view.Model, act *view.Actions) {
		if p.on != nil {
			p.Draw(c, curve, m, act)
		}
		p.DrawList(c, m, act)
	})
	w.Model.Goal = func(g *lesson.Goal) lesson.Reading { return g.Read(w.Session) }
	p.Start(l, &w.Actions)
	w.Session.AdvanceTo(4 * time.Second)
	w.PlayTo(4 * time.Second)
	return w, p
}

// TestGolden holds the panel in its states, and the list.
func TestGolden(t *testing.T) {
	for _, g := range []struct {
		name, lesson string
		state        func(*viewtest.Window, *Panel)
		place        raster.Rect
	}{
		{"lesson-told", "delay-margin", func(*viewtest.Window, *Panel) {}, curve},
		{"lesson-asked", "delay-margin", func(w *viewtest.Window, p *Panel) { p.GoTo(1, &w.Actions) }, curve},
		{"lesson-right", "delay-margin", func(w *viewtest.Window, p *Panel) { p.GoTo(1, &w.Actions); p.choose(1) }, curve},
		{"lesson-wrong", "delay-margin", func(w *viewtest.Window, p *Panel) { p.GoTo(1, &w.Actions); p.choose(0) }, curve},
		{"lesson-task", "delay-margin", func(w *viewtest.Window, p *Panel) { p.GoTo(2, &w.Actions) }, curve},
		{"lesson-solved", "delay-margin", func(w *viewtest.Window, p *Panel) { p.GoTo(2, &w.Actions); p.solved[2] = true }, curve},
		{"lesson-korean", "delay-margin", func(w *viewtest.Window, p *Panel) { w.Speak("ko"); p.GoTo(2, &w.Actions) }, curve},
		{"lesson-next-to-curve", "bursts", func(w *viewtest.Window, p *Panel) { p.GoTo(2, &w.Actions) }, buffer},
	} {
		t.Run(g.name, func(t *testing.T) {
			w, p := window(t, g.lesson)
			g.state(w, p)
			w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) { p.Draw(c, g.place, m, act) }
			viewtest.Golden(t, g.name, w.Text())
		})
	}
	t.Run("lessons", func(t *testing.T) {
		w, p := window(t, "delay-margin")
		p.Leave()
		p.done = []string{"delay-margin"}
		p.Open(&w.Ctx)
		viewtest.Golden(t, "lessons", w.Text())
	})
}

// From the last step of a lesson that is achieved it goes on to the next lesson, from the
// last lesson to the list, and nowhere from a task that is open.
func TestNext(t *testing.T) {
	w, p := window(t, "snapping")
	last := len(p.on.Steps) - 1
	p.GoTo(last, &w.Actions)
	w.Rest()
	w.Done = nil
	w.Actions.Begin(&w.Model)
	p.Next(&w.Actions)
	if p.step != last || slices.ContainsFunc(w.Actions.Wanted(), func(x view.Action) bool { _, ok := x.(view.StartLesson); return ok }) {
		t.Errorf("from an open task it goes to step %d and wants %v", p.step+1, w.Actions.Wanted())
	}
	p.solved[last] = true
	w.Actions.Begin(&w.Model)
	p.Next(&w.Actions)
	if x, ok := w.Actions.Wanted()[0].(view.StartLesson); !ok || x.Lesson.ID != "delay-margin" {
		t.Errorf("wanted is %v, want the next lesson", w.Actions.Wanted())
	}
	p.Start(&p.all[len(p.all)-1], &w.Actions)
	p.GoTo(len(p.on.Steps)-1, &w.Actions)
	p.solved[p.step] = true
	w.Actions.Begin(&w.Model)
	p.Next(&w.Actions)
	if x := w.Actions.Wanted(); len(x) != 1 || x[0] != (view.OpenLessons{}) {
		t.Errorf("after the last lesson wanted is %v, want the list", x)
	}
}

// A question that nobody answers shows its answer before its step is left.
func TestShowsTheAnswer(t *testing.T) {
	w, p := window(t, "delay-margin")
	p.GoTo(1, &w.Actions)
	p.Next(&w.Actions)
	if p.step != 1 || p.answers[1] != revealed {
		t.Fatalf("at step %d with answer %d, want the second with its answer shown", p.step+1, p.answers[1])
	}
	q, list := p.on.Steps[1].Question, w.Text()
	if !strings.Contains(list, `"✓"`) || strings.Contains(list, `"✗"`) || strings.Contains(list, q.Choices[0].English) {
		t.Error("it is not the right answer alone that is shown")
	}
	p.Key(im.Key1, &w.Actions)
	if p.answers[1] != revealed {
		t.Error("it can be answered afterwards")
	}
	p.Next(&w.Actions)
	if p.step != 2 {
		t.Errorf("at step %d, want the third", p.step+1)
	}
}

// An answer stands, and there is none for a choice that is not there.
func TestAnswers(t *testing.T) {
	w, p := window(t, "delay-margin")
	p.GoTo(1, &w.Actions)
	for _, tc := range []struct {
		key  im.Key
		want int
	}{{im.Key4, noAnswer}, {im.Key2, 1}, {im.Key1, 1}} {
		p.Key(tc.key, &w.Actions)
		if p.answers[1] != tc.want {
			t.Errorf("after key %v the answer is %d, want %d", tc.key, p.answers[1], tc.want)
		}
	}
}

// The buttons of the panel do what the keys do.
func TestButtons(t *testing.T) {
	w, p := window(t, "delay-margin")
	w.ClickOn("lesson/next")
	w.ClickOn("lesson/choice/1")
	if p.step != 1 || p.answers[1] != 0 {
		t.Errorf("at step %d with answer %d, want the second step's first choice", p.step+1, p.answers[1])
	}
	w.ClickOn("lesson/next")
	w.ClickOn("lesson/back")
	if p.step != 1 {
		t.Errorf("at step %d, want the second", p.step+1)
	}
	for id, want := range map[string]view.Action{"lesson/again": view.RestartLesson{}, "lesson/leave": view.LeaveLesson{}} {
		w.Done = nil
		if w.ClickOn(id); len(w.Done) != 1 || w.Done[0] != want {
			t.Errorf("%s wants %v, want %v", id, w.Done, want)
		}
	}
}

// TestFits: in every step of every lesson, in both languages and several places, every
// word of the panel is there, whole and within it.
func TestFits(t *testing.T) {
	for _, language := range view.Languages {
		for _, place := range []raster.Rect{curve, small, buffer} {
			w, p := window(t, "snapping")
			w.Speak(language.Code)
			w.Draw = func(c *im.Context, m *view.Model, act *view.Actions) { p.Draw(c, place, m, act) }
			for i := range p.all {
				l := &p.all[i]
				if place == buffer != l.Shows("curve") && place != small {
					continue
				}
				w.Start(l.Scenario)
				w.PlayTo(200 * time.Millisecond)
				p.Start(l, &w.Actions)
				for n := range l.Steps {
					p.GoTo(n, &w.Actions)
					for _, state := range []string{"open", "answered wrongly", "solved"} {
						switch q := l.Steps[n].Question; {
						case state == "answered wrongly" && q != nil:
							p.choose((q.Answer + 1) % len(q.Choices))
						case state == "solved" && l.Steps[n].Task != nil:
							p.solved[n] = true
						case state != "open":
							continue
						}
						list := w.Text()
						if least := float32(11.5); p.size < least {
							t.Errorf("%s, %s, step %d, %s: words of %v dp, want %v and more", language.Code, l.ID, n+1, state, p.size, least)
						}
						for _, x := range viewtest.Writings(t, list) {
							if x.Rect.X < place.X || x.Rect.Max().X > place.X+place.W-4 || x.Rect.Max().Y > place.Y+place.H-3 || strings.HasSuffix(x.Text, "…") && x.Text != "…" {
								t.Errorf("%s, %s, step %d, %s: %q at %v is cut or outside of %v", language.Code, l.ID, n+1, state, x.Text, x.Rect, place)
							}
						}
					}
				}
			}
		}
	}
}
