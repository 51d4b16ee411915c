package ui

import (
	"slices"
	"strconv"

	"snaplab/game/config"
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
	const comparisonWidth = 196
	sceneWidth, networkWidth := float32(124), float32(170)
	sceneLabel, networkLabel := text.Scene, text.Network
	if r.W < 1120 { // the names go first, and the window's frame has the title
		sceneWidth, networkWidth = 82, 112
		sceneLabel, networkLabel = "", ""
	} else {
		l.TextIn(title, r.CutLeft(columnWidth+margin-14+8), a.text.Title, im.Left, style.Foreground)
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
		a.transport(&second)
		a.clock(&second)
		a.topButtons(&r)
		return
	}
	a.transport(&r)
	a.topButtons(&r)
	r.CutRight(8)
	a.clock(&r)
}

// topButtons draws the buttons at the right end.
func (a *App) topButtons(right *raster.Rect) {
	text := &a.text.Top
	if a.ctx.Button("help", right.CutRight(26), im.Button{Icon: im.IconHelp, Tooltip: text.HelpTip, Quiet: true}) {
		a.help = true
	}
	if a.ctx.Button("look", right.CutRight(26), im.Button{Icon: im.IconSettings, Tooltip: a.text.Look.Tip, Quiet: true}) {
		a.ctx.OpenPopup(lookPopup)
	}
	if a.ctx.Button("lessons", right.CutRight(26), im.Button{Icon: iconLessons, Tooltip: a.text.Lesson.Tip, Quiet: true, Disabled: a.options.Scenarios == nil && len(a.lessons.all) == 0}) {
		a.openLessons()
	}
	if a.options.Host != nil && a.ctx.Button("save", right.CutRight(26), im.Button{Icon: im.IconSave, Tooltip: text.SaveTip, Quiet: true}) {
		a.savePicture()
	}
}

// sceneIndex returns the present scenario's place in the list, -1 if it has none.
func (a *App) sceneIndex() int { return slices.Index(a.controls.scenes, a.scenario.Name) }

// loadScene starts a scenario of the list.
func (a *App) loadScene(name string) {
	s, err := config.LoadScenario(a.options.Scenarios, name)
	if err == nil {
		err = a.Run(s)
	}
	if err != nil {
		a.say(err.Error())
	}
}

// transport draws the buttons that move time.
func (a *App) transport(r *raster.Rect) {
	text := &a.text.Top
	const wide, gap = 32, 4
	button := func(id string, b im.Button) bool {
		pressed := a.ctx.Button(id, r.CutLeft(wide), b)
		r.CutLeft(gap)
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
	cell := float32(34)
	if r.W < 600 {
		cell = 27
	}
	a.ctx.Choice("speed", r.CutLeft(cell*float32(len(speeds))), &a.speed, im.Choice{Items: speedNames, Tooltip: text.SpeedTip})
	r.CutLeft(gap)
}

// speedNames are speeds as they are shown.
var speedNames = []string{"1⁄20", "¼", "½", "1×", "2×", "4×"}

// clock draws the simulation time and the seed, which is a button for another one.
func (a *App) clock(r *raster.Rect) {
	style, text, l := &a.theme.Style, &a.text.Top, a.ctx.List()
	c := &a.controls
	if seed := a.scenario.Seed; c.seedLabel == "" || c.seed != seed {
		c.seed, c.seedLabel = seed, text.SeedLabel+" "+strconv.FormatUint(seed, 10)
	}
	width := style.Text.Measure(c.seedLabel) + 2*style.Padding
	if a.ctx.Button("seed", r.CutRight(width), im.Button{Label: c.seedLabel, Tooltip: text.Seed, Quiet: true}) {
		a.restart(c.seed + 1)
	}
	r.CutRight(8)
	time := style.Strong
	time.Size = 15
	var buf [24]byte
	s := strconv.AppendFloat(buf[:0], max(a.session.Now(), 0).Seconds(), 'f', 2, 64)
	l.TextInBytes(time, r.CutRight(66), append(s, " s"...), im.Right, style.Foreground)
}
