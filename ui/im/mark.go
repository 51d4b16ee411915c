package im

import "snaplab/ui/raster"

// Mark has the controls with these identifiers marked by a ring when the frame ends,
// for somebody to be shown what is spoken of. What is not there, or not to be seen, is
// not marked. The slice is read until End, which forgets it.
func (c *Context) Mark(ids []string) { c.marks = ids }

// drawMarks draws the rings of Mark, each on the layer of its control.
func (c *Context) drawMarks() {
	for _, id := range c.marks {
		if k := c.find(id); k != nil && !k.visible.Empty() {
			c.list.current = layerBase + k.depth
			// Words begin at a control's left end, and other lines right under it.
			c.MarkRing(k.visible.InsetXY(-3, 0))
		}
	}
	c.list.current = layerBase
	c.marks = nil
}

// MarkRing draws the ring of a marked place around r: two lines, so that it is neither
// the focus ring nor told from it by its colour alone.
func (c *Context) MarkRing(r raster.Rect) {
	s := &c.Style
	c.list.StrokeRound(r, s.PanelRadius, 2, s.Mark)
	c.list.StrokeRound(r.Inset(-3), s.PanelRadius+3, 1, s.Mark)
}

// Reveal scrolls a control into view, by its whole identifier, when it is next issued.
func (c *Context) Reveal(id string) { c.keyboard.reveal = id }
