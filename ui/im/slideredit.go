package im

import (
	"cmp"
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
	enter, escape := false, false
	if !leaving {
		if !c.hasKeyboard(id) {
			return false
		}
		enter, escape = c.keyboard.push(KeyEnter), c.keyboard.push(KeyEscape)
		e.feed(&c.keyboard)
		c.keyboard.takeAll() // from everyone else
		c.keyboard.swallows = true
		c.tip.dismiss()
	}
	if (enter || leaving) && !escape {
		v, err := c.readNumber(s, string(e.text), s.unitOf(*value))
		switch {
		case err == nil:
			submitted = v != *value
			*value = v
		case enter:
			e.problem = err.Error()
			return false
		} // on leaving it is dropped: the reason could not be read any more
		c.keyboard.visible = c.keyboard.visible || enter
	}
	if enter || escape || leaving {
		e.owner = ""
	}
	return submitted
}

// readNumber turns a text into a value within a slider's range.
func (c *Context) readNumber(s *Slider, text, unit string) (int64, error) {
	w, t := &c.Words, strings.TrimSpace(text)
	if t == "" {
		return 0, errors.New(cmp.Or(w.TypeNumber, "type a number"))
	}
	if bare(t) && unit != "" && s.Parse != nil {
		t += " " + unit
	}
	v, err := c.parseNumber(s, t, unit)
	if err == nil && (v < s.Min || v > s.Max) {
		err = s.outside(cmp.Or(w.NotBetween, "%s is not between %s and %s"), t, unit)
	}
	return v, err
}

func (c *Context) parseNumber(s *Slider, t, unit string) (int64, error) {
	if s.Parse == nil {
		v, err := strconv.ParseInt(t, 10, 64)
		if err != nil {
			err = fmt.Errorf(cmp.Or(c.Words.NotWhole, "“%s” is not a whole number"), t)
		}
		return v, err
	}
	v, err := s.Parse(t)
	if err != nil && c.Words.Refused != "" {
		err = s.outside(c.Words.Refused, t, unit)
	}
	return v, err
}

// outside says that a text is none of the range's values.
func (s *Slider) outside(format, t, unit string) error {
	return fmt.Errorf(format, t, s.writeWith(unit, s.Min), s.writeWith(unit, s.Max))
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
func (s *Slider) numberOf(v int64) string {
	number, _ := splitNumber(s.write(v))
	return number
}

// unitOf returns the unit that a typed number gets: the slider's, else that of
// the value as it is written, else (if that is a word) that of the range's end.
func (s *Slider) unitOf(v int64) string {
	if s.Unit != "" {
		return s.Unit
	}
	number, unit := splitNumber(s.write(v))
	if number == "" {
		_, unit = splitNumber(s.write(s.Max))
	}
	return unit
}
