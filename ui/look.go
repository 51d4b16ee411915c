package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// look is how the window looks beside its theme. The zero value is as designed.
type look struct {
	scale    int  // per cent, one of scales; 0 is 100
	contrast bool // high contrast
}

// scales are the sizes of everything to choose from, in per cent.
var scales = []int{75, 90, 100, 125, 150, 175, 200}

// The window never has fewer dp than this, however large everything is to be.
const smallestWidth, smallestHeight = 800, 450

// percent returns the scale that is chosen.
func (k *look) percent() int {
	if k.scale == 0 {
		return 100
	}
	return k.scale
}

// device is the window in device pixels.
type device struct {
	width, height int
	scale         float32 // device pixels in a dp at 100 %
}

// largest returns the largest scale that leaves the window enough dp, in per cent; at
// least 100, since a smaller window than that has been allowed.
func (d *device) largest() int {
	fits := min(float64(d.width)/smallestWidth, float64(d.height)/smallestHeight) / float64(d.scale)
	return max(100, int(math.Floor(100*fits)))
}

// zoom returns how many times as large as designed everything is.
func (a *App) zoom() float32 {
	if a.present.on {
		return a.device.presentZoom()
	}
	return float32(min(a.look.percent(), a.device.largest())) / 100
}

// resize fits the canvas and the layout to the window and the scale.
func (a *App) resize() {
	a.canvas.Resize(a.device.width, a.device.height, a.device.scale*a.zoom())
	if a.present.on {
		a.places = layOutPresentation(a.canvas.Bounds(), a.model.Lenses(), a.present.page)
	} else {
		a.places = layOut(a.canvas.Bounds(), a.model.Lenses())
	}
	a.model.Arenas, a.model.Presenting = a.places.shown, a.present.on
	a.laidFor = a.model.Lenses()
	a.fresh = false
}

// fitArenas lays the window out anew if a lens has come or gone.
func (a *App) fitArenas() {
	if a.model.Lenses() != a.laidFor {
		a.resize()
	}
}

// setScale makes everything another size, in per cent, and says so. What the window is
// too small for is refused with a word.
func (a *App) setScale(percent int) {
	if a.present.on {
		return // it is as large as can be
	}
	if largest := a.device.largest(); percent > max(largest, a.look.percent()) {
		a.say(fmt.Sprintf(a.model.Text.Look.TooLarge, percent, largest))
		return
	}
	a.look.scale = percent
	a.resize()
	a.say(fmt.Sprintf(a.model.Text.Look.Scaled, percent))
}

// stepScale goes n scales up or down.
func (a *App) stepScale(n int) {
	i, _ := slices.BinarySearch(scales, a.look.percent())
	a.setScale(scales[min(max(i+n, 0), len(scales)-1)])
}

// setTheme changes the colours.
func (a *App) setTheme(t view.Theme) {
	a.base = t
	if a.theme = t; a.look.contrast {
		a.theme = t.HighContrast()
	}
	a.theme.Style.Heading = Languages[a.language()].Heading
	a.ctx.Style = a.theme.Style
}

// nextTheme goes to the next theme.
func (a *App) nextTheme() {
	for i := range view.Themes {
		if view.Themes[i].Name == a.base.Name {
			a.setTheme(view.Themes[(i+1)%len(view.Themes)])
			return
		}
	}
}

const lookPopup = "look"

// lookPage shows how the window looks, to change it, below the button that opens it,
// and what can be saved and loaded.
func (a *App) lookPage(window raster.Rect) {
	if !a.ctx.PopupOpen(lookPopup) {
		return
	}
	const (
		width, row, label = 348, 30, 84
		rows              = 10
	)
	r := raster.Rect{X: window.X + window.W - width - view.Margin, Y: a.places.top.Y + a.places.top.H, W: width, H: rows*row + 22}
	if !a.ctx.BeginPopup(lookPopup, r) {
		return
	}
	style, text, l := &a.theme.Style, &a.model.Text.Look, a.ctx.List()
	lines := im.Rows{Area: r.InsetXY(14, 10)}
	a.ctx.PushID(lookPopup)
	named := func(name string) raster.Rect {
		line := lines.Next(row)
		l.TextIn(style.Text, line.CutLeft(label), name, im.Left, style.Foreground)
		return line.InsetXY(0, 4)
	}
	theme := slices.IndexFunc(view.Themes, func(t view.Theme) bool { return t.Name == a.base.Name })
	if a.ctx.Choice("theme", named(text.Theme), &theme, im.Choice{Items: text.Themes[:], Tooltip: text.ThemeTip}).Changed {
		a.setTheme(view.Themes[theme])
	}
	language := a.language()
	if a.ctx.Choice("language", named(text.Language), &language, im.Choice{Items: languageNames, Tooltip: text.LanguageTip}).Changed {
		a.setLanguage(language)
	}
	scale := slices.Index(scales, a.look.percent())
	if a.ctx.Choice("scale", named(text.Scale), &scale, im.Choice{Items: scaleNames, Tooltip: text.ScaleTip}).Changed {
		a.setScale(scales[scale])
	}
	if a.ctx.Switch("contrast", lines.Next(row), &a.look.contrast, im.Switch{Label: text.Contrast, Tooltip: text.ContrastTip}).Changed {
		a.setTheme(a.base)
	}
	a.ctx.Switch("calm", lines.Next(row), &a.model.Calm, im.Switch{Label: text.Calm, Tooltip: text.CalmTip})
	a.presentSwitch(lines.Next(row))
	a.filesRow(lines.Next(3 * row))
	if line := lines.Next(row); a.ctx.Button("close", line.CutRight(80).InsetXY(0, 3), im.Button{Label: a.model.Text.Help.Close}) {
		a.ctx.ClosePopup(lookPopup)
	}
	a.ctx.PopID()
	a.ctx.EndPopup()
}

// filesRow draws the buttons that save and load, and under them what can be dropped.
func (a *App) filesRow(r raster.Rect) {
	text, l, style := &a.model.Text.Look, a.ctx.List(), &a.theme.Style
	const rows, inRow = 3, 3
	first := r.CutTop(r.H / rows)
	second := r.CutTop(r.H / (rows - 1))
	for i, b := range [...]struct {
		id, label, tip string
		do             func()
	}{
		{"save-settings", text.SaveSettings, text.SaveSettingsTip, a.saveSettings},
		{"save-picture", text.SavePicture, a.model.Text.Top.SaveTip, a.savePicture},
		{"open", text.Open, text.OpenTip, a.open},
		{"share", a.model.Text.Share.Button, a.model.Text.Share.ButtonTip, a.openShare},
		{"record", a.model.Text.Record.Button, a.model.Text.Record.ButtonTip, func() { a.ctx.OpenPopup(recordPopup) }},
	} {
		at := first
		if i >= inRow {
			at = second
		}
		at = at.InsetXY(0, 3).Column(i%inRow, inRow, 6)
		l.StrokeRound(at, style.Radius, 1, style.PopupBorder)
		if a.ctx.Button(b.id, at, im.Button{Label: b.label, Tooltip: b.tip}) {
			a.ctx.ClosePopup(lookPopup)
			b.do()
		}
	}
	l.TextIn(style.Small, r, text.Drop, im.Left, style.Muted)
}

// scaleNames are scales as they are shown.
var scaleNames = func() (names []string) {
	for _, s := range scales {
		names = append(names, strconv.Itoa(s))
	}
	return names
}()
