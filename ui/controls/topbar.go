package controls

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// topBar draws the choice of the view, the title where there is room, the choices of scene,
// network and comparison, the transport and the clock. The simple view has no comparison.
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
	fr.viewChoice(&r)

	title := style.Strong
	title.Size = 15
	titleWidth := title.Measure(fr.m.Text.Title) + 2*view.Margin
	comparisonWidth, sceneWidth, networkWidth := float32(196), float32(124), float32(170)
	sceneLabel, networkLabel := text.Scene, text.Network
	if fr.m.Simple {
		comparisonWidth = -view.Margin
	}
	speeds := float32(narrowSpeed)
	buttons := fr.topButtonsFor(r.W)
	after := float32(len(buttons)) * topButton // of what is right of the choices
	if !twoRows {
		after += view.Margin + 8 + fr.clockWidth()
		if fr.m.Simple || r.W-sceneWidth-networkWidth-comparisonWidth-2*view.Margin-after < transportWidth(speeds) {
			speeds = 0
		}
		after += transportWidth(speeds)
	}
	if r.W < sceneWidth+networkWidth+comparisonWidth+2*view.Margin+after { // the names go first
		sceneWidth, networkWidth = 82, 112
		sceneLabel, networkLabel = "", ""
		if !fr.m.Simple {
			comparisonWidth = max(min(comparisonWidth, r.W-sceneWidth-networkWidth-2*view.Margin-after), 0)
		}
	} else if room := r.W - sceneWidth - networkWidth - comparisonWidth - 2*view.Margin - after; room >= titleWidth {
		l.TextIn(title, r.CutLeft(titleWidth), fr.m.Text.Title, im.Left, style.Foreground)
	}

	if names := fr.p.scenes; len(names) > 0 {
		scene := fr.sceneIndex()
		titles := fr.sceneTitles()
		if name := fr.m.Scenario.Name; scene < 0 && name != config.Unnamed { // one of the user's own
			scene, titles = len(titles), append(titles, name)
		}
		if fr.c.Dropdown("scene", r.CutLeft(sceneWidth), &scene, im.Dropdown{Label: sceneLabel, Items: titles, Tooltip: text.SceneTip}).Changed && scene < len(names) {
			fr.act.Do(view.LoadScene{Name: names[scene]})
		}
		r.CutLeft(view.Margin)
	}
	if len(fr.p.networks) > 0 {
		fr.networkChoice(r.CutLeft(networkWidth), networkLabel)
		r.CutLeft(view.Margin)
	}
	if !fr.m.Simple {
		label := fr.m.Text.Comparison.Label
		if sceneLabel == "" {
			label = ""
		}
		fr.comparisonChoice(r.CutLeft(comparisonWidth), label)
		r.CutLeft(view.Margin)
	}
	if twoRows {
		fr.transport(&second, second.W-fr.clockWidth())
		fr.clock(&second)
		fr.topButtons(&r, buttons)
		return
	}
	if speeds == 0 {
		fr.transport(&r, 0)
	} else {
		fr.transport(&r, r.W-float32(len(buttons))*topButton-8-fr.clockWidth())
	}
	fr.topButtons(&r, buttons)
	r.CutRight(8)
	fr.clock(&r)
}

// viewChoice cuts the choice between the simple view and the full one from the left of the bar.
func (fr *frame) viewChoice(r *raster.Rect) {
	text, chosen := &fr.m.Text.Simple, 1
	if fr.m.Simple {
		chosen = 0
	}
	width := float32(0)
	for _, name := range text.Views {
		width = max(width, fr.m.Theme.Style.Button.Measure(name))
	}
	if fr.c.Choice("view", r.CutLeft(2*(width+18)), &chosen, im.Choice{Items: text.Views[:], Tooltips: text.ViewTips[:]}).Changed {
		fr.act.Do(view.SetSimple{On: chosen == 0})
	}
	r.CutLeft(2 * view.Margin)
}

const topButton = 26 // dp of each

// barButton is a button at the right end of the bar.
type barButton struct {
	id   string
	look im.Button
	do   view.Action
}

// topButtonsFor returns the buttons at the right end, from the right. In a narrow bar those go
// that are elsewhere too.
func (fr *frame) topButtonsFor(width float32) []barButton {
	text := fr.m.Text
	all := []barButton{
		{"help", im.Button{Icon: im.IconHelp, Tooltip: text.Top.HelpTip}, view.OpenHelp{}},
		{"look", im.Button{Icon: im.IconSettings, Tooltip: text.Look.Tip}, view.OpenLook{}},
		{"lessons", im.Button{Icon: view.IconLessons, Tooltip: text.Lesson.Tip, Disabled: !fr.m.HasLessons}, view.OpenLessons{}},
		{"redo", im.Button{Icon: view.IconRedo, Tooltip: text.Undo.RedoTip}, view.Redo{}},
		{"undo", im.Button{Icon: view.IconUndo, Tooltip: text.Undo.Tip}, view.Undo{}},
	}
	const narrow = 1000
	if fr.m.HasLessons && (fr.m.Simple || width >= narrow) {
		all = append(all, barButton{"tour", im.Button{Icon: view.IconTour, Tooltip: text.Lesson.TourTip}, view.StartTour{}})
	}
	if fr.m.CanSave && width >= narrow {
		all = append(all, barButton{"save", im.Button{Icon: im.IconSave, Tooltip: text.Top.SaveTip}, view.SavePicture{}})
	}
	return all
}

// topButtons draws the buttons at the right end.
func (fr *frame) topButtons(right *raster.Rect, buttons []barButton) {
	for _, b := range buttons {
		b.look.Quiet = true
		if fr.c.Button(b.id, right.CutRight(topButton), b.look) {
			fr.act.Do(b.do)
		}
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

const (
	transportButton = 32 // dp of each
	transportGap    = 4  // dp after each
	wideSpeed       = 34 // dp of each speed, at most
	narrowSpeed     = 29 // at least
	speedList       = 58 // of all of them, as a list to choose from
)

// transportWidth returns the width of transport with speeds of a width, in dp: 0 for a list
// of them.
func transportWidth(speed float32) float32 {
	speeds := speed * float32(len(view.Speeds))
	if speed == 0 {
		speeds = speedList
	}
	return 3*(transportButton+transportGap) + 6 + speeds + transportGap
}

// transport draws the buttons that move time, in a width in dp: the speeds next to each other
// if they can be read in it.
func (fr *frame) transport(r *raster.Rect, width float32) {
	text := &fr.m.Text.Top
	button := func(id string, b im.Button) bool {
		pressed := fr.c.Button(id, r.CutLeft(transportButton), b)
		r.CutLeft(transportGap)
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
	index, changed := fr.m.Speed, false
	if width < transportWidth(narrowSpeed) {
		changed = fr.c.Dropdown("speed", r.CutLeft(speedList), &index, im.Dropdown{Items: view.SpeedNames, Tooltip: text.SpeedTip}).Changed
	} else {
		speed := min((width-transportWidth(0)+speedList)/float32(len(view.Speeds)), wideSpeed)
		changed = fr.c.Choice("speed", r.CutLeft(speed*float32(len(view.Speeds))), &index, im.Choice{Items: view.SpeedNames, Tooltip: text.SpeedTip}).Changed
	}
	if changed {
		fr.act.Do(view.SetSpeed{Index: index})
	}
	r.CutLeft(transportGap)
}

const (
	clockTime = 60 // dp of a simulation time of up to 9,999 s, which has at most five figures
	seedWidth = 90 // dp of the seed's button, at most
)

// seedButton returns the seed's button and its width in dp. A seed that is too wide for
// it stands in its tooltip.
func (fr *frame) seedButton() (im.Button, float32) {
	style, text := &fr.m.Theme.Style, &fr.m.Text.Top
	label := text.SeedLabel + " " + strconv.FormatUint(fr.m.Scenario.Seed, 10)
	b := im.Button{Label: label, Tooltip: text.Seed, Quiet: true}
	width := style.Text.Measure(b.Label) + 2*style.Padding
	if width > seedWidth {
		b.Label, b.Tooltip = text.SeedLabel, label+". "+text.Seed
		width = style.Text.Measure(b.Label) + 2*style.Padding
	}
	return b, width
}

// clockWidth returns the width of the clock in dp.
func (fr *frame) clockWidth() float32 {
	_, width := fr.seedButton()
	return clockTime + 8 + width
}

// clock draws the simulation time and the seed, which is a button for another one and
// is left out where the time alone fits.
func (fr *frame) clock(r *raster.Rect) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	b, width := fr.seedButton()
	if r.W > clockTime+width {
		if fr.c.Button("seed", r.CutRight(width), b) {
			fr.act.Do(view.Restart{Seed: fr.m.Scenario.Seed + 1})
		}
		r.CutRight(8)
	}
	font := style.Strong
	font.Size = 15
	now := fr.m.Now.Round(10 * time.Millisecond)
	decimals := 2
	switch {
	case now >= 1000*time.Second:
		decimals = 0
	case now >= 100*time.Second:
		decimals = 1
	}
	l.Figure(font, r.CutRight(clockTime), strconv.FormatFloat(now.Seconds(), 'f', decimals, 64)+" s", im.Right, style.Foreground)
}

// comparisonChoice draws the choice of the common mistake or the engine to show: an engine on
// this link, or with the rates it ships with.
func (fr *frame) comparisonChoice(r raster.Rect, label string) {
	text, set := &fr.m.Text.Comparison, fr.m.Settings
	items, chosen := slices.Clone(text.Names), int(set.Comparison)
	groups := [...]im.Group{{}, {}, {First: len(items), Name: text.Groups[2]}}
	for b := len(text.Names) - 1; b > 0; b-- {
		g := view.ComparisonGroup(config.Comparison(b))
		groups[g] = im.Group{First: b, Name: text.Groups[g]}
	}
	var shipped []config.Comparison // the items after the names
	for b, name := range text.Names {
		c := config.Comparison(b)
		if c.Shipped() == 0 {
			continue
		}
		if c == set.Comparison && set.AsShipped() {
			chosen = len(items)
		}
		shipped = append(shipped, c)
		items = append(items, view.Fill(text.Shipped, name, view.Spaced(config.MustSetting("rate").Format(int64(c.Shipped())))))
	}
	if !fr.c.Dropdown("comparison", r, &chosen, im.Dropdown{Label: label, Items: items, Groups: groups[:], Tooltip: text.Tip}).Changed {
		return
	}
	if i := chosen - len(text.Names); i >= 0 {
		fr.act.Settings().SetShipped(shipped[i])
	} else {
		fr.act.Settings().Comparison = config.Comparison(chosen)
	}
}

// networkItems returns the networks in the window's language: their names, their figures
// and their tooltips. The last one stands for none of them: for the trace that is followed, by
// its name, or for what the sliders say.
func (fr *frame) networkItems() (items, details, tips []string) {
	text := &fr.m.Text.Top
	for i := range fr.p.networks {
		n := &fr.p.networks[i]
		words, ok := text.Networks[n.Name]
		if !ok {
			words.Name, words.About, words.Source = n.Name, n.About, n.Source
		}
		items = append(items, words.Name)
		details = append(details, networkFigures(text.NetworkFigures, n))
		tips = append(tips, words.About+" "+fmt.Sprintf(text.NetworkSource, words.Source))
	}
	own, tip := text.Custom, text.NetworkTip
	if m, follows := fr.m.Run.Following(); follows {
		own, tip = filepath.Base(m.File), m.File
	}
	return append(items, own), append(details, ""), append(tips, tip)
}

// networkFigures puts what matters most of a network into figures.
func networkFigures(format string, n *config.Network) string {
	of := func(name string, v int64) string { return view.Spaced(config.MustSetting(name).Format(v)) }
	return fmt.Sprintf(format, of("latency", int64(n.Down.Latency)), of("jitter", int64(n.Down.Jitter)), of("loss", int64(n.Down.Loss)))
}

// currentNetwork returns the item that the settings are of.
func (fr *frame) currentNetwork() int {
	p := fr.p
	if _, follows := fr.m.Run.Following(); follows {
		return len(p.networks)
	}
	if n := &p.networks[p.network]; n.Down == fr.m.Settings.Down && n.Up == fr.m.Settings.Up {
		return p.network
	}
	if i := config.NetworkOf(p.networks, fr.m.Settings); i >= 0 {
		return i
	}
	return len(p.networks)
}

// networkChoice draws the choice of a network. Once a slider of the link is moved, it
// is of the user's own.
func (fr *frame) networkChoice(r raster.Rect, label string) {
	p := fr.p
	current := fr.currentNetwork()
	items, details, tips := fr.networkItems()
	d := im.Dropdown{Label: label, Items: items, Details: details, Tooltip: tips[current]}
	if fr.c.Dropdown("network", r, &current, d).Changed && current < len(p.networks) {
		p.network = current
		p.networks[current].Apply(fr.act.Settings())
	}
}

// presented writes what is run, and the clock.
func (fr *frame) presented(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Present, fr.c.List()
	r = r.InsetXY(4, 0)
	strong, plain := style.Strong, style.Text
	strong.Size, plain.Size = 17, 15
	l.TextIn(strong, r.CutRight(96), view.Number(fr.m.Now.Seconds(), 2)+" s", im.Right, style.Foreground)
	pace, colour := view.SpeedNames[fr.m.Speed], style.Muted
	if !fr.m.Playing {
		pace, colour = text.Paused, style.Foreground
	}
	if fr.m.Speed != view.NormalSpeed || !fr.m.Playing {
		l.TextIn(plain, r.CutRight(plain.Measure(pace)+1), pace, im.Right, colour)
		r.CutRight(12)
	}
	scene := fr.m.Scenario.Name
	if i := fr.sceneIndex(); i >= 0 {
		scene = fr.sceneTitles()[i]
	}
	strong.Tabular = false
	r.CutLeft(l.TextIn(strong, r, scene, im.Left, style.Foreground) + 14)
	if len(fr.p.networks) > 0 {
		items, _, _ := fr.networkItems()
		r.CutLeft(l.TextIn(plain, r, items[fr.currentNetwork()], im.Left, style.Muted) + 14)
	}
	var link []string
	for _, k := range []*view.Knob{view.RateKnob, view.JitterKnob, view.LossKnob} {
		link = append(link, k.Format(k.Get(fr.m.Settings, 0)))
	}
	l.TextIn(plain, r, view.Fill(text.Setting, link...), im.Left, style.Muted)
}
