package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// TestTourIsAMinute: it is read in 60 s at 180 words a minute, in each language.
func TestTourIsAMinute(t *testing.T) {
	h := simpleApp(t, nil)
	h.app.loadLessons()
	tour := h.app.lessons.Tour()
	for _, l := range view.Languages {
		words := 0
		for i := range tour.Steps {
			words += len(strings.Fields(tour.Steps[i].Text.In(l.Code)))
		}
		if words > 180 || words < 60 {
			t.Errorf("in %s the tour has %d words, want at most 180", l.Code, words)
		}
	}
}

// said returns what is written on the window, its lines joined.
func (h *hand) said(t *testing.T) string {
	t.Helper()
	var all []string
	for _, w := range viewtest.Writings(t, h.app.List().String()) {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// button clicks a control.
func (h *hand) button(t *testing.T, id string) {
	t.Helper()
	r, ok := h.app.ctx.RectOf(id)
	if !ok {
		t.Fatalf("there is no %s", id)
	}
	h.click(r.Centre())
	h.move(raster.Point{X: 1, Y: 1}) // off it, so that no tooltip is in the way
}

// TestTour: by keys alone and by the mouse alone, in both languages and at every size, it goes
// from one car drawn raw to the full lab. Each step is written whole, shows one more thing than
// the one before, and leaves nothing on anything else; then the run before is back.
func TestTour(t *testing.T) {
	for _, by := range []struct {
		name        string
		begin, next func(*hand)
	}{
		{"keys", func(h *hand) { h.key(im.KeyI) }, func(h *hand) { h.key(im.KeyPageDown) }},
		{"mouse", func(h *hand) { h.button(t, "offer/yes") }, func(h *hand) { h.button(t, "lesson/go") }},
	} {
		for i, language := range view.Languages {
			for _, size := range [][2]int{{960, 600}, {1280, 720}, {1920, 1080}} {
				h := simpleApp(t, &keepingShelf{kept: map[string][]byte{}})
				a := h.app
				a.setLanguage(i)
				a.Resize(size[0], size[1], 1)
				a.AdvanceTo(time.Second)
				h.rest()
				digest, settings := a.session.Digest(), a.session.Settings()
				by.begin(h)
				tour := a.lessons.Tour()
				shown := 0
				for step := range tour.Steps {
					where := fmt.Sprintf("%s, %s, %v, step %d", by.name, language.Code, size, step+1)
					a.AdvanceTo(max(a.session.Now(), 0) + time.Second)
					h.rest()
					if on, n := a.lessons.On(); on != tour || n != step {
						t.Fatalf("%s: the lesson is %v at step %d", where, on, n+1)
					}
					if text := tour.Steps[step].Text.In(language.Code); !strings.Contains(h.said(t), text) {
						t.Errorf("%s: not written is %q", where, text)
					}
					if want := arenasAt(step); step < 7 && a.places.Shown != want {
						t.Errorf("%s: there are %d arenas, want %d", where, a.places.Shown, want)
					}
					if a.model.Simple != (step < 7) {
						t.Errorf("%s: simple view %v", where, a.model.Simple)
					}
					parts := len(fieldOf.FindAllString(a.List().String(), -1))
					for _, id := range []string{"delay/all", "buffer/lagometer", "verdict/line", "packets/plot"} {
						if strings.Contains(a.List().String(), id) {
							parts++
						}
					}
					if _, ok := a.ctx.RectOf("delay/all"); ok != (step >= 4) {
						t.Errorf("%s: the sliders are there: %v", where, ok)
					}
					if parts < shown {
						t.Errorf("%s: it shows %d parts, after %d", where, parts, shown)
					}
					shown = parts
					h.noOverlap(t, where)
					by.next(h)
				}
				h.rest()
				if on, _ := a.lessons.On(); on != nil || a.model.Simple {
					t.Errorf("%s: after it the lesson is %v, simple %v", by.name, on, a.model.Simple)
				}
				if a.session.Digest() != digest || a.session.Settings() != settings {
					t.Errorf("%s: after it the run is another", by.name)
				}
			}
		}
	}
}

// arenasAt is how many arenas there are at a step.
func arenasAt(step int) (n game.Lens) { return [...]game.Lens{1, 2, 2, 2, 2, 3, 3, 3}[step] }

// TestTourIsOfferedOnce: at the very first, in the simple view; not again, whatever was answered;
// and never where it can't be remembered, in the full view or in a lesson.
func TestTourIsOfferedOnce(t *testing.T) {
	host := &keepingShelf{kept: map[string][]byte{}}
	offered := func(h *hand) bool { _, ok := h.app.ctx.RectOf("offer/yes"); return ok }
	h := simpleApp(t, host)
	if !offered(h) {
		t.Fatal("it is not offered")
	}
	h.noOverlap(t, "the offer")
	h.button(t, "offer/no")
	if offered(h) {
		t.Error("refused, it is still offered")
	}
	if offered(simpleApp(t, host)) {
		t.Error("it is offered again")
	}
	if offered(simpleApp(t, nil)) || offered(simpleApp(t, &onAShelf{})) {
		t.Error("it is offered where that can't be remembered")
	}
	h.button(t, "tour") // always to be found
	if on, _ := h.app.lessons.On(); on == nil || on.ID != lesson.TourID {
		t.Error("its button does not start it")
	}
	h.key(im.KeyEscape)
	if on, _ := h.app.lessons.On(); on != nil || !h.app.model.Simple {
		t.Error("Esc does not lead back to the simple view")
	}
}
