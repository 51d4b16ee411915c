package trace

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"snaplab/netsim/trace/plain"
)

// isTime reports whether a cell is a number, with a unit or without, or a date.
func isTime(cell string, dayFirst bool) bool {
	number, _, _ := splitUnit(cell, 0)
	return isNumber(number) || isStamp(cell, dayFirst)
}

func isStamp(cell string, dayFirst bool) bool {
	_, rest, ok := stampOf(cell, dayFirst)
	return ok && rest == "" || formats.patterns["date"].MatchString(cell)
}

// isNumber reports whether a cell is a number without a unit.
func isNumber(cell string) bool {
	_, ok := plain.Float(cell)
	return ok
}

// isLostMark reports whether a cell in the place of a time says that the packet was
// lost.
func isLostMark(cell string) bool {
	if v, ok := plain.Float(cell); ok {
		return v == -1
	}
	return cell == "" || says(cell, "lost")
}

// says reports whether a cell has one of the words of a kind.
func says(cell, kind string) bool { return formats.cells[kind].MatchString(cell) }

// splitUnit splits the unit from a number that has one, "10 ms"; others have the
// column's. Less says that it is less than the number, "<1 ms".
func splitUnit(cell string, unit time.Duration) (number string, of time.Duration, less bool) {
	if _, ok := plain.Float(cell); ok {
		return cell, unit, false
	}
	f, ok := formats.match("quantity", cell)
	if word := f.get("unit"); ok && word != "" {
		of = timeUnit(word)
		ok = of != 0
	}
	if !ok {
		return cell, unit, false
	}
	return f.get("number"), cmp.Or(of, unit), f.get("less") != ""
}

// time reads the cell of a role as a number of a unit, or as a date.
func (c *columns) time(cell, role string) (s stamp, ok bool) {
	number, unit, _ := splitUnit(cell, c.units[role])
	if s.at, ok = plain.Decimal(number, max(unit, 1)); ok {
		s.grain = toFraction
		return s, true
	}
	s, rest, ok := stampOf(cell, c.dayFirst)
	return s, ok && rest == ""
}

// delay reads a delay; ok is false for a mark of loss.
func (c *columns) delay(cell string) (d time.Duration, ok bool) {
	number, unit, less := splitUnit(cell, c.units["delay"])
	if d, ok = plain.Decimal(number, max(unit, 1)); less {
		d /= 2
	}
	return d, ok && !isLostMark(cell)
}

// entry reads one row; ok is false if a cell that counts is neither what it should be
// nor a mark of loss.
func (c *columns) entry(r row) (e entry, ok bool) {
	e = entry{line: int32(r), host: c.names.Number(c.get(r, "host"))}
	good, lost := true, false
	if c.has("seq") {
		n, ok := plain.Decimal(c.get(r, "seq"), 1)
		e.seq, e.numbered, good = int64(n), true, ok
	}
	if cell := c.get(r, "time"); c.has("time") {
		if day := c.get(r, "date"); day != "" {
			cell = day + " " + cell
		}
		if e.stamp, ok = c.time(cell, "time"); !ok {
			e.stamp, good = stamp{}, good && isLostMark(cell)
		}
	}
	if cell := c.get(r, "received"); c.has("received") {
		s, ok := c.time(cell, "received")
		lost = isLostMark(cell)
		e.arrival, e.arrived, good = s.at, !lost, good && (ok || lost)
		e.delay = e.arrival - e.at
	}
	if cell := c.get(r, "delay"); c.has("delay") {
		e.delay, ok = c.delay(cell)
		lost, good = !ok || c.sentinels[e.delay] || c.round && e.delay < 0, good && (ok || isLostMark(cell))
		good = good && (cell != "" || c.at["delay"] < len(c.cells(r))) // a cell that is not there is no empty one
	}
	if cell := c.get(r, "lost"); cell != "" {
		yes := says(cell, "yes")
		lost, good = lost || yes, good && (yes || says(cell, "no"))
	}
	if cell := c.get(r, "ok"); cell != "" {
		lost, good = lost || says(cell, "no"), good && (says(cell, "yes") || says(cell, "no"))
	}
	if cell := c.get(r, "status"); cell != "" {
		_, number := plain.Float(cell)
		lost, good = lost || says(cell, "lost"), good && (number || says(cell, "lost") || says(cell, "good"))
	}
	switch {
	case lost:
		e.delay, e.arrived = 0, false
	case !c.has("delay") && !(c.has("received") && c.has("time")):
		e.kind = isArrived
	case !c.has("delay") && e.grain == 0:
		e.kind = isUnreadable
	default:
		e.kind = isReceived
	}
	if !c.has("time") && e.arrived {
		e.sentAt, e.timed = e.arrival, true // the only time there is
	}
	return e, good
}

// findSentinels finds the values of the delay that stand for a loss: of round trips 0
// where no other is near it, and a value of about a second or more, far beyond all
// others, that is nines, a power of 2 less 1, or comes again.
func (c *columns) findSentinels(m *Meta) {
	c.sentinels = map[time.Duration]bool{}
	if c.measures() != RTT {
		return
	}
	arrived := func(r row) (time.Duration, bool) {
		d, ok := c.delay(c.get(r, "delay"))
		cell, status, yes := c.get(r, "lost"), c.get(r, "status"), c.get(r, "ok")
		return d, ok && d >= 0 && (yes == "" || !says(yes, "no")) && (cell == "" || !says(cell, "yes")) && (status == "" || !says(status, "lost"))
	}
	sorted := make([]time.Duration, 0, len(c.rows))
	for _, r := range c.rows {
		if d, ok := arrived(r); ok {
			sorted = append(sorted, d)
		}
	}
	slices.Sort(sorted)
	for n := len(sorted); n > 0; {
		d, next := sorted[n-1], n
		n, _ = slices.BinarySearch(sorted, d) // where it begins
		nines := slices.Contains([]int64{999, 9999, 99999, 999999, math.MaxUint16, math.MaxInt32, math.MaxUint32}, int64(d/max(c.units["delay"], 1)))
		far := n > 0 && d >= 900*time.Millisecond && d >= 4*sorted[n-1] && (nines || next-n > 1)
		if far || d == 0 && next < len(sorted) && sorted[next] >= 3*time.Millisecond {
			c.sentinels[d] = true
			first := slices.IndexFunc(c.rows, func(r row) bool { v, ok := arrived(r); return ok && v == d })
			m.warn(int(c.rows[first]), "a delay of %v ms is taken for a loss: %d packets", ms(d), next-n)
		}
	}
}

// findUnits finds the unit of each column of times that its name does not say: from
// Options, of times since 1970 by their size, of others by the steps between them, of
// delays by their size. What is assumed is said; what can't be decided is refused.
func (c *columns) findUnits(o Options, m *Meta) error {
	for _, i := range c.all["delay"] {
		if i != c.at["delay"] {
			m.warn(0, "the column %s is a delay too, and is left out", plain.Excerpt(c.header[i]))
		}
	}
	for _, role := range []string{"time", "received", "delay"} {
		if i := slices.IndexFunc(c.rows, func(r row) bool { return formats.patterns["thousands"].MatchString(c.get(r, role)) }); i >= 0 && c.delimiter == ',' {
			return refuse("a table", "the commas in its numbers, such as "+c.get(c.rows[i], role)+", may separate thousands or be decimal ones", "numbers with a point, or a table with semicolons")
		}
	}
	for _, role := range []string{"time", "received"} {
		if c.units[role] == 0 {
			c.units[role] = epochUnit(c.median(role, false))
		}
	}
	// Of two times, what one says the other means too.
	if c.has("received") && c.units["time"] == 0 {
		c.units["time"] = c.units["received"]
	}
	at := "time"
	if !c.has(at) {
		at = "received"
	}
	if step := c.median(at, true); c.units[at] == 0 && (step > 0 || c.median(at, false) > 0) {
		if c.units[at] = o.Unit; o.Unit == 0 {
			if v := c.median(at, false); v > 3e4 && v < 8e4 && step < 0.01 {
				c.units[at] = 24 * time.Hour // a spreadsheet's days since 1900
			} else {
				c.units[at] = unitOfSize(max(step, 1e-9), 10)
			}
			m.warn(0, "the times have no unit: %s are assumed, since they are %.3g apart", unitNames[c.units[at]], step)
		}
	}
	if c.units["received"] == 0 {
		c.units["received"] = c.units[at]
	}
	if typical := c.median("delay", false); c.units["delay"] == 0 && typical > 0 {
		text := strconv.FormatFloat(typical, 'g', 4, 64)
		unit := unitOfSize(typical, 1)
		switch {
		case o.Unit != 0:
			unit = o.Unit
		case unit == time.Second && (!c.has("time") || c.units["time"] != 0 && c.units["time"] != time.Second):
			return refuse("a table", "its delays, about "+text+", may be seconds or milliseconds", "--unit s or --unit ms")
		default:
			m.warn(0, "a column has no unit: %s are assumed, since its values are about %s", unitNames[unit], text)
		}
		c.units["delay"] = unit
	}
	if c.has("delay") && c.round && len(c.all["delay"]) == 0 {
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

var unitNames = map[time.Duration]string{time.Second: "seconds", time.Millisecond: "milliseconds", time.Microsecond: "microseconds", time.Nanosecond: "nanoseconds", 24 * time.Hour: "days"}

// epochUnit returns the unit in which a number is a time since 1970, 0 if it is none.
func epochUnit(v float64) time.Duration {
	for unit := time.Second; unit > 0; unit /= 1000 {
		if per := float64(time.Second / unit); v >= 1e9*per && v < 1e11*per {
			return unit
		}
	}
	return 0
}
