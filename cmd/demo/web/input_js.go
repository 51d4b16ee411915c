package main

import (
	"syscall/js"
	"unicode/utf8"

	"snaplab/ui/im"
)

// on has the canvas handle an event of something on the page.
func (c *canvas) on(target js.Value, name string, handle func(event js.Value)) {
	target.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(args[0])
		c.stir()
		return nil
	}), map[string]any{"passive": false})
}

// listen collects the page's events until the next frame. Keys are the lab's only while the
// canvas has the keyboard.
func (c *canvas) listen() {
	window := js.Global()
	c.listenToPointer()
	c.on(c.element, "keydown", c.key)
	c.on(c.element, "focus", c.focus)
	c.on(c.element, "blur", c.blur)
	c.on(window, "dragover", func(e js.Value) { e.Call("preventDefault") })
	c.on(window, "drop", c.drop)
	c.on(window, "resize", func(js.Value) {})
	c.on(c.document, "visibilitychange", func(js.Value) { c.continues = false })
}

// focus is told that the canvas has the keyboard. If it comes back by Tab it goes on to the
// control at the end by which it left.
func (c *canvas) focus(js.Value) {
	c.in.Focused = true
	if c.left != nil && c.element.Call("matches", ":focus-visible").Bool() {
		c.in.Keys = append(c.in.Keys, *c.left)
	}
	c.left = nil
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
		c.left = &im.KeyPress{Key: im.KeyTab, Mods: mods ^ im.ModShift}
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
