// Package viewtest has what the test of a panel needs around it: a run, the model of its
// frames, and the hand of a user.
package viewtest

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// Stage shows a panel in a window of 1280×720 dp, as an application would. What the panel
// wants is left in Actions, but for changes of settings, which are put in force.
type Stage struct {
	// Draw draws the panel. It must be set before the first frame.
	Draw func(*im.Context, *view.Model, *view.Actions)

	Session *game.Session
	Model   view.Model
	Actions view.Actions
	Context im.Context
	Bounds  raster.Rect
	Theme   view.Theme
	Input   im.Input // of the next frame

	t        testing.TB
	settings config.Settings
	readings view.Readings
	study    view.Study
}

// New returns a stage with the paused run of a scenario, in English.
func New(t testing.TB, scenario config.Scenario) *Stage {
	t.Helper()
	session, err := game.NewSession(scenario)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := text.Load(assets.FS, "en", "ko")
	if err != nil {
		t.Fatal(err)
	}
	s := &Stage{Session: session, Bounds: raster.Rect{W: 1280, H: 720}, Theme: view.Themes[0], t: t, settings: session.Settings()}
	s.Model = view.Model{
		Text: &texts[0], Language: "en", Theme: &s.Theme, Run: session, Scenario: &scenario, Settings: &s.settings,
		Speed: view.NormalSpeed, Focus: view.AllKinds, Readings: &s.readings, Study: &s.study,
		Arenas: game.Lenses(&s.settings),
	}
	return s
}

// AdvanceTo moves the run to a simulation time.
func (s *Stage) AdvanceTo(at time.Duration) {
	s.Session.AdvanceTo(at)
	s.settings = s.Session.Settings()
	s.Model.Now = max(s.Session.Now(), 0)
}

// Frame draws one frame and returns what it draws, until the next. No two presses of the
// pointer are a double click unless Input says so.
func (s *Stage) Frame() *im.List {
	s.t.Helper()
	s.Input.Focused = true
	s.Input.Now += time.Second
	s.readings.Refresh(&s.Model)
	s.Context.Style = s.Theme.Style
	s.Actions.Begin(&s.Model)
	s.Context.Begin(&s.Input, s.Bounds)
	s.Draw(&s.Context, &s.Model, &s.Actions)
	list, err := s.Context.End()
	if err != nil {
		s.t.Error(err)
	}
	if s.settings != s.Session.Settings() {
		if err := s.Session.Apply(s.settings); err != nil {
			s.t.Error(err)
		}
		s.Model.Arenas = game.Lenses(&s.settings)
	}
	s.Input = im.Input{Focused: true, Now: s.Input.Now, Pointer: s.Input.Pointer, Down: s.Input.Down}
	return list
}

// Rest lets frames pass in which nothing happens, and returns the last one's list.
func (s *Stage) Rest() *im.List { s.Frame(); return s.Frame() }

// Move points to a place.
func (s *Stage) Move(p raster.Point) *im.List { s.Input.Pointer = p; return s.Rest() }

// Press presses the button of the pointer, and Release lets it go.
func (s *Stage) Press() *im.List { s.Input.Down, s.Input.Pressed = true, 1; return s.Frame() }

// Release is described at Press.
func (s *Stage) Release() *im.List {
	s.Input.Down, s.Input.Released = false, 1
	s.Frame()
	return s.Rest()
}

// Click presses and releases the button at a place.
func (s *Stage) Click(p raster.Point) *im.List { s.Move(p); s.Press(); return s.Release() }

// Wheel turns the wheel by notches.
func (s *Stage) Wheel(notches float32) *im.List {
	s.Input.Wheel.Y = notches
	s.Frame()
	return s.Rest()
}

// Key presses a key.
func (s *Stage) Key(k im.Key) *im.List {
	s.Input.Keys = []im.KeyPress{{Key: k}}
	s.Frame()
	return s.Rest()
}

var update = flag.Bool("update", false, "write the golden files anew")

// Golden compares a text with a file of the package's testdata, NAME.txt, which the flag
// -update writes anew.
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
