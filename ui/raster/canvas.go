// Package raster draws anti-aliased shapes, text and small lit meshes onto an
// image in software.
//
// Positions and sizes are logical pixels (dp), times the canvas's scale device
// pixels. Colours are blended in 8-bit sRGB as they are, without linearising:
// round((colour·a + below·(255−a)) / 255) in each channel. The image is always
// opaque, so premultiplied and straight alpha are the same in it.
//
// The same calls give the same bytes on every platform: coordinates are
// rounded to 1/256 of a device pixel first, with products that are exact in
// float64, and the rest is integers of 64 bits. The few sums of products before
// that, in cameras and lighting, round each product by an explicit conversion,
// since a platform may fuse it with the sum otherwise. Coordinates that are NaN
// draw nothing; coordinates beyond ±2^20 device pixels are moved to that bound.
//
// Two shapes that share a slanted edge are blended one after the other, as
// usual, and let some of what is below shine through along it; draw such
// things as one polygon, or as a Mesh, whose faces join without a seam.
package raster

import "image"

// pixels is a rectangle of device pixels, without its right and bottom edges.
type pixels struct{ x0, y0, x1, y1 int }

func (a pixels) intersect(b pixels) pixels {
	a.x0, a.y0 = max(a.x0, b.x0), max(a.y0, b.y0)
	a.x1, a.y1 = max(a.x0, min(a.x1, b.x1)), max(a.y0, min(a.y1, b.y1))
	return a
}

func (a pixels) empty() bool { return a.x0 >= a.x1 || a.y0 >= a.y1 }

// Canvas is an image with the caches and scratch memory for drawing on it. Make one
// with NewCanvas, or with PartOf for a part of another. A canvas is not safe for
// concurrent use; different canvases may be drawn on at once.
type Canvas struct {
	img   *image.RGBA
	part  bool // img belongs to another canvas
	scale float32
	clip  pixels
	clips []pixels // the clips before each PushClip

	row    []int32 // coverage steps of one row, all zero between uses
	mask   strokeMask
	area   areaBuffer
	layer  layer
	stamps stampCache
	glyphs glyphCache
}

// NewCanvas returns a black canvas of w by h device pixels on which one logical
// pixel is scale device pixels.
func NewCanvas(w, h int, scale float32) *Canvas {
	c := new(Canvas)
	c.Resize(w, h, scale)
	return c
}

// Resize gives c a new size in device pixels and a new scale, and forgets its
// picture and clips. A size below one pixel counts as one pixel, a scale that
// is not a positive number as 1.
func (c *Canvas) Resize(w, h int, scale float32) {
	w, h = max(w, 1), max(h, 1)
	if !(scale > 0 && scale <= 64) {
		scale = 1
	}
	if c.part || c.img == nil || c.img.Rect.Dx() != w || c.img.Rect.Dy() != h {
		c.img, c.part = image.NewRGBA(image.Rect(0, 0, w, h)), false
	}
	c.begin(scale)
	fillRun(c.img.Pix, newSource(Color{}).pixel)
}

// begin resets the clip to the whole picture and sizes the scratch memory for it.
func (c *Canvas) begin(scale float32) {
	w, h := c.Size()
	c.scale = scale
	c.clips = c.clips[:0]
	c.clip = pixels{0, 0, w, h}
	if len(c.row) != w+4 || c.mask.width != w || c.mask.height != h {
		c.row = make([]int32, w+4)
		c.mask.resize(w, h)
	}
}

// PartOf makes c, which may be the zero Canvas, draw on a part of another
// canvas's picture, in that canvas's coordinates: within r, its edges rounded
// to the nearest device pixel, and within that canvas's clip. The caches of c are
// kept. Several goroutines may draw at once, each with a canvas of its own, on parts
// of one picture that do not overlap. The pixels are those that drawing on the whole
// gives, except for outlines of meshes that cross an edge of the part. c is a part
// until it or the whole canvas is resized.
func (c *Canvas) PartOf(whole *Canvas, r Rect) {
	c.img, c.part = whole.img, true
	c.begin(whole.scale)
	c.clip = whole.clip
	c.PushClip(r)
	c.clips = c.clips[:0]
}

// Visible reports whether drawing within r may change a pixel within the clip.
func (c *Canvas) Visible(r Rect) bool {
	x0, y0, x1, y1, ok := c.corners(r)
	return ok && !pixelsOf(x0, y0, x1, y1).intersect(c.clip).empty()
}

// Size returns the size in device pixels.
func (c *Canvas) Size() (w, h int) { return c.img.Rect.Dx(), c.img.Rect.Dy() }

// Scale returns the device pixels in a logical pixel.
func (c *Canvas) Scale() float32 { return c.scale }

// Bounds returns the whole canvas in logical pixels.
func (c *Canvas) Bounds() Rect {
	w, h := c.Size()
	return Rect{0, 0, float32(w) / c.scale, float32(h) / c.scale}
}

// Image returns the picture: origin (0, 0), stride 4 times the width, every
// pixel opaque. It belongs to c and changes as c is drawn on; Resize may
// replace it.
func (c *Canvas) Image() *image.RGBA { return c.img }

// PushClip limits drawing to r, its edges rounded to the nearest device pixel,
// within the clip so far. PopClip undoes it.
func (c *Canvas) PushClip(r Rect) {
	c.clips = append(c.clips, c.clip)
	x0, y0, x1, y1, ok := c.corners(r)
	if !ok {
		c.clip = pixels{}
		return
	}
	round := func(s int) int { return (s + one/2) >> subShift }
	c.clip = c.clip.intersect(pixels{round(x0), round(y0), round(x1), round(y1)})
}

// PopClip returns to the clip before the last PushClip. Without one it does
// nothing.
func (c *Canvas) PopClip() {
	if n := len(c.clips); n > 0 {
		c.clip, c.clips = c.clips[n-1], c.clips[:n-1]
	}
}

// pixelRow returns the bytes of the pixels [x0, x1) of row y.
func (c *Canvas) pixelRow(y, x0, x1 int) []byte {
	return c.img.Pix[y*c.img.Stride+4*x0 : y*c.img.Stride+4*x1]
}

// corners returns the edges of r in subpixels; ok is false when one is NaN.
// The far edges are rounded from their own positions, so that rectangles that
// touch in logical pixels touch in subpixels.
func (c *Canvas) corners(r Rect) (x0, y0, x1, y1 int, ok bool) {
	x0, a := toSub(r.X, c.scale)
	y0, b := toSub(r.Y, c.scale)
	x1, d := toSub(r.X+r.W, c.scale)
	y1, e := toSub(r.Y+r.H, c.scale)
	return x0, y0, x1, y1, a && b && d && e
}
