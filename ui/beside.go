package ui

import (
	"snaplab/game"
	"snaplab/game/config"
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

// comparisonChoice draws the choice of the common mistake or the engine to show.
func (a *App) comparisonChoice(r raster.Rect) {
	text, chosen := &a.model.Text.Comparison, int(a.settings.Comparison)
	groups := &a.controls.comparison
	for b := len(text.Names) - 1; b > 0; b-- {
		g := view.ComparisonGroup(config.Comparison(b))
		groups[g] = im.Group{First: b, Name: text.Groups[g]}
	}
	if a.ctx.Dropdown("beside", r, &chosen, im.Dropdown{Label: text.Label, Items: text.Names, Groups: groups[:], Tooltip: text.Tip}).Changed {
		a.settings.Comparison = config.Comparison(chosen)
	}
}
