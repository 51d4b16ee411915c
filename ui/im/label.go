package im

import "snaplab/ui/raster"

// Label writes a line of ordinary text, cut with an ellipsis if too wide.
func (c *Context) Label(r raster.Rect, text string, a Align) {
	c.list.TextIn(c.Style.Text, r, text, a, c.Style.Foreground)
}

// Heading writes the heading of a group of controls.
func (c *Context) Heading(r raster.Rect, text string) {
	c.list.TextIn(c.Style.Heading, r, text, Left, c.Style.Muted)
}

// Panel draws the ground and the edge of a group.
func (c *Context) Panel(r raster.Rect) {
	s := &c.Style
	c.list.FillRound(r, s.PanelRadius, s.Panel)
	c.list.StrokeRound(r.Inset(0.5), s.PanelRadius, 1, s.PanelBorder)
}

// Separator draws a line across the middle of r.
func (c *Context) Separator(r raster.Rect) {
	c.list.FillRect(raster.Rect{X: r.X, Y: r.Y + r.H/2 - 0.5, W: r.W, H: 1}, c.Style.PanelBorder)
}
