package main

import (
	"syscall/js"

	"snaplab/ui/raster"
)

// pointerEvent is one event of the mouse or of the first finger on the screen.
type pointerEvent struct {
	at     raster.Point
	kind   pointerKind
	leaves bool // a finger was lifted: the pointer is nowhere afterwards
}

type pointerKind uint8

const (
	moved pointerKind = iota
	pressed
	released
)

// nowhere is where the pointer is while it is not over the canvas.
var nowhere = raster.Point{X: -1, Y: -1}

// listenToPointer collects the pointer's events in c.pointer.
func (c *canvas) listenToPointer() {
	c.in.Pointer = nowhere
	c.on(c.element, "pointermove", func(e js.Value) {
		if first(e) {
			c.pointer = append(c.pointer, pointerEvent{at: placeOf(e)})
		}
	})
	c.on(c.element, "pointerdown", func(e js.Value) {
		if !first(e) {
			return
		}
		c.element.Call("setPointerCapture", e.Get("pointerId"))
		if e.Get("button").Int() == 0 {
			c.pointer = append(c.pointer, pointerEvent{at: placeOf(e), kind: pressed})
		}
	})
	release := func(e js.Value) {
		if first(e) && e.Get("button").Int() <= 0 {
			c.pointer = append(c.pointer, pointerEvent{placeOf(e), released, e.Get("pointerType").String() == "touch"})
		}
	}
	c.on(c.element, "pointerup", release)
	c.on(c.element, "pointercancel", release)
	c.on(c.element, "pointerleave", func(e js.Value) {
		if first(e) {
			c.pointer = append(c.pointer, pointerEvent{at: nowhere})
		}
	})
	c.on(c.element, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	c.on(c.element, "wheel", c.wheel)
}

// first reports whether an event is of the mouse, or of the first finger on the screen.
func first(e js.Value) bool { return e.Get("isPrimary").Bool() }

func placeOf(e js.Value) raster.Point {
	return raster.Point{X: float32(e.Get("clientX").Float()), Y: float32(e.Get("clientY").Float())}
}

// takePointer puts the next events into the input: the moves up to a button's change and
// that change. What came after it has to wait for the next update, so that a press is seen
// where it was and a quick drag is not lost.
func (c *canvas) takePointer() {
	for len(c.pointer) > 0 {
		e := c.pointer[0]
		c.pointer = c.pointer[:copy(c.pointer, c.pointer[1:])]
		c.in.Pointer, c.leaves = e.at, e.leaves
		switch e.kind {
		case moved:
			continue
		case pressed:
			c.in.Pressed++
			c.in.Down = true
		case released:
			if c.in.Down {
				c.in.Released++
				c.in.Down = false
			}
		}
		return
	}
}

func (c *canvas) wheel(e js.Value) {
	if e.Get("ctrlKey").Bool() {
		return // it makes the page larger or smaller
	}
	e.Call("preventDefault")
	c.in.Wheel.X -= notches(e, "deltaX")
	c.in.Wheel.Y -= notches(e, "deltaY")
}

// notches returns a wheel event's way in notches, which browsers give in pixels, lines or
// pages.
func notches(e js.Value, field string) float32 {
	const pixels, lines = 100, 3 // per notch
	delta := float32(e.Get(field).Float())
	switch e.Get("deltaMode").Int() {
	case 0:
		return delta / pixels
	case 1:
		return delta / lines
	}
	return delta
}
