package main

import (
	"syscall/js"
	"unicode/utf8"

	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// nowhere is where the pointer is while it is not over the canvas.
var nowhere = raster.Point{X: -1, Y: -1}

// listen collects the page's events in c.in until the next frame. Keys are the lab's only
// while the canvas has the keyboard.
func (c *canvas) listen() {
	window := js.Global()
	c.in.Pointer = nowhere
	on := func(target js.Value, name string, handle func(event js.Value)) {
		target.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			handle(args[0])
			c.stir()
			return nil
		}), map[string]any{"passive": false})
	}
	on(c.element, "pointermove", c.point)
	on(c.element, "pointerdown", c.press)
	on(c.element, "pointerup", c.release)
	on(c.element, "pointercancel", c.release)
	on(c.element, "pointerleave", func(js.Value) {
		if !c.in.Down {
			c.in.Pointer = nowhere
		}
	})
	on(c.element, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	on(c.element, "wheel", c.wheel)
	on(c.element, "keydown", c.key)
	on(c.element, "focus", c.focus)
	on(c.element, "blur", c.blur)
	on(window, "dragover", func(e js.Value) { e.Call("preventDefault") })
	on(window, "drop", c.drop)
	on(window, "resize", func(js.Value) {})
	on(c.document, "visibilitychange", func(js.Value) { c.continues = false })
}

// first reports whether an event is of the mouse, or of the first finger on the screen.
func first(e js.Value) bool { return e.Get("isPrimary").Bool() }

func (c *canvas) point(e js.Value) {
	if first(e) {
		c.in.Pointer = raster.Point{X: float32(e.Get("clientX").Float()), Y: float32(e.Get("clientY").Float())}
	}
}

func (c *canvas) press(e js.Value) {
	if !first(e) {
		return
	}
	c.point(e)
	c.leaves = false
	c.element.Call("setPointerCapture", e.Get("pointerId"))
	switch e.Get("button").Int() {
	case 0:
		c.in.Pressed++
		c.in.Down = true
	case 2:
		c.in.SecondaryPressed++
	}
}

func (c *canvas) release(e js.Value) {
	if !first(e) {
		return
	}
	if e.Get("type").String() == "pointerup" { // one that is cancelled has no place
		c.point(e)
	}
	if e.Get("button").Int() <= 0 && c.in.Down {
		c.in.Released++
		c.in.Down = false
	}
	c.leaves = e.Get("pointerType").String() == "touch"
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

// focus is told that the canvas has the keyboard. If Tab brought it, it goes on to the
// first control, or to the last if it came from behind.
func (c *canvas) focus(e js.Value) {
	c.in.Focused = true
	if !c.element.Call("matches", ":focus-visible").Bool() {
		return
	}
	from := e.Get("relatedTarget")
	if from.IsNull() {
		return // from another window, or at the start
	}
	const following = 4 // of Node.compareDocumentPosition
	tab := im.KeyPress{Key: im.KeyTab}
	if c.element.Call("compareDocumentPosition", from).Int()&following != 0 {
		tab.Mods = im.ModShift
	}
	c.in.Keys = append(c.in.Keys, tab)
}

func (c *canvas) blur(js.Value) {
	c.in.Focused, c.in.Down = false, false
}

// key takes a key press, unless it is one of the browser's own commands, or a Tab that
// leaves the canvas at the ends of its controls.
func (c *canvas) key(e js.Value) {
	if e.Get("isComposing").Bool() {
		return
	}
	name := e.Get("key").String()
	var mods im.Mods
	for i, held := range [...]string{"shiftKey", "ctrlKey", "altKey", "metaKey"} {
		if e.Get(held).Bool() {
			mods |= im.ModShift << i
		}
	}
	command := mods&(im.ModControl|im.ModMeta) != 0 && !e.Call("getModifierState", "AltGraph").Bool()
	press := im.KeyPress{Key: namedKeys[name], Mods: mods, Repeat: e.Get("repeat").Bool()}
	if r, n := utf8.DecodeRuneInString(name); n > 0 && n == len(name) {
		press.Key = im.KeyOf(r)
		if !command {
			c.in.Chars = append(c.in.Chars, r)
		}
	}
	switch {
	case press.Key == im.KeyNone:
		return
	case command && !commands[press.Key]:
		return
	case press.Key == im.KeyTab && c.app.LeaveBy(mods&im.ModShift != 0):
		return
	}
	c.in.Keys = append(c.in.Keys, press)
	if press.Key < im.KeyF2 || press.Key > im.KeyF12 { // those reload, fill the screen or open tools
		e.Call("preventDefault")
	}
}

// commands are the keys that mean something to the lab while Ctrl or Cmd is held. All
// others are the browser's.
var commands = map[im.Key]bool{im.KeyS: true, im.KeyO: true, im.KeyA: true, im.KeyC: true, im.KeyV: true}

// drop hands the dropped files to the application as they arrive.
func (c *canvas) drop(e js.Value) {
	e.Call("preventDefault")
	readFiles(e.Get("dataTransfer").Get("files"), func(name string, data []byte) {
		c.app.Drop(name, data)
		c.stir()
	})
}

var namedKeys = map[string]im.Key{
	"Tab": im.KeyTab, "Enter": im.KeyEnter, "Escape": im.KeyEscape, "Backspace": im.KeyBackspace, "Delete": im.KeyDelete,
	"ArrowLeft": im.KeyLeft, "ArrowRight": im.KeyRight, "ArrowUp": im.KeyUp, "ArrowDown": im.KeyDown,
	"Home": im.KeyHome, "End": im.KeyEnd, "PageUp": im.KeyPageUp, "PageDown": im.KeyPageDown,
	"F1": im.KeyF1, "F2": im.KeyF2, "F3": im.KeyF3, "F4": im.KeyF4, "F5": im.KeyF5, "F6": im.KeyF6,
	"F7": im.KeyF7, "F8": im.KeyF8, "F9": im.KeyF9, "F10": im.KeyF10, "F11": im.KeyF11, "F12": im.KeyF12,
}
