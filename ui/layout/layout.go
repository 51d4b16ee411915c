// Package layout divides a window among its panels, by its size and the number of lenses
// alone.
package layout

import (
	"strings"

	"snaplab/game"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The places of the screen, in dp.
const (
	packetHeight = 110
	// verdictHeight is that of a strip with one line.
	verdictHeight = 30
	bufferHeight  = 198
	bufferShare   = 0.495 // of the width next to the column; the curve has the rest
	// An arena needs no more height than this share of its width and its captions.
	arenaAspect   = 0.82
	arenaCaptions = 70
	// The height of the sliders and the buffer of the simple view, and the sliders' share of
	// the width.
	leastStrip, mostStrip = 148, 260
	stripShare            = 2.0 / 3
	fourArenas            = 1000 // dp that four arenas need next to each other
	// MinWidth and MinHeight are the smallest window that everything fits in.
	MinWidth, MinHeight = 960, 600
	lowest              = 560 // dp below the bar at the top with which panels need not scroll, though they are small
	lowestSimple        = 450 // the same of the simple view
)

// Places is where everything goes in a window.
//
// In the simple view Column is the strip of sliders, and Packets and Curve are empty.
type Places struct {
	Top, Column, Packets, Buffer, Curve raster.Rect
	Verdict                             raster.Rect // the strip under the arenas
	Arenas                              [game.MaxLenses]raster.Rect
	Shown                               game.Lens   // how many of the arenas there are
	Words, Lower, Hint                  raster.Rect // of the presentation mode
	Card                                raster.Rect // under the bar; see WithCard

	// In a window below the minimum, arenas and panels are a scrolling content of
	// Work, of the height WorkHeight.
	Scrolls    bool
	Work       raster.Rect
	WorkHeight float32

	lenses game.Lens
}

// Move moves what scrolls by dp.
func (p *Places) Move(dy float32) {
	p.Packets.Y += dy
	p.Verdict.Y += dy
	p.Buffer.Y += dy
	p.Curve.Y += dy
	if p.Packets.Empty() { // the simple view's sliders scroll with the rest
		p.Column.Y += dy
	}
	for i := range p.Arenas {
		p.Arenas[i].Y += dy
	}
}

// AppendPanels appends where the panels are, arenas first. A panel's pixels reach to the
// middle of the gap next to it, and what it shows lies within that.
func (p *Places) AppendPanels(dst []raster.Rect) []raster.Rect {
	// The line of the run's time under the bar has a knob that reaches beyond it. What is
	// below begins behind that: panels that are drawn at a time share no pixel.
	bar := p.Top.Inset(-view.Margin / 2)
	bar.H += 2 * im.PanelMargin
	for _, r := range append(p.Arenas[:p.Shown:p.Shown], p.Verdict, p.Packets, p.Buffer, p.Curve, p.Column, p.Words, p.Card) {
		if !r.Empty() {
			r = r.Inset(-view.Margin / 2)
			r.CutTop(max(0, bar.Max().Y-r.Y))
			dst = append(dst, r)
		}
	}
	return append(dst, bar)
}

// Window divides a window with so many lenses. What grows with it is the arenas, as far as their field can
// fill them: they are what is looked at. What is left goes to the lower panels, which
// also give way first in a low window.
// It has an arena for each lens if there is room.
func Window(window raster.Rect, lenses game.Lens) Places {
	p, area := begin(window, lenses, lowest)
	p.Column = area.CutLeft(controls.ColumnWidth)
	area.CutLeft(view.Margin)
	if p.Scrolls {
		p.stack(area)
		return p
	}

	p.Shown = arenasIn(area.W, lenses)
	lower := min(bufferHeight, area.H*0.34)
	lower = max(lower, min(area.H*0.5, area.H-packetHeight-verdictHeight-3*view.Margin-p.arenaHeight(area.W)))
	bottom := area.CutBottom(lower)
	p.Buffer = bottom.CutLeft((bottom.W - view.Margin) * bufferShare)
	bottom.CutLeft(view.Margin)
	p.Curve = bottom
	area.CutBottom(view.Margin)
	p.Packets = area.CutBottom(min(packetHeight, area.H*0.27))
	area.CutBottom(view.Margin)
	p.Verdict = area.CutBottom(verdictHeight)
	area.CutBottom(view.Margin)
	p.placeArenas(area)
	return p
}

// begin cuts off the bar at the top, and returns the area that is left for the rest. Where that
// is below the lowest it has to scroll.
func begin(window raster.Rect, lenses game.Lens, lowest float32) (p Places, area raster.Rect) {
	p.lenses = lenses
	top := float32(controls.TopHeight)
	if window.W < controls.NarrowTop {
		top = 2*controls.TopHeight - view.Margin
	}
	p.Top = window.CutTop(top)
	p.Scrolls = window.W < MinWidth || window.H < lowest
	return p, window.Inset(view.Margin)
}

// WithCard divides a window as divide does, with a card of a height in dp under the bar at the
// top.
func WithCard(window raster.Rect, lenses game.Lens, height float32, divide func(raster.Rect, game.Lens) Places) Places {
	room := window
	room.H -= height + view.Margin
	p := divide(room, lenses)
	p.Move(height + view.Margin)
	p.Work.Y += height + view.Margin
	if !p.Packets.Empty() {
		p.Column.Y += height + view.Margin
	}
	p.Card = raster.Rect{X: window.X + view.Margin, Y: p.Top.Max().Y + view.Margin, W: window.W - 2*view.Margin, H: height}
	return p
}

// Simple divides a window of the simple view: the arenas have all the height that their
// fields can fill, and what is left the sliders and the buffer.
func Simple(window raster.Rect, lenses game.Lens) Places {
	p, area := begin(window, lenses, lowestSimple)
	if p.Scrolls {
		p.stackSimple(area)
		return p
	}
	p.Shown = arenasIn(area.W, lenses)
	strip := area.H - verdictHeight - 2*view.Margin - p.arenaHeight(area.W)
	bottom := area.CutBottom(min(max(strip, leastStrip), mostStrip))
	p.Column = bottom.CutLeft((bottom.W - view.Margin) * stripShare)
	bottom.CutLeft(view.Margin)
	p.Buffer = bottom
	area.CutBottom(view.Margin)
	p.Verdict = area.CutBottom(verdictHeight)
	area.CutBottom(view.Margin)
	p.placeArenas(area)
	return p
}

// Arenas divides a window between the bar at the top and the arenas alone.
func Arenas(window raster.Rect, lenses game.Lens) Places {
	p, area := begin(window, lenses, lowestSimple)
	if p.Scrolls {
		return Simple(window, lenses)
	}
	p.Shown = arenasIn(area.W, lenses)
	p.placeArenas(area)
	return p
}

// arenasIn returns how many arenas are shown in a width: one for each lens, or without
// the fourth where that does not fit, which then takes the place of Raw's.
func arenasIn(width float32, lenses game.Lens) game.Lens {
	if width < fourArenas {
		return min(lenses, game.NumLenses)
	}
	return lenses
}

// arenaHeight returns how high an arena is whose field fills its share of a width.
func (p *Places) arenaHeight(width float32) float32 {
	return (width-view.Margin*float32(p.Shown-1))/float32(p.Shown)*arenaAspect + arenaCaptions
}

// placeArenas puts the arenas side by side.
func (p *Places) placeArenas(area raster.Rect) {
	for l := range p.Shown {
		p.Arenas[l] = area.Column(int(l), int(p.Shown), view.Margin)
	}
}

// stackSimple is stack for the simple view: all of it is one under the other, the sliders too,
// and where an arena would be narrower than a hand's width the arenas are as well.
func (p *Places) stackSimple(area raster.Rect) {
	const (
		bar      = 10
		narrow   = 600
		oneArena = 300
	)
	p.Work, p.Shown = area, min(p.lenses, game.NumLenses)
	content := raster.Rect{X: area.X, Y: area.Y, W: area.W - bar, H: 1e6}
	if content.W < narrow {
		for l := range p.Shown {
			p.Arenas[l] = content.CutTop(oneArena)
			content.CutTop(view.Margin)
		}
	} else {
		p.placeArenas(content.CutTop(p.arenaHeight(content.W)))
		content.CutTop(view.Margin)
	}
	p.Verdict = content.CutTop(verdictHeight)
	content.CutTop(view.Margin)
	p.Column = content.CutTop(leastStrip + 2*view.SliderHeight)
	content.CutTop(view.Margin)
	p.Buffer = content.CutTop(leastStrip)
	p.WorkHeight = content.Y - area.Y
}

// stack puts the panels below the arenas one under the other, as wide as there is room:
// more than the window shows at once.
func (p *Places) stack(area raster.Rect) {
	const bar = 10 // dp for the scroll bar
	p.Work, p.Shown = area, game.NumLenses
	content := raster.Rect{X: area.X, Y: area.Y, W: area.W - bar, H: 1e6}
	p.placeArenas(content.CutTop(min(p.arenaHeight(content.W), max(area.H-packetHeight-view.Margin, 200))))
	for _, panel := range []struct {
		place  *raster.Rect
		height float32
	}{{&p.Verdict, verdictHeight}, {&p.Packets, packetHeight}, {&p.Buffer, bufferHeight}, {&p.Curve, bufferHeight}} {
		content.CutTop(view.Margin)
		*panel.place = content.CutTop(panel.height)
	}
	p.WorkHeight = content.Y - area.Y
}

// PresentationWidth and PresentationHeight are the dp that the presentation mode leaves a
// window: everything is as large as that allows.
const PresentationWidth, PresentationHeight = 800, 540

// Presentation divides a window of the presentation mode: a line of what is run,
// the arenas, what is under them, and a line of keys. A plot gets more height than the
// packets need.
func Presentation(window raster.Rect, lenses game.Lens, plot bool) Places {
	const top, words, hint, between = 32, 36, 16, 6
	lower := float32(124)
	if plot {
		lower = 204
	}
	p := Places{lenses: lenses}
	area := window.InsetXY(view.Margin, 0)
	p.Top = area.CutTop(top)
	area.CutTop(between)
	p.Hint = area.CutBottom(hint)
	area.CutBottom(2)
	p.Shown = arenasIn(area.W, lenses)
	p.placeArenas(area.CutTop(min(area.H-lower-verdictHeight-2*between, p.arenaHeight(area.W)+24)))
	area.CutTop(between)
	p.Verdict = area.CutTop(verdictHeight)
	area.CutTop(between)
	p.Lower = area
	p.Words = area.CutTop(words)
	area.CutTop(between)
	p.Packets = area
	return p
}

// UnderArenas returns the place of the panels below the arenas.
func (p *Places) UnderArenas() raster.Rect {
	end := p.Curve.Max()
	return raster.Rect{X: p.Packets.X, Y: p.Packets.Y, W: end.X - p.Packets.X, H: end.Y - p.Packets.Y}
}

// View returns the place of a part of the window by its name in films and lessons: "raw",
// "interpolated", "extrapolated" or "comparison", also after "arena/", and "packets",
// "buffer", "curve" or "verdict". It is empty for another name and for what is not shown.
func (p *Places) View(name string) raster.Rect {
	switch strings.TrimPrefix(name, "arena/") {
	case "raw":
		return p.Arenas[game.Raw]
	case "interpolated":
		return p.Arenas[game.Interpolated] // empty where it is not shown
	case "extrapolated":
		return p.Arenas[game.Extrapolated]
	case "comparison":
		if p.Shown < p.lenses {
			return p.Arenas[game.Raw] // whose place it has taken
		}
		return p.Arenas[game.Fourth]
	case "verdict":
		return p.Verdict
	case "packets":
		return p.Packets
	case "buffer":
		return p.Buffer
	case "curve":
		return p.Curve
	}
	return raster.Rect{}
}
