package im

import (
	"cmp"
	"unicode"

	"snaplab/ui/raster"
)

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
	return Result{Changed: *text != old, Submitted: submitted, Active: x.Active, Editing: e.owner == full}
}

func (c *Context) textBoxKeys(text *string, b *TextBox) (submitted bool) {
	e, k := &c.edit, &c.keyboard
	enter, escape := k.push(KeyEnter), k.push(KeyEscape)
	if e.feed(k) {
		*text = string(e.text)
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
		after := c.Style.Text.Measure(string(c.edit.text[:i+1]))
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

// textEdit is the one line of text that is being edited; there is at most one.
type textEdit struct {
	owner   string // the control it belongs to; "" if none
	text    []rune
	cursor  int     // runes before the caret
	anchor  int     // the selection's other end
	shift   float32 // dp by which the text's start is left of the field
	problem string
	limit   int    // runes; 0: maxText
	before  string // what Escape brings back
}

// maxText bounds an edited line, in runes, where its control says nothing else.
const maxText = 256

func (e *textEdit) start(owner, text string, selectAll bool) {
	e.owner, e.before, e.problem, e.limit = owner, text, "", 0
	e.text, e.shift = e.text[:0], 0
	for _, r := range text {
		e.text = append(e.text, r)
	}
	e.cursor, e.anchor = len(e.text), len(e.text)
	if selectAll {
		e.anchor = 0
	}
}

func (e *textEdit) selection() (from, to int) {
	return min(e.cursor, e.anchor), max(e.cursor, e.anchor)
}

// replace puts runes in the place of the selection.
func (e *textEdit) replace(with ...rune) {
	from, to := e.selection()
	if len(e.text)-(to-from)+len(with) > cmp.Or(e.limit, maxText) {
		return
	}
	tail := len(e.text) - to
	e.text = append(e.text, with...) // for the room
	copy(e.text[from+len(with):], e.text[to:to+tail])
	copy(e.text[from:], with)
	e.text = e.text[:from+len(with)+tail]
	e.cursor = from + len(with)
	e.anchor = e.cursor
}

// feed applies the frame's characters and then its keys and reports whether the
// text changed. Enter and Escape are left to the owner.
func (e *textEdit) feed(k *keyboardState) (changed bool) {
	for _, r := range k.chars {
		if unicode.IsPrint(r) {
			e.replace(r)
			changed = true
		}
	}
	k.chars = k.chars[:0]
	for _, p := range k.keys {
		if e.key(p) {
			changed = true
		}
	}
	if changed {
		e.problem = ""
	}
	return changed
}

func (e *textEdit) key(p KeyPress) (changed bool) {
	extend := p.Mods&ModShift != 0
	from, to := e.selection()
	switch p.Key {
	case KeyBackspace, KeyDelete:
		if from == to {
			if p.Key == KeyBackspace {
				e.anchor = max(0, e.cursor-1)
			} else {
				e.anchor = min(len(e.text), e.cursor+1)
			}
		}
		changed = e.cursor != e.anchor
		e.replace()
	case KeyLeft:
		if from != to && !extend {
			e.move(from, false)
		} else {
			e.move(e.cursor-1, extend)
		}
	case KeyRight:
		if from != to && !extend {
			e.move(to, false)
		} else {
			e.move(e.cursor+1, extend)
		}
	case KeyHome:
		e.move(0, extend)
	case KeyEnd:
		e.move(len(e.text), extend)
	case KeyA:
		if p.Mods&(ModControl|ModMeta) != 0 {
			e.anchor, e.cursor = 0, len(e.text)
		}
	}
	return changed
}

func (e *textEdit) move(to int, extend bool) {
	e.cursor = min(max(to, 0), len(e.text))
	if !extend {
		e.anchor = e.cursor
	}
}

// editField draws the edited text in r with its selection and caret; text too
// long is shifted so that the caret shows.
func (c *Context) editField(f raster.Font, r raster.Rect, suffix string) {
	s, e := &c.Style, &c.edit
	line := s.Accent
	if e.problem != "" {
		line = s.Alarm
	}
	c.list.FillRound(r, s.Radius, s.Background)
	c.list.StrokeRound(r.Inset(0.5), s.Radius, 1, line)
	inner := raster.Rect{X: r.X + 5, Y: r.Y + 2, W: r.W - 10, H: r.H - 4}
	if suffix != "" {
		w := f.Measure(suffix)
		c.list.TextIn(f, inner, suffix, Right, s.Muted)
		inner.W -= w + 4
	}
	before := f.Measure(string(e.text[:e.cursor]))
	// The text moves only when the caret would leave the field.
	e.shift = max(min(e.shift, before), before-inner.W+1, 0)
	base := inner.X - e.shift
	c.list.PushClip(raster.Rect{X: inner.X - 1, Y: r.Y, W: inner.W + 2, H: r.H})
	if from, to := e.selection(); from != to {
		x0, x1 := f.Measure(string(e.text[:from])), f.Measure(string(e.text[:to]))
		c.list.FillRect(raster.Rect{X: base + x0, Y: inner.Y, W: x1 - x0, H: inner.H}, s.Selection)
	}
	c.list.Text(f, raster.Point{X: base, Y: Baseline(f, inner)}, string(e.text), s.Foreground)
	c.list.FillRect(raster.Rect{X: base + before, Y: inner.Y, W: 1, H: inner.H}, s.Foreground)
	c.list.PopClip()
}
