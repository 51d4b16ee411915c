package im

import "snaplab/ui/raster"

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
	return Result{Changed: changed, Submitted: changed, Active: x.Active, Hovered: x.Hovered, Focused: x.Focused}
}
