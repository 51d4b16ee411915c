package ui

import (
	"snaplab/game"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// In the presentation mode everything is as large as leaves the window this many dp.
const presentWidth, presentHeight = 800, 540

// presentZoom is how many times as large as designed everything then is.
func (d *device) presentZoom() float32 {
	return min(float32(d.width)/presentWidth, float32(d.height)/presentHeight) / d.scale
}

// layOutPresentation divides a window of the presentation mode: a line of what is run,
// the arenas, what is under them, and a line of keys. A plot gets more height than the
// packets need.
func layOutPresentation(window raster.Rect, lenses game.Lens, page presentPage) places {
	const top, words, hint = 34, 44, 16
	lower := float32(170)
	if page != presentPackets {
		lower = 216
	}
	var p places
	area := window.InsetXY(view.Margin, 0)
	p.top = area.CutTop(top)
	area.CutTop(6)
	p.hint = area.CutBottom(hint + 2)
	area.CutBottom(2)
	p.shown = arenasIn(area.W, lenses)
	p.placeArenas(area.CutTop(min(area.H-lower-view.Margin, p.arenaHeight(area.W)+24)))
	area.CutTop(view.Margin)
	p.lower = area
	p.words = area.CutTop(words)
	area.CutTop(view.Margin)
	p.packets = area
	return p
}
