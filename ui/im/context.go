// Package im is an immediate-mode user interface: input goes in, a list of
// drawing commands comes out.
//
// A frame is
//
//	ctx.Begin(&input, bounds)
//	if ctx.Button("reset", r, im.Button{Label: "Reset", Tooltip: "Back to the start"}) {
//		reset()
//	}
//	ctx.Slider("link/latency", r2, &latency, im.Slider{Min: 0, Max: 500, ...})
//	list, err := ctx.End()
//
// Values stay with the caller; a widget gets a pointer and says what happened.
// What the Context keeps between frames is small: which control the pointer
// holds, which has the keyboard, the text being edited, the open popups, the
// tooltip's timer and the scroll positions.
//
// Nothing here reads a device or draws. A shell fills an Input; a List is
// replayed on a raster.Canvas. A List also has a hash, which says whether
// anything must be redrawn, and a textual form that a person can read.
//
// # Identifiers
//
// Every control has a textual identifier ("link/jitter") that is unique within
// a frame. Tests, lessons and recordings name controls by it. PushID puts a
// prefix before all that follow. A duplicate is an error that End returns.
//
// # Pointer
//
// The last-issued control under the pointer is hovered; rectangles are those of
// the previous frame, so a control can be used from its second frame on. A
// control that is pressed captures the pointer until it is released, also
// outside its rectangle. Press and release may come in one Input.
//
// # Keyboard
//
// Tab and Shift-Tab walk through the controls in the order they were issued.
// What no control used is left in Context.UnusedKeys for the application's own
// shortcuts. A click moves the keyboard's position too, but buttons answer Space
// and Enter only after the keyboard has led to them, so that a global shortcut
// on Space survives a click.
//
// All coordinates are logical pixels (dp); see package raster.
package im

import (
	"errors"
	"fmt"
	"time"

	"snaplab/ui/raster"
)

// Context is the state of a user interface between frames and the collector of
// one frame. The zero value works and looks like DefaultStyle. Not safe for
// concurrent use.
type Context struct {
	// Style may be changed between frames. A zero one becomes DefaultStyle.
	Style Style
	// Words may be changed between frames too. A zero one is in English.
	Words Words

	list   List
	in     Input
	bounds raster.Rect
	frame  uint64
	active bool // the frame's input differs from the last
	errs   []error

	prefix     string // of identifiers, with the trailing slash
	prefixEnds []int  // the length of the prefix before each PushID

	controls []control         // issued in this frame, in order
	previous []control         // issued in the last
	seen     map[string]uint64 // the last frame in which an identifier was issued

	pointer  pointerState
	keyboard keyboardState
	spoken   Spoken // of the control spokenOf
	spokenOf string
	edit     textEdit
	drag     dragState
	popups   []popup // open ones; each lies above the one before
	depth    int     // in how many popups the calls now are
	scrolls  scrollState
	tip      tipState
	marks    []string // the controls to mark at the frame's end
}

// control is what the Context remembers of a control for the next frame.
type control struct {
	id        string
	rect      raster.Rect
	visible   raster.Rect // what the clips leave of rect: there the pointer finds it
	depth     int
	focusable bool
	tooltip   string
}

// Begin starts a frame within bounds, the window's area in dp. in is copied.
func (c *Context) Begin(in *Input, bounds raster.Rect) {
	if c.Style.Text.Size == 0 {
		names := c.Style.Names
		c.Style = DefaultStyle()
		c.Style.Names = names
	}
	if c.seen == nil {
		c.seen = make(map[string]uint64)
	}
	c.frame++
	c.active = c.differs(in)
	c.in = *in
	c.bounds = bounds
	c.errs = nil
	c.prefix, c.prefixEnds = "", c.prefixEnds[:0]
	c.depth = 0
	c.list.Reset()
	c.list.style = &c.Style
	c.controls, c.previous = c.previous[:0], c.controls

	c.beginKeyboard()
	c.beginPointer()
	c.scrolls.open = c.scrolls.open[:0]
}

// End finishes the frame and returns its drawing commands, which are valid until
// the next Begin. The error reports mistakes in the calls since Begin: an identifier
// used twice, a Push without its Pop. The list can be used nevertheless.
func (c *Context) End() (*List, error) {
	if n := len(c.prefixEnds); n > 0 {
		c.fail("%d PushID without PopID (%q)", n, c.prefix)
	}
	if n := len(c.scrolls.open); n > 0 {
		c.fail("%d BeginScroll without EndScroll", n)
	}
	if c.depth > 0 {
		c.fail("%d BeginPopup without EndPopup", c.depth)
	}
	for i := range c.list.layers {
		if n := len(c.list.layers[i].clips); n > 0 {
			c.fail("%d PushClip without PopClip on layer %d", n, i)
		}
	}
	c.endPointer()
	c.endKeyboard()
	c.endPopups()
	c.drawMarks()
	c.drawTip()
	return &c.list, errors.Join(c.errs...)
}

// fail records a mistake of the caller, which End returns.
func (c *Context) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("im: "+format, args...))
}

// List is the frame's list, for drawing between the widgets.
func (c *Context) List() *List { return &c.list }

// Bounds is the area given to Begin.
func (c *Context) Bounds() raster.Rect { return c.bounds }

// Focusables returns the identifiers of the controls that the keyboard can reach, in the
// order of Tab, as the last finished frame had them. While a popup is open these are the
// popup's.
func (c *Context) Focusables() (ids []string) {
	for i := range c.finished() {
		if k := &c.finished()[i]; c.reachable(k) {
			ids = append(ids, k.id)
		}
	}
	return ids
}

// RectOf returns the rectangle of a control, by its whole identifier, as the
// last frame had it.
func (c *Context) RectOf(id string) (raster.Rect, bool) {
	if k := c.find(id); k != nil {
		return k.rect, true
	}
	return raster.Rect{}, false
}

// find returns the last frame's record of a control, or nil.
func (c *Context) find(id string) *control {
	list := c.finished()
	for i := range list {
		if list[i].id == id {
			return &list[i]
		}
	}
	return nil
}

// finished returns the newest complete set of controls: this frame's after End, the
// last frame's before it.
func (c *Context) finished() []control {
	if c.pointer.ended == c.frame {
		return c.controls
	}
	return c.previous
}

// Wake returns when the picture may next change without any input, on
// Input.Now's clock; false if it never will. After a frame with any input that is at
// once, because its effect may show only in the next frame: a released button is
// drawn raised again. Otherwise it is when a tooltip becomes due.
func (c *Context) Wake() (time.Duration, bool) {
	if c.active {
		return c.in.Now, true
	}
	return c.tip.wake()
}

// differs reports whether anything happens in the frame that begins with in.
func (c *Context) differs(in *Input) bool {
	return in.Pointer != c.in.Pointer || in.Down != c.in.Down || in.Focused != c.in.Focused ||
		in.Pressed != 0 || in.Released != 0 || in.Wheel != (raster.Point{}) ||
		len(in.Keys) != 0 || len(in.Chars) != 0
}

// PushID puts a prefix, followed by a slash, before the identifier of every
// control until the matching PopID. Prefixes nest: PushID("delay") and a slider
// "drone" make "delay/drone".
func (c *Context) PushID(prefix string) {
	c.prefixEnds = append(c.prefixEnds, len(c.prefix))
	c.prefix += prefix + "/"
}

// PopID undoes the last PushID. One too many is an error that End returns.
func (c *Context) PopID() {
	n := len(c.prefixEnds)
	if n == 0 {
		c.fail("PopID without PushID")
		return
	}
	c.prefix = c.prefix[:c.prefixEnds[n-1]]
	c.prefixEnds = c.prefixEnds[:n-1]
}

// fullID returns the identifier with its prefixes.
func (c *Context) fullID(id string) string { return c.prefix + id }
