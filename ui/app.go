// Package ui is the whole application without a window: input and elapsed time go
// in, pixels come out.
//
// An App owns a session of the lab and shows it: a column of controls, three arenas
// with one camera, the packet timeline, the buffer, and the what-if curve. It reads
// no clock and no device; a shell passes it an im.Input and the time that has passed,
// and shows what Render returns.
package ui

import (
	"fmt"
	"image"
	"io/fs"
	"strconv"
	"time"

	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/measure"
	"snaplab/ui/arena"
	"snaplab/ui/background"
	"snaplab/ui/buffer"
	"snaplab/ui/controls"
	"snaplab/ui/curve"
	"snaplab/ui/frametime"
	"snaplab/ui/freeze"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/lessons"
	"snaplab/ui/raster"
	"snaplab/ui/recorder"
	"snaplab/ui/timeline"
	"snaplab/ui/tuning"
	"snaplab/ui/undo"
	"snaplab/ui/verdict"
	"snaplab/ui/view"
)

// Host is what an App asks of whoever shows it.
type Host interface {
	// Save keeps a file under a name. It overwrites nothing: the host finds a
	// free name if there is such a file, and returns the name that it took.
	Save(name string, data []byte) (string, error)
}

// Options is what an App is made from.
type Options struct {
	// Scenario is the first run. It must be valid.
	Scenario config.Scenario
	// Lesson begins, with Scenario as its run, unless it is nil.
	Lesson *lesson.Lesson
	// Scenarios holds the scenarios and networks to choose from, nil for none.
	Scenarios fs.FS
	// Theme is the name of one of Themes, "" for the first.
	Theme string
	// Language is the code of one of Languages, "" for the first.
	Language string
	// View is one of Views, "" for the one that was shown last.
	View string
	// Present begins in the presentation mode.
	Present bool
	// Version names the program and its version in what is taken home.
	Version string
	// Host saves files, nil if nothing can be saved.
	Host Host
	// Still is for pictures of moments: what other delays would bring is not worked out
	// in the background, which it is otherwise until Close, but by Study, at once.
	Still bool
}

// maxAdvance bounds the virtual time of one Update: after a stall the lab goes on
// and does not catch up.
const maxAdvance = time.Second

// App is the application. Make it with New.
type App struct {
	options    Options
	theme      view.Theme // as it is drawn with
	base       view.Theme // the one of Themes that it is made of
	look       look
	remembered remembered
	device     device

	model    view.Model   // of the frame, as the panels see it
	act      view.Actions // what they want
	readings view.Readings
	study    view.Study

	session  *measure.Run
	scenario config.Scenario // what the session was started from
	settings config.Settings // as the controls have them

	ctx    im.Context
	in     im.Input // of the frame, with the pointer in the dp of the look
	list   *im.List
	err    error // the first fault of a frame's construction
	canvas *raster.Canvas
	drawn  int // pictures drawn so far

	painter im.Painter
	panels  []raster.Rect // scratch of Render

	intervals, works frametime.Times

	places        layout.Places
	laidFor       laidFor
	offersTour    bool // the card that does is shown
	controls      controls.Panel
	arenas        arena.Panel
	timeline      timeline.Panel
	buffer        buffer.Panel
	curve         curve.Panel
	windowStudy   background.Study
	verdict       verdict.Panel
	lessons       lessons.Panel
	lessonsLoaded bool
	seek          seek
	history       undo.History
	freeze        freeze.Hand
	acts          int         // what the user has done, counted
	line          int         // of the run, as in undo.State
	lines         int         // that there have been
	beforeLesson  *undo.State // that leaving the lesson gives back
	recorder      recorder.Panel
	recording     recorder.Work
	share         recorder.Share
	runLine       timeline.RunLine
	present       presentation
	tuning        tuning.Panel
	message       message
	quit          bool
}

// New returns an application that runs a scenario, or the scenario's error, or one
// about an unknown theme.
func New(o Options) (*App, error) {
	a := &App{
		options: o, base: view.Themes[0], device: device{1, 1, 1},
		canvas: raster.NewCanvas(1, 1, 1),
		tuning: tuning.New(),
	}
	a.model = view.Model{
		Text: &texts[0], Theme: &a.theme, Scenario: &a.scenario, Settings: &a.settings,
		Playing: true, Speed: view.NormalSpeed, Focus: view.AllKinds, Budgets: o.Scenario.Budgets, Readings: &a.readings, Study: &a.study, Version: o.Version,
	}
	a.act.Begin(&a.model)
	if o.Theme != "" {
		t, ok := view.ThemeNamed(o.Theme)
		if !ok {
			var names []string
			for _, t := range view.Themes {
				names = append(names, t.Name)
			}
			return nil, fmt.Errorf("no theme is called %q%s", o.Theme, config.Suggest(o.Theme, names))
		}
		a.base = t
	}
	if err := a.startIn(o.Language); err != nil {
		return nil, err
	}
	if err := a.startView(o.View); err != nil {
		return nil, err
	}
	if err := a.Run(o.Scenario); err != nil {
		return nil, err
	}
	if o.Scenarios != nil {
		if err := a.controls.Load(o.Scenarios); err != nil {
			return nil, err
		}
	}
	if o.Lesson != nil {
		l := *o.Lesson
		l.Scenario = o.Scenario
		if err := a.StartLesson(&l); err != nil {
			return nil, err
		}
	}
	a.Present(o.Present)
	a.offerTour()
	a.history.Forget()
	a.beforeLesson = nil
	return a, nil
}

// Run starts a scenario from its beginning. An error leaves the run as it was.
func (a *App) Run(s config.Scenario) error {
	session, err := measure.NewRun(s)
	if err != nil {
		return err
	}
	if a.session != nil {
		a.history.Changed(a.state(), 0)
	}
	a.lines++
	a.line = a.lines
	a.scenario, a.model.Selected = s, 0
	if s.Budgets.Given() {
		a.model.Budgets = s.Budgets
	}
	a.seek, a.model.Reach = seek{}, 0
	a.adopt(session)
	return nil
}

// Close ends the work in the background, within milliseconds. Without it an App that is
// dropped leaves a goroutine waiting for its next frame. It may still be drawn after that,
// but no study of its run goes on. Closing twice does nothing more.
func (a *App) Close() {
	a.options.Still = true
	a.windowStudy.End()
}

// Session returns the present run. It belongs to the App.
func (a *App) Session() *measure.Run { return a.session }

// Resize gives the window's size in device pixels and how many of them a dp has.
func (a *App) Resize(w, h int, scale float32) {
	if !(scale > 0) {
		scale = 1
	}
	a.device = device{max(w, 1), max(h, 1), scale}
	a.resize()
}

// AdvanceTo moves the run to a simulation time at once, for pictures of a moment.
// Its script may change settings on the way.
func (a *App) AdvanceTo(t time.Duration) {
	a.session.AdvanceTo(t)
	a.settings = a.session.Settings()
	a.model.Now = max(a.session.Now(), 0)
	a.model.Reach = max(a.model.Reach, a.session.Now())
}

// SetPlaying pauses or goes on.
func (a *App) SetPlaying(on bool) { a.model.Playing = on }

// Update moves on by the real time that has passed, with the input of that time.
func (a *App) Update(in *im.Input, elapsed time.Duration) {
	a.goOnRecording()
	a.seek.step(a)
	if a.model.Playing && !a.seek.busy() && !a.runLine.Held() {
		a.advance(time.Duration(float64(elapsed) * view.Speeds[a.model.Speed]))
	}
	a.model.Run = a.freeze.Run(a.session, &a.settings, a.model.Playing || a.seek.busy())
	a.fitArenas()
	a.readings.Refresh(&a.model)
	if a.tuningShown() {
		a.tuning.Work(&a.model, elapsed)
	}
	a.message.age(elapsed)
	a.in = *in
	a.in.Pointer.X, a.in.Pointer.Y = in.Pointer.X/a.zoom(), in.Pointer.Y/a.zoom()
	a.countAct()
	a.lessonPages()
	a.remote()
	a.describe()
	a.act.Begin(&a.model)
	budgets := a.model.Budgets
	a.build(&a.in)
	a.noteBudgets(budgets)
	a.shortcuts()
	a.settle()
	if a.settings != a.session.Settings() {
		if a.seek.restores != nil { // which this run will not outlive
			a.settings = a.session.Settings()
		} else {
			a.apply()
		}
	}
	asked := a.asked()
	if !a.options.Still {
		a.windowStudy.Follow(asked, elapsed)
	}
	a.windowStudy.Tell(&a.study, asked)
}

// describe puts into the model what panels show of the window itself.
func (a *App) describe() {
	m := &a.model
	m.Scale, m.Contrast, m.ThemeName, m.Presenting = a.look.percent(), a.look.contrast, a.base.Name, a.present.on
	m.Recording = a.recording.Progress()
	m.CanSave = a.options.Host != nil
	m.HasLessons = a.options.Scenarios != nil || len(a.lessons.All()) > 0
}

// tuningShown reports whether the tuning page is in the place of the panels below the
// arenas.
func (a *App) tuningShown() bool { return a.model.TuningOpen && !a.present.on }

// advance moves virtual time on.
func (a *App) advance(by time.Duration) {
	if by = min(max(by, 0), maxAdvance); by == 0 {
		return
	}
	a.AdvanceTo(max(a.session.Now(), 0) + by)
}

// apply puts what the controls say in force, and has a restart begin with it.
func (a *App) apply() {
	before, state := a.session.Settings(), a.state()
	if err := a.session.Apply(a.settings); err != nil {
		a.say(err.Error())
	} else {
		a.history.Changed(state, a.acts)
		if a.changed() {
			a.say(a.model.Text.Time.Branched)
		}
	}
	a.settings = a.session.Settings()
	start := a.scenario.Settings
	for _, s := range config.AllSettings() {
		for q := range s.Qualifiers(&a.settings) {
			if v := s.Get(&a.settings, q); v != s.Get(&before, q) {
				s.Set(&start, q, v)
			}
		}
	}
	a.scenario.Rebase(start)
}

// work draws the arenas and the panels below them. Where the window is too small for
// them they scroll.
func (a *App) work(p layout.Places) {
	if p.Scrolls {
		content := a.ctx.BeginScroll("work", p.Work, p.WorkHeight)
		p.Move(content.Y - p.Work.Y)
		defer a.ctx.EndScroll()
	}
	a.arenas.Draw(&a.ctx, p.Arenas[:p.Shown], &a.model, &a.act)
	if a.lessons.Shows("verdict") {
		a.verdict.Draw(&a.ctx, p.Verdict, &a.model, &a.act)
	}
	if a.tuningShown() {
		a.tuning.Draw(&a.ctx, p.UnderArenas(), &a.model, &a.act)
		return
	}
	if a.model.Simple {
		if a.lessons.Shows("controls") {
			a.controls.DrawColumn(&a.ctx, p.Column, &a.model, &a.act)
		}
		if a.lessons.Shows("buffer") {
			a.buffer.Draw(&a.ctx, p.Buffer, &a.model, &a.act)
		}
		a.markLesson(&p)
		return
	}
	a.timeline.Draw(&a.ctx, p.Packets, &a.model, &a.act)
	on, _ := a.lessons.On()
	if on != nil && a.places.Card.Empty() && a.lessons.InBuffersPlace() {
		a.lessons.Draw(&a.ctx, p.Buffer, &a.model, &a.act)
	} else {
		a.buffer.Draw(&a.ctx, p.Buffer, &a.model, &a.act)
	}
	if on != nil && a.places.Card.Empty() && !a.lessons.InBuffersPlace() {
		a.lessons.Draw(&a.ctx, p.Curve, &a.model, &a.act)
	} else {
		a.curve.Draw(&a.ctx, p.Curve, &a.model, &a.act)
	}
	a.markLesson(&p)
}

// card draws what is under the bar at the top: a lesson, or the offer of the tour.
func (a *App) card() {
	if a.places.Card.Empty() {
		return
	}
	if on, _ := a.lessons.On(); on != nil {
		a.lessons.Draw(&a.ctx, a.places.Card, &a.model, &a.act)
	} else {
		a.lessons.DrawOffer(&a.ctx, a.places.Card, &a.model, &a.act)
	}
}

// window draws everything there is to see.
func (a *App) window(bounds raster.Rect) {
	if a.present.on {
		a.presentWork()
	} else {
		a.controls.DrawTop(&a.ctx, a.places.Top, &a.model, &a.act)
		a.runLine.Draw(&a.ctx, a.places.Top, &a.model, &a.act)
		a.card()
		if !a.model.Simple {
			a.controls.DrawColumn(&a.ctx, a.places.Column, &a.model, &a.act)
		}
		a.work(a.places)
	}
	a.timeline.DrawCard(&a.ctx, &a.model, &a.act)
	a.controls.DrawPages(&a.ctx, a.places.Top, &a.model, &a.act)
	a.share.Draw(&a.ctx, &a.model, &a.act)
	a.recorder.Draw(&a.ctx, &a.model, &a.act)
	a.lessons.DrawList(&a.ctx, &a.model, &a.act)
	a.recorder.DrawProgress(&a.ctx, &a.model, &a.act)
	a.runLine.DrawTag(&a.ctx, &a.model)
	a.message.draw(a, bounds)
}

// build makes the frame's list of drawing commands.
func (a *App) build(in *im.Input) {
	bounds := a.canvas.Bounds()
	a.ctx.Begin(in, bounds)
	l := a.ctx.List()
	l.FillRect(bounds, a.theme.Style.Background)
	if a.present.blank {
		l.FillRect(bounds, raster.Color{A: 0xff})
	} else {
		a.window(bounds)
	}
	list, err := a.ctx.End()
	if err != nil && a.err == nil {
		a.err = err
	}
	a.list = list
}

// Err returns the first fault in the program's own construction of a frame, which a
// test looks for; a user never sees one.
func (a *App) Err() error { return a.err }

// List returns the last frame's drawing commands, nil before the first Update.
func (a *App) List() *im.List { return a.list }

// Render returns the picture, and whether it differs from the one returned before.
// The image belongs to the App: origin (0, 0), stride 4 times the width.
func (a *App) Render() (img *image.RGBA, changed bool) {
	defer a.windowStudy.GoOn()
	if a.list == nil {
		return a.canvas.Image(), false
	}
	p := a.places
	if a.tuningShown() { // its page is one panel
		p.Packets, p.Buffer, p.Curve = p.UnderArenas(), raster.Rect{}, raster.Rect{}
	}
	a.panels = p.AppendPanels(a.panels[:0])
	if changed = a.painter.Paint(a.list, a.canvas, a.panels, p.Arenas[:p.Shown]); changed {
		a.drawn++
	}
	return a.canvas.Image(), changed
}

// Idle reports whether nothing will change without input.
func (a *App) Idle() bool {
	_, wakes := a.ctx.Wake()
	return !a.model.Playing && !wakes && !a.message.showing() && !a.seek.busy() && !a.freeze.Working() && !a.recording.Progress().On && !a.windowStudy.Working() && !(a.tuningShown() && a.tuning.Working())
}

// LeaveBy reports whether Tab, or Shift+Tab if back is set, would go around the ends of
// the window's controls, and if so takes the keyboard from the control that has it. A
// shell asks before it passes a Tab on, if there is something around the window.
func (a *App) LeaveBy(back bool) bool { return a.ctx.LeaveBy(back) }

// Quit reports whether the application wants to end.
func (a *App) Quit() bool { return a.quit }

// restart runs the present scenario again with what was set since, with the same seed
// or another.
func (a *App) restart(seed uint64) {
	s := a.scenario
	same := seed == s.Seed
	s.Seed = seed
	if err := a.Run(s); err != nil {
		a.say(err.Error())
		return
	}
	if same {
		a.say(a.model.Text.Message.Restarted)
		return
	}
	a.say(fmt.Sprintf(a.model.Text.Message.NewSeed, strconv.FormatUint(seed, 10)))
}
