package im

import (
	"snaplab/ui/raster"
)

// Button describes a push button: a label, an icon, or both.
type Button struct {
	Label    string
	Icon     Icon // nil for none
	Tooltip  string
	Accent   bool // the main one of a group, or one that is on
	Quiet    bool // no ground until the pointer is over it
	Disabled bool
}

// Button reports whether it was pressed: the pointer was released over it after
// a press on it, or Space or Enter while the keyboard is visibly on it.
func (c *Context) Button(id string, r raster.Rect, b Button) bool {
	full := c.fullID(id)
	x := c.interact(full, r, Region{Tooltip: b.Tooltip, Disabled: b.Disabled})
	pressed := x.Clicked || c.takePush(full, &x)
	c.drawButton(r, &b, &x)
	if c.isSpoken(full) {
		c.spoken = Spoken{Name: b.Label}
	}
	return pressed
}

// Toggle is a button that stays on until it is pressed again. It reports whether
// *on changed.
func (c *Context) Toggle(id string, r raster.Rect, on *bool, b Button) bool {
	b.Accent = *on
	changed := c.Button(id, r, b)
	if changed {
		*on = !*on
	}
	if full := c.fullID(id); c.isSpoken(full) {
		c.spoken.Switch, c.spoken.On = true, *on
	}
	return changed
}

// takePush reports whether Space or Enter pushed a control. It must show its
// ring: after a mere click Space belongs to the application.
func (c *Context) takePush(id string, x *Interaction) bool {
	if !x.Ring || !c.hasKeyboard(id) {
		return false
	}
	space, enter := c.keyboard.push(KeySpace), c.keyboard.push(KeyEnter)
	if space || enter {
		c.tip.dismiss()
	}
	return space || enter
}

func (c *Context) drawButton(r raster.Rect, b *Button, x *Interaction) {
	s, l := &c.Style, &c.list
	ground, text := c.buttonColours(b.Accent, b.Disabled, x)
	if !b.Quiet || b.Accent || (x.Hovered || x.Active) && !b.Disabled {
		l.FillRound(r, s.Radius, ground)
	}
	font := s.Button
	if b.Accent {
		font.Weight = raster.Bold
	}
	const gap = 6
	size := min(r.H-12, 14)
	switch {
	case b.Icon == nil:
		l.TextIn(font, r.InsetXY(2, 0), b.Label, Centre, text)
	case b.Label == "":
		b.Icon(l, raster.Rect{X: r.X + (r.W-size)/2, Y: r.Y + (r.H-size)/2, W: size, H: size}, text)
	default:
		w := size + gap + font.Measure(b.Label)
		left := r.X + max(3, (r.W-w)/2)
		b.Icon(l, raster.Rect{X: left, Y: r.Y + (r.H-size)/2, W: size, H: size}, text)
		left += size + gap
		l.TextIn(font, raster.Rect{X: left, Y: r.Y, W: r.X + r.W - left - 3, H: r.H}, b.Label, Left, text)
	}
	if x.Ring {
		c.FocusRing(r, s.Radius)
	}
}

// buttonColours returns the ground and text of anything like a button.
func (c *Context) buttonColours(on, disabled bool, x *Interaction) (ground, text raster.Color) {
	s := &c.Style
	switch {
	case disabled && on:
		return s.Track, s.Muted
	case disabled:
		return s.Control, s.Faint
	case on && x.Active:
		return raster.Mix(s.Accent, s.Foreground, 0.3), s.OnAccent
	case on && x.Hovered:
		return raster.Mix(s.Accent, s.Foreground, 0.15), s.OnAccent
	case on:
		return s.Accent, s.OnAccent
	case x.Active:
		return s.ControlActive, s.Foreground
	case x.Hovered:
		return s.ControlHover, s.Foreground
	}
	return s.Control, s.Foreground
}

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
		if steps := c.takeKey(full, 0, KeyRight, KeyDown) - c.takeKey(full, 0, KeyLeft, KeyUp); steps != 0 {
			*index = min(max(*index+steps, 0), last)
		}
		if c.takeKey(full, 0, KeyHome) > 0 {
			*index = 0
		}
		if c.takeKey(full, 0, KeyEnd) > 0 {
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
	return Result{Changed: *index != old, Submitted: *index != old, Active: x.Active}
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

// Switch describes a switch with its label on the right.
type Switch struct {
	Label    string
	Tooltip  string
	Disabled bool
}

const (
	switchWidth  = 26
	switchHeight = 14
)

// Switch shows *on and turns it by a click anywhere on r, or by Space or Enter.
func (c *Context) Switch(id string, r raster.Rect, on *bool, w Switch) Result {
	full := c.fullID(id)
	x := c.interact(full, r, Region{Tooltip: w.Tooltip, Disabled: w.Disabled})
	changed := x.Clicked || c.takePush(full, &x)
	if changed {
		*on = !*on
	}
	s, l := &c.Style, &c.list
	pill := raster.Rect{X: r.X, Y: r.Y + (r.H-switchHeight)/2, W: switchWidth, H: switchHeight}
	ground, knob, text := s.Track, s.Fill, s.Foreground
	x0 := pill.X + switchHeight/2
	if *on {
		ground, knob = s.Accent, s.Panel
		x0 = pill.X + pill.W - switchHeight/2
	}
	switch {
	case w.Disabled:
		knob, text = s.Faint, s.Faint
		if *on {
			ground, knob = s.Faint, s.Panel
		}
	case x.Active:
		ground = raster.Mix(ground, s.Foreground, 0.3)
	case x.Hovered:
		ground = raster.Mix(ground, s.Foreground, 0.15)
	}
	l.FillRound(pill, switchHeight/2, ground)
	l.FillCircle(raster.Point{X: x0, Y: pill.Y + switchHeight/2}, switchHeight/2-2.5, knob)
	left := pill.X + pill.W + 8
	l.TextIn(s.Text, raster.Rect{X: left, Y: r.Y, W: r.X + r.W - left, H: r.H}, w.Label, Left, text)
	if x.Ring {
		c.FocusRing(r.InsetXY(-3, 0), s.Radius) // clear of the text
	}
	if c.isSpoken(full) {
		c.spoken = Spoken{Name: w.Label, Switch: true, On: *on}
	}
	return Result{Changed: changed, Submitted: changed, Active: x.Active}
}
