package trace

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"
)

func isNumber(cell string) bool { _, ok := parseFloat(cell); return ok }

// isTime reports whether a cell is a number, with a unit or without, or a date.
func isTime(cell string, dayFirst bool) bool {
	number, _, _ := splitUnit(cell, 0)
	if isNumber(number) {
		return true
	}
	_, rest, ok := stampOf(cell, dayFirst)
	return ok && rest == "" || dateForm.MatchString(cell)
}

// isLostMark reports whether a cell in the place of a time says that the packet was
// lost.
func isLostMark(cell string) bool {
	if cell == "" {
		return true
	}
	if v, ok := parseFloat(cell); ok {
		return v == -1
	}
	return formats().cells["lost"].MatchString(cell)
}

var numberWithUnit = regexp.MustCompile(`^([<≤]?)\s?([-+]?\d+(?:[.,]\d+)?)\s*([^\s\d]{1,12})?$`)

// splitUnit splits the unit from a number that has one, "10 ms"; others have the
// column's. Less says that it is less than the number, "<1 ms".
func splitUnit(cell string, unit time.Duration) (number string, of time.Duration, less bool) {
	if m := numberWithUnit.FindStringSubmatch(cell); m != nil {
		if u := timeUnit(m[3]); u != 0 {
			return m[2], u, m[1] != ""
		} else if m[3] == "" && m[1] != "" {
			return m[2], unit, true
		}
	}
	return cell, unit, false
}

// time reads a cell as a date, beside one with the day if there is a column of these,
// or as a number of a unit.
func (c *columns) time(cell string, unit time.Duration) (s stamp, ok bool) {
	if s, rest, ok := stampOf(cell, c.dayFirst); ok && rest == "" && !isNumber(cell) {
		return s, true
	}
	number, unit, _ := splitUnit(cell, unit)
	s.at, ok = parseDecimal(number, max(unit, 1))
	s.grain = 1
	return s, ok
}

// entry reads one row; ok is false if a cell that counts is neither what it should be
// nor a mark of loss.
func (c *columns) entry(r row) (e entry, ok bool) {
	e = entry{mark: mark{line: r.line}, host: r.cell(c.host), run: r.run, ticks: -1}
	if c.seq >= 0 {
		n, ok := parseDecimal(r.cell(c.seq), 1)
		if !ok {
			return e, false
		}
		e.seq, e.numbered = int64(n), true
	}
	if c.sent >= 0 {
		cell := r.cell(c.sent)
		if day := r.cell(c.date); day != "" {
			cell = day + " " + cell
		}
		s, ok := c.time(cell, c.sentUnit)
		if !ok && !isLostMark(cell) {
			return e, false
		}
		if ok {
			e.stamp = s
		}
	}
	lost := false
	if c.received >= 0 {
		cell := r.cell(c.received)
		s, ok := c.time(cell, c.receivedUnit)
		if !ok && !isLostMark(cell) {
			return e, false
		}
		e.arrival, e.arrived = s.at, ok && !isLostMark(cell)
		e.delay, lost = e.arrival-e.at, !e.arrived
	}
	if c.delay >= 0 {
		var readable bool
		if e.delay, readable = c.delayOf(r.cell(c.delay)); !readable && !isLostMark(r.cell(c.delay)) {
			return e, false
		}
		lost = !readable || c.sentinels[e.delay] || c.roundTrip && e.delay < 0
	}
	if c.lost >= 0 {
		cell := r.cell(c.lost)
		switch {
		case formats().cells["yes"].MatchString(cell):
			lost = true
		case !formats().cells["no"].MatchString(cell):
			return e, false
		}
	}
	if cell := r.cell(c.status); cell != "" {
		switch {
		case formats().cells["lost"].MatchString(cell):
			lost = true
		case !formats().cells["good"].MatchString(cell) && !isNumber(cell):
			return e, false
		}
	}
	switch {
	case lost:
		e.delay, e.arrived = 0, false
	case c.delay < 0 && (c.received < 0 || c.sent < 0):
		e.kind = markArrived
	case c.delay < 0 && e.grain == 0:
		e.kind = markUnreadable
	default:
		e.kind = markReceived
	}
	if c.sent < 0 && c.received >= 0 && e.arrived {
		e.sentAt, e.timed = e.arrival, true // the only time there is
	}
	return e, true
}

// delayOf reads a delay.
func (c *columns) delayOf(cell string) (time.Duration, bool) {
	if isLostMark(cell) {
		return 0, false
	}
	number, unit, less := splitUnit(cell, c.delayUnit)
	d, ok := parseDecimal(number, max(unit, 1))
	if less {
		d /= 2
	}
	return d, ok
}

// findSentinels finds the values of the delay that stand for a loss: of round trips 0
// where no other is near it, and a value of about a second or more, far beyond all
// others, that is nines, a power of 2 less 1, or comes again.
func (c *columns) findSentinels(t csvTable, m *Meta) {
	c.sentinels = map[time.Duration]bool{}
	if c.delay < 0 || c.measures() != RTT && !c.roundTrip {
		return
	}
	counts, lines := map[time.Duration]int{}, map[time.Duration]int{}
	var sorted []time.Duration
	for _, r := range t.rows {
		if d, ok := c.delayOf(r.cell(c.delay)); ok && !formats().cells["yes"].MatchString(r.cell(c.lost)) {
			if counts[d]++; counts[d] == 1 {
				sorted = append(sorted, d)
				lines[d] = r.line
			}
		}
	}
	slices.Sort(sorted)
	positive := slices.DeleteFunc(slices.Clone(sorted), func(d time.Duration) bool { return d <= 0 })
	if counts[0] > 0 && len(positive) > 0 && positive[0] >= 3*time.Millisecond {
		c.sentinels[0] = true
		m.warn(lines[0], "a delay of 0 is taken for a loss, %d times", counts[0])
	}
	for i := len(positive) - 1; i > 0; i-- {
		d := positive[i]
		round := math.Round(float64(d) / float64(max(c.delayUnit, 1)))
		special := round == 999 || round == 9999 || round == 99999 || round == 999999 || round == 65535 || round == math.MaxInt32 || round == math.MaxUint32
		if d < 900*time.Millisecond || d < 4*positive[i-1] || !special && counts[d] < 2 {
			break
		}
		c.sentinels[d] = true
		m.warn(lines[d], "a delay of %v ms is taken for a loss, %d times", ms(d), counts[d])
	}
}

// findUnits finds the unit of each column of times that its name does not say: from
// Options, of times since 1970 by their size, of others by the steps between them, of
// delays by their size. What is assumed is said; what can't be decided is refused.
func (c *columns) findUnits(t csvTable, o Options, m *Meta) error {
	for _, name := range c.left {
		m.warn(0, "the column %s is a delay too, and is left out", excerpt(name))
	}
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
	at := c.sent
	if at < 0 {
		at = c.received
	}
	if c.sentUnit == 0 && at >= 0 && len(values(t, at)) > 0 && (c.sent >= 0 || c.receivedUnit == 0) {
		step := medianDifference(t, at)
		switch {
		case o.Unit != 0:
			c.sentUnit = o.Unit
		case step <= 0:
			c.sentUnit = time.Millisecond
			m.warn(0, "the times have no unit: milliseconds are assumed")
		default:
			c.sentUnit = unitOfSize(step, 10)
			m.warn(0, "the times have no unit: %s are assumed, since they are %.3g apart", unitName(c.sentUnit), step)
		}
	}
	if c.receivedUnit == 0 && c.received >= 0 {
		c.receivedUnit = c.sentUnit
	}
	delays := values(t, c.delay)
	if c.delayUnit == 0 && c.delay >= 0 && len(delays) > 0 {
		typical := median(t, c.delay)
		c.delayUnit = unitOfSize(typical, 1)
		switch {
		case o.Unit != 0:
			c.delayUnit = o.Unit
		case c.delayUnit == time.Second && (c.sent < 0 || c.sentUnit != 0 && c.sentUnit != time.Second):
			return refuse("a table", "its delays, about "+strconv.FormatFloat(typical, 'g', 4, 64)+", may be seconds or milliseconds", "--unit s or --unit ms")
		default:
			m.warn(0, "a column has no unit: %s are assumed, since its values are about %s", unitName(c.delayUnit), strconv.FormatFloat(typical, 'g', 4, 64))
		}
	}
	if c.assumed && c.delay >= 0 {
		m.warn(0, "the table does not say what it measures: round trips are assumed")
	}
	return nil
}

// unitOfSize returns the unit in which a value is a usual time: seconds below a number,
// milliseconds up to 10,000, then microseconds and nanoseconds.
func unitOfSize(v, seconds float64) time.Duration {
	switch {
	case v < seconds:
		return time.Second
	case v < 1e4:
		return time.Millisecond
	case v < 1e7:
		return time.Microsecond
	}
	return time.Nanosecond
}

func unitName(d time.Duration) string {
	return map[time.Duration]string{time.Second: "seconds", time.Millisecond: "milliseconds", time.Microsecond: "microseconds", time.Nanosecond: "nanoseconds"}[d]
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

// values returns the numbers of a column that have no unit.
func values(t csvTable, column int) []float64 {
	var v []float64
	for _, r := range t.rows {
		if !isLostMark(r.cell(column)) {
			if f, ok := parseFloat(r.cell(column)); ok {
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
	return math.Abs(d[len(d)/2])
}
