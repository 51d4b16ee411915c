package ui

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"time"

	"snaplab/ui/film"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// record begins to record a part of the run.
func (a *App) record(x view.Record) error {
	name := a.model.FileName(fmt.Sprintf("%.2fs", x.To.Seconds()))
	if x.Form == view.RecordTables {
		run, err := a.session.Again()
		if err == nil {
			a.recording.Tables(run, x.From, x.To, name)
		}
		return err
	}
	twin, err := a.twin()
	if err != nil {
		return err
	}
	return a.recording.Film(newStage(twin, x.View), x, name)
}

// goOnRecording does the next piece of a recording, and saves the files after the last.
func (a *App) goOnRecording() {
	files, err := a.recording.Step()
	for _, f := range files {
		a.save(f.Name, f.Data.Bytes(), err)
	}
}

// twin returns an application that plays this one's run and looks as it does.
func (a *App) twin() (*App, error) {
	t, err := New(Options{
		Scenario: a.session.Recording(), Scenarios: a.options.Scenarios,
		Theme: a.base.Name, Language: a.model.Language, View: Views[0], Still: true,
	})
	if err != nil {
		return nil, err
	}
	t.look, t.model.Calm = a.look, a.model.Calm
	t.setTheme(a.base)
	t.present.on, t.present.page = a.present.on, a.present.page
	t.device = a.device
	t.resize()
	t.controls = a.controls
	t.arenas.SetLook(a.arenas.Look())
	t.model.Selected, t.model.Focus, t.model.Speed = a.model.Selected, a.model.Focus, a.model.Speed
	t.curve.SetLook(a.curve.Look())
	t.model.Budgets = a.model.Budgets
	t.windowStudy.Adopt(&a.windowStudy) // it holds where the same is set
	t.windowStudy.Tell(&t.study, t.asked())
	return t, nil
}

// NewFilm begins a film of an application's run, which is that of its scenario, at its
// size and with its looks. The application belongs to the film from then on. The error
// is that of the plan.
func NewFilm(app *App, plan film.Plan, sink film.Sink) (*film.Film, error) {
	return film.New(newStage(app, plan.View), plan, sink)
}

// stage is an application as what a film is made of.
type stage struct {
	app   *App
	view  string // one of film.Views
	in    im.Input
	drawn bool
}

func newStage(app *App, view string) *stage {
	app.SetPlaying(true)
	if slices.Contains(film.Views[1:], view) && app.places.View(view).Empty() { // the simple view has it not
		app.showFull(true)
	}
	s := &stage{app: app, view: view}
	s.in.Pointer = raster.Point{X: -1, Y: -1}
	return s
}

// Rewind plays the run from its beginning.
func (s *stage) Rewind() error {
	run, err := s.app.session.Again()
	if err != nil {
		return err
	}
	s.app.adopt(run)
	s.app.model.Reach = 0
	return nil
}

// Advance goes on towards a time.
func (s *stage) Advance(to time.Duration) bool {
	run := s.app.session
	next := max(run.Now(), 0) + view.PlayedAtOnce(run)
	s.app.AdvanceTo(min(next, to))
	return next >= to
}

// Picture draws the application and returns the part that is seen.
func (s *stage) Picture() (*image.RGBA, error) {
	a := s.app
	a.studyForFilm()
	frames := 1
	if !s.drawn {
		s.drawn, frames = true, 2 // a first one lays out, a second shows what follows from it
	}
	for range frames {
		a.Update(&s.in, 0)
	}
	if err := errors.Join(a.Err(), a.session.Err()); err != nil {
		return nil, err
	}
	img, _ := a.Render()
	return img.SubImage(a.filmed(s.view)).(*image.RGBA), nil
}

// filmed returns the part of the window of a view, in device pixels.
func (a *App) filmed(view string) image.Rectangle {
	r, all := a.places.View(view), a.canvas.Image().Bounds()
	if r.Empty() {
		return all
	}
	scale := a.device.scale * a.zoom()
	pixel := func(v float32) int { return int(math.Round(float64(v * scale))) }
	part := image.Rect(pixel(r.X), pixel(r.Y), pixel(r.X+r.W), pixel(r.Y+r.H)).Intersect(all)
	if part.Empty() {
		return all
	}
	return part
}
