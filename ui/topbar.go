package ui

import (
	"slices"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// topBar draws the title, the choices of scene, network and what is beside, the transport and
// the clock.
func (a *App) topBar(r raster.Rect) {
	style, text, l := &a.theme.Style, &a.text.Top, a.ctx.List()
	l.FillRect(r, style.Panel)
	l.FillRect(raster.Rect{X: r.X, Y: r.Y + r.H - 1, W: r.W, H: 1}, style.PanelBorder)
	r = r.InsetXY(14, 8)
	second, twoRows := r, r.H > topHeight
	if twoRows {
		r = second.CutTop(topHeight - 2*8)
		second.CutTop(8)
	}

	title := style.Strong
	title.Size = 15
	comparisonWidth, sceneWidth, networkWidth := float32(196), float32(124), float32(170)
	sceneLabel, networkLabel := text.Scene, text.Network
	after := a.buttonsWidth() // of what is right of the choices
	if !twoRows {
		after += margin + transportWidth(narrowSpeed) + 8 + a.clockWidth()
	}
	if r.W < 1120 { // the names go first, and the window's frame has the title
		sceneWidth, networkWidth = 82, 112
		sceneLabel, networkLabel = "", ""
		comparisonWidth = min(comparisonWidth, r.W-sceneWidth-networkWidth-2*margin-after)
	} else {
		room := r.W - sceneWidth - networkWidth - comparisonWidth - 2*margin - after
		room = min(max(room, title.Measure(a.text.Title)+8), columnWidth+margin-14+8)
		l.TextIn(title, r.CutLeft(room), a.text.Title, im.Left, style.Foreground)
	}

	if c := &a.controls; len(c.scenes) > 0 {
		scene := a.sceneIndex()
		if a.ctx.Dropdown("scene", r.CutLeft(sceneWidth), &scene, im.Dropdown{Label: sceneLabel, Items: c.titles, Tooltip: text.SceneTip}).Changed {
			a.loadScene(c.scenes[scene])
		}
		r.CutLeft(margin)
	}
	if len(a.controls.network.networks) > 0 {
		a.networkChoice(r.CutLeft(networkWidth), networkLabel)
		r.CutLeft(margin)
	}
	a.comparisonChoice(r.CutLeft(comparisonWidth))
	r.CutLeft(margin)
	if twoRows {
		a.transport(&second, second.W-a.clockWidth())
		a.clock(&second)
		a.topButtons(&r)
		return
	}
	a.transport(&r, r.W-a.buttonsWidth()-8-a.clockWidth())
	a.topButtons(&r)
	r.CutRight(8)
	a.clock(&r)
}

const topButton = 26 // dp of each

// buttonsWidth returns the width of the buttons at the right end, in dp.
func (a *App) buttonsWidth() float32 {
	if a.options.Host == nil {
		return 3 * topButton
	}
	return 4 * topButton
}

// topButtons draws the buttons at the right end.
func (a *App) topButtons(right *raster.Rect) {
	text := &a.text.Top
	if a.ctx.Button("help", right.CutRight(topButton), im.Button{Icon: im.IconHelp, Tooltip: text.HelpTip, Quiet: true}) {
		a.help = true
	}
	if a.ctx.Button("look", right.CutRight(topButton), im.Button{Icon: im.IconSettings, Tooltip: a.text.Look.Tip, Quiet: true}) {
		a.ctx.OpenPopup(lookPopup)
	}
	if a.ctx.Button("lessons", right.CutRight(topButton), im.Button{Icon: iconLessons, Tooltip: a.text.Lesson.Tip, Quiet: true, Disabled: a.options.Scenarios == nil && len(a.lessons.all) == 0}) {
		a.openLessons()
	}
	if a.options.Host != nil && a.ctx.Button("save", right.CutRight(topButton), im.Button{Icon: im.IconSave, Tooltip: text.SaveTip, Quiet: true}) {
		a.savePicture()
	}
}

// sceneIndex returns the present scenario's place in the list, -1 if it has none.
func (a *App) sceneIndex() int { return slices.Index(a.controls.scenes, a.scenario.Name) }

// loadScene starts a scenario of the list.
func (a *App) loadScene(name string) {
	s, err := game.LoadScenario(a.options.Scenarios, name)
	if err == nil {
		err = a.Run(s)
	}
	if err != nil {
		a.say(err.Error())
	}
}

const (
	transportButton = 32 // dp of each
	transportGap    = 4  // dp after each
	wideSpeed       = 34 // dp of each speed, at most
	narrowSpeed     = 29 // at least
)

// transportWidth returns the width of transport with speeds of a width, in dp.
func transportWidth(speed float32) float32 {
	return 3*(transportButton+transportGap) + 6 + speed*float32(len(speeds)) + transportGap
}

// transport draws the buttons that move time, in a width in dp if the speeds can be read
// in it.
func (a *App) transport(r *raster.Rect, width float32) {
	text := &a.text.Top
	button := func(id string, b im.Button) bool {
		pressed := a.ctx.Button(id, r.CutLeft(transportButton), b)
		r.CutLeft(transportGap)
		return pressed
	}
	if button("restart", im.Button{Icon: im.IconRestart, Tooltip: text.Restart}) {
		a.restart(a.scenario.Seed)
	}
	play := im.Button{Icon: im.IconPlay, Tooltip: text.Play, Accent: true}
	if a.playing {
		play.Icon, play.Tooltip = im.IconPause, text.Pause
	}
	if button("play", play) {
		a.playing = !a.playing
	}
	if button("step", im.Button{Icon: im.IconStep, Tooltip: text.Step}) {
		a.stepTo(stepFrame)
	}
	r.CutLeft(6)
	speed := min(max((width-transportWidth(0))/float32(len(speeds)), narrowSpeed), wideSpeed)
	a.ctx.Choice("speed", r.CutLeft(speed*float32(len(speeds))), &a.speed, im.Choice{Items: speedNames, Tooltip: text.SpeedTip})
	r.CutLeft(transportGap)
}

// speedNames are speeds as they are shown.
var speedNames = []string{"1⁄20", "¼", "½", "1×", "2×", "4×"}

const (
	clockTime = 60 // dp of a simulation time of up to 9,999 s, which has at most five figures
	seedWidth = 90 // dp of the seed's button, at most
)

// seedButton returns the seed's button and its width in dp. A seed that is too wide for
// it stands in its tooltip.
func (a *App) seedButton() (im.Button, float32) {
	style, text, c := &a.theme.Style, &a.text.Top, &a.controls
	if seed := a.scenario.Seed; c.seedLabel == "" || c.seed != seed {
		c.seed, c.seedLabel = seed, text.SeedLabel+" "+strconv.FormatUint(seed, 10)
	}
	b := im.Button{Label: c.seedLabel, Tooltip: text.Seed, Quiet: true}
	width := style.Text.Measure(b.Label) + 2*style.Padding
	if width > seedWidth {
		b.Label, b.Tooltip = text.SeedLabel, c.seedLabel+". "+text.Seed
		width = style.Text.Measure(b.Label) + 2*style.Padding
	}
	return b, width
}

// clockWidth returns the width of the clock in dp.
func (a *App) clockWidth() float32 {
	_, width := a.seedButton()
	return clockTime + 8 + width
}

// clock draws the simulation time and the seed, which is a button for another one and
// is left out where the time alone fits.
func (a *App) clock(r *raster.Rect) {
	style, l := &a.theme.Style, a.ctx.List()
	b, width := a.seedButton()
	if r.W > clockTime+width {
		if a.ctx.Button("seed", r.CutRight(width), b) {
			a.restart(a.controls.seed + 1)
		}
		r.CutRight(8)
	}
	font := style.Strong
	font.Size = 15
	now := max(a.session.Now(), 0).Round(10 * time.Millisecond)
	decimals := 2
	switch {
	case now >= 1000*time.Second:
		decimals = 0
	case now >= 100*time.Second:
		decimals = 1
	}
	l.Figure(font, r.CutRight(clockTime), strconv.FormatFloat(now.Seconds(), 'f', decimals, 64)+" s", im.Right, style.Foreground)
}
