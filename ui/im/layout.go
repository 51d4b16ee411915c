package im

import "snaplab/ui/raster"

// Rows hands out the rows of an area from top to bottom. It is a value of the
// caller's; the widgets take rectangles from anywhere.
//
//	rows := im.Rows{Area: panel.Inset(12), Gap: 4}
//	ctx.Slider("latency", rows.Next(28), ...)
type Rows struct {
	Area raster.Rect // what is left; Next cuts from its top
	Gap  float32     // dp between two rows
}

// Next returns a row of a height, over the whole width.
func (l *Rows) Next(height float32) raster.Rect {
	r := raster.Rect{X: l.Area.X, Y: l.Area.Y, W: l.Area.W, H: height}
	l.Skip(height + l.Gap)
	return r
}

// Skip leaves a space free.
func (l *Rows) Skip(height float32) {
	l.Area.Y += height
	l.Area.H = max(0, l.Area.H-height)
}
