package ui

import (
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// lenses returns how many lenses the run has.
func (a *App) lenses() game.Lens {
	settings := a.session.Settings()
	return game.Lenses(&settings)
}

// fitArenas lays the window out anew if a lens has come or gone.
func (a *App) fitArenas() {
	if a.lenses() != a.laidFor {
		a.resize()
	}
}

// comparisonChoice draws the choice of the common mistake or the engine to show.
func (a *App) comparisonChoice(r raster.Rect) {
	text, chosen := &a.model.Text.Comparison, int(a.settings.Comparison)
	groups := &a.controls.comparison
	for b := len(text.Names) - 1; b > 0; b-- {
		g := comparisonGroup(config.Comparison(b))
		groups[g] = im.Group{First: b, Name: text.Groups[g]}
	}
	if a.ctx.Dropdown("beside", r, &chosen, im.Dropdown{Label: text.Label, Items: text.Names, Groups: groups[:], Tooltip: text.Tip}).Changed {
		a.settings.Comparison = config.Comparison(chosen)
	}
}

// comparisonGroup returns which of the two groups something is in.
func comparisonGroup(b config.Comparison) int {
	if b.Engine() {
		return 1
	}
	return 0
}

// comparisonHeading writes which mistake or engine an arena shows.
func (a *App) comparisonHeading(r raster.Rect) {
	text, b := &a.model.Text.Comparison, a.session.Settings().Comparison
	g := comparisonGroup(b)
	a.headingOf(r, text.Titles[b], text.What[g], text.Short[g], text.Watches[b], a.theme.Lens[game.Fourth])
}

// comparisonCaption writes over a picture what is done in it, and of a mistake why that is
// wrong. It returns what of the picture is left below.
func (a *App) comparisonCaption(r raster.Rect) raster.Rect {
	const pad = 6
	font, list := a.arenaSizes().note, a.ctx.List()
	v := &a.arenas
	v.lines = im.Wrap(v.lines[:0], font, a.model.Text.Comparison.Sentences[a.session.Settings().Comparison], r.W-2*pad)
	height, left := font.LineHeight(), r
	r = left.CutTop(height*float32(len(v.lines)) + pad)
	list.FillRound(r, pictureRadius, raster.Alpha(a.theme.Style.Popup, 0.85))
	r = r.InsetXY(pad, pad/2)
	for _, line := range v.lines {
		list.TextIn(font, r.CutTop(height), line, im.Left, a.theme.Style.Foreground)
	}
	return left
}
