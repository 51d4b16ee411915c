package im

import (
	"flag"
	"testing"
	"time"

	"snaplab/ui/raster"
)

// driver plays a user: it builds Inputs and runs frames of a user interface.
type driver struct {
	t      *testing.T
	ctx    Context
	in     Input
	draw   func(*Context)
	bounds raster.Rect
	list   *List
}

var testBounds = raster.Rect{W: 400, H: 300}

// drive returns a driver whose controls have been seen once, the pointer in the
// lower right corner.
func drive(t *testing.T, draw func(*Context)) *driver {
	t.Helper()
	d := &driver{t: t, draw: draw, bounds: testBounds}
	d.in = Input{Focused: true, Pointer: raster.Point{X: 399, Y: 299}}
	d.frame()
	return d
}

// frame runs one frame with the input as it stands, 16 ms after the last, and
// clears what happens only once.
func (d *driver) frame() {
	d.t.Helper()
	d.in.Now += 16 * time.Millisecond
	d.ctx.Begin(&d.in, d.bounds)
	d.draw(&d.ctx)
	list, err := d.ctx.End()
	if err != nil {
		d.t.Fatalf("End: %v", err)
	}
	d.list = list
	d.in.Pressed, d.in.Released = 0, 0
	d.in.Wheel = raster.Point{}
	d.in.Keys, d.in.Chars = nil, nil
}

func (d *driver) wait(t time.Duration) { d.t.Helper(); d.in.Now += t; d.frame() }

func (d *driver) move(x, y float32) {
	d.t.Helper()
	d.in.Pointer = raster.Point{X: x, Y: y}
	d.frame()
}

func (d *driver) press(x, y float32) {
	d.t.Helper()
	d.in.Pointer = raster.Point{X: x, Y: y}
	d.in.Down, d.in.Pressed = true, 1
	d.frame()
}

func (d *driver) release() {
	d.t.Helper()
	d.in.Down, d.in.Released = false, 1
	d.frame()
}

// click presses and releases in two frames, long after the last click.
func (d *driver) click(x, y float32) {
	d.t.Helper()
	d.in.Now += time.Second
	d.press(x, y)
	d.release()
}

func (d *driver) doubleClick(x, y float32) {
	d.t.Helper()
	d.click(x, y)
	d.press(x, y)
	d.release()
}

func (d *driver) wheel(x, y, notches float32) {
	d.t.Helper()
	d.in.Pointer = raster.Point{X: x, Y: y}
	d.in.Wheel.Y = notches
	d.frame()
}

func (d *driver) key(k Key, mods ...Mods) {
	d.t.Helper()
	p := KeyPress{Key: k}
	for _, m := range mods {
		p.Mods |= m
	}
	d.in.Keys = []KeyPress{p}
	d.frame()
}

// typed sends characters with the key presses that come along with them, a
// frame for each.
func (d *driver) typed(text string) {
	d.t.Helper()
	for _, r := range text {
		d.in.Chars = []rune{r}
		switch {
		case r >= '0' && r <= '9':
			d.in.Keys = []KeyPress{{Key: Key0 + Key(r-'0')}}
		case r >= 'a' && r <= 'z':
			d.in.Keys = []KeyPress{{Key: KeyA + Key(r-'a')}}
		case r == ' ':
			d.in.Keys = []KeyPress{{Key: KeySpace}}
		}
		d.frame()
	}
}

func (d *driver) wantFocus(id string) {
	d.t.Helper()
	if got := d.ctx.Focus(); got != id {
		d.t.Fatalf("focus is on %q, want %q", got, id)
	}
}

func wantValue[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// Property tests draw the same cases in every run, so that one that fails has found a
// fault of the change at hand. -rapid.seed=0 draws new ones.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}
