package ui

import (
	"snaplab/game"
	"snaplab/ui/raster"
)

// The places of the screen, in dp.
const (
	topHeight    = 40
	margin       = 8  // between panels and around them
	padding      = 12 // between a panel's edge and what is in it
	columnWidth  = 224
	packetHeight = 114
	bufferHeight = 216
	bufferShare  = 0.495 // of the width beside the column; the curve has the rest
	// An arena needs no more height than this share of its width and its captions.
	arenaAspect   = 0.72
	arenaCaptions = 90
	// MinWidth and MinHeight are the smallest window that everything fits in.
	MinWidth, MinHeight = 960, 600
)

// places is where everything goes in a window.
type places struct {
	top, column, packets, buffer, curve raster.Rect
	arenas                              [game.NumLenses]raster.Rect
}

// layOut divides a window. What grows with it is the arenas, as far as their field can
// fill them: they are what is looked at. What is left goes to the lower panels, which
// also give way first in a low window.
func layOut(window raster.Rect) places {
	var p places
	p.top = window.CutTop(topHeight)
	area := window.Inset(margin)
	p.column = area.CutLeft(columnWidth)
	area.CutLeft(margin)

	lower := min(bufferHeight, area.H*0.34)
	arenaWidth := (area.W - margin*float32(game.NumLenses-1)) / float32(game.NumLenses)
	arenaHeight := arenaWidth*arenaAspect + arenaCaptions
	lower = max(lower, min(area.H*0.5, area.H-packetHeight-2*margin-arenaHeight))
	bottom := area.CutBottom(lower)
	p.buffer = bottom.CutLeft((bottom.W - margin) * bufferShare)
	bottom.CutLeft(margin)
	p.curve = bottom
	area.CutBottom(margin)
	p.packets = area.CutBottom(min(packetHeight, area.H*0.27))
	area.CutBottom(margin)
	for l := range p.arenas {
		p.arenas[l] = area.Column(l, int(game.NumLenses), margin)
	}
	return p
}
