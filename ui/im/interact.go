package im

import (
	"math"
	"time"

	"snaplab/ui/raster"
)

const (
	doubleClickTime  = 400 * time.Millisecond
	doubleClickReach = 5 // dp between the two presses, along each axis
	wheelGesture     = 300 * time.Millisecond
)

// Region says which input a rectangle of the screen takes. The zero value takes the
// pointer's buttons and the keyboard.
type Region struct {
	Name     string // for screen readers; "" if the tooltip says enough
	Tooltip  string
	Disabled bool // answers to nothing but shows its tooltip
	NoFocus  bool // for the pointer alone; Tab passes it by
	Wheel    bool // takes the wheel
}

// Interaction is what happened to a region in this frame.
type Interaction struct {
	Hovered  bool         // the pointer is over it and belongs to no other
	Active   bool         // it holds the pointer: pressed there, not yet released
	Pressed  bool         // the press came in this frame
	Clicks   int          // with Pressed: 1, or 2 for the second press of a double click
	Clicked  bool         // released over it after a press on it
	Released bool         // released anywhere after a press on it
	Focused  bool         // has the keyboard
	Ring     bool         // has the keyboard and should show it
	Pointer  raster.Point // dp, the window's coordinates; also outside while Active
	Wheel    raster.Point // notches, if the region takes the wheel
}

// Result is what happened to a control's value in this frame.
type Result struct {
	Changed   bool // the value is another than before
	Submitted bool // a change is complete: a drag ended, a key was pressed, a text applied
	Active    bool // held by the pointer
	Editing   bool // its text is being edited
}

// pointerState is which control has the pointer.
type pointerState struct {
	hover  string // the control under it; none while another holds it
	active string // the control that holds it
	ended  uint64 // the frame for which End was called

	clicks    int
	pressAt   raster.Point
	pressTime time.Duration

	wheelOwner string // who took the last notch
	wheelTime  time.Duration
}

// Interact makes a rectangle a control under an identifier and returns what happened
// to it. It comes next in the order of Tab unless g.NoFocus is set. The caller draws
// it, through List; FocusRing draws the ring.
func (c *Context) Interact(id string, r raster.Rect, g Region) Interaction {
	return c.interact(c.fullID(id), r, g)
}

// Hint makes a rectangle a control that shows a tooltip and does nothing else.
func (c *Context) Hint(id string, r raster.Rect, tooltip string) {
	c.Interact(id, r, Region{Tooltip: tooltip, NoFocus: true})
}

func (c *Context) interact(id string, r raster.Rect, g Region) Interaction {
	if c.seen[id] == c.frame {
		c.fail("identifier %q used twice", id)
	}
	c.seen[id] = c.frame
	c.controls = append(c.controls, control{
		id: id, rect: r, visible: c.list.clip(r), depth: c.depth,
		focusable: !g.NoFocus && !g.Disabled, tooltip: g.Tooltip,
	})
	p := &c.pointer
	if c.isSpoken(id) {
		c.spoken = Spoken{Name: g.Name} // a widget says more
	}
	x := Interaction{Hovered: p.hover == id, Pointer: c.in.Pointer}
	if g.Disabled {
		if p.active == id {
			p.active = ""
		}
		return x
	}
	if x.Hovered && c.in.Pressed > 0 {
		p.active = id
		x.Pressed, x.Clicks = true, p.clicks
	}
	x.Active = p.active == id
	if x.Active && (c.in.Released > 0 || !c.in.Down) {
		x.Released = true
		x.Clicked = c.in.Released > 0 && r.Contains(c.in.Pointer)
	}
	if g.Wheel && x.Hovered {
		x.Wheel = c.takeWheel(id)
	}
	x.Focused = c.keyboard.focus == id
	x.Ring = x.Focused && c.keyboard.visible
	return x
}

// beginPointer finds the hovered control among the last frame's, so that what
// lies on top wins whatever the order of the calls.
func (c *Context) beginPointer() {
	p := &c.pointer
	if c.in.Pressed > 0 {
		near := abs(c.in.Pointer.X-p.pressAt.X) <= doubleClickReach && abs(c.in.Pointer.Y-p.pressAt.Y) <= doubleClickReach
		if p.clicks == 1 && near && c.in.Now-p.pressTime <= doubleClickTime || c.in.Pressed > 1 {
			p.clicks = 2
		} else {
			p.clicks = 1
		}
		p.pressAt, p.pressTime = c.in.Pointer, c.in.Now
	}
	p.hover = ""
	for i := len(c.previous) - 1; i >= 0 && p.hover == ""; i-- {
		k := &c.previous[i]
		if k.depth == len(c.popups) && k.visible.Contains(c.in.Pointer) {
			p.hover = k.id
		}
	}
	if c.in.Pressed > 0 && p.active == "" {
		c.press()
	}
	if p.active != "" {
		if p.hover != p.active {
			p.hover = ""
		}
		if !c.in.Focused {
			c.in.Down, c.in.Released = false, 0
		}
	}
}

// Held reports whether the pointer's button is down: a value that is dragged changes in
// every frame until it is not.
func (c *Context) Held() bool { return c.in.Down }

// press moves the keyboard to what was pressed, before any control is issued, so
// that a text edit that loses it still hears of it. A press outside an open popup
// closes it and does nothing else.
func (c *Context) press() {
	p := &c.pointer
	if n := len(c.popups); n > 0 {
		if top := &c.popups[n-1]; top.placed && !top.rect.Contains(c.in.Pointer) {
			c.closePopup()
			p.hover = ""
			c.in.Pressed = 0
			return
		} else if top.list {
			return // the keyboard stays with the list's owner
		}
	}
	c.tip.dismiss()
	if k := c.find(p.hover); k != nil && k.focusable {
		c.keyboard.point(k.id)
	} else {
		c.keyboard.point("")
	}
}

// endPointer lets go of the pointer. A control that is no longer issued loses it.
func (c *Context) endPointer() {
	p := &c.pointer
	p.ended = c.frame
	if !c.in.Down || c.seen[p.active] != c.frame {
		p.active = ""
	}
}

// takeWheel gives a control this frame's notches, unless a wheel movement that
// began over another control is still going on.
func (c *Context) takeWheel(id string) raster.Point {
	p := &c.pointer
	w := c.in.Wheel
	if w == (raster.Point{}) {
		return w
	}
	if p.wheelOwner != id && p.wheelOwner != "" && c.in.Now-p.wheelTime < wheelGesture {
		return raster.Point{}
	}
	p.wheelOwner, p.wheelTime = id, c.in.Now
	c.in.Wheel = raster.Point{}
	return w
}

// notches rounds a wheel's way to whole notches; a touch pad's fraction of one
// still is one.
func notches(w float32) int {
	switch n := int(math.Round(float64(w))); {
	case n == 0 && w > 0:
		return 1
	case n == 0 && w < 0:
		return -1
	default:
		return n
	}
}

// FocusRing draws the ring that says where the keyboard is, just outside r.
func (c *Context) FocusRing(r raster.Rect, radius float32) {
	const gap = 2
	s := &c.Style
	c.list.StrokeRound(r.Inset(-gap), radius+gap, s.FocusWidth, s.Focus)
}

func abs(v float32) float32 { return max(v, -v) }

// Mark draws a ring around the controls with these identifiers when the frame ends, to
// point them out to the user. Those that are absent or not visible are left out. The
// slice is read in End.
func (c *Context) Mark(ids []string) { c.marks = ids }

// drawMarks draws the rings of Mark, each on the layer of its control.
func (c *Context) drawMarks() {
	for _, id := range c.marks {
		if k := c.find(id); k != nil && !k.visible.Empty() {
			c.list.current = layerBase + k.depth
			// Wider, because texts begin at a control's left edge; not taller, because
			// other lines may be right below.
			c.MarkRing(k.visible.InsetXY(-3, 0))
		}
	}
	c.list.current = layerBase
	c.marks = nil
}

// MarkRing draws the ring of a marked place around r: two lines, so that it differs from
// the focus ring not by its colour alone.
func (c *Context) MarkRing(r raster.Rect) {
	s := &c.Style
	c.list.StrokeRound(r, s.PanelRadius, 2, s.Mark)
	c.list.StrokeRound(r.Inset(-3), s.PanelRadius+3, 1, s.Mark)
}
