package ui

import (
	"fmt"
	"strings"
	"testing"

	"snaplab/ui/im"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// TestPresentedLessonsHoldTheirText: of no step of any lesson, asked or answered, is a text
// cut, does it leave the window or lie on another, in any language.
func TestPresentedLessonsHoldTheirText(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {1024, 768}} {
		a, h := presenting(t, size[0], size[1])
		a.loadLessons()
		for i := range a.lessons.All() {
			l := &a.lessons.All()[i]
			if err := a.StartLesson(l); err != nil {
				t.Fatal(err)
			}
			a.SetPlaying(false)
			for range 2 * len(l.Steps) {
				for range view.Languages {
					h.rest()
					where := fmt.Sprintf("%v, %s, %s step %d", size, a.model.Language, l.ID, stepOf(a)+1)
					list := viewtest.Writings(t, a.List().String())
					for i, w := range list {
						if strings.HasSuffix(w.Text, "…") && len(w.Text) > len("…") && w.Text != a.model.Text.Curve.Heading && w.Text != a.model.Text.Curve.HeadingShort {
							t.Errorf("%s: %q is cut", where, w.Text)
						}
						if r, window := w.Rect, a.canvas.Bounds(); r.X < 2 || r.Y < 2 || r.X+r.W > window.W-2 || r.Y+r.H > window.H-2 {
							t.Errorf("%s: %q at %v leaves the window", where, w.Text, r)
						}
						for _, other := range list[:i] {
							if !w.Rect.Intersect(other.Rect).Empty() {
								t.Errorf("%s: %q lies on %q", where, w.Text, other.Text)
							}
						}
					}
					a.nextLanguage()
				}
				if on, _ := a.lessons.On(); on == nil {
					break // the tour ends
				}
				a.lessons.Next(&a.act)
				a.settle()
			}
		}
	}
}

// TestRemoteTurnsLessons: Page Down and Page Up go through the steps of a lesson, and B
// blanks the screen as ever; Esc ends the mode and leaves the lesson on.
func TestRemoteTurnsLessons(t *testing.T) {
	a, h := presenting(t, 1280, 720)
	a.loadLessons()
	if err := a.StartLesson(&a.lessons.All()[0]); err != nil {
		t.Fatal(err)
	}
	h.rest()
	if !viewtest.Has(t, a.List().String(), a.model.Text.Present.LessonHint) {
		t.Error("the keys of a lesson are not named")
	}
	page := a.present.page
	h.key(im.KeyPageDown)
	on := stepOf(a)
	h.key(im.KeyPageUp)
	if on != 1 || stepOf(a) != 0 || a.present.page != page {
		t.Errorf("Page Down comes to step %d, Page Up back to %d; page %d", on, stepOf(a), a.present.page)
	}
	h.key(im.KeyB)
	blank := a.present.blank
	h.key(im.KeyPageDown) // shows the window again, and nothing else
	if !blank || a.present.blank || stepOf(a) != 0 {
		t.Errorf("B blanks the screen: %v, then %v at step %d", blank, a.present.blank, stepOf(a))
	}
	h.key(im.KeyEscape)
	if a.present.on || lessonOn(a) == nil {
		t.Errorf("after Esc it presents: %v, the lesson is on: %v", a.present.on, lessonOn(a) != nil)
	}
}

// stepOf returns the step of the lesson that is on.
func stepOf(a *App) int {
	_, step := a.lessons.On()
	return step
}
