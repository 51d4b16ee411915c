package im

import "snaplab/ui/raster"

// maxPopups is how deep popups nest: one, and one opened from within it.
const maxPopups = layerTip - layerPopup

// popup is an open one.
type popup struct {
	id      string
	rect    raster.Rect
	placed  bool         // rect is known
	list    bool         // a dropdown's list: its owner keeps the keyboard
	cursor  int          // a list's highlighted line
	first   int          // a list's first visible line
	pointer raster.Point // a list's: where the pointer last moved the highlight
	issued  uint64       // the last frame in which it was drawn
	focus   string       // who gets the keyboard back
	visible bool         // and whether with a ring
}

// OpenPopup opens a popup by its whole identifier: from the next frame on it
// lies above everything else and has pointer and keyboard to itself, until
// Escape, a press beside it, or ClosePopup. Within a popup one more can be
// opened; a third is refused with an error from End.
func (c *Context) OpenPopup(id string) {
	if c.PopupOpen(id) {
		return
	}
	if len(c.popups) == maxPopups {
		c.fail("popup %q: already %d are open", id, maxPopups)
		return
	}
	k := &c.keyboard
	c.popups = append(c.popups, popup{id: id, issued: c.frame, focus: k.focus, visible: k.visible})
	k.focus, k.visible = "", false
	c.tip.dismiss()
}

// ClosePopup closes a popup and those above it; the keyboard goes back to where
// it was when it was opened.
func (c *Context) ClosePopup(id string) {
	for c.PopupOpen(id) {
		c.closePopup()
	}
}

// PopupOpen reports whether a popup is open, by its whole identifier.
func (c *Context) PopupOpen(id string) bool {
	for i := range c.popups {
		if c.popups[i].id == id {
			return true
		}
	}
	return false
}

// closePopup closes the topmost.
func (c *Context) closePopup() {
	n := len(c.popups) - 1
	p := &c.popups[n]
	if !p.list {
		c.keyboard.focus, c.keyboard.visible = p.focus, p.visible
	}
	c.popups = c.popups[:n]
}

// BeginPopup starts the contents of a popup if it is open, on a panel of the
// rectangle r; the contents end with EndPopup, which must be called only if
// BeginPopup returned true. It must be issued in every frame while it is open:
// a popup that isn't closes.
func (c *Context) BeginPopup(id string, r raster.Rect) bool {
	full := c.fullID(id)
	if c.depth >= len(c.popups) || c.popups[c.depth].id != full {
		return false
	}
	p := &c.popups[c.depth]
	p.rect, p.placed, p.issued = r, true, c.frame
	c.depth++
	c.list.current = layerBase + c.depth
	c.popupPanel(r)
	return true
}

// EndPopup ends a popup's contents.
func (c *Context) EndPopup() {
	if c.depth == 0 {
		c.fail("EndPopup without BeginPopup")
		return
	}
	c.depth--
	c.list.current = layerBase + c.depth
}

// popupPanel draws a raised panel with a soft shadow.
func (c *Context) popupPanel(r raster.Rect) {
	s := &c.Style
	for i := range 4 {
		d := float32(4 - i)
		shadow := raster.Rect{X: r.X - d, Y: r.Y - d + 2, W: r.W + 2*d, H: r.H + 2*d}
		c.list.FillRound(shadow, s.PanelRadius+d, raster.Alpha(s.Shadow, 0.08))
	}
	c.list.FillRound(r, s.PanelRadius, s.Popup)
	c.list.StrokeRound(r.Inset(0.5), s.PanelRadius, 1, s.PopupBorder)
}

// endPopups closes the topmost popup on an Escape that nothing used, and those
// that were not drawn. A list has already dealt with its own.
func (c *Context) endPopups() {
	if n := len(c.popups); n > 0 && c.keyboard.push(KeyEscape) {
		c.closePopup()
	}
	for i := range c.popups {
		if c.popups[i].issued != c.frame {
			for len(c.popups) > i {
				c.closePopup()
			}
			return
		}
	}
}
