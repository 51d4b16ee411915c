package im

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// sliderEdit goes on with a number that is being typed: Enter applies it, as
// does taking the keyboard elsewhere; Escape gives it up.
func (c *Context) sliderEdit(id string, value *int64, s *Slider, x *Interaction, g *sliderParts) (submitted bool) {
	e := &c.edit
	if e.owner != id {
		return false
	}
	leaving := c.keyboard.focus != id || x.Pressed && !g.value.Contains(x.Pointer)
	if leaving {
		// What can't be applied is dropped: the reason could not be read any more.
		if v, err := s.read(c.runes(e.text), c.unitOf(id, *value, s)); err == nil {
			submitted = v != *value
			*value = v
		}
		e.owner = ""
		return submitted
	}
	if !c.hasKeyboard(id) {
		return false
	}
	enter, escape := c.keyboard.push(KeyEnter), c.keyboard.push(KeyEscape)
	c.sliderTyping()
	switch {
	case escape:
		e.owner = ""
	case enter:
		v, err := s.read(c.runes(e.text), c.unitOf(id, *value, s))
		if err != nil {
			e.problem = err.Error()
			return false
		}
		submitted = v != *value
		*value = v
		e.owner = ""
		c.keyboard.visible = true
	}
	return submitted
}

// sliderTyping feeds the edit and keeps the keys from everyone else.
func (c *Context) sliderTyping() {
	c.edit.feed(&c.keyboard)
	c.keyboard.takeAll()
	c.keyboard.swallows = true
	c.tip.dismiss()
}

// read turns a text into a value within the range.
func (s *Slider) read(text, unit string) (int64, error) {
	t := strings.TrimSpace(text)
	if t == "" {
		return 0, errors.New("type a number")
	}
	if bare(t) && unit != "" && s.Parse != nil {
		t += " " + unit
	}
	v, err := s.parse(t)
	if err != nil {
		return 0, err
	}
	if v < s.Min || v > s.Max {
		return 0, fmt.Errorf("%s is not between %s and %s", t, s.writeWith(unit, s.Min), s.writeWith(unit, s.Max))
	}
	return v, nil
}

func (s *Slider) parse(t string) (int64, error) {
	if s.Parse != nil {
		return s.Parse(t)
	}
	v, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", t)
	}
	return v, nil
}

func (s *Slider) write(v int64) string {
	if s.Format != nil {
		return s.Format(v)
	}
	return strconv.FormatInt(v, 10)
}

// writeWith is write with a unit where Format leaves it out.
func (s *Slider) writeWith(unit string, v int64) string {
	t := s.write(v)
	if unit != "" && bare(t) {
		t += " " + unit
	}
	return t
}

// bare reports whether a text is figures only, without a unit.
func bare(t string) bool {
	return strings.IndexFunc(t, func(r rune) bool { return !numeric(r) }) < 0
}

// numeric reports whether a rune can be part of a number.
func numeric(r rune) bool {
	return unicode.IsDigit(r) || r == '.' || r == ',' || r == '-' || r == '+' || r == '−'
}

// startsNumber reports whether typing r on a slider begins an edit.
func startsNumber(r rune) bool { return r >= '0' && r <= '9' || r == '.' || r == '-' }

// splitNumber cuts a formatted value into figures and unit: "200 ms" into "200"
// and "ms". A text that doesn't begin with a number has neither.
func splitNumber(text string) (number, unit string) {
	n := strings.IndexFunc(text, func(r rune) bool { return !numeric(r) })
	if n < 0 {
		return text, ""
	}
	if n == 0 {
		return "", ""
	}
	return text[:n], strings.TrimSpace(text[n:])
}

// numberOf returns the figures of the value's text: where an edit begins.
func (c *Context) numberOf(id string, v int64, s *Slider) string {
	number, _ := splitNumber(c.format(id, v, s))
	return number
}

// unitOf returns the unit that a typed number gets: the slider's, else that of
// the value as it is written, else (if that is a word) that of the range's end.
func (c *Context) unitOf(id string, v int64, s *Slider) string {
	if s.Unit != "" {
		return s.Unit
	}
	number, unit := splitNumber(c.format(id, v, s))
	if number == "" {
		_, unit = splitNumber(s.write(s.Max))
	}
	return unit
}
