package ui

import (
	"os"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/ui/im"
)

// embeddedLessons returns the program's lessons.
func embeddedLessons(t testing.TB) []lesson.Lesson {
	t.Helper()
	all, err := lesson.Load(assets.FS)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// lessonOfTheGuide returns the example of the guide to writing lessons.
func lessonOfTheGuide(t testing.TB) lesson.Lesson {
	t.Helper()
	guide, err := os.ReadFile("../assets/lessons/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(guide), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	l, err := lesson.Parse([]byte(example), lesson.Scenarios(assets.FS))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// lessonKeyNames are the keys of lesson.KeyNames.
var lessonKeyNames = func() map[string]im.Key {
	keys := map[string]im.Key{
		"Tab": im.KeyTab, "Enter": im.KeyEnter, "Escape": im.KeyEscape, "Space": im.KeySpace, "Delete": im.KeyDelete,
		"Left": im.KeyLeft, "Right": im.KeyRight, "Up": im.KeyUp, "Down": im.KeyDown,
		"Home": im.KeyHome, "End": im.KeyEnd, "PageUp": im.KeyPageUp, "PageDown": im.KeyPageDown,
	}
	for i := range 26 {
		keys[string(rune('A'+i))] = im.KeyA + im.Key(i)
	}
	for i := range 10 {
		keys[string(rune('0'+i))] = im.Key0 + im.Key(i)
	}
	return keys
}()

// student plays a lesson's task.
type student struct {
	*hand
	t    testing.TB
	task *lesson.Task
	met  bool // it has been achieved at any time
}

// newStudent starts a lesson and turns its pages to a task.
func newStudent(t testing.TB, l *lesson.Lesson, step int) *student {
	t.Helper()
	a, err := New(Options{Still: true, View: "full", Scenario: config.DefaultScenario(), Scenarios: assets.FS})
	if err != nil {
		t.Fatal(err)
	}
	a.Resize(1280, 720, 1)
	s := &student{hand: &hand{app: a}, t: t, task: l.Steps[step].Task}
	s.rest()
	if err := a.StartLesson(l); err != nil {
		t.Fatal(err)
	}
	for presses := 0; ; presses++ {
		if _, at := a.lessons.On(); at >= step {
			break
		}
		if presses > 2*len(l.Steps) {
			t.Fatalf("%s: Page Down does not lead to step %d", l.ID, step+1)
		}
		s.key(im.KeyPageDown)
	}
	return s
}

// playTo lets time pass as in a window.
func (s *student) playTo(end time.Duration) {
	const step = time.Second
	for now := max(s.app.Session().Now(), 0); now < end; now = s.app.Session().Now() {
		s.in.Now += step
		s.in.Focused = true
		s.app.Update(&s.in, min(step, end-now))
		s.met = s.met || s.task.Met(s.app.Session())
	}
}

// act does what a lesson's file says.
func (s *student) act(a lesson.Action) {
	s.t.Helper()
	s.playTo(a.At)
	s.app.ctx.SetFocus(a.Control)
	s.rest()
	if s.app.ctx.Focus() != a.Control {
		s.t.Fatalf("there is no control %s to act on", a.Control)
	}
	s.write(a.Type)
	if a.Type != "" {
		s.key(im.KeyEnter)
	}
	for _, k := range a.Keys {
		s.key(lessonKeyNames[k])
	}
}

// longest is the longest time that a goal of the task is measured over.
func longest(t *lesson.Task) (over time.Duration) {
	for i := range t.Goals {
		over = max(over, t.Goals[i].Over)
	}
	return over
}

// TestLessonsArePlayed: every task is open before the action that its lesson intends and
// achieved after it, and not by the one that is plausible and wrong.
func TestLessonsArePlayed(t *testing.T) {
	all := append(embeddedLessons(t), lessonOfTheGuide(t))
	for i := range all {
		l := &all[i]
		t.Run(l.ID, func(t *testing.T) {
			for n := range l.Steps {
				task := l.Steps[n].Task
				if task == nil {
					continue
				}
				patience := longest(task) + 5*time.Second
				for _, way := range []struct {
					name    string
					actions []lesson.Action
					want    bool
				}{{"intended", task.Intended, true}, {"wrong", task.Wrong, false}} {
					s := newStudent(t, l, n)
					s.playTo(way.actions[0].At)
					if s.met {
						t.Errorf("step %d is achieved before anything is done", n+1)
					}
					s.report(way.name + " before")
					for _, a := range way.actions {
						s.act(a)
					}
					s.playTo(s.app.Session().Now() + patience)
					s.report(way.name + " after")
					if s.met != way.want || s.solved() != way.want {
						t.Errorf("step %d: the %s action achieves it: %v, shown as %v; want %v", n+1, way.name, s.met, s.solved(), way.want)
					}
					if s.app.Err() != nil {
						t.Error(s.app.Err())
					}
				}
			}
		})
	}
}

// solved reports whether the window says that the task is achieved.
func (s *student) solved() bool {
	s.rest()
	return strings.Contains(s.app.List().String(), English.Lesson.Solved)
}

// report logs what the goals come to.
func (s *student) report(when string) {
	for i := range s.task.Goals {
		g := &s.task.Goals[i]
		r := g.Read(s.app.Session())
		s.t.Logf("%s: %s %s: %v of %v, measured %v: %v", when, g.Setting, g.Measure, r.Value, g.Value, r.Measured, r.Met)
	}
}

// TestMistakesShow: within ten seconds each mistake is as many times worse than the
// right way, on the same packets, as its lesson says.
func TestMistakesShow(t *testing.T) {
	shown := map[config.Comparison]bool{}
	for _, l := range embeddedLessons(t) {
		if l.Proof == nil {
			continue
		}
		s, err := measure.NewRun(l.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(l.Proof.At)
		mistake, right, ok := l.Proof.Compare(s)
		t.Logf("%s: %s %v, right %v, times %v", l.ID, l.Proof.Measure, mistake, right, mistake/max(right, l.Proof.One))
		if !ok {
			t.Errorf("%s: %s %v of the mistake and %v of the right way, want %v times as much", l.ID, l.Proof.Measure, mistake, right, l.Proof.Times)
		}
		shown[l.Scenario.Settings.Comparison] = true
	}
	for m := config.NoComparison + 1; !m.Engine(); m++ {
		if !shown[m] {
			t.Errorf("no lesson is about %s", m)
		}
	}
}
