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
	// MinWidth and MinHeight are the smallest window that everything fits in.
	MinWidth, MinHeight = 960, 600
)

// places is where everything goes in a window.
type places struct {
	top, column, packets, buffer, curve raster.Rect
	arenas                              [game.NumLenses]raster.Rect
}

// layOut divides a window. What grows with it is the arenas: they are what is looked
// at. In a low window the lower panels give way first.
func layOut(window raster.Rect) places {
	var p places
	p.top = window.CutTop(topHeight)
	area := window.Inset(margin)
	p.column = area.CutLeft(columnWidth)
	area.CutLeft(margin)

	lower := min(bufferHeight, area.H*0.34)
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
