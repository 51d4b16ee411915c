package ui

import (
	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

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
