package im_test

import (
	"fmt"

	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// A control of one's own is a rectangle with Interact and some drawing: here a
// lamp that is lit while it is held.
func Example_ownControl() {
	lamp := func(c *im.Context, id string, r raster.Rect) (lit bool) {
		x := c.Interact(id, r, im.Region{Tooltip: "Hold it"})
		lit = x.Active || c.TakeKey(id, im.KeySpace, 0) > 0
		colour := c.Style.Track
		if lit {
			colour = c.Style.Accent
		}
		c.List().FillCircle(r.Centre(), r.W/2, colour)
		if x.Ring {
			c.FocusRing(r, r.W/2)
		}
		return lit
	}

	var ctx im.Context
	frame := func(in im.Input) {
		in.Focused = true
		ctx.Begin(&in, raster.Rect{W: 100, H: 100})
		lamp(&ctx, "lamp", raster.Rect{X: 10, Y: 10, W: 20, H: 20})
		list, err := ctx.End()
		fmt.Printf("%v%v\n", list, err)
	}
	frame(im.Input{})
	frame(im.Input{Keys: []im.KeyPress{{Key: im.KeyTab}}})
	frame(im.Input{Pointer: raster.Point{X: 15, Y: 15}, Pressed: 1, Down: true})
	// Output:
	// disc 20,20 r10 track
	// <nil>
	// disc 20,20 r10 track
	// outline 8,8 24x24 r12 w1.5 focus
	// <nil>
	// disc 20,20 r10 accent
	// outline 8,8 24x24 r12 w1.5 focus
	// <nil>
}
