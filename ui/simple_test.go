package ui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// fieldOf matches a picture of an arena in a list of commands, with its width and height.
var fieldOf = regexp.MustCompile(`(?m)^custom \S+ ([0-9.]+)x([0-9.]+) (?:raw|interpolated|extrapolated|fourth) `)

// fields returns which share of the window's pixels the pictures of the arenas have.
func (h *hand) fields() float64 {
	area := 0.0
	for _, m := range fieldOf.FindAllStringSubmatch(h.app.List().String(), -1) {
		width, _ := strconv.ParseFloat(m[1], 64)
		height, _ := strconv.ParseFloat(m[2], 64)
		area += width * height
	}
	window := h.app.canvas.Bounds()
	return area / float64(window.W*window.H)
}

// TestArenasAreLarge: the arenas are what is looked at, and have the pixels.
func TestArenasAreLarge(t *testing.T) {
	for _, tc := range []struct {
		view          string
		width, height int
		least         float64
	}{
		{"simple", 1280, 720, 0.45}, {"simple", 1920, 1080, 0.45}, {"full", 1280, 720, 0.25}, {"full", 1920, 1080, 0.35},
	} {
		a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS, View: tc.view})
		a.Resize(tc.width, tc.height, 1)
		h := &hand{app: a}
		h.rest()
		if got := h.fields(); got < tc.least || got > 0.8 {
			t.Errorf("%s, %d × %d: the arenas' pictures have %.3f of the pixels, want %v at least", tc.view, tc.width, tc.height, got, tc.least)
		}
	}
}

// TestPresentedArenasAreLarge: the same in the presentation mode, on the page of the packets.
func TestPresentedArenasAreLarge(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {1920, 1080}, {2560, 1440}} {
		_, h := presenting(t, size[0], size[1])
		if got := h.fields(); got < 0.4 {
			t.Errorf("%v: the arenas' pictures have %.3f of the pixels, want 0.4 at least", size, got)
		}
	}
}

// simpleApp is a user at first: nothing is remembered.
func simpleApp(t *testing.T, host Host) *hand {
	t.Helper()
	a, err := New(Options{Still: true, Scenario: config.DefaultScenario(), Scenarios: assets.FS, Host: host})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	a.Resize(1280, 720, 1)
	a.SetPlaying(false)
	h := &hand{app: a}
	h.rest()
	return h
}

// TestViewIsRemembered: at first the window opens in the simple view; one key and one button go
// to the full one and back; and what was shown last is what opens next.
func TestViewIsRemembered(t *testing.T) {
	host := &keepingShelf{kept: map[string][]byte{}}
	h := simpleApp(t, host)
	shows := func(simple bool, after string) {
		t.Helper()
		_, slider := h.app.ctx.RectOf("delay/all")
		_, column := h.app.ctx.RectOf("delay/drone")
		if h.app.model.Simple != simple || !slider || column == simple {
			t.Fatalf("%s: simple %v, want %v", after, h.app.model.Simple, simple)
		}
	}
	shows(true, "at first")
	h.key(im.KeyF)
	shows(false, "F")
	h = simpleApp(t, host)
	shows(false, "opened again")
	r, ok := h.app.ctx.RectOf("view")
	if !ok {
		t.Fatal("there is no choice of the view")
	}
	h.click(raster.Point{X: r.X + r.W/4, Y: r.Centre().Y})
	shows(true, "a click")
	h = simpleApp(t, host)
	shows(true, "opened once more")
	h.key(im.KeyT) // the tuning page is of the full view
	shows(false, "T")
	h = simpleApp(t, host)
	shows(true, "what was shown for the tuning page is not what was chosen")
	host.err = fmt.Errorf("the disk is full")
	h.key(im.KeyF)
	if !strings.Contains(h.app.message.text, "the disk is full") {
		t.Errorf("it says %q", h.app.message.text)
	}
	if _, err := New(Options{Scenario: config.DefaultScenario(), View: "ful"}); err == nil || !strings.Contains(err.Error(), `no view is called "ful", did you mean full?`) {
		t.Errorf("a view that there isn't: %v", err)
	}
}

// TestSimpleViewSets: every slider of the simple view sets its setting, by the keyboard.
func TestSimpleViewSets(t *testing.T) {
	h := simpleApp(t, nil)
	for id, knob := range map[string]*view.Knob{
		"link/rate": view.RateKnob, "link/latency": view.LatencyKnob, "link/jitter": view.JitterKnob, "link/loss": view.LossKnob, "delay/all": view.DelayKnob,
	} {
		h.app.ctx.SetFocus(id)
		h.rest()
		h.key(im.KeyEnd)
		s := h.app.session.Settings()
		for q := range knob.Qualifiers(&s) {
			if got := knob.Get(&s, q); got <= knob.Default {
				t.Errorf("%s is %s after End", id, knob.Format(got))
			}
		}
	}
}

// TestNothingOverlaps: in both views, languages and at every size no two texts lie on one another,
// none leaves the window but for what scrolls, and none is cut.
func TestNothingOverlaps(t *testing.T) {
	for _, name := range Views {
		a := testAppWith(t, Options{Scenario: config.DefaultScenario(), Scenarios: assets.FS, Host: &onAShelf{}, View: name})
		a.AdvanceTo(3 * time.Second)
		a.studyUntil(settled)
		h := &hand{app: a}
		for range view.Languages {
			for _, size := range [][2]int{{960, 600}, {1280, 720}, {1920, 1080}} {
				a.Resize(size[0], size[1], 1)
				h.rest()
				h.noOverlap(t, fmt.Sprint(name, " ", a.model.Language, size))
			}
			h.shift(im.KeyL)
			a.message = message{}
		}
	}
}

// noOverlap checks the texts of what is shown.
func (h *hand) noOverlap(t *testing.T, where string) {
	t.Helper()
	bounds := h.app.canvas.Bounds()
	all := viewtest.Writings(t, h.app.List().String())
	for i, w := range all {
		scrolls := h.app.places.Scrolls || h.app.places.Column.Contains(raster.Point{X: w.Rect.X, Y: h.app.places.Column.Y})
		if r := w.Rect; !scrolls && (r.X < bounds.X || r.Max().X > bounds.Max().X+0.5 || r.Y < bounds.Y-1 || r.Y < bounds.Max().Y && r.Max().Y > bounds.Max().Y+1) {
			t.Errorf("%s: %q leaves the window at %v", where, w.Text, r)
		}
		if strings.HasSuffix(w.Text, "…") && w.Text != h.app.model.Text.Curve.Heading && w.Text != h.app.model.Text.Curve.HeadingShort {
			t.Errorf("%s: %q is cut", where, w.Text)
		}
		for _, o := range all[:i] {
			both := w.Rect.Inset(1).Intersect(o.Rect.Inset(1))
			if both.W > 0 && both.H > 2 {
				t.Errorf("%s: %q lies on %q", where, w.Text, o.Text)
			}
		}
	}
}
