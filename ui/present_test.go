package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// presenting returns an application in the presentation mode, with a hand at its keys.
func presenting(t *testing.T, w, h int) (*App, *hand) {
	t.Helper()
	a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS, Present: true})
	a.Resize(w, h, 1)
	playTo(a, 3200*time.Millisecond)
	hand := &hand{app: a}
	hand.rest()
	return a, hand
}

// TestPresentationComesAndGoes: each of its keys begins it on the light theme, and ends
// it on the one there was, with the very same window.
func TestPresentationComesAndGoes(t *testing.T) {
	for _, keys := range [][2]im.Key{{im.KeyP, im.KeyP}, {im.KeyF5, im.KeyEscape}, {im.KeyP, im.KeyF5}} {
		a := testApp(t, panelScenario())
		h := &hand{app: a}
		playTo(a, 2*time.Second)
		h.rest()
		before := viewtest.Unversioned(a.List().String())
		h.key(keys[0])
		if a.base.Name != "light" || a.zoom() < 1.3 || !viewtest.Has(t, a.List().String(), a.model.Text.Present.Hint) {
			t.Fatalf("%v: theme %s, zoom %v", keys, a.base.Name, a.zoom())
		}
		h.shift(im.KeyT) // another theme while it lasts is nothing to keep
		h.key(keys[1])
		if got := viewtest.Unversioned(a.List().String()); got != before {
			t.Errorf("%v: the window is another after it, with theme %s", keys, a.base.Name)
		}
	}
}

func TestPresentationFromTheLookPage(t *testing.T) {
	a := testApp(t, panelScenario())
	h := &hand{app: a}
	a.ctx.OpenPopup(controls.LookPopup)
	h.rest()
	a.ctx.SetFocus("look/present")
	h.rest()
	h.key(im.KeySpace)
	if !a.present.on || a.ctx.PopupOpen(controls.LookPopup) {
		t.Errorf("presenting %v, the page is open: %v", a.present.on, a.ctx.PopupOpen(controls.LookPopup))
	}
}

// TestRemoteTurnsPages: Page Down and Page Up go round the pages, even when an arena has
// the keyboard and would zoom.
func TestRemoteTurnsPages(t *testing.T) {
	a, h := presenting(t, 1280, 720)
	a.ctx.SetFocus("arena/interpolated")
	look := a.arenas.Look()
	headings := []string{a.model.Text.Packets.Heading, a.model.Text.Buffer.Heading, a.model.Text.Curve.Heading}
	for i, k := range []im.Key{im.KeyPageDown, im.KeyPageDown, im.KeyPageDown, im.KeyPageUp, im.KeyPageUp} {
		h.key(k)
		want := []int{1, 2, 0, 2, 1}[i]
		for page, heading := range headings {
			if got := viewtest.Has(t, a.List().String(), heading); got != (page == want) {
				t.Errorf("after %d keys: %q is shown: %v, want page %d", i+1, heading, got, want)
			}
		}
	}
	if a.arenas.Look() != look {
		t.Error("the camera has moved")
	}
}

// TestPresenterMovesTheDelay: in whole steps, within its range, and only while presenting.
func TestPresenterMovesTheDelay(t *testing.T) {
	a, h := presenting(t, 1280, 720)
	delay := func() time.Duration { return a.session.Settings().Policies[world.Car].Delay }
	for _, tc := range []struct {
		from time.Duration
		key  im.Key
		want time.Duration
	}{
		{200 * time.Millisecond, im.KeyUp, 210 * time.Millisecond},
		{200 * time.Millisecond, im.KeyDown, 190 * time.Millisecond},
		{203 * time.Millisecond, im.KeyUp, 210 * time.Millisecond},
		{4 * time.Millisecond, im.KeyDown, 0},
		{2 * time.Second, im.KeyUp, 2 * time.Second},
	} {
		a.act.SetDelay(-1, tc.from)
		h.rest()
		h.key(tc.key)
		if got := delay(); got != tc.want {
			t.Errorf("key %v takes a delay of %v to %v, want %v", tc.key, tc.from, got, tc.want)
		}
	}
	a.Present(false)
	if h.key(im.KeyDown); delay() != 2*time.Second {
		t.Errorf("without presenting the delay became %v", delay())
	}
}

// TestBlankScreen: it shows nothing and stops time; whatever key or press shows the window
// again does nothing else, and time goes on if it did.
func TestBlankScreen(t *testing.T) {
	a, h := presenting(t, 1280, 720)
	for _, plays := range []bool{true, false} {
		for _, blank := range []im.Key{im.KeyB, im.KeyPeriod} {
			for _, again := range []im.Key{im.KeyB, im.KeySpace, im.KeyPageDown, im.KeyEscape, im.KeyNone} {
				a.SetPlaying(plays)
				now := a.session.Now()
				a.say("something")
				h.key(blank)
				if n := strings.Count(a.List().String(), "\n"); n != 2 || a.model.Playing {
					t.Errorf("a blank screen has %d commands, time goes on: %v", n, a.model.Playing)
				}
				if again == im.KeyNone {
					h.click(raster.Point{X: 300, Y: 200})
				} else {
					h.key(again)
				}
				if a.present.blank || !a.present.on || a.model.Playing != plays || a.present.page != presentPackets || a.model.Selected != 0 || a.session.Now() != now {
					t.Errorf("after %v: %+v, playing %v at %v", again, a.present, a.model.Playing, a.session.Now())
				}
			}
		}
	}
}

// TestPresentationByKeyboard: Tab leads to every control of each page, and keys change it.
func TestPresentationByKeyboard(t *testing.T) {
	a, h := presenting(t, 1280, 720)
	for page := range numPresentPages {
		a.turnTo(page)
		h.rest()
		for _, id := range a.ctx.Focusables() {
			a.ctx.SetFocus(id)
			h.rest()
			if !h.changesSomething(id) {
				t.Errorf("page %d: %s can't be changed by the keyboard", page, id)
			}
			for a.ctx.WantsKeys() {
				h.key(im.KeyEscape)
			}
			a.model.Selected = 0
			a.Present(true)
		}
	}
	for _, tc := range []struct {
		key  im.Key
		done func() bool
	}{
		{im.KeySpace, func() bool { return a.model.Playing }},
		{im.KeyD, func() bool { return strings.HasPrefix(a.message.text, a.model.Text.Faults.Watch) }},
		{im.KeyR, func() bool { return a.session.Now() < time.Second }},
	} {
		a.SetPlaying(false)
		a.ctx.SetFocus("")
		h.key(tc.key)
		if !tc.done() {
			t.Errorf("key %v does nothing", tc.key)
		}
	}
}

// TestPresentationHoldsItsText: whatever the window, the language and the page, no text
// is cut, leaves the window or lies on another.
func TestPresentationHoldsItsText(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {1024, 768}, {1920, 1080}, {960, 600}, {800, 600}, {2560, 1080}} {
		a, h := presenting(t, size[0], size[1])
		rough := a.session.Settings()
		for _, settings := range []config.Settings{rough, slow(rough)} {
			a.settings = settings
			h.rest()
			a.AdvanceTo(a.session.Now() + 2*time.Second)
			for range view.Languages {
				for page := range numPresentPages {
					a.turnTo(page)
					h.rest()
					where := fmt.Sprintf("%v, %s, page %d", size, a.model.Language, page)
					list := viewtest.Writings(t, a.List().String())
					window := a.canvas.Bounds()
					for i, w := range list {
						if strings.HasSuffix(w.Text, "…") && w.Text != a.model.Text.Curve.Heading {
							t.Errorf("%s: %q is cut", where, w.Text)
						}
						if r := w.Rect; r.X < 2 || r.Y < 2 || r.X+r.W > window.W-2 || r.Y+r.H > window.H-2 {
							t.Errorf("%s: %q at %v leaves the window", where, w.Text, r)
						}
						for _, other := range list[:i] {
							if !w.Rect.Intersect(other.Rect).Empty() {
								t.Errorf("%s: %q lies on %q", where, w.Text, other.Text)
							}
						}
					}
				}
				a.nextLanguage()
			}
		}
	}
}

// slow returns settings whose numbers are long, with a mistake compared.
func slow(s config.Settings) config.Settings {
	s.Comparison = 3
	s.SendRate, s.Down.Latency = 3*config.Hertz, 700*time.Millisecond
	for k := range s.Policies {
		s.Policies[k].Delay = 1234 * time.Millisecond
	}
	return s
}

func TestPresentationGolden(t *testing.T) {
	for _, c := range []struct {
		name     string
		w, h     int
		page     presentPage
		language int
	}{
		{"present", 1280, 720, presentPackets, 0},
		{"present-projector", 1024, 768, presentCurve, 0},
		{"ko-present", 1280, 720, presentPackets, 1},
		{"ko-present-projector", 1024, 768, presentBuffer, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, h := presenting(t, c.w, c.h)
			a.turnTo(c.page)
			a.setLanguage(c.language)
			h.rest()
			golden(t, c.name, viewtest.Unversioned(a.List().String()))
		})
	}
}
