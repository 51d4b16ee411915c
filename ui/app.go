// Package ui is the whole application without a window: input and elapsed time go
// in, pixels come out.
//
// An App owns a session of the lab and shows it: a column of controls, three arenas
// with one camera, the packet timeline, the buffer, and the what-if curve. It reads
// no clock and no device; a shell passes it an im.Input and the time that has passed,
// and shows what Render returns.
package ui

import (
	"bytes"
	"fmt"
	"image"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"snaplab/game"
	"snaplab/game/lesson"
	"snaplab/interp"
	"snaplab/netsim/trace"
	"snaplab/ui/im"
	"snaplab/ui/raster"
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
	Scenario game.Scenario
	// Lesson begins, with Scenario as its run, unless it is nil.
	Lesson *lesson.Lesson
	// Scenarios holds the scenarios and networks to choose from, nil for none.
	Scenarios fs.FS
	// Theme is the name of one of Themes, "" for the first.
	Theme string
	// Language is the code of one of Languages, "" for the first.
	Language string
	// Present begins in the presentation mode.
	Present bool
	// Version names the program and its version in what is taken home.
	Version string
	// Host saves files, nil if nothing can be saved.
	Host Host
	// Question has the App look ahead, in the background, at what every delay
	// would bring; see LookAhead for at once.
	Question bool
}

// Speeds are how fast time may pass, and the place of 1 among them.
var speeds = []float64{0.05, 0.25, 0.5, 1, 2, 4}

const normalSpeed = 3

// maxAdvance bounds the virtual time of one Update: after a stall the lab goes on
// and does not catch up.
const maxAdvance = time.Second

// App is the application. Make it with New.
type App struct {
	options Options
	theme   Theme // as it is drawn with
	base    Theme // the one of Themes that it is made of
	look    look
	device  device
	text    *Text

	session  *game.Session
	scenario game.Scenario // what the session was started from
	settings game.Settings // as the controls have them
	playing  bool
	speed    int // index into speeds

	ctx    im.Context
	in     im.Input // of the frame, with the pointer in the dp of the look
	list   *im.List
	err    error // the first fault of a frame's construction
	canvas *raster.Canvas
	fresh  bool // the canvas has the list's picture
	drawn  int  // pictures drawn so far

	regions regions
	columns columns

	intervals, works frameTimes

	places    places
	laidFor   game.Lens // how many lenses the run had when they were laid out
	readings  readings
	controls  controls
	arenas    arenas
	packets   packetsView
	buffer    bufferView
	curve     curveView
	lookAhead lookAhead
	faults    faultsView
	lessons   lessonsView
	seek      seek
	sharing   sharing
	recording recording
	progress  progressLine
	present   presentation
	tuning    tuningView
	help      bool
	message   message
	quit      bool
	changes   uint64 // counts what custom drawing must follow

	selected  interp.EntityID // 0 for none
	focusKind int             // the kind that buffer and curve speak of; -1: all
}

// New returns an application that runs a scenario, or the scenario's error, or one
// about an unknown theme.
func New(o Options) (*App, error) {
	a := &App{
		options: o, text: Languages[0].Text, base: Themes[0], device: device{1, 1, 1},
		playing: true, speed: normalSpeed, focusKind: -1,
		canvas: raster.NewCanvas(1, 1, 1),
		tuning: tuningView{budget: defaultBudget, losses: lossesView{longestGap: defaultGap}},
	}
	if o.Theme != "" {
		t, ok := ThemeNamed(o.Theme)
		if !ok {
			var names []string
			for _, t := range Themes {
				names = append(names, t.Name)
			}
			return nil, fmt.Errorf("no theme is called %q%s", o.Theme, game.Suggest(o.Theme, names))
		}
		a.base = t
	}
	if err := a.startIn(o.Language); err != nil {
		return nil, err
	}
	if err := a.Run(o.Scenario); err != nil {
		return nil, err
	}
	if o.Scenarios != nil {
		a.controls.scenes = game.ScenarioNames(o.Scenarios)
		a.controls.nameScenes(&a.text.Top)
		if err := a.controls.network.load(a); err != nil {
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
	return a, nil
}

// Run starts a scenario from its beginning. An error leaves the run as it was.
func (a *App) Run(s game.Scenario) error {
	session, err := game.NewSession(s)
	if err != nil {
		return err
	}
	a.scenario, a.selected = s, 0
	a.seek = seek{}
	a.progress.stale = true
	a.adopt(session)
	a.tuning.start(a)
	return nil
}

// Session returns the present run. It belongs to the App.
func (a *App) Session() *game.Session { return a.session }

// Resize gives the window's size in device pixels and how many of them a dp has.
func (a *App) Resize(w, h int, scale float32) {
	if !(scale > 0) {
		scale = 1
	}
	a.device = device{max(w, 1), max(h, 1), scale}
	a.resize()
}

// AdvanceTo moves the run to a simulation time at once, for pictures of a moment.
func (a *App) AdvanceTo(t time.Duration) {
	a.moveTo(t)
	a.readings.stale = true
}

// moveTo moves the run to a simulation time. Its script may change settings on the way.
func (a *App) moveTo(t time.Duration) {
	a.session.AdvanceTo(t)
	a.settings = a.session.Settings()
	a.seek.reach = max(a.seek.reach, a.session.Now())
	a.changes++
}

// SetPlaying pauses or goes on.
func (a *App) SetPlaying(on bool) { a.playing = on }

// Update moves on by the real time that has passed, with the input of that time.
func (a *App) Update(in *im.Input, elapsed time.Duration) {
	a.recording.step(a)
	a.seek.step(a)
	if a.playing && !a.seek.busy() && !a.progress.held {
		a.advance(time.Duration(float64(elapsed) * speeds[a.speed]))
	}
	a.fitArenas()
	a.readings.refresh(a)
	a.tuning.work(a, elapsed)
	a.message.age(elapsed)
	a.in = *in
	a.in.Pointer.X, a.in.Pointer.Y = in.Pointer.X/a.zoom(), in.Pointer.Y/a.zoom()
	a.lessonPages()
	a.remote()
	a.build(&a.in)
	a.shortcuts()
	if a.settings != a.session.Settings() {
		a.apply()
	}
	a.lookAhead.follow(a, elapsed)
}

// advance moves virtual time on.
func (a *App) advance(by time.Duration) {
	if by = min(max(by, 0), maxAdvance); by == 0 {
		return
	}
	a.moveTo(max(a.session.Now(), 0) + by)
}

// apply puts what the controls say in force, and has a restart begin with it.
func (a *App) apply() {
	before := a.session.Settings()
	if err := a.session.Apply(a.settings); err != nil {
		a.say(err.Error())
	} else if a.changed() {
		a.say(a.text.Time.Branched)
	}
	a.settings = a.session.Settings()
	start := a.scenario.Settings
	for _, s := range game.AllSettings() {
		for q := range s.Qualifiers() {
			if v := s.Get(&a.settings, q); v != s.Get(&before, q) {
				s.Set(&start, q, v)
			}
		}
	}
	a.scenario.Rebase(start)
	a.readings.stale = true
	a.changes++
}

// work draws the arenas and the panels below them. Where the window is too small for
// them they scroll.
func (a *App) work(p places) {
	if p.scrolls {
		content := a.ctx.BeginScroll("work", p.work, p.workHeight)
		p.move(content.Y - p.work.Y)
		defer a.ctx.EndScroll()
	}
	for lens := range p.shown {
		a.arena(p.arenas[lens], lens)
	}
	if a.tuning.open {
		a.tuningPage(p.underArenas())
		return
	}
	a.packetsPanel(p.packets)
	if a.lessons.inBuffersPlace() {
		a.lessonPanel(p.buffer)
	} else {
		a.bufferPanel(p.buffer)
	}
	if a.lessons.on != nil && !a.lessons.inBuffersPlace() {
		a.lessonPanel(p.curve)
	} else {
		a.curvePanel(p.curve)
	}
	a.markLesson(&p)
}

// window draws everything there is to see.
func (a *App) window(bounds raster.Rect) {
	if a.present.on {
		a.presentWork()
	} else {
		a.topBar(a.places.top)
		a.progressLine(a.places.top)
		a.column(a.places.column)
		a.work(a.places)
	}
	a.packetCardPage(bounds)
	a.faultsPage(bounds)
	a.helpPage(bounds)
	a.lookPage(bounds)
	a.sharePage(bounds)
	a.recordPage(bounds)
	a.lessonsPage(bounds)
	a.recording.strip(a, bounds)
	a.progress.drawTag(a)
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
	defer a.lookAhead.grant()
	if a.list == nil {
		return a.canvas.Image(), false
	}
	switch same := a.regions.compare(a); {
	case !same || !a.fresh:
		a.columns.replay(a)
	case len(a.regions.dirty) > 0:
		a.columns.replayPanels(a, a.regions.dirty)
	default:
		return a.canvas.Image(), false
	}
	a.fresh = true
	a.drawn++
	return a.canvas.Image(), true
}

// Idle reports whether nothing will change without input.
func (a *App) Idle() bool {
	_, wakes := a.ctx.Wake()
	return !a.playing && !wakes && !a.message.showing() && !a.seek.busy() && a.recording.job == nil && !a.lookAhead.working() && !a.tuning.working()
}

// LeaveBy reports whether Tab, or Shift+Tab if back is set, would go around the ends of
// the window's controls, and if so takes the keyboard from the control that has it. A
// shell asks before it passes a Tab on, if there is something around the window.
func (a *App) LeaveBy(back bool) bool { return a.ctx.LeaveBy(back) }

// Quit reports whether the application wants to end.
func (a *App) Quit() bool { return a.quit }

// Drop takes a file that was dropped on the window: a scenario, the settings that a
// run was saved with, or a measured trace for the link to follow.
func (a *App) Drop(name string, data []byte) {
	said, err := a.load(name, data)
	if err != nil {
		a.say(fmt.Sprintf(a.text.Message.NotLoaded, name, err))
		return
	}
	a.say(said)
}

// load runs what a file has, and returns what is to be said of it.
func (a *App) load(name string, data []byte) (string, error) {
	if isLesson(data) {
		return fmt.Sprintf(a.text.Message.Loaded, name), a.dropLesson(data)
	}
	s, err := game.ParseScenario(data)
	if err == nil {
		if file := s.Measured.File; file != "" {
			if file != a.scenario.Measured.File {
				return "", fmt.Errorf(a.text.Look.DropTraceFirst, file)
			}
			s.Measured.Trace = a.scenario.Measured.Trace
		}
		return fmt.Sprintf(a.text.Message.Loaded, name), a.Run(s)
	}
	if game.IsRunText(data) {
		return fmt.Sprintf(a.text.Message.Loaded, name), a.runFrom(string(data))
	}
	if strings.HasSuffix(name, ".json") && bytes.Contains(data, []byte(`"entities"`)) {
		return "", err // it was meant for a scenario
	}
	s = a.scenario
	s.Rebase(a.settings)
	if err := s.ReadTrace(name, bytes.NewReader(data), trace.Options{}, false); err != nil {
		return "", err
	}
	if err := a.Run(s); err != nil {
		return "", err
	}
	sum := s.Measured.Trace.Summarise(name)
	sent, lost := 0, 0
	if sum.Packets.Sent != nil {
		sent = *sum.Packets.Sent
	}
	if sum.Packets.Lost != nil {
		lost = *sum.Packets.Lost
	}
	return fmt.Sprintf(a.text.Message.Follows, name, sum.Format, sent, lost), nil
}

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
		a.say(a.text.Message.Restarted)
		return
	}
	a.say(fmt.Sprintf(a.text.Message.NewSeed, strconv.FormatUint(seed, 10)))
}

// panel draws a panel and returns the place within its padding.
func (a *App) panel(r raster.Rect) raster.Rect {
	a.ctx.Panel(r)
	return r.InsetXY(padding, 8)
}

// milliseconds appends a duration in whole milliseconds.
func milliseconds(dst []byte, d time.Duration) []byte {
	return strconv.AppendInt(dst, int64(math.Round(float64(d)/1e6)), 10)
}
