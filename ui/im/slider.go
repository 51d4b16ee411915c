package im

import (
	"math"

	"snaplab/ui/raster"
)

// Slider describes a slider of whole numbers: nanoseconds, thousandths,
// whatever the caller counts in. The number is the caller's.
type Slider struct {
	Label   string
	Tooltip string
	Min     int64
	Max     int64
	Step    int64 // of dragging, arrows and the wheel; below 1 counts as 1
	Default int64 // by double click, Delete or Backspace; marked on the track
	Scale   Scale
	Marks   []Mark // further values worth seeing
	// Format writes a value with its unit. Nil writes a plain number.
	Format func(int64) string
	// Parse reads what was typed. A text without a unit is given Unit before.
	// Nil reads a plain number.
	Parse func(string) (int64, error)
	// Unit is what follows a number that is being typed. Empty takes what
	// Format writes after the figures.
	Unit string

	Colour   raster.Color // of the filled track; the zero colour is Style.Fill
	Disabled bool

	// Compact puts everything on one line: icon and label, track, value,
	// status. Otherwise label and value stand above the track.
	Compact      bool
	Icon         Icon         // compact only; nil for none
	Status       string       // compact only: a word after the value
	StatusColour raster.Color // the zero colour is Style.Muted
	LabelWidth   float32      // compact only, dp, with the icon; 0 is 38 % of the row
	ValueWidth   float32      // dp; 0 is 34 in the compact form and as needed in the other
}

// Mark is a value shown on a slider's track.
type Mark struct {
	Value  int64
	Colour raster.Color // the zero colour is Style.Muted
}

// dragState is the slider that the pointer holds.
type dragState struct {
	grab   float32 // the pointer's distance from the knob's middle when it was seized, dp
	moved  bool    // the value follows the pointer: it has moved, or jumped there
	frozen bool    // the press did something else; the drag changes nothing
	before int64   // the value when it was pressed
}

// Slider shows *value and lets the user change it: drag (the pointer stays
// captured), a click on the track, the wheel, arrows (one step; ten with Shift,
// Page Up and Page Down), Home and End, double click, Delete or Backspace for
// the default, typing a number (or Enter or a click on the value to edit it).
// While it is dragged the pointer decides, whatever else writes to *value. A
// typed value must lie in the range but not on a step; one that doesn't parse is
// explained in the tooltip's place and changes nothing.
func (c *Context) Slider(id string, r raster.Rect, value *int64, s Slider) Result {
	full := c.fullID(id)
	old := *value
	g := c.sliderParts(r, *value, &s)
	region := Region{Tooltip: s.Tooltip, Disabled: s.Disabled, Wheel: !c.scrolling() || c.keyboard.focus == full}
	x := c.interact(full, r, region)
	submitted := false
	if !s.Disabled {
		submitted = c.sliderEdit(full, value, &s, &x, &g)
		submitted = c.sliderPointer(full, value, &s, &x, &g) || submitted
		if c.edit.owner != full {
			submitted = c.sliderKeys(full, value, &s, &x, &g) || submitted
		}
	}
	x.Ring = c.keyboard.focus == full && c.keyboard.visible
	c.drawSlider(full, r, *value, &s, &x)
	if c.isSpoken(full) {
		c.spoken = Spoken{Name: s.Label, Value: s.write(*value)}
	}
	return Result{Changed: *value != old, Submitted: submitted, Active: x.Active, Editing: c.edit.owner == full}
}

// sliderPointer applies presses, drags and the wheel.
func (c *Context) sliderPointer(id string, value *int64, s *Slider, x *Interaction, g *sliderParts) (submitted bool) {
	d := &c.drag
	if x.Pressed {
		*d = dragState{before: *value, grab: x.Pointer.X - g.knob.X}
		switch onKnob := abs(d.grab) <= g.radius+2; {
		case g.value.Contains(x.Pointer):
			d.frozen = true
			if c.edit.owner != id {
				c.edit.start(id, s.numberOf(*value), true)
			} else if x.Clicks == 2 {
				c.edit.anchor, c.edit.cursor = 0, len(c.edit.text)
			}
		case x.Clicks == 2:
			d.frozen = true
			*value = s.Default
			submitted = true
		case !g.zone.Contains(x.Pointer):
			d.frozen = true
		case !onKnob:
			d.grab, d.moved = 0, true
		}
	}
	if x.Active && !d.frozen {
		d.moved = d.moved || x.Pointer != c.pointer.pressAt
		if d.moved {
			at := float64(x.Pointer.X-d.grab-g.travel.X) / float64(g.travel.W)
			*value = s.Scale.Value(at, s.Min, s.Max, s.Step)
		}
		if x.Released && *value != d.before {
			submitted = true
		}
	}
	if n := notches(x.Wheel.Y + x.Wheel.X); n != 0 && !x.Active && c.edit.owner != id {
		submitted = s.move(value, int64(n)) || submitted
	}
	return submitted
}

// sliderKeys applies the keyboard.
func (c *Context) sliderKeys(id string, value *int64, s *Slider, x *Interaction, g *sliderParts) (submitted bool) {
	if !c.hasKeyboard(id) {
		return false
	}
	if len(c.keyboard.chars) > 0 && startsNumber(c.keyboard.chars[0]) {
		c.edit.start(id, "", false)
		c.keyboard.visible = true
		return c.sliderEdit(id, value, s, x, g)
	}
	old := *value
	steps := c.takeKey(id, 0, KeyRight, KeyUp) - c.takeKey(id, 0, KeyLeft, KeyDown)
	tens := c.takeKey(id, ModShift, KeyRight, KeyUp) + c.takeKey(id, 0, KeyPageUp) -
		c.takeKey(id, ModShift, KeyLeft, KeyDown) - c.takeKey(id, 0, KeyPageDown)
	if n := int64(steps + 10*tens); n != 0 {
		s.move(value, n)
	}
	if c.takeKey(id, 0, KeyHome) > 0 {
		*value = s.Min
	}
	if c.takeKey(id, 0, KeyEnd) > 0 {
		*value = s.Max
	}
	if c.takeKey(id, 0, KeyDelete, KeyBackspace) > 0 {
		*value = s.Default
	}
	if c.keyboard.push(KeyEnter) {
		c.keyboard.visible = true
		c.edit.start(id, s.numberOf(*value), true)
	}
	return *value != old
}

// move changes the value by n steps, kept in the range, and reports whether that
// changed it.
func (s *Slider) move(value *int64, n int64) bool {
	old := *value
	step := max(s.Step, 1)
	switch {
	case n > 0 && n >= (s.Max-min(old, s.Max))/step+1:
		*value = s.Max
	case n < 0 && -n >= (max(old, s.Min)-s.Min)/step+1:
		*value = s.Min
	default:
		*value = min(max(old+n*step, s.Min), s.Max)
	}
	return *value != old
}

// Scale says how a slider's values are spread over its track.
type Scale uint8

// The scales. Quadratic gives small values more room: a value's distance from the
// minimum grows with the square of its position.
const (
	Linear Scale = iota
	Quadratic
)

// Position returns where v stands between lo (0) and hi (1). Values outside are
// put at the ends; an empty range is all at 0.
func (s Scale) Position(v, lo, hi int64) float64 {
	if hi <= lo || v <= lo {
		return 0
	}
	if v >= hi {
		return 1
	}
	span, x := float64(hi)-float64(lo), float64(v)-float64(lo)
	if s == Quadratic {
		return math.Sqrt(x / span)
	}
	return x / span
}

// Value returns the value at a position: the nearest of lo, lo+step, lo+2·step …
// and hi. It undoes Position for those values and never falls as p grows. A step
// below 1 counts as 1.
func (s Scale) Value(p float64, lo, hi, step int64) int64 {
	if hi <= lo || !(p > 0) {
		return lo
	}
	if p >= 1 {
		return hi
	}
	step = max(step, 1)
	span := float64(hi) - float64(lo)
	x := float64(p * span)
	if s == Quadratic {
		x = float64(float64(p*p) * span)
	}
	k, last := math.Round(x/float64(step)), math.Floor(span/float64(step))
	if k >= last {
		k = last
		// hi may lie past the last whole step; then it is the other neighbour.
		if whole := float64(last * float64(step)); x-whole > (span-whole)/2 {
			return hi
		}
	}
	return lo + int64(k)*step
}
