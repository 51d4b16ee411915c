// Package viewtest is for the tests of panels: a run with its model, a window with one
// panel in it, and a hand that uses it.
package viewtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Window is a window of 1280×720 dp with one panel, at a paused run.
type Window struct {
	T        testing.TB
	Session  *measure.Run
	Scenario config.Scenario
	Model    view.Model
	Actions  view.Actions
	Ctx      im.Context
	In       im.Input
	List     *im.List // of the last frame
	Theme    view.Theme
	Bounds   raster.Rect
	// Done gathers what was wanted in all frames so far.
	Done []view.Action

	// Draw draws the panel, or what of it a test looks at.
	Draw func(c *im.Context, m *view.Model, act *view.Actions)

	settings config.Settings
	readings view.Readings
	study    view.Study
	clock    time.Duration
}

// Scenario is a link with a bit of everything, and few frames to draw: a car and a drone
// at 5 Hz.
func Scenario() config.Scenario {
	s := config.DefaultScenario()
	s.Seed = 5
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Drone, Count: 1}}
	set := &s.Settings
	set.SendRate, set.DisplayRate = 5*config.Hertz, 10*config.Hertz
	set.Down.Loss, set.Down.Duplicate = 150_000, 200_000
	set.Policies[world.Drone].Delay = 120 * time.Millisecond
	return s
}

// Texts returns the texts of a language, "en" or "ko".
func Texts(t testing.TB, code string) *text.Text {
	t.Helper()
	all, err := text.Load(assets.FS, "en", "ko")
	if err != nil {
		t.Fatal(err)
	}
	if code == "ko" {
		return &all[1]
	}
	return &all[0]
}

// New returns a window of a run that has been played to a time, with what draws its panel.
func New(t testing.TB, s config.Scenario, at time.Duration, draw func(c *im.Context, m *view.Model, act *view.Actions)) *Window {
	t.Helper()
	w := &Window{T: t, Draw: draw, Theme: view.Themes[0], Bounds: raster.Rect{W: 1280, H: 720}}
	w.Ctx.Style = w.Theme.Style
	w.Model = view.Model{
		Text: Texts(t, "en"), Language: "en", Theme: &w.Theme, Scenario: &w.Scenario, Settings: &w.settings, Speed: view.NormalSpeed,
		Focus: view.AllKinds, Budgets: s.Budgets, Readings: &w.readings, Study: &w.study, Arenas: game.NumLenses, Pixels: 1,
	}
	w.Ctx.Words = im.Words(w.Model.Text.Widgets)
	w.Start(s)
	w.PlayTo(at)
	return w
}

// Start starts another run.
func (w *Window) Start(s config.Scenario) {
	w.T.Helper()
	session, err := measure.NewRun(s)
	if err != nil {
		w.T.Fatal(err)
	}
	w.Session, w.Scenario, w.settings = session, s, s.Settings
	w.Model.Arenas = game.Lenses(&w.settings)
	w.Model.Run, w.Model.Now, w.Model.Reach = session, 0, 0
}

// PlayTo plays to a time in steps of 50 ms, as a window would.
func (w *Window) PlayTo(end time.Duration) {
	for now := max(w.Session.Now(), 0); now < end; now += 50 * time.Millisecond {
		w.Session.AdvanceTo(now)
	}
	w.AdvanceTo(end)
}

// AdvanceTo moves to a time at once.
func (w *Window) AdvanceTo(at time.Duration) {
	w.Session.AdvanceTo(at)
	w.Model.Now = max(w.Session.Now(), 0)
	w.Model.Reach = max(w.Model.Reach, w.Model.Now)
	w.settings = w.Session.Settings()
}

// Speak has the window speak a language: "en" or "ko".
func (w *Window) Speak(code string) {
	w.Model.Text, w.Model.Language = Texts(w.T, code), code
	w.Theme.Style.Heading = view.Heading(code)
	w.Ctx.Style = w.Theme.Style
	w.Ctx.Words = im.Words(w.Model.Text.Widgets)
}

// SetStudy says what is known from other runs.
func (w *Window) SetStudy(s view.Study) { w.study = s }

// Frame draws the panel with the input that there is, and puts in force what it set. The
// list is valid until the next frame.
func (w *Window) Frame() *im.List {
	w.T.Helper()
	w.clock += time.Second // no two clicks are a double click unless they ask for it
	w.In.Focused, w.In.Now = true, w.clock
	w.readings.Refresh(&w.Model)
	w.Actions.Begin(&w.Model)
	w.Ctx.Style = w.Theme.Style
	w.Ctx.Begin(&w.In, w.Bounds)
	w.Draw(&w.Ctx, &w.Model, &w.Actions)
	list, err := w.Ctx.End()
	if err != nil {
		w.T.Fatal(err)
	}
	w.List = list
	w.Done = append(w.Done, w.Actions.Wanted()...)
	if w.settings != w.Session.Settings() {
		if err := w.Session.Apply(w.settings); err != nil {
			w.T.Fatal(err)
		}
		w.settings = w.Session.Settings()
		w.Model.Arenas = game.Lenses(&w.settings)
	}
	w.In = im.Input{Pointer: w.In.Pointer, Down: w.In.Down}
	return list
}

// Text returns the list that the panel draws without any input, as text.
func (w *Window) Text() string {
	w.T.Helper()
	w.In = im.Input{}
	w.Frame()
	return w.List.String()
}

// Rest lets frames pass in which nothing happens.
func (w *Window) Rest() *im.List { w.T.Helper(); w.Frame(); return w.Frame() }

// Move, Press, Release, Click and Wheel use the pointer.
func (w *Window) Move(p raster.Point) *im.List { w.In.Pointer = p; return w.Rest() }

// Press: see Move.
func (w *Window) Press() *im.List { w.In.Down, w.In.Pressed = true, 1; return w.Frame() }

// Release: see Move.
func (w *Window) Release() *im.List {
	w.In.Down, w.In.Released = false, 1
	w.Frame()
	return w.Rest()
}

// Click: see Move.
func (w *Window) Click(p raster.Point) *im.List { w.Move(p); w.Press(); return w.Release() }

// ClickOn clicks on a control.
func (w *Window) ClickOn(id string) {
	w.T.Helper()
	w.Rest()
	r, ok := w.Ctx.RectOf(id)
	if !ok {
		w.T.Fatalf("there is no control %s", id)
	}
	w.Click(r.Centre())
}

// Wheel: see Move.
func (w *Window) Wheel(notches float32) *im.List {
	w.In.Wheel.Y = notches
	w.Frame()
	return w.Rest()
}

// Key presses a key, with modifiers if any.
func (w *Window) Key(k im.Key, mods ...im.Mods) *im.List {
	press := im.KeyPress{Key: k}
	for _, m := range mods {
		press.Mods |= m
	}
	w.In.Keys = []im.KeyPress{press}
	w.Frame()
	return w.Rest()
}

// Type types a text into the control that has the keyboard.
func (w *Window) Type(text string) {
	for _, r := range text {
		w.In.Chars = []rune{r}
		w.Frame()
	}
}

// Golden compares a text with testdata/NAME.txt, or writes that with -update.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from the golden file; got:\n%s", name, got)
	}
}

var versions = regexp.MustCompile(`version \d+`)

// Unversioned takes the versions of custom commands out of a list's text: they are made of
// floats, in which machines differ.
func Unversioned(list string) string { return versions.ReplaceAllString(list, "version") }

// Writing is a text command of a list.
type Writing struct {
	Text string
	Rect raster.Rect // of its capitals
}

// Writings reads the text commands of a list's textual form.
func Writings(t testing.TB, list string) (out []Writing) {
	t.Helper()
	weights := map[string]raster.Weight{"regular": raster.Regular, "medium": raster.Medium, "bold": raster.Bold}
	for line := range strings.SplitSeq(list, "\n") {
		if !strings.HasPrefix(line, "text ") {
			continue
		}
		quoted := line[strings.IndexByte(line, '"'):]
		prefix, err := strconv.QuotedPrefix(quoted)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		words, _ := strconv.Unquote(prefix)
		var x, y, size float32
		var weight string
		if _, err := fmt.Sscanf(line, "text %g,%g", &x, &y); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if _, err := fmt.Sscanf(quoted[len(prefix):], " %s %g", &weight, &size); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		f := raster.Font{Weight: weights[weight], Size: size, Tabular: strings.Contains(quoted[len(prefix):], " tabular")}
		out = append(out, Writing{words, raster.Rect{X: x, Y: y - f.CapHeight(), W: f.Measure(words), H: f.CapHeight()}})
	}
	return out
}

// Has reports whether a list writes a text.
func Has(t testing.TB, list, text string) bool {
	t.Helper()
	for _, w := range Writings(t, list) {
		if strings.Contains(w.Text, text) {
			return true
		}
	}
	return false
}
