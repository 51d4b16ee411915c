package main

import (
	"errors"
	"fmt"
	"math"
	"syscall/js"
	"time"
	"unicode/utf8"

	"snaplab/ui"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// longestStep bounds the time of one update: a hidden page gets no frames, and
// the lab goes on where it was instead of catching up.
const longestStep = 100 * time.Millisecond

// runWindow shows app on the page's canvas until app quits. It paints the
// application's pixels with putImageData, so that no graphics processor is needed.
func runWindow(app *ui.App) error {
	document := js.Global().Get("document")
	element := document.Call("getElementById", "lab")
	if element.IsNull() {
		return errors.New("the page has no canvas with the id lab")
	}
	c := &canvas{
		app:     app,
		element: element,
		context: element.Call("getContext", "2d", map[string]any{"alpha": false}),
		done:    make(chan struct{}),
		start:   time.Now(),
	}
	c.last = c.start
	c.in.Focused = document.Call("hasFocus").Bool()
	c.listen()
	c.onFrame = js.FuncOf(func(js.Value, []js.Value) any { c.frame(); return nil })
	c.requestFrame()
	<-c.done
	return nil
}

// canvas passes input to the application and its pixels to the page.
type canvas struct {
	app              *ui.App
	element, context js.Value
	onFrame          js.Func
	done             chan struct{}

	width, height int // device pixels
	scale         float64
	bytes, image  js.Value // a Uint8ClampedArray and the ImageData over it

	in          im.Input
	start, last time.Time
}

func (c *canvas) requestFrame() { js.Global().Call("requestAnimationFrame", c.onFrame) }

// frame is one animation frame: resize, update, draw.
func (c *canvas) frame() {
	now := time.Now()
	resized := c.resize()
	c.in.Now = now.Sub(c.start)
	c.app.Update(&c.in, min(now.Sub(c.last), longestStep))
	c.last = now
	c.in.Pressed, c.in.Released, c.in.SecondaryPressed = 0, 0, 0
	c.in.Wheel = raster.Point{}
	c.in.Keys, c.in.Chars = c.in.Keys[:0], c.in.Chars[:0]
	if c.app.Quit() {
		close(c.done)
		return
	}

	if img, changed := c.app.Render(); changed || resized {
		js.CopyBytesToJS(c.bytes, img.Pix)
		c.context.Call("putImageData", c.image, 0, 0)
	}
	c.requestFrame()
}

// resize fits the canvas to the page and reports whether its size changed.
func (c *canvas) resize() bool {
	window := js.Global()
	scale := window.Get("devicePixelRatio").Float()
	width := int(math.Ceil(window.Get("innerWidth").Float() * scale))
	height := int(math.Ceil(window.Get("innerHeight").Float() * scale))
	if width < 1 || height < 1 || width == c.width && height == c.height && scale == c.scale {
		return false
	}
	c.width, c.height, c.scale = width, height, scale
	c.element.Set("width", width)
	c.element.Set("height", height)
	style := c.element.Get("style")
	style.Set("width", fmt.Sprintf("%gpx", float64(width)/scale))
	style.Set("height", fmt.Sprintf("%gpx", float64(height)/scale))
	c.bytes = window.Get("Uint8ClampedArray").New(4 * width * height)
	c.image = window.Get("ImageData").New(c.bytes, width, height)
	c.app.Resize(width, height, float32(scale))
	return true
}

// listen collects the page's events in c.in until the next frame.
func (c *canvas) listen() {
	window := js.Global()
	on := func(target js.Value, name string, handle func(event js.Value)) {
		target.Call("addEventListener", name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			handle(args[0])
			return nil
		}), map[string]any{"passive": false})
	}
	on(c.element, "pointermove", c.point)
	on(c.element, "pointerdown", func(e js.Value) {
		c.point(e)
		c.element.Call("setPointerCapture", e.Get("pointerId"))
		switch e.Get("button").Int() {
		case 0:
			c.in.Pressed++
			c.in.Down = true
		case 2:
			c.in.SecondaryPressed++
		}
	})
	release := func(e js.Value) {
		c.point(e)
		if e.Get("button").Int() <= 0 && c.in.Down {
			c.in.Released++
			c.in.Down = false
		}
	}
	on(c.element, "pointerup", release)
	on(c.element, "pointercancel", release)
	on(c.element, "contextmenu", func(e js.Value) { e.Call("preventDefault") })
	on(c.element, "wheel", func(e js.Value) {
		e.Call("preventDefault")
		c.in.Wheel.X -= notches(e, "deltaX")
		c.in.Wheel.Y -= notches(e, "deltaY")
	})
	on(window, "keydown", c.key)
	on(window, "focus", func(js.Value) { c.in.Focused = true })
	on(window, "blur", func(js.Value) { c.in.Focused = false })
	on(window, "dragover", func(e js.Value) { e.Call("preventDefault") })
	on(window, "drop", c.drop)
}

func (c *canvas) point(e js.Value) {
	c.in.Pointer = raster.Point{X: float32(e.Get("clientX").Float()), Y: float32(e.Get("clientY").Float())}
}

// notches returns a wheel event's way in notches, which browsers give in
// pixels, lines or pages.
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

// key takes a key press, unless it is one of the browser's own commands.
func (c *canvas) key(e js.Value) {
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
		press.Key = keyOf(r)
		if !command {
			c.in.Chars = append(c.in.Chars, r)
		}
	}
	if press.Key == im.KeyNone || command && press.Key != im.KeyS && press.Key != im.KeyO && press.Key != im.KeyA {
		return
	}
	c.in.Keys = append(c.in.Keys, press)
	if press.Key < im.KeyF2 || press.Key > im.KeyF12 { // those reload, fill the screen or open tools
		e.Call("preventDefault")
	}
}

// drop hands the dropped files to the application as they arrive.
func (c *canvas) drop(e js.Value) {
	e.Call("preventDefault")
	readFiles(e.Get("dataTransfer").Get("files"), c.app.Drop)
}

var namedKeys = map[string]im.Key{
	"Tab": im.KeyTab, "Enter": im.KeyEnter, "Escape": im.KeyEscape, "Backspace": im.KeyBackspace, "Delete": im.KeyDelete,
	"ArrowLeft": im.KeyLeft, "ArrowRight": im.KeyRight, "ArrowUp": im.KeyUp, "ArrowDown": im.KeyDown,
	"Home": im.KeyHome, "End": im.KeyEnd, "PageUp": im.KeyPageUp, "PageDown": im.KeyPageDown,
	"F1": im.KeyF1, "F2": im.KeyF2, "F3": im.KeyF3, "F4": im.KeyF4, "F5": im.KeyF5, "F6": im.KeyF6,
	"F7": im.KeyF7, "F8": im.KeyF8, "F9": im.KeyF9, "F10": im.KeyF10, "F11": im.KeyF11, "F12": im.KeyF12,
}
