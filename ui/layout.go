package ui

import (
	"snaplab/game"
	"snaplab/ui/controls"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The places of the screen, in dp.
const (
	packetHeight = 114
	bufferHeight = 216
	bufferShare  = 0.495 // of the width beside the column; the curve has the rest
	// An arena needs no more height than this share of its width and its captions.
	arenaAspect   = 0.72
	arenaCaptions = 90
	fourArenas    = 1000 // dp that four arenas need beside each other
	// MinWidth and MinHeight are the smallest window that everything fits in.
	MinWidth, MinHeight = 960, 600
	lowest              = 560 // dp of a window whose panels need not scroll, though they are small
)

// places is where everything goes in a window.
type places struct {
	top, column, packets, buffer, curve raster.Rect
	arenas                              [game.MaxLenses]raster.Rect
	shown                               game.Lens   // how many of the arenas there are
	words, lower, hint                  raster.Rect // of the presentation mode

	// In a window below the minimum, arenas and panels are a scrolling content of
	// work, of the height workHeight.
	scrolls    bool
	work       raster.Rect
	workHeight float32
}

// move moves what scrolls.
func (p *places) move(dy float32) {
	p.packets.Y += dy
	p.buffer.Y += dy
	p.curve.Y += dy
	for i := range p.arenas {
		p.arenas[i].Y += dy
	}
}

// layOut divides a window. What grows with it is the arenas, as far as their field can
// fill them: they are what is looked at. What is left goes to the lower panels, which
// also give way first in a low window.
// It has an arena for each lens if there is room.
func layOut(window raster.Rect, lenses game.Lens) places {
	var p places
	top := float32(controls.TopHeight)
	if window.W < controls.NarrowTop {
		top = 2*controls.TopHeight - view.Margin
	}
	p.top = window.CutTop(top)
	area := window.Inset(view.Margin)
	p.column = area.CutLeft(controls.ColumnWidth)
	area.CutLeft(view.Margin)
	if window.W < MinWidth || window.H < lowest {
		p.stack(area)
		return p
	}

	p.shown = arenasIn(area.W, lenses)
	lower := min(bufferHeight, area.H*0.34)
	lower = max(lower, min(area.H*0.5, area.H-packetHeight-2*view.Margin-p.arenaHeight(area.W)))
	bottom := area.CutBottom(lower)
	p.buffer = bottom.CutLeft((bottom.W - view.Margin) * bufferShare)
	bottom.CutLeft(view.Margin)
	p.curve = bottom
	area.CutBottom(view.Margin)
	p.packets = area.CutBottom(min(packetHeight, area.H*0.27))
	area.CutBottom(view.Margin)
	p.placeArenas(area)
	return p
}

// arenasIn returns how many arenas are shown in a width: one for each lens, or without
// the fourth where that does not fit, which then takes the place of Raw's.
func arenasIn(width float32, lenses game.Lens) game.Lens {
	if width < fourArenas {
		return game.NumLenses
	}
	return lenses
}

// arenaHeight returns how high an arena is whose field fills its share of a width.
func (p *places) arenaHeight(width float32) float32 {
	return (width-view.Margin*float32(p.shown-1))/float32(p.shown)*arenaAspect + arenaCaptions
}

// placeArenas puts the arenas side by side.
func (p *places) placeArenas(area raster.Rect) {
	for l := range p.shown {
		p.arenas[l] = area.Column(int(l), int(p.shown), view.Margin)
	}
}

// stack puts the panels below the arenas one under the other, as wide as there is room:
// more than the window shows at once.
func (p *places) stack(area raster.Rect) {
	const bar = 10 // dp for the scroll bar
	p.scrolls, p.work, p.shown = true, area, game.NumLenses
	content := raster.Rect{X: area.X, Y: area.Y, W: area.W - bar, H: 1e6}
	p.placeArenas(content.CutTop(min(p.arenaHeight(content.W), max(area.H-packetHeight-view.Margin, 200))))
	for _, panel := range []struct {
		place  *raster.Rect
		height float32
	}{{&p.packets, packetHeight}, {&p.buffer, bufferHeight}, {&p.curve, bufferHeight}} {
		content.CutTop(view.Margin)
		*panel.place = content.CutTop(panel.height)
	}
	p.workHeight = content.Y - area.Y
}

// underArenas returns the place of the panels below the arenas.
func (p *places) underArenas() raster.Rect {
	end := p.curve.Max()
	return raster.Rect{X: p.packets.X, Y: p.packets.Y, W: end.X - p.packets.X, H: end.Y - p.packets.Y}
}
