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
