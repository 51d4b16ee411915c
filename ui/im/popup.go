package im

import (
	"slices"
	"time"

	"snaplab/ui/raster"
)

// maxPopups is how deep popups nest: one, and one opened from within it.
const maxPopups = layerTip - layerPopup

// popup is an open popup.
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
// Escape, a press outside it, or ClosePopup. Within a popup one more can be
// opened; a third is refused with an error from End.
func (c *Context) OpenPopup(id string) {
	if c.PopupOpen(id) {
		return
	}
	if k := &c.keyboard; c.openPopup(popup{id: id, focus: k.focus, visible: k.visible}) {
		k.focus, k.visible = "", false
	}
}

// openPopup opens a popup above the others, and reports whether there was room.
func (c *Context) openPopup(p popup) bool {
	if len(c.popups) == maxPopups {
		c.fail("popup %q: already %d are open", p.id, maxPopups)
		return false
	}
	p.issued = c.frame
	c.popups = append(c.popups, p)
	c.tip.dismiss()
	return true
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
	return slices.ContainsFunc(c.popups, func(p popup) bool { return p.id == id })
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

const (
	tipDelay      = 500 * time.Millisecond // of rest, before a tooltip shows
	tipFocusDelay = 900 * time.Millisecond // the same for the keyboard
	tipGrace      = 300 * time.Millisecond // after one was shown the next shows at once
	tipWidth      = 280                    // dp, at most
	tipTall       = 60                     // dp; above taller controls it stands at the pointer
)

// tipState is the tooltip's timer.
type tipState struct {
	id        string        // whose tooltip is due or shown
	since     time.Duration // when it became so
	delay     time.Duration
	shown     bool
	dismissed bool          // a press or key has put it away, until id changes
	lastShown time.Duration // when one was last on the screen
	everShown bool
}

// dismiss puts the tooltip away until the pointer or the keyboard goes elsewhere.
func (t *tipState) dismiss() { t.dismissed = true }

func (t *tipState) wake() (time.Duration, bool) {
	if t.id == "" || t.shown || t.dismissed {
		return 0, false
	}
	return t.since + t.delay, true
}

// drawTip finds whose tooltip it is and draws it when it is due. What is wrong
// with a text being edited stands in the same place, at once.
func (c *Context) drawTip() {
	if e := &c.edit; e.owner != "" && e.problem != "" {
		if k := c.find(e.owner); k != nil {
			c.tipBox(k.rect, e.problem, c.Style.Alarm)
			return
		}
	}
	t := &c.tip
	k, delay := c.tipOwner()
	id := ""
	if k != nil {
		id = k.id
	}
	if id != t.id {
		t.id, t.since, t.delay, t.dismissed = id, c.in.Now, delay, false
		if t.everShown && c.in.Now-t.lastShown < tipGrace {
			t.delay = 0
		}
	}
	t.shown = k != nil && !t.dismissed && c.in.Focused && c.pointer.active == "" && c.in.Now-t.since >= t.delay
	if !t.shown {
		return
	}
	t.lastShown, t.everShown = c.in.Now, true
	r := k.rect
	if r.H > tipTall {
		r = raster.Rect{X: c.in.Pointer.X + 8, Y: c.in.Pointer.Y, W: 1, H: 14}
	}
	c.tipBox(r, k.tooltip, c.Style.PopupBorder)
}

// tipOwner returns the control whose tooltip may show: the hovered one, else the
// one that the keyboard is visibly on.
func (c *Context) tipOwner() (*control, time.Duration) {
	if k := c.find(c.pointer.hover); k != nil && k.tooltip != "" {
		return k, tipDelay
	}
	if c.keyboard.visible {
		if k := c.find(c.keyboard.focus); k != nil && k.tooltip != "" && k.rect.H <= tipTall {
			return k, tipFocusDelay
		}
	}
	return nil, 0
}

// tipBox draws a text under r, or above it where there is no room.
func (c *Context) tipBox(r raster.Rect, text string, border raster.Color) {
	const pad, gap = 7, 6
	f := c.Style.Small
	lines, width, line := Wrap(f, text, tipWidth-2*pad), float32(0), f.LineHeight()
	for _, t := range lines {
		width = max(width, f.Measure(t))
	}
	w, h := width+2*pad, line*float32(len(lines))+2*pad-3
	b := c.bounds
	box := raster.Rect{X: r.X, Y: r.Y + r.H + gap, W: w, H: h}
	if box.Y+h > b.Y+b.H {
		box.Y = r.Y - gap - h
	}
	box.X = max(b.X, min(box.X, b.X+b.W-w-gap))
	box.Y = max(b.Y, box.Y)
	c.list.current = layerTip
	s := &c.Style
	c.list.FillRound(raster.Rect{X: box.X - 2, Y: box.Y, W: w + 4, H: h + 3}, s.Radius+2, raster.Alpha(s.Shadow, 0.18))
	c.list.FillRound(box, s.Radius, s.Popup)
	c.list.StrokeRound(box.Inset(0.5), s.Radius, 1, border)
	for i, t := range lines {
		y := box.Y + pad - 1.5 + line*float32(i)
		c.list.Text(f, raster.Point{X: box.X + pad, Y: Baseline(f, raster.Rect{Y: y, H: line})}, t, s.Foreground)
	}
	c.list.current = layerBase
}
