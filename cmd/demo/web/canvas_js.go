package main

import (
	"fmt"
	"image"
	"math"
	"syscall/js"
	"time"
	"unsafe"

	"snaplab/ui"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const (
	longestStep = 100 * time.Millisecond // after a stall the lab goes on, it does not catch up
	maxUpdates  = 8                      // of a frame; what the pointer has done beyond them waits for the next
	restAfter   = 500 * time.Millisecond // without input or change, wait for events instead of asking for frames
)

// canvas shows an application on the page's canvas: it passes input to it and its pixels
// to the page. They are painted with putImageData, so that no graphics processor is needed.
type canvas struct {
	app      *ui.App
	page     js.Value // what the page has for the program
	document js.Value
	element  js.Value
	onFrame  js.Func
	asked    bool // for a frame
	done     chan struct{}

	width, height int // device pixels
	scale         float64
	owes          bool // the page has an older picture

	in      im.Input
	pointer []pointerEvent // that no update has seen
	leaves  bool           // the pointer goes away after this frame: a finger was lifted
	left    *im.KeyPress   // what brings the keyboard back after Tab took it away; nil if that didn't
	stirs   bool           // something has happened since the last frame
	stirred time.Duration

	spoken string // what the page's readers of the screen were last told
	speech []byte
	hangul hangulFaces

	last      time.Duration // when the last frame was, on the page's clock
	continues bool          // the frame before is a part of the same motion: the page was not hidden, nor at rest
}

func newCanvas(app *ui.App, page js.Value) *canvas {
	document := js.Global().Get("document")
	element := document.Call("getElementById", "lab")
	c := &canvas{
		app:      app,
		page:     page,
		document: document,
		element:  element,
		done:     make(chan struct{}),
	}
	c.onFrame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		c.frame(time.Duration(args[0].Float() * 1e6))
		return nil
	})
	return c
}

// run shows the application until it quits.
func (c *canvas) run() {
	c.listen()
	c.element.Call("focus", map[string]any{"preventScroll": true})
	c.ask()
	<-c.done
}

// ask has the page call frame before it paints next. A hidden page does not.
func (c *canvas) ask() {
	if !c.asked {
		c.asked = true
		js.Global().Call("requestAnimationFrame", c.onFrame)
	}
}

// frame is one animation frame, at a time of the page's clock: resize, update, draw.
func (c *canvas) frame(now time.Duration) {
	begin := time.Now()
	c.asked = false
	if c.document.Get("hidden").Bool() {
		return // the page asks again when it is seen
	}
	resized := c.resize()
	elapsed := time.Duration(0)
	if c.continues {
		elapsed = max(now-c.last, 0)
	}
	c.in.Now = now
	c.takePointer()
	c.app.Update(&c.in, min(elapsed, longestStep))
	c.endInput()
	for updates := 1; len(c.pointer) > 0 && updates < maxUpdates; updates++ {
		c.takePointer()
		c.app.Update(&c.in, 0)
		c.endInput()
	}
	if c.app.Quit() {
		close(c.done)
		return
	}
	img, changed := c.app.Render()
	c.fetchHangul(now)
	c.owes = c.owes || changed || resized
	if c.owes && !c.hangul.awaited(now) {
		c.paint(img)
		c.owes = false
	}
	c.speak()
	if c.continues {
		c.app.FrameTook(elapsed, time.Since(begin))
	}
	c.last, c.continues = now, true
	c.rest(now)
}

// speak tells the page what readers of the screen should say, if that is something new.
func (c *canvas) speak() {
	c.speech = c.app.AppendSpoken(c.speech[:0])
	if string(c.speech) != c.spoken {
		c.spoken = string(c.speech)
		c.page.Call("say", c.spoken)
	}
}

// rest asks for the next frame, unless nothing has happened for a while.
func (c *canvas) rest(now time.Duration) {
	if c.stirs || len(c.pointer) > 0 || !c.app.Idle() || c.hangul.awaited(now) {
		c.stirred, c.stirs = now, false
	}
	if now-c.stirred < restAfter {
		c.ask()
		return
	}
	c.continues = false
}

// stir says that something has happened that the application must know of.
func (c *canvas) stir() {
	c.stirs = true
	c.ask()
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
	style := c.element.Get("style") // one pixel of the canvas is one of the screen
	style.Set("width", fmt.Sprintf("%gpx", float64(width)/scale))
	style.Set("height", fmt.Sprintf("%gpx", float64(height)/scale))
	c.app.Resize(width, height, float32(scale))
	return true
}

// endInput takes what a frame has been told of out of the input.
func (c *canvas) endInput() {
	c.in.Pressed, c.in.Released = 0, 0
	c.in.Wheel = raster.Point{}
	c.in.Keys, c.in.Chars = c.in.Keys[:0], c.in.Chars[:0]
	if c.leaves {
		c.leaves = false
		c.in.Pointer = nowhere
		c.stirs = true
	}
}

// paint has the page show a picture, which it reads from the program's memory: nothing is
// copied. It is one call because any memory taken between two could make memory grow, which
// cuts the page's views of it off.
func (c *canvas) paint(img *image.RGBA) {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(img.Pix)))
	c.page.Call("paint", at, img.Rect.Dx(), img.Rect.Dy())
}
