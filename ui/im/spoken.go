package im

// Spoken is what there is to say of a control to somebody who doesn't see it.
type Spoken struct {
	Name    string // its label, "" if it shows an icon alone
	Value   string // what it is at, as shown; "" if it has no value
	Tooltip string
	Switch  bool // it is on or off
	On      bool
}

// Spoken returns what there is to say of the control that the keyboard is visibly on, as
// the last frame had it: for readers of the screen. It is the zero value if there is none.
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

// isSpoken reports whether a control is the one that Spoken is about, and if so notes that
// it says what there is to say.
func (c *Context) isSpoken(id string) bool {
	if c.keyboard.focus != id {
		return false
	}
	c.spokenOf = id
	return true
}
