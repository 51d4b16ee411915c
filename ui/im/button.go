package im

import "snaplab/ui/raster"

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
