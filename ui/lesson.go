package ui

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// loadLessons reads the lessons and what of them is done, once.
func (a *App) loadLessons() {
	if a.lessonsLoaded {
		return
	}
	a.lessonsLoaded = true
	var done []byte
	if host, ok := a.options.Host.(Keeper); ok {
		var err error
		if done, err = host.Kept(progressName); err != nil {
			a.say(fmt.Sprintf(a.model.Text.Lesson.NotKept, err))
		}
	}
	if err := a.lessons.Load(a.options.Scenarios, done); err != nil {
		a.say(fmt.Sprintf(a.model.Text.Lesson.NotKept, err))
	}
}

// StartLesson starts a lesson from its beginning: its run, with its settings and seed.
// An error leaves everything as it was.
func (a *App) StartLesson(l *lesson.Lesson) error {
	a.loadLessons()
	before := a.beforeLesson
	if on, _ := a.lessons.On(); on == nil {
		state := a.state()
		before = &state
	}
	if err := a.Run(l.Scenario); err != nil {
		return err
	}
	a.beforeLesson = before
	a.model.Playing, a.model.Speed, a.model.Focus = true, view.NormalSpeed, view.AllKinds
	a.controls.Playback()
	a.model.TuningOpen = false
	a.ctx.SetFocus("")
	a.lessons.Start(l, &a.act)
	a.settle()
	return nil
}

// leaveLesson gives the run before the lesson back, in the full view if that is to be. One that
// the window was opened with leaves its own.
func (a *App) leaveLesson(full bool) {
	before := a.beforeLesson
	a.history.Changed(a.state(), 0)
	if before == nil {
		a.lessons.Leave()
		a.say(a.model.Text.Lesson.LeftStays)
		return
	}
	state := *before
	if state.Full = state.Full || full; full {
		a.rememberView(true)
	}
	a.restore(state)
	a.say(a.model.Text.Lesson.Left)
}

// startTour starts the tour. It is not offered any more.
func (a *App) startTour() {
	a.loadLessons()
	a.offersTour = false
	if tour := a.lessons.Tour(); tour != nil {
		if err := a.StartLesson(tour); err != nil {
			a.say(err.Error())
		}
	}
}

// LessonStep goes to a step of the lesson that is on, counted from 0.
func (a *App) LessonStep(n int) {
	a.lessons.GoTo(n, &a.act)
	a.settle()
	if a.settings != a.session.Settings() { // those of the step
		a.apply()
	}
}

// restartLesson starts the lesson's run again, at the step that it is at.
func (a *App) restartLesson() {
	l, _ := a.lessons.On()
	if err := a.Run(l.Scenario); err != nil {
		a.say(err.Error())
	}
	a.model.Playing = true
}

// showControls brings controls into view.
func (a *App) showControls(ids []string) {
	for _, id := range ids {
		a.controls.Show(id)
	}
	a.ctx.Reveal(ids[0])
}

// lessonPages has a presenter's remote turn the pages of a lesson, whatever control has
// the keyboard.
func (a *App) lessonPages() {
	if on, _ := a.lessons.On(); on == nil || a.tuningShown() || a.present.blank || a.ctx.WantsKeys() {
		return
	}
	a.in.Keys = slices.DeleteFunc(slices.Clone(a.in.Keys), func(k im.KeyPress) bool {
		switch {
		case k.Mods == 0 && k.Key == im.KeyPageDown:
			a.lessons.Next(&a.act)
		case k.Mods == 0 && k.Key == im.KeyPageUp:
			a.lessons.Back(&a.act)
		default:
			return false
		}
		return true
	})
	a.settle()
}

// dropLesson takes a lesson's file, starts it, and puts it into the list.
func (a *App) dropLesson(data []byte) error {
	scenario := func(string) (config.Scenario, error) {
		return config.Scenario{}, errors.New(a.model.Text.Lesson.NoScenarios)
	}
	if a.options.Scenarios != nil {
		scenario = lesson.Scenarios(a.options.Scenarios)
	}
	l, err := lesson.Parse(data, scenario)
	if err != nil {
		if faults, ok := err.(config.FileErrors); ok && len(faults) > 1 {
			return fmt.Errorf(a.model.Text.Lesson.MoreFaults, faults[0], len(faults)-1)
		}
		return err
	}
	a.loadLessons()
	return a.StartLesson(a.lessons.Add(l))
}

// isLesson reports whether a file is a lesson's rather than a scenario's.
func isLesson(data []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) && lesson.IsLesson(data)
}

// markLesson marks the controls and views that the step of the lesson speaks of.
func (a *App) markLesson(p *layout.Places) {
	if on, _ := a.lessons.On(); on == nil {
		return
	}
	a.ctx.Mark(a.lessons.Controls())
	a.markViews(p)
}

// markViews marks the views among them that have a place.
func (a *App) markViews(p *layout.Places) {
	for _, name := range a.lessons.Views() {
		if r := p.View(name); !r.Empty() {
			a.ctx.MarkRing(r.Inset(1.5))
		}
	}
}

// presentLesson shows the lesson in the presentation mode, next to the view that its step
// speaks of, the buffer unless it is another. Its pages are turned by the keys that turn
// those of the mode otherwise.
func (a *App) presentLesson(r raster.Rect) {
	shown := r
	at := shown.CutLeft(r.W * 0.55)
	shown.CutLeft(view.Margin)
	p := a.places
	p.Packets = raster.Rect{}
	views := a.lessons.Views()
	switch {
	case slices.Contains(views, "curve"):
		p.Curve = shown
		a.curve.Draw(&a.ctx, shown, &a.model, &a.act)
	case slices.Contains(views, "packets"):
		p.Packets = shown
		a.timeline.Draw(&a.ctx, shown, &a.model, &a.act)
	default:
		p.Buffer = shown
		a.buffer.Draw(&a.ctx, shown, &a.model, &a.act)
	}
	a.lessons.Draw(&a.ctx, at, &a.model, &a.act)
	a.markViews(&p)
}
