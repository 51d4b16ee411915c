package im

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"snaplab/ui/raster"
)

// Dropdown describes a button that opens a list to choose from.
type Dropdown struct {
	Label    string // in front of the chosen item, muted
	Items    []string
	Details  []string // a muted note after each item in the list, or nil
	Groups   []Group  // parts of the list, in order, or nil
	Tooltip  string
	Disabled bool
}

// Group is a part of a list, from one item to the next group's: a line parts it from
// what is before it, and its name stands muted at the end of its first item's line.
type Group struct {
	First int
	Name  string
}

const (
	dropdownMaxLines = 20
	dropdownPad      = 4
)

// Dropdown shows the chosen item and opens its list by a click, Space, Enter,
// Down or Up. In the list: arrows, Home, End, a letter to go to the next item
// that begins with it, Enter or Space to choose, Escape to leave all as it was,
// the wheel where it is long. An index outside the items chooses none. The open
// list's lines are controls for the pointer: "id/0" and so on.
func (c *Context) Dropdown(id string, r raster.Rect, index *int, d Dropdown) Result {
	full := c.fullID(id)
	x := c.interact(full, r, Region{Tooltip: d.Tooltip, Disabled: d.Disabled})
	old := *index
	if c.listOf(full) == nil && !d.Disabled && len(d.Items) > 0 &&
		(x.Clicked || c.takePush(full, &x) || c.takeKey(full, 0, KeyDown, KeyUp) > 0) {
		c.openList(full, min(max(*index, 0), len(d.Items)-1))
	}
	if c.listOf(full) != nil {
		c.dropdownList(full, r, index, &d)
	}
	c.drawDropdown(r, *index, c.listOf(full) != nil, &d, &x)
	if c.isSpoken(full) {
		shown := *index
		if p := c.listOf(full); p != nil {
			shown = p.cursor
		}
		c.spoken = Spoken{Name: d.Label}
		if shown >= 0 && shown < len(d.Items) {
			c.spoken.Value = d.Items[shown]
		}
	}
	return Result{Changed: *index != old, Submitted: *index != old, Active: x.Active}
}

func (c *Context) drawDropdown(r raster.Rect, index int, open bool, d *Dropdown, x *Interaction) {
	s, l := &c.Style, &c.list
	shown := *x
	shown.Active = x.Active || open
	ground, text := c.buttonColours(false, d.Disabled, &shown)
	l.FillRound(r, s.Radius, ground)
	const arrow = 8
	inner := raster.Rect{X: r.X + s.Padding, Y: r.Y, W: r.W - 2*s.Padding - arrow - 4, H: r.H}
	muted := s.unless(d.Disabled, s.Muted)
	if d.Label != "" {
		w := l.TextIn(s.Small, inner, d.Label, Left, muted) + 6
		inner.X, inner.W = inner.X+w, inner.W-w
	}
	if index >= 0 && index < len(d.Items) {
		l.TextIn(s.Text, inner, d.Items[index], Left, text)
	}
	iconDown(l, raster.Rect{X: r.X + r.W - s.Padding - arrow, Y: r.Y + (r.H-arrow)/2, W: arrow, H: arrow}, muted)
	if x.Ring {
		c.FocusRing(r, s.Radius)
	}
}

// listOf returns the list that a dropdown has open, or nil.
func (c *Context) listOf(id string) *popup {
	if c.depth < len(c.popups) && c.popups[c.depth].id == id && c.popups[c.depth].list {
		return &c.popups[c.depth]
	}
	return nil
}

// openList opens a dropdown's list; the keyboard stays with the dropdown.
func (c *Context) openList(id string, cursor int) {
	visible := c.keyboard.visible && c.keyboard.focus == id
	if c.openPopup(popup{id: id, list: true, cursor: cursor, pointer: c.in.Pointer}) {
		c.keyboard.focus, c.keyboard.visible = id, visible
	}
}

// dropdownList draws the open list and lets the user choose.
func (c *Context) dropdownList(id string, r raster.Rect, index *int, d *Dropdown) {
	p := c.listOf(id)
	p.issued = c.frame
	last := len(d.Items) - 1
	p.cursor = min(p.cursor, last)
	chosen, leave := c.dropdownKeys(p, d)
	lines := c.placeList(p, r, d)

	c.depth++
	c.list.current = layerBase + c.depth
	c.popupPanel(p.rect)
	for i := range lines {
		n := p.first + i
		line := raster.Rect{
			X: p.rect.X + dropdownPad, Y: p.rect.Y + dropdownPad + float32(i)*c.Style.ItemHeight,
			W: p.rect.W - 2*dropdownPad, H: c.Style.ItemHeight,
		}
		if c.dropdownItem(id, line, n, n == *index, p, d) {
			chosen = n
		}
	}
	c.depth--
	c.list.current = layerBase + c.depth

	if chosen >= 0 {
		*index = chosen
	}
	if chosen >= 0 || leave {
		c.closePopup()
	}
}

// placeList sizes the list for its items within the bounds and scrolls it so
// that the cursor shows. It returns how many lines there are to see.
func (c *Context) placeList(p *popup, r raster.Rect, d *Dropdown) (lines int) {
	s := &c.Style
	below := c.bounds.Y + c.bounds.H - (r.Y + r.H) - 8
	above := r.Y - c.bounds.Y - 8
	room := max(below, above)
	lines = min(len(d.Items), dropdownMaxLines, max(1, int((room-2*dropdownPad)/s.ItemHeight)))
	if !p.placed {
		p.first = p.cursor - lines/2
	}
	if w := c.in.Wheel.Y; w != 0 && p.rect.Contains(c.in.Pointer) {
		p.first -= notches(w)
		p.cursor = min(max(p.cursor, p.first), p.first+lines-1)
		c.in.Wheel = raster.Point{}
	}
	p.first = min(p.first, p.cursor)
	p.first = max(p.first, p.cursor-lines+1)
	p.first = min(max(p.first, 0), len(d.Items)-lines)
	p.cursor = min(max(p.cursor, 0), len(d.Items)-1)
	if !p.placed {
		width := r.W
		for i, item := range d.Items {
			w := s.Text.Measure(item) + 2*dropdownPad + 2*s.Padding + 16
			if i < len(d.Details) {
				w += s.Small.Measure(d.Details[i]) + 16
			}
			for _, g := range d.Groups {
				if g.First == i {
					w += s.Small.Measure(g.Name) + 16
				}
			}
			width = max(width, w)
		}
		h := float32(lines)*s.ItemHeight + 2*dropdownPad
		p.rect = raster.Rect{X: r.X, Y: r.Y + r.H + 3, W: min(width, c.bounds.W-8), H: h}
		if h > below && above > below {
			p.rect.Y = r.Y - 3 - h
		}
		p.rect.X = max(c.bounds.X+4, min(p.rect.X, c.bounds.X+c.bounds.W-4-p.rect.W))
		p.placed = true
	}
	return lines
}

// dropdownKeys applies the keyboard to the open list. It returns the item chosen
// or -1, and whether to leave.
func (c *Context) dropdownKeys(p *popup, d *Dropdown) (chosen int, leave bool) {
	k := &c.keyboard
	last := len(d.Items) - 1
	down := k.take(KeyDown, 0) + dropdownMaxLines/2*k.take(KeyPageDown, 0)
	up := k.take(KeyUp, 0) + dropdownMaxLines/2*k.take(KeyPageUp, 0)
	p.cursor = min(max(p.cursor+down-up, 0), last)
	if k.take(KeyHome, 0) > 0 {
		p.cursor = 0
	}
	if k.take(KeyEnd, 0) > 0 {
		p.cursor = last
	}
	for _, r := range k.chars {
		for i := range d.Items {
			n := (p.cursor + 1 + i) % len(d.Items)
			if begins(d.Items[n], r) {
				p.cursor = n
				break
			}
		}
	}
	chosen = -1
	if enter, space := k.push(KeyEnter), k.push(KeySpace); enter || space {
		chosen = p.cursor
	}
	leave = k.push(KeyEscape)
	k.takeAll()
	return chosen, leave || last < 0
}

func begins(item string, r rune) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(item))
	return unicode.ToLower(first) == unicode.ToLower(r)
}

// dropdownItem is one line of the list; it reports whether it was clicked.
func (c *Context) dropdownItem(id string, r raster.Rect, n int, chosen bool, p *popup, d *Dropdown) bool {
	s, l := &c.Style, &c.list
	x := c.interact(id+"/"+strconv.Itoa(n), r, Region{NoFocus: true})
	if x.Hovered && c.in.Pointer != p.pointer {
		p.cursor, p.pointer = n, c.in.Pointer
	}
	if n == p.cursor {
		l.FillRound(r, s.Radius, s.ControlHover)
	}
	inner := raster.Rect{X: r.X + s.Padding, Y: r.Y, W: r.W - 2*s.Padding, H: r.H}
	font := s.Text
	if chosen {
		font = s.Strong
		l.FillRound(raster.Rect{X: r.X, Y: r.Y + 5, W: 3, H: r.H - 10}, 1.5, s.Accent)
	}
	w := l.TextIn(font, inner, d.Items[n], Left, s.Foreground)
	if n < len(d.Details) {
		inner.X, inner.W = inner.X+w+16, inner.W-w-16
		l.TextIn(s.Small, inner, d.Details[n], Right, s.Muted)
	}
	for _, g := range d.Groups {
		if g.First != n {
			continue
		}
		l.TextIn(s.Small, inner, g.Name, Right, s.Muted)
		if n > p.first {
			l.FillRect(raster.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, s.PopupBorder)
		}
	}
	return x.Clicked
}
