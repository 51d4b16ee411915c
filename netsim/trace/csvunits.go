package trace

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// findUnits finds the unit of each column of times that its name does not say: of
// times since 1970 by their size, of others from Options, or milliseconds.
func (c *columns) findUnits(t csvTable, o Options, m *Meta) {
	unit, said := o.Unit, o.Unit != 0
	if !said {
		unit = time.Millisecond
	}
	assumed := false
	if c.sentUnit == 0 && c.sent >= 0 {
		c.sentUnit = epochUnit(t, c.sent)
	}
	if c.receivedUnit == 0 && c.received >= 0 {
		c.receivedUnit = epochUnit(t, c.received)
	}
	// Of two times, what one says the other means too.
	if c.sentUnit == 0 && c.sent >= 0 && c.received >= 0 {
		c.sentUnit = c.receivedUnit
	}
	if c.sentUnit == 0 && c.sent >= 0 {
		c.sentUnit, assumed = unit, !said
		if step := medianDifference(t, c.sent); !said && step > 0 && step < 1 {
			c.sentUnit, assumed = time.Second, false
			m.warn(0, "the times have no unit: seconds are assumed, since they are %.3g apart", step)
		}
	}
	if c.receivedUnit == 0 && c.received >= 0 {
		c.receivedUnit = unit
		if c.sentUnit != 0 {
			c.receivedUnit = c.sentUnit
		}
	}
	if c.delayUnit == 0 && c.delay >= 0 {
		c.delayUnit = unit
		assumed = assumed || !said && slices.ContainsFunc(t.rows, func(r row) bool {
			return c.delay < len(r.cells) && isNumber(r.cells[c.delay])
		})
	}
	if assumed {
		m.warn(0, "a column has no unit: milliseconds are assumed")
	}
	if c.assumed && c.delay >= 0 {
		m.warn(0, "the table does not say what it measures: round trips are assumed")
	}
}

// epochUnit returns the unit in which a column is a time since 1970, 0 if it is none.
func epochUnit(t csvTable, column int) time.Duration {
	v := median(t, column)
	switch v = math.Abs(v); {
	case v >= 1e17 && v < 1e19:
		return time.Nanosecond
	case v >= 1e14 && v < 1e17:
		return time.Microsecond
	case v >= 1e11 && v < 1e14:
		return time.Millisecond
	case v >= 1e9 && v < 1e11:
		return time.Second
	}
	return 0
}

func values(t csvTable, column int) []float64 {
	var v []float64
	for _, r := range t.rows {
		if column < len(r.cells) && !isLostMark(r.cells[column]) {
			if f, ok := parseFloat(r.cells[column]); ok {
				v = append(v, f)
			}
		}
	}
	return v
}

func median(t csvTable, column int) float64 {
	v := values(t, column)
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

func medianDifference(t csvTable, column int) float64 {
	v := values(t, column)
	if len(v) < 2 {
		return 0
	}
	d := make([]float64, len(v)-1)
	for i := range d {
		d[i] = v[i+1] - v[i]
	}
	slices.Sort(d)
	return d[len(d)/2]
}

// entries reads the rows.
func (c *columns) entries(t csvTable, m *Meta) []entry {
	var all []entry
	for _, r := range t.rows {
		e, ok := c.entry(r)
		if !ok {
			m.warn(r.line, "not understood: %s", excerpt(strings.Join(r.cells, ", ")))
			continue
		}
		all = append(all, e)
	}
	return all
}

// entry reads one row; ok is false if a cell that counts is neither what it should be
// nor a mark of loss.
func (c *columns) entry(r row) (e entry, ok bool) {
	cell := func(column int) string {
		if column < 0 || column >= len(r.cells) {
			return ""
		}
		return r.cells[column]
	}
	e.line = r.line
	if c.seq >= 0 {
		n, ok := parseDecimal(cell(c.seq), 1)
		if !ok {
			return e, false
		}
		e.seq, e.numbered = int64(n), true
	}
	if c.sent >= 0 {
		if e.sentAt, e.timed = parseTime(cell(c.sent), c.sentUnit); !e.timed && !isLostMark(cell(c.sent)) {
			return e, false
		}
	}
	if c.received >= 0 {
		if e.arrivedAt, e.arrived = parseTime(cell(c.received), c.receivedUnit); !e.arrived && !isLostMark(cell(c.received)) {
			return e, false
		}
		if isLostMark(cell(c.received)) {
			e.arrived = false
		}
		e.delay = e.arrivedAt - e.sentAt
	}
	if c.delay >= 0 {
		text := cell(c.delay)
		number, unit := splitUnit(text, c.delayUnit)
		delay, readable := parseDecimal(number, unit)
		if !readable && !isLostMark(text) {
			return e, false
		}
		e.delay, e.lost = delay, isLostMark(text)
		if !e.lost && e.timed && !e.arrived {
			e.arrivedAt, e.arrived = e.sentAt+e.delay, true
		}
	} else {
		e.lost = !e.arrived && c.received >= 0
	}
	if yes(cell(c.lost)) {
		e.lost, e.arrived = true, false
	}
	switch {
	case e.lost:
		e.delay = 0
	case c.delay < 0 && (c.received < 0 || c.sent < 0):
		e.kind = markArrived
	case c.delay < 0 && !e.timed:
		e.kind = markUnreadable
	default:
		e.kind = markReceived
	}
	if c.sent < 0 && c.received >= 0 && e.arrived {
		e.sentAt, e.timed = e.arrivedAt, true // the only time there is
	}
	return e, true
}

var numberWithUnit = regexp.MustCompile(`^([-+]?\d+(?:[.,]\d+)?)\s*(\S{1,4})$`)

// splitUnit splits the unit from a number that has one, "10 ms"; others have the
// column's.
func splitUnit(cell string, unit time.Duration) (string, time.Duration) {
	if m := numberWithUnit.FindStringSubmatch(cell); m != nil {
		if u := timeUnit(m[2]); u != 0 {
			return m[1], u
		}
	}
	return cell, unit
}

// yes reports whether a cell of a column that says which packets are lost says so.
func yes(cell string) bool {
	switch strings.ToLower(cell) {
	case "1", "100", "100%", "true", "yes", "y", "x", "lost", "dropped", "timeout", "ja", "oui":
		return true
	}
	return false
}

var dateLayouts = []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006/01/02 15:04:05.999999999"}

// parseDate reads a date and time of day; without a zone it counts as UTC.
func parseDate(cell string) (time.Duration, bool) {
	if len(cell) < 19 {
		return 0, false
	}
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, cell); err == nil && at.Year() >= 1900 && at.Year() < 2200 {
			return time.Duration(at.UnixNano()), true
		}
	}
	return 0, false
}

// parseTime reads a time as a date or as a number of a unit.
func parseTime(cell string, unit time.Duration) (time.Duration, bool) {
	if at, ok := parseDate(cell); ok {
		return at, true
	}
	return parseDecimal(cell, unit)
}
