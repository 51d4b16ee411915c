package im

import "snaplab/ui/raster"

// Choice describes a row of joined buttons of which one is on; also tabs.
type Choice struct {
	Items    []string
	Tooltips []string // one per item, or nil
	Tooltip  string   // for all of them, where Tooltips says nothing
	Disabled bool
}

const choiceGap = 2

// Choice shows which item is chosen and changes *index by a click, or by arrow
// keys, Home and End: to the keyboard it is one control. An index outside the
// items chooses none.
func (c *Context) Choice(id string, r raster.Rect, index *int, w Choice) Result {
	full := c.fullID(id)
	over := -1
	for i := range w.Items {
		if r.Column(i, len(w.Items), choiceGap).Contains(c.in.Pointer) {
			over = i
		}
	}
	tooltip := w.Tooltip
	if over >= 0 && over < len(w.Tooltips) && c.pointer.hover == full {
		tooltip = w.Tooltips[over]
	} else if *index >= 0 && *index < len(w.Tooltips) && tooltip == "" {
		tooltip = w.Tooltips[*index]
	}
	x := c.interact(full, r, Region{Tooltip: tooltip, Disabled: w.Disabled})
	old, last := *index, len(w.Items)-1
	if x.Clicked && over >= 0 {
		*index = over
	}
	if !w.Disabled && last >= 0 && c.hasKeyboard(full) {
		up := c.takeKey(full, KeyRight, 0) + c.takeKey(full, KeyDown, 0)
		down := c.takeKey(full, KeyLeft, 0) + c.takeKey(full, KeyUp, 0)
		if up != down {
			*index = min(max(*index+up-down, 0), last)
		}
		if c.takeKey(full, KeyHome, 0) > 0 {
			*index = 0
		}
		if c.takeKey(full, KeyEnd, 0) > 0 {
			*index = last
		}
	}
	x.Ring = x.Focused && c.keyboard.visible
	c.drawChoice(r, *index, over, &w, &x)
	if c.isSpoken(full) {
		c.spoken = Spoken{}
		if *index >= 0 && *index <= last {
			c.spoken.Value = w.Items[*index]
		}
	}
	return Result{
		Changed: *index != old, Submitted: *index != old,
		Active: x.Active, Hovered: x.Hovered, Focused: x.Focused,
	}
}

func (c *Context) drawChoice(r raster.Rect, index, over int, w *Choice, x *Interaction) {
	s := &c.Style
	for i, item := range w.Items {
		cell := r.Column(i, len(w.Items), choiceGap)
		var here Interaction
		if i == over {
			here.Hovered, here.Active = x.Hovered, x.Active
		}
		ground, text := c.buttonColours(i == index, w.Disabled, &here)
		font := s.Button
		if i == index {
			font.Weight = raster.Bold
		}
		c.list.FillRound(cell, s.Radius, ground)
		c.list.TextIn(font, cell.InsetXY(2, 0), item, Centre, text)
	}
	if x.Ring {
		c.FocusRing(r, s.Radius)
	}
}
