package im

import "snaplab/ui/raster"

// TextBox describes a line of text to edit.
type TextBox struct {
	Placeholder string // shown muted while the text is empty
	Tooltip     string
	Disabled    bool
	Limit       int // runes that can be typed; 0 is 256
	// Check says what is wrong with a text, or nil. A text that is wrong can't be
	// submitted; the reason is shown in the tooltip's place.
	Check func(string) error
}

// TextBox lets the user edit *text, which follows every keystroke. It is edited
// while it has the keyboard: Enter submits, Escape brings the text back as it was
// when the editing began; both give the keyboard up.
func (c *Context) TextBox(id string, r raster.Rect, text *string, b TextBox) Result {
	full := c.fullID(id)
	x := c.interact(full, r, Region{Tooltip: b.Tooltip, Disabled: b.Disabled})
	old, e := *text, &c.edit
	submitted := false
	switch {
	case b.Disabled:
	case e.owner == full && c.keyboard.focus != full:
		e.owner = ""
	case c.hasKeyboard(full):
		if e.owner != full {
			e.start(full, *text, !x.Active)
			e.limit = b.Limit
		}
		submitted = c.textBoxKeys(text, &b)
	}
	if e.owner == full && x.Active {
		if x.Pressed && x.Clicks == 2 {
			e.anchor, e.cursor = 0, len(e.text)
		} else if x.Pressed || x.Pointer != c.pointer.pressAt {
			e.move(c.runeAt(x.Pointer.X-r.X-5+e.shift), !x.Pressed)
		}
	}
	c.drawTextBox(r, full, *text, &b, &x)
	if c.isSpoken(full) {
		c.spoken = Spoken{Name: b.Placeholder, Value: *text}
	}
	return Result{
		Changed: *text != old, Submitted: submitted, Active: x.Active, Hovered: x.Hovered,
		Focused: x.Focused, Editing: e.owner == full,
	}
}

func (c *Context) textBoxKeys(text *string, b *TextBox) (submitted bool) {
	e, k := &c.edit, &c.keyboard
	enter, escape := k.push(KeyEnter), k.push(KeyEscape)
	if e.feed(k) {
		*text = c.runes(e.text)
	}
	k.takeAll()
	k.swallows = true
	switch {
	case escape:
		*text = e.before
		k.focus, k.visible, e.owner = "", false, ""
	case enter:
		if b.Check != nil {
			if err := b.Check(*text); err != nil {
				e.problem = err.Error()
				return false
			}
		}
		k.focus, k.visible, e.owner = "", false, ""
		return true
	}
	return false
}

// runeAt returns the caret's place nearest to x dp after the text's left end.
func (c *Context) runeAt(x float32) int {
	n, before := 0, float32(0)
	for i := range c.edit.text {
		after := c.Style.Text.Measure(c.runes(c.edit.text[:i+1]))
		if x < (before+after)/2 {
			break
		}
		n, before = i+1, after
	}
	return n
}

func (c *Context) drawTextBox(r raster.Rect, id, text string, b *TextBox, x *Interaction) {
	s, l := &c.Style, &c.list
	if c.edit.owner == id {
		c.editField(s.Text, r, "")
	} else {
		line, colour := s.PanelBorder, s.Foreground
		switch {
		case b.Disabled:
			colour = s.Faint
		case x.Hovered:
			line = s.Muted
		}
		l.FillRound(r, s.Radius, s.Background)
		l.StrokeRound(r.Inset(0.5), s.Radius, 1, line)
		inner := raster.Rect{X: r.X + 5, Y: r.Y, W: r.W - 10, H: r.H}
		if text == "" {
			text, colour = b.Placeholder, s.Faint
		}
		l.TextIn(s.Text, inner, text, Left, colour)
	}
	if c.keyboard.visible && c.keyboard.focus == id {
		c.FocusRing(r, s.Radius)
	}
}
