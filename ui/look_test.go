package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// command presses a key with Control, and perhaps Shift.
func (h *hand) command(k im.Key, more im.Mods) {
	h.in.Keys = []im.KeyPress{{Key: k, Mods: im.ModControl | more}}
	h.frame()
	h.rest()
}

// TestScale: Ctrl+ and Ctrl− go through the scales, the layout follows, and the pointer
// finds everything where it is drawn.
func TestScale(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	if got := a.canvas.Bounds(); got.W != 1280 || got.H != 720 {
		t.Fatalf("at 100 %% the window has %v dp", got)
	}
	for _, step := range []struct {
		key  im.Key
		mods im.Mods
		want int
	}{
		{im.KeyPlus, 0, 125}, {im.KeyPlus, im.ModShift, 150}, {im.KeyPlus, 0, 150}, // 1280 × 720 has room for 160 %
		{im.KeyMinus, 0, 125}, {im.Key0, 0, 100}, {im.KeyMinus, 0, 90}, {im.KeyMinus, 0, 75}, {im.KeyMinus, 0, 75},
	} {
		h.command(step.key, step.mods)
		if got := a.look.percent(); got != step.want {
			t.Errorf("after key %d: %d %%, want %d", step.key, got, step.want)
		}
		if got, want := a.canvas.Bounds().W, 1280*100/float32(step.want); got < want-0.01 || got > want+0.01 {
			t.Errorf("at %d %% the window is %v dp wide, want %v", step.want, got, want)
		}
	}
	a.setScale(150)
	h.rest()
	r, ok := a.ctx.RectOf("play")
	if !ok {
		t.Fatal("no button to play")
	}
	h.click(raster.Point{X: r.Centre().X * 1.5, Y: r.Centre().Y * 1.5})
	if !a.model.Playing {
		t.Error("at 150 % a click on the button to play does nothing")
	}
	a.SetPlaying(false)
	a.Resize(960, 600, 1) // 120 % is the most that fits it
	if got := a.zoom(); got != 1.2 {
		t.Errorf("in a window of 960 × 600 everything is %v times as large, want 1.2", got)
	}
}

// TestScaledPanelsHoldTheirText: at every scale the panels that scroll hold their text,
// and Tab reaches every control.
func TestScaledPanelsHoldTheirText(t *testing.T) {
	for _, tc := range []struct{ w, h, percent int }{{1280, 720, 150}, {1920, 1080, 200}, {1280, 720, 75}, {960, 600, 125}, {1280, 720, 125}} {
		a := testApp(t, config.DefaultScenario())
		a.Resize(tc.w, tc.h, 1)
		a.look.scale = tc.percent
		a.resize()
		playTo(a, 4*time.Second)
		h := &hand{app: a}
		h.rest()
		for _, panel := range []struct {
			rect raster.Rect
			draw func(raster.Rect)
		}{{a.places.Packets, a.drawTimeline}, {a.places.Buffer, a.drawBuffer}, {a.places.Curve, a.drawCurve}, {a.places.Top, a.drawTop}} {
			for _, w := range viewtest.Writings(t, panelText(t, a, panel.draw, panel.rect)) {
				r, p := w.Rect, panel.rect
				if strings.HasSuffix(w.Text, "…") && w.Text != a.model.Text.Curve.Heading {
					t.Errorf("%v: %q is cut", tc, w.Text)
				}
				if r.X < p.X || r.X+r.W > p.X+p.W || r.Y < p.Y || r.Y+r.H > p.Y+p.H {
					t.Errorf("%v: %q at %v leaves its panel %v", tc, w.Text, r, p)
				}
			}
		}
		h.rest()
		bounds := a.canvas.Bounds()
		for range a.ctx.Focusables() {
			h.key(im.KeyTab)
			if r, ok := a.ctx.RectOf(a.ctx.Focus()); !ok || r.Intersect(bounds).Empty() {
				t.Errorf("%v: %s has the keyboard at %v, out of sight", tc, a.ctx.Focus(), r)
			}
		}
	}
}

// TestHighContrast: of what is written and drawn in high contrast, words reach 7:1
// (WCAG 2.1, 1.4.6) and edges 3:1 (1.4.11); what has a meaning stays told apart.
func TestHighContrast(t *testing.T) {
	for _, base := range view.Themes {
		theme := base.HighContrast()
		s := &theme.Style
		for _, ground := range []raster.Color{s.Panel, s.Background, s.Popup, theme.Plot, theme.Ground} {
			for name, c := range map[string]raster.Color{"foreground": s.Foreground, "muted": s.Muted, "truth": theme.Truth} {
				if got := contrast(c, ground); got < 7 {
					t.Errorf("%s: %s has a contrast of %.2f, want at least 7", base.Name, name, got)
				}
			}
			for name, c := range map[string]raster.Color{"panel's edge": s.PanelBorder, "popup's edge": s.PopupBorder, "track": s.Track, "axis": theme.Axis, "disabled": s.Faint} {
				if got := contrast(c, ground); got < 3 {
					t.Errorf("%s: the %s has a contrast of %.2f, want at least 3", base.Name, name, got)
				}
			}
			for _, m := range meanings(&theme) {
				if got := contrast(m.colour, ground); got < textContrast {
					t.Errorf("%s: %s has a contrast of %.2f", base.Name, m.name, got)
				}
			}
		}
		for _, control := range []raster.Color{s.Control, s.ControlHover, s.ControlActive} {
			if got := contrast(s.Foreground, control); got < 7 {
				t.Errorf("%s: words on a control have a contrast of %.2f", base.Name, got)
			}
		}
		if theme.Name != base.Name || !slices.Equal(meanings(&theme), meanings(&base)) {
			t.Errorf("%s: the colours that mean something have changed", base.Name)
		}
	}
}

// TestLookPage: the page opens from its button and everything on it works by the
// keyboard alone.
func TestLookPage(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	a.ctx.SetFocus("look")
	h.rest()
	h.key(im.KeyEnter)
	if !a.ctx.PopupOpen(controls.LookPopup) {
		t.Fatal("the page is not open")
	}
	var walked []string
	for range a.ctx.Focusables() {
		h.key(im.KeyTab)
		switch id := a.ctx.Focus(); id {
		case "look/theme", "look/language", "look/scale":
			h.key(im.KeyRight)
		case "look/contrast", "look/calm":
			h.key(im.KeySpace)
		}
		walked = append(walked, a.ctx.Focus())
	}
	if want := []string{"look/theme", "look/language", "look/scale", "look/contrast", "look/calm", "look/present", "look/save-settings", "look/save-picture", "look/open", "look/share", "look/record", "look/close"}; !slices.Equal(walked, want) {
		t.Errorf("Tab walked over %q, want %q", walked, want)
	}
	if a.base.Name != "light" || a.model.Text != &texts[1] || a.look != (look{scale: 125, contrast: true, full: true}) || !a.model.Calm || a.theme.Style.Background != raster.RGB(0xffffff) {
		t.Errorf("set to %s, %+v", a.base.Name, a.look)
	}
	h.key(im.KeyEnter) // on Close
	if a.ctx.PopupOpen(controls.LookPopup) {
		t.Error("Close leaves the page open")
	}
	h.shift(im.KeyT)
	if a.base.Name != "dark" || a.theme.Style.Background != raster.RGB(0x000000) {
		t.Error("Shift T leaves high contrast")
	}
}

// TestReducedMotion: numbers change once a second, and there are no trails.
func TestReducedMotion(t *testing.T) {
	count := func(calm bool) (changes int) {
		a := testApp(t, config.DefaultScenario())
		a.model.Calm = calm
		a.SetPlaying(true)
		in := im.Input{Focused: true}
		a.Update(&in, time.Millisecond)
		last := a.readings.Number
		for range 40 { // two seconds
			a.Update(&in, 50*time.Millisecond)
			if a.readings.Number != last {
				changes++
				last = a.readings.Number
			}
		}
		return changes
	}
	if got := count(false); got != 8 {
		t.Errorf("the numbers changed %d times in two seconds, want 8", got)
	}
	if got := count(true); got != 2 {
		t.Errorf("with reduced motion they changed %d times, want 2", got)
	}
}

// TestSaveSettings: what is saved, dropped on another window, is the same run.
func TestSaveSettings(t *testing.T) {
	shelf := &onAShelf{}
	a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Host: shelf, Scenarios: assets.FS})
	h := &hand{app: a}
	h.rest()
	a.AdvanceTo(time.Second)
	a.ctx.SetFocus("link/loss")
	h.rest()
	h.key(im.KeyPageUp)
	a.AdvanceTo(3 * time.Second)
	h.command(im.KeyS, im.ModShift)
	if want := "snaplab-unnamed-seed1.json"; !slices.Equal(shelf.names, []string{want}) {
		t.Fatalf("saved %q, want %q", shelf.names, want)
	}
	b := testApp(t, config.DefaultScenario())
	b.Drop(shelf.names[0], shelf.data[0])
	b.AdvanceTo(3 * time.Second)
	if b.Session().Digest() != a.Session().Digest() || b.Session().Settings() != a.Session().Settings() {
		t.Errorf("the saved run is another; it says %q", b.message.text)
	}
}

// TestSettingsThatFollowATrace: they load where the trace is followed, and otherwise
// say which one is needed.
func TestSettingsThatFollowATrace(t *testing.T) {
	ping := []byte("64 bytes from 192.0.2.1: icmp_seq=1 ttl=60 time=40.0 ms\n64 bytes from 192.0.2.1: icmp_seq=2 ttl=60 time=55.0 ms\n")
	a := testApp(t, config.DefaultScenario())
	a.Drop("ping.txt", ping)
	data, err := a.Session().Recording().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	b := testApp(t, config.DefaultScenario())
	b.Drop("saved.json", data)
	if !strings.Contains(b.message.text, "ping.txt") || !strings.Contains(b.message.text, "Could not load") {
		t.Errorf("without the trace: %q", b.message.text)
	}
	b.Drop("ping.txt", ping)
	b.Drop("saved.json", data)
	if m, on := b.Session().Following(); !on || m.File != "ping.txt" {
		t.Errorf("with the trace: following %q (%v), saying %q", m.File, on, b.message.text)
	}
}

// withADialogue is a Host that can ask for a file.
type withADialogue struct {
	onAShelf
	asked int
}

func (h *withADialogue) Open(taken func(string, []byte)) {
	h.asked++
	taken("run.json", []byte("{"))
}

// TestOpen: Ctrl+O asks the host for a file, or says how to do without.
func TestOpen(t *testing.T) {
	host := &withADialogue{}
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	h.rest()
	h.command(im.KeyO, 0)
	if a.message.text != a.model.Text.Look.DropHere {
		t.Errorf("without a host the window says %q", a.message.text)
	}
	a.options.Host = host
	h.command(im.KeyO, 0)
	if host.asked != 1 || !strings.Contains(a.message.text, "run.json") {
		t.Errorf("the host was asked %d times, and the window says %q", host.asked, a.message.text)
	}
}
