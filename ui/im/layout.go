package im

import (
	"slices"

	"snaplab/ui/raster"
)

// Rows divides an area into rows, from top to bottom.
//
//	rows := im.Rows{Area: panel.Inset(12), Gap: 4}
//	ctx.Slider("latency", rows.Next(28), ...)
type Rows struct {
	Area raster.Rect // what is left; Next cuts from its top
	Gap  float32     // dp between two rows
}

// Next returns a row of a height, over the whole width.
func (l *Rows) Next(height float32) raster.Rect {
	r := raster.Rect{X: l.Area.X, Y: l.Area.Y, W: l.Area.W, H: height}
	l.Skip(height + l.Gap)
	return r
}

// Skip leaves a space free.
func (l *Rows) Skip(height float32) {
	l.Area.Y += height
	l.Area.H = max(0, l.Area.H-height)
}

const (
	wheelStep      = 40 // dp of scrolling to a notch
	scrollBarWidth = 4
	scrollMinThumb = 24
)

// scrollState is the scroll positions by identifier and the open areas.
type scrollState struct {
	offsets map[string]float32
	open    []scrollArea
}

type scrollArea struct {
	id             string
	rect           raster.Rect
	offset, extent float32
	first          int // of Context.controls: those from here on lie in the area
}

// BeginScroll starts an area that shows a part of contents of the given height
// (dp) and returns the rectangle for the contents, which begins above the area
// when it is scrolled down. Contents that fit don't scroll. Controls are issued
// until EndScroll. The wheel scrolls the area, also over a slider unless the
// keyboard is on that slider; a control that Tab leads to is scrolled into view.
func (c *Context) BeginScroll(id string, r raster.Rect, height float32) raster.Rect {
	s := &c.scrolls
	if s.offsets == nil {
		s.offsets = make(map[string]float32)
	}
	full := c.fullID(id)
	a := scrollArea{id: full, rect: r, extent: max(0, height-r.H), first: len(c.controls)}
	a.offset = max(0, min(s.offsets[full], a.extent))
	s.open = append(s.open, a)
	c.list.PushClip(r)
	content := raster.Rect{X: r.X, Y: r.Y - a.offset, W: r.W, H: max(height, r.H)}
	if a.extent > 0 {
		content.W -= scrollBarWidth + 4
	}
	return content
}

// EndScroll ends the area, draws its scroll bar and takes the wheel.
func (c *Context) EndScroll() {
	s := &c.scrolls
	n := len(s.open) - 1
	if n < 0 {
		c.fail("EndScroll without BeginScroll")
		return
	}
	a := s.open[n]
	s.open = s.open[:n]
	c.list.PopClip()
	if a.extent > 0 {
		c.scrollWheel(&a)
		c.scrollBar(&a)
	}
	c.scrollReveal(&a)
	s.offsets[a.id] = a.offset
}

func (c *Context) scrollWheel(a *scrollArea) {
	if c.depth == len(c.popups) && c.list.clip(a.rect).Contains(c.in.Pointer) && c.pointer.active == "" {
		w := c.takeWheel(a.id)
		a.offset = max(0, min(a.offset-w.Y*wheelStep, a.extent))
	}
}

// scrollBar draws the thumb, which can be dragged.
func (c *Context) scrollBar(a *scrollArea) {
	r := a.rect
	thumb := max(scrollMinThumb, r.H*r.H/(r.H+a.extent))
	travel := r.H - thumb
	bar := raster.Rect{X: r.X + r.W - scrollBarWidth - 4, Y: r.Y, W: scrollBarWidth + 4, H: r.H}
	x := c.interact(a.id+"/bar", bar, Region{NoFocus: true})
	if x.Active && travel > 0 {
		a.offset = max(0, min((x.Pointer.Y-r.Y-thumb/2)/travel*a.extent, a.extent))
	}
	colour := c.Style.Track
	if x.Hovered || x.Active {
		colour = c.Style.Fill
	}
	top := r.Y + travel*a.offset/a.extent
	c.list.FillRound(raster.Rect{X: bar.X + 2, Y: top, W: scrollBarWidth, H: thumb}, scrollBarWidth/2, colour)
}

// scrollReveal moves the area so that the control that Tab led to can be seen.
func (c *Context) scrollReveal(a *scrollArea) {
	id := c.keyboard.reveal
	if id == "" {
		return
	}
	for i := a.first; i < len(c.controls); i++ {
		if k := &c.controls[i]; k.id == id && k.focusable {
			const margin = 8
			top, bottom := k.rect.Y-margin, k.rect.Y+k.rect.H+margin
			if bottom > a.rect.Y+a.rect.H {
				a.offset += bottom - a.rect.Y - a.rect.H
			}
			if top < a.rect.Y {
				a.offset -= a.rect.Y - top
			}
			a.offset = max(0, min(a.offset, a.extent))
			c.keyboard.reveal = ""
			return
		}
	}
}

// scrolling reports whether the calls now are within an area that can scroll.
func (c *Context) scrolling() bool {
	return slices.ContainsFunc(c.scrolls.open, func(a scrollArea) bool { return a.extent > 0 })
}
