package ui

import (
	"slices"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// regions is the panels of the window. Most of a frame is as it was in the one before:
// only the panels are drawn anew in which something is different, unless that is
// something outside them all.
type regions struct {
	rects      []raster.Rect // where a panel's pixels are
	before     []raster.Rect // where they were
	inner      []raster.Rect // where what counts for one panel alone lies; they lie apart
	now, drawn []uint64      // numbers of what lies in each, and of what is on the canvas
	rest       uint64        // that of all else on the canvas
	dirty      []raster.Rect // the panels that must be drawn
}

// place sets where the panels are, arenas first. A panel's pixels reach to the middle of
// the gap beside it, and what it has lies so far within that no pixel is shared.
func (v *regions) place(p *places) {
	const shared = 2 // dp: a pixel, and what a clip's edge is rounded by
	v.rects, v.before = v.before[:0], v.rects
	v.inner = v.inner[:0]
	add := func(r raster.Rect) {
		if !r.Empty() {
			v.rects, v.inner = append(v.rects, r), append(v.inner, r.Inset(shared))
		}
	}
	// The line of time under the bar has a knob that reaches beyond it. What is below
	// begins behind that: panels that are drawn at a time share no pixel.
	bar := p.top.Inset(-view.Margin / 2)
	bar.H += 2 * shared
	panel := func(r raster.Rect) {
		if !r.Empty() {
			r = r.Inset(-view.Margin / 2)
			r.CutTop(max(0, bar.Max().Y-r.Y))
			add(r)
		}
	}
	for i := range p.shown {
		panel(p.arenas[i])
	}
	panel(p.packets)
	panel(p.buffer)
	panel(p.curve)
	panel(p.column)
	panel(p.words)
	add(bar)
}

// compare finds the panels at their places in which a list differs from the one before. It
// reports false if it differs elsewhere.
func (v *regions) compare(list *im.List, p *places) bool {
	v.place(p)
	v.now, v.drawn = v.drawn, v.now
	var rest uint64
	v.now, rest = list.AppendHashes(v.now[:0], v.inner)
	same := rest == v.rest && slices.Equal(v.rects, v.before)
	v.rest, v.dirty = rest, v.dirty[:0]
	if same {
		for i, n := range v.now {
			if n != v.drawn[i] {
				v.dirty = append(v.dirty, v.rects[i])
			}
		}
	}
	return same
}
