package ui

import (
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// lensIn returns the lens that an arena's place shows: a mistake that is set takes
// Raw's.
func (a *App) lensIn(place game.Lens) game.Lens {
	if place == game.Raw && a.session.Settings().Mistake != game.NoMistake {
		return game.Mistaken
	}
	return place
}

// mistakeChoice draws the choice of the common mistake to show.
func (a *App) mistakeChoice(r raster.Rect) {
	text, chosen := &a.text.Mistakes, int(a.settings.Mistake)
	if a.ctx.Dropdown("mistake", r, &chosen, im.Dropdown{Label: text.Label, Items: text.Names, Tooltip: text.Tip}).Changed {
		a.settings.Mistake = game.Mistake(chosen)
	}
}

// mistakeHeading writes which mistake an arena shows, in the alarm colour.
func (a *App) mistakeHeading(r raster.Rect) {
	text, m := &a.text.Mistakes, a.session.Settings().Mistake
	a.headingOf(r, text.Titles[m], text.What, text.Short, text.Watches[m], a.theme.Lost)
}

// mistakeCaption writes over a picture what is done wrong in it, and why that is
// wrong.
func (a *App) mistakeCaption(r raster.Rect) {
	const pad = 6
	font, list := a.arenaSizes().note, a.ctx.List()
	v := &a.arenas
	v.lines = im.Wrap(v.lines[:0], font, a.text.Mistakes.Sentences[a.session.Settings().Mistake], r.W-2*pad)
	height := font.LineHeight()
	r.H = height*float32(len(v.lines)) + pad
	list.FillRound(r, pictureRadius, raster.Alpha(a.theme.Style.Popup, 0.85))
	r = r.InsetXY(pad, pad/2)
	for _, line := range v.lines {
		list.TextIn(font, r.CutTop(height), line, im.Left, a.theme.Style.Foreground)
	}
}
