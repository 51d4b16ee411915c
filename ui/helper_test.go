package ui

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view/viewtest"
)

// testApp returns a paused application of 1280×720 dp.
func testApp(t testing.TB, s config.Scenario) *App {
	t.Helper()
	return testAppWith(t, Options{Scenario: s})
}

// testAppWith is testApp with what else an application is given. It works nothing out in
// the background.
func testAppWith(t testing.TB, options Options) *App {
	t.Helper()
	options.Still = true
	return studyingApp(t, options)
}

// studyingApp is testAppWith, in the full view unless another is asked for, and works out in the background what other delays would bring.
func studyingApp(t testing.TB, options Options) *App {
	t.Helper()
	if options.View == "" {
		options.View = "full"
	}
	a, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	a.Resize(1280, 720, 1)
	a.SetPlaying(false)
	t.Cleanup(func() {
		a.Close()
		if a.Err() != nil {
			t.Error(a.Err())
		}
	})
	return a
}

// hand is a user: it moves the pointer and presses keys, a frame for each.
type hand struct {
	app   *App
	in    im.Input
	clock time.Duration
}

func (h *hand) frame() {
	h.clock += time.Second // no two clicks are a double click unless they ask for it
	h.in.Focused, h.in.Now = true, h.clock
	h.app.Update(&h.in, 0)
	h.in.Pressed, h.in.Released, h.in.Wheel, h.in.Keys = 0, 0, raster.Point{}, nil
}

// rest lets frames pass in which nothing happens.
func (h *hand) rest() { h.frame(); h.frame() }

func (h *hand) move(p raster.Point) { h.in.Pointer = p; h.rest() }

func (h *hand) press() { h.in.Down, h.in.Pressed = true, 1; h.frame() }

func (h *hand) release() { h.in.Down, h.in.Released = false, 1; h.frame(); h.rest() }

func (h *hand) click(p raster.Point) { h.move(p); h.press(); h.release() }

func (h *hand) shift(k im.Key) {
	h.in.Keys = []im.KeyPress{{Key: k, Mods: im.ModShift}}
	h.frame()
	h.rest()
}

func (h *hand) key(k im.Key) { h.in.Keys = []im.KeyPress{{Key: k}}; h.frame(); h.rest() }

// write types a text into the control that has the keyboard.
func (h *hand) write(text string) {
	for _, r := range text {
		h.in.Chars = []rune{r}
		h.frame()
	}
	h.in.Chars = nil
}

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	viewtest.Golden(t, name, got)
}

// English is the texts that the tests' windows are in.
var English = &texts[0]

// The panels, each drawn at a place.
func (a *App) drawTimeline(r raster.Rect) { a.timeline.Draw(&a.ctx, r, &a.model, &a.act) }
func (a *App) drawBuffer(r raster.Rect)   { a.buffer.Draw(&a.ctx, r, &a.model, &a.act) }

// playbackFor has the settings of playback be for a kind.
func (h *hand) playbackFor(k interp.Kind) {
	h.app.ctx.SetFocus("underrun/for")
	h.rest()
	h.key(im.KeyEnter)
	h.key(im.KeyHome)
	for range 1 + k {
		h.key(im.KeyDown)
	}
	h.key(im.KeyEnter)
	h.app.ctx.SetFocus("")
}

func (a *App) drawTop(r raster.Rect)    { a.controls.DrawTop(&a.ctx, r, &a.model, &a.act) }
func (a *App) drawColumn(r raster.Rect) { a.controls.DrawColumn(&a.ctx, r, &a.model, &a.act) }
func (a *App) drawPages(raster.Rect)    { a.controls.DrawPages(&a.ctx, a.places.Top, &a.model, &a.act) }
func (a *App) drawCurve(r raster.Rect)  { a.curve.Draw(&a.ctx, r, &a.model, &a.act) }

// showQuantity has the curve show the n-th of its quantities.
func (a *App) showQuantity(n int) {
	h := &hand{app: a}
	a.ctx.SetFocus("curve/shows")
	h.rest()
	h.key(im.KeyEnter)
	h.key(im.KeyHome)
	for range n {
		h.key(im.KeyDown)
	}
	h.key(im.KeyEnter)
	a.ctx.SetFocus("")
}
