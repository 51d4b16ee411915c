package ui

import (
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
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

// comparisonHeading writes which mistake or engine an arena shows.
func (a *App) comparisonHeading(r raster.Rect) {
	text, b := &a.model.Text.Comparison, a.session.Settings().Comparison
	g := view.ComparisonGroup(b)
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
