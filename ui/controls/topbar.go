package controls

import (
	"slices"
	"strconv"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// topBar draws the title, the choices of scene, network and what is beside, the transport and
// the clock.
func (fr *frame) topBar(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Top, fr.c.List()
	l.FillRect(r, style.Panel)
	l.FillRect(raster.Rect{X: r.X, Y: r.Y + r.H - 1, W: r.W, H: 1}, style.PanelBorder)
	r = r.InsetXY(14, 8)
	second, twoRows := r, r.H > TopHeight
	if twoRows {
		r = second.CutTop(TopHeight - 2*8)
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
		l.TextIn(title, r.CutLeft(ColumnWidth+view.Margin-14+8), fr.m.Text.Title, im.Left, style.Foreground)
	}

	if names := fr.p.scenes; len(names) > 0 {
		scene := fr.sceneIndex()
		if fr.c.Dropdown("scene", r.CutLeft(sceneWidth), &scene, im.Dropdown{Label: sceneLabel, Items: fr.sceneTitles(), Tooltip: text.SceneTip}).Changed {
			fr.act.Do(view.LoadScene{Name: names[scene]})
		}
		r.CutLeft(view.Margin)
	}
	if len(fr.p.networks) > 0 {
		fr.networkChoice(r.CutLeft(networkWidth), networkLabel)
		r.CutLeft(view.Margin)
	}
	fr.comparisonChoice(r.CutLeft(comparisonWidth))
	r.CutLeft(view.Margin)
	if twoRows {
		fr.transport(&second)
		fr.clock(&second)
		fr.topButtons(&r)
		return
	}
	fr.transport(&r)
	fr.topButtons(&r)
	r.CutRight(8)
	fr.clock(&r)
}

// topButtons draws the buttons at the right end.
func (fr *frame) topButtons(right *raster.Rect) {
	text := &fr.m.Text.Top
	if fr.c.Button("help", right.CutRight(26), im.Button{Icon: im.IconHelp, Tooltip: text.HelpTip, Quiet: true}) {
		fr.act.Do(view.OpenHelp{})
	}
	if fr.c.Button("look", right.CutRight(26), im.Button{Icon: im.IconSettings, Tooltip: fr.m.Text.Look.Tip, Quiet: true}) {
		fr.c.OpenPopup(LookPopup)
	}
	if fr.c.Button("lessons", right.CutRight(26), im.Button{Icon: view.IconLessons, Tooltip: fr.m.Text.Lesson.Tip, Quiet: true, Disabled: !fr.m.HasLessons}) {
		fr.act.Do(view.OpenLessons{})
	}
	if fr.m.CanSave && fr.c.Button("save", right.CutRight(26), im.Button{Icon: im.IconSave, Tooltip: text.SaveTip, Quiet: true}) {
		fr.act.Do(view.SavePicture{})
	}
}

// sceneIndex returns the present scenario's place in the list, -1 if it has none.
func (fr *frame) sceneIndex() int { return slices.Index(fr.p.scenes, fr.m.Scenario.Name) }

// sceneTitles returns what the scenarios are called in the window's language.
func (fr *frame) sceneTitles() (titles []string) {
	for _, name := range fr.p.scenes {
		title, ok := fr.m.Text.Top.Scenes[name]
		if !ok {
			title = name
		}
		titles = append(titles, title)
	}
	return titles
}

// transport draws the buttons that move time.
func (fr *frame) transport(r *raster.Rect) {
	text := &fr.m.Text.Top
	const wide, gap = 32, 4
	button := func(id string, b im.Button) bool {
		pressed := fr.c.Button(id, r.CutLeft(wide), b)
		r.CutLeft(gap)
		return pressed
	}
	if button("restart", im.Button{Icon: im.IconRestart, Tooltip: text.Restart}) {
		fr.act.Do(view.Restart{Seed: fr.m.Scenario.Seed})
	}
	play := im.Button{Icon: im.IconPlay, Tooltip: text.Play, Accent: true}
	if fr.m.Playing {
		play.Icon, play.Tooltip = im.IconPause, text.Pause
	}
	if button("play", play) {
		fr.act.Do(view.Play{On: !fr.m.Playing})
	}
	if button("step", im.Button{Icon: im.IconStep, Tooltip: text.Step}) {
		fr.act.Do(view.StepTo{Event: view.Frame})
	}
	r.CutLeft(6)
	cell := float32(34)
	if r.W < 600 {
		cell = 27
	}
	speed := fr.m.Speed
	if fr.c.Choice("speed", r.CutLeft(cell*float32(len(view.Speeds))), &speed, im.Choice{Items: view.SpeedNames, Tooltip: text.SpeedTip}).Changed {
		fr.act.Do(view.SetSpeed{Index: speed})
	}
	r.CutLeft(gap)
}

// clock draws the simulation time and the seed, which is a button for another one.
func (fr *frame) clock(r *raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Top, fr.c.List()
	seed := fr.m.Scenario.Seed
	label := text.SeedLabel + " " + strconv.FormatUint(seed, 10)
	width := style.Text.Measure(label) + 2*style.Padding
	if fr.c.Button("seed", r.CutRight(width), im.Button{Label: label, Tooltip: text.Seed, Quiet: true}) {
		fr.act.Do(view.Restart{Seed: seed + 1})
	}
	r.CutRight(8)
	time := style.Strong
	time.Size = 15
	var buf [24]byte
	s := strconv.AppendFloat(buf[:0], fr.m.Now.Seconds(), 'f', 2, 64)
	l.TextInBytes(time, r.CutRight(66), append(s, " s"...), im.Right, style.Foreground)
}

// comparisonChoice draws the choice of the common mistake or the engine to show.
func (fr *frame) comparisonChoice(r raster.Rect) {
	text, chosen := &fr.m.Text.Comparison, int(fr.m.Settings.Comparison)
	var groups [2]im.Group
	for b := len(text.Names) - 1; b > 0; b-- {
		g := view.ComparisonGroup(config.Comparison(b))
		groups[g] = im.Group{First: b, Name: text.Groups[g]}
	}
	if fr.c.Dropdown("beside", r, &chosen, im.Dropdown{Label: text.Label, Items: text.Names, Groups: groups[:], Tooltip: text.Tip}).Changed {
		fr.act.Settings().Comparison = config.Comparison(chosen)
	}
}
