package im

import (
	"cmp"
	"slices"
)

// keyboardState is which control has the keyboard, and the keys not used yet.
type keyboardState struct {
	focus   string // the control that has the keyboard; "" is none
	visible bool   // it got there by a key, or used one: show the ring
	reveal  string // a control to scroll into view

	keys     []KeyPress // this frame's that no control has used yet
	chars    []rune     // the same for characters
	anchor   string     // where Tab goes on from while nothing is focused
	swallows bool       // a text edit or popup had the keyboard as the frame began
}

// point moves the keyboard to where the pointer was pressed, without a ring.
func (k *keyboardState) point(id string) {
	if k.focus != id {
		k.focus, k.visible = id, false
	}
}

// SetFocus gives the keyboard to a control, by its whole identifier, and shows
// the ring; "" takes it away.
func (c *Context) SetFocus(id string) {
	c.keyboard.focus = id
	c.keyboard.visible = id != ""
	c.keyboard.reveal = id
}

// Focus returns the whole identifier of the control that has the keyboard.
func (c *Context) Focus() string { return c.keyboard.focus }

// WantsKeys reports whether a text edit or a popup has the keyboard, so that no
// shortcut of the application may fire.
func (c *Context) WantsKeys() bool {
	return c.edit.owner != "" || len(c.popups) > 0 || c.keyboard.swallows
}

// UnusedKeys returns the frame's key presses that no control has used, for the
// application's shortcuts: none while a text edit or a popup has the keyboard.
// Ask after the controls were issued. The slice is valid until the next Begin.
func (c *Context) UnusedKeys() []KeyPress {
	if c.WantsKeys() {
		return nil
	}
	return c.keyboard.keys
}

// Pressed reports whether a key was pressed in this frame with exactly these modifiers,
// whether or not a control uses it. Repeats do not count.
func (c *Context) Pressed(key Key, mods Mods) bool {
	return slices.Contains(c.in.Keys, KeyPress{Key: key, Mods: mods})
}

// TakeKey returns how often a key was pressed with exactly these modifiers, and
// uses the presses up, if the control has the keyboard; otherwise 0.
func (c *Context) TakeKey(id string, key Key, mods Mods) int {
	return c.takeKey(c.fullID(id), mods, key)
}

// takeKey is TakeKey for a whole identifier and one of several keys.
func (c *Context) takeKey(id string, mods Mods, keys ...Key) (n int) {
	if !c.hasKeyboard(id) {
		return 0
	}
	for _, k := range keys {
		n += c.keyboard.take(k, mods)
	}
	if n > 0 {
		c.keyboard.visible = true
		c.tip.dismiss()
	}
	return n
}

// hasKeyboard reports whether keys go to the control: it is focused, and no
// popup lies above it but its own.
func (c *Context) hasKeyboard(id string) bool {
	if c.keyboard.focus != id || id == "" {
		return false
	}
	n := len(c.popups)
	return c.depth == n || c.popups[n-1].id == id
}

// take removes and counts the presses of a key.
func (k *keyboardState) take(key Key, mods Mods) int {
	left := k.keys[:0]
	for _, p := range k.keys {
		if p.Key != key || p.Mods != mods {
			left = append(left, p)
		}
	}
	n := len(k.keys) - len(left)
	k.keys = left
	return n
}

// push removes the presses of a key without modifiers and reports whether one of
// them was no repetition: a key held down pushes a button once.
func (k *keyboardState) push(key Key) bool {
	fresh := false
	for _, p := range k.keys {
		fresh = fresh || p.Key == key && p.Mods == 0 && !p.Repeat
	}
	k.take(key, 0)
	return fresh
}

// takeAll uses up everything that is left: what a text edit or a list does.
func (k *keyboardState) takeAll() {
	k.keys, k.chars = k.keys[:0], k.chars[:0]
}

// beginKeyboard copies the frame's keys and lets Tab move the focus.
func (c *Context) beginKeyboard() {
	k := &c.keyboard
	k.keys = append(k.keys[:0], c.in.Keys...)
	k.chars = append(k.chars[:0], c.in.Chars...)
	k.swallows = c.edit.owner != "" || len(c.popups) > 0
	steps := k.take(KeyTab, 0) - k.take(KeyTab, ModShift)
	if steps == 0 {
		return
	}
	if n := len(c.popups); n > 0 && c.popups[n-1].list {
		c.closePopup()
	}
	c.moveFocus(steps)
}

// moveFocus goes steps controls on in the order of Tab, around the ends.
func (c *Context) moveFocus(steps int) {
	ids := c.Focusables()
	if len(ids) == 0 {
		return
	}
	from := slices.Index(ids, cmp.Or(c.keyboard.focus, c.keyboard.anchor))
	if from < 0 && steps < 0 {
		from = 0
	}
	c.SetFocus(ids[((from+steps)%len(ids)+len(ids))%len(ids)])
}

// LeaveBy reports whether Tab, or Shift+Tab if back is set, would wrap around the ends of
// the order of Tab, and if so takes the keyboard from the control that has it. A shell
// whose window is a part of a page then lets Tab go to the rest of the page. Within a
// popup Tab always wraps around.
func (c *Context) LeaveBy(back bool) bool {
	if len(c.popups) > 0 || c.keyboard.focus == "" {
		return false
	}
	ids := c.Focusables()
	if n := len(ids); n == 0 || !back && ids[n-1] != c.keyboard.focus || back && ids[0] != c.keyboard.focus {
		return false
	}
	c.SetFocus("")
	c.keyboard.anchor = "" // Tab comes in again from an end
	return true
}

// reachable reports whether Tab stops at the control.
func (c *Context) reachable(k *control) bool {
	n := len(c.popups)
	if n > 0 && c.popups[n-1].list {
		return k.id == c.popups[n-1].id
	}
	return k.focusable && k.depth == n
}

// endKeyboard takes the keyboard from a control that can't have it any more and
// gives up an edit whose owner is gone.
func (c *Context) endKeyboard() {
	k := &c.keyboard
	if k.focus != "" {
		k.anchor = k.focus
		if p := c.find(k.focus); p == nil || !p.focusable {
			k.focus, k.visible = "", false
		}
	}
	if c.edit.owner != "" && c.edit.owner != k.focus {
		c.edit.owner = ""
	}
	if k.reveal != "" && c.find(k.reveal) == nil {
		k.reveal = ""
	}
}

// Reveal scrolls a control into view, by its whole identifier, when it is next issued.
func (c *Context) Reveal(id string) { c.keyboard.reveal = id }

// Spoken is what a screen reader says of a control.
type Spoken struct {
	Name    string // its label, "" if it shows an icon alone
	Value   string // what it is at, as shown; "" if it has no value
	Tooltip string
	Switch  bool // it is on or off
	On      bool
}

// Spoken returns what a screen reader says of the control that the keyboard is visibly
// on, as of the last frame. It is the zero value if there is no such control.
func (c *Context) Spoken() Spoken {
	if !c.keyboard.visible || c.keyboard.focus == "" || c.spokenOf != c.keyboard.focus {
		return Spoken{}
	}
	s := c.spoken
	if k := c.find(c.spokenOf); k != nil {
		s.Tooltip = k.tooltip
	}
	return s
}

// isSpoken reports whether a control has the keyboard, so that it must set c.spoken.
func (c *Context) isSpoken(id string) bool {
	if c.keyboard.focus != id {
		return false
	}
	c.spokenOf = id
	return true
}
