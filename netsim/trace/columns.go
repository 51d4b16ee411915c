package trace

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// columns says which column of a table is what, -1 for none.
type columns struct {
	seq, sent, received, delay, lost, status, host, date int
	twice                                                []int // the second times of sending and of receiving
	counts, averages, percents                           []int
	left                                                 []string // names of further delays
	sentUnit, receivedUnit, delayUnit                    time.Duration
	roundTrip, assumed                                   bool // the delay is a round trip; nothing says so
	sends                                                bool // the times are said to be of sending
	dayFirst                                             bool
	sentinels                                            map[time.Duration]bool
}

// columnsOf finds the columns by the header, or by their number and values.
func columnsOf(t csvTable, dayFirst bool) *columns {
	c := &columns{seq: -1, sent: -1, received: -1, delay: -1, lost: -1, status: -1, host: -1, date: -1, dayFirst: dayFirst}
	if t.header == nil {
		c.byValues(t)
		return c
	}
	roles := map[string][]int{}
	for i, name := range t.header {
		name = strings.ToLower(strings.TrimSpace(name))
		role := "free"
		for _, f := range formats().columns {
			if f.MatchString(name) {
				role = f.kind
				break
			}
		}
		if name != "" {
			roles[role] = append(roles[role], i)
		}
	}
	c.counts, c.averages, c.percents = roles["count"], roles["average"], roles["percent"]
	first := func(role string) int {
		if len(roles[role]) == 0 {
			return -1
		}
		return roles[role][0]
	}
	c.received, c.lost, c.status = first("received"), first("lost"), first("status")
	if c.sent = first("sent"); c.sent >= 0 {
		c.sends = true
	}
	for _, i := range roles["seq"] {
		// A name that may mean anything is a number only if most rows have their own.
		if c.seq < 0 && (strings.Contains(strings.ToLower(t.header[i]), "seq") || distinct(t, i)*2 > len(t.rows)) {
			c.seq = i
		} else {
			roles["host"] = append(roles["host"], i)
		}
	}
	delays := slices.DeleteFunc(slices.Clone(roles["delay"]), func(i int) bool {
		counter := len(roles["delay"]) > 1 && len(t.rows) > 1 && countsUp(t, i)
		if counter && c.seq < 0 {
			c.seq = i
		}
		return counter
	})
	if c.pickDelay(t, delays); len(roles["sent"]) > 1 && len(roles["received"]) > 1 && c.delay < 0 {
		c.twice = []int{roles["sent"][1], roles["received"][1]}
	}
	times := roles["time"]
	if len(times) > 1 && slices.ContainsFunc(t.rows, func(r row) bool { return dateForm.MatchString(r.cell(times[0])) }) {
		c.date, times = times[0], times[1:]
	}
	if len(times) > 0 && c.sent < 0 {
		if c.delay < 0 && c.received < 0 && len(t.header) == 1 {
			c.delay, c.assumed = times[0], true
		} else {
			c.sent = times[0]
		}
	}
	if c.delay < 0 && c.received < 0 && len(roles["free"]) == 1 && len(c.averages)+len(c.counts) == 0 {
		c.delay, c.assumed = roles["free"][0], true
	}
	for _, i := range roles["host"] {
		if n := distinct(t, i); n > 1 && (c.host < 0 || regexp.MustCompile(`(?i)dest|target|^host`).MatchString(t.header[i])) {
			c.host = i
		}
	}
	c.units(t.header)
	return c
}

// pickDelay takes the delay of several columns: the last hop that PingPlotter has, a
// round trip, or the first.
func (c *columns) pickDelay(t csvTable, delays []int) {
	if len(delays) == 0 {
		return
	}
	c.delay = delays[0]
	hops := strings.HasPrefix(t.header[c.delay], "rtt of ")
	for _, i := range delays {
		if hops || strings.Contains(strings.ToLower(t.header[i]), "rtt") && !strings.Contains(strings.ToLower(t.header[c.delay]), "rtt") {
			c.delay = i
		}
	}
	for _, i := range delays {
		if i != c.delay {
			c.left = append(c.left, t.header[i])
		}
	}
	c.roundTrip = formats().cells["round"].MatchString(t.header[c.delay])
}

func (c *columns) none() bool {
	return c.sent < 0 && c.received < 0 && c.delay < 0 && len(c.averages)+len(c.counts) == 0
}

// cell returns a cell, "" for a column that there is not.
func (r *row) cell(column int) string {
	if column < 0 || column >= len(r.cells) {
		return ""
	}
	return r.cells[column]
}

// distinct returns how many different values a column has, marks of loss apart.
func distinct(t csvTable, column int) int {
	seen := map[string]bool{}
	for _, r := range t.rows {
		if v := r.cell(column); !isLostMark(v) {
			seen[v] = true
		}
	}
	return len(seen)
}

var unitOfName = regexp.MustCompile(`(?i)(?:[\s_\[(/.-]|^)(ns|nsec|us|µs|μs|usec|ms|msec|s|sec|secs|seconds?)\s*[\])]?\s*$`)

// units takes the units that the names of the columns end with.
func (c *columns) units(header []string) {
	for _, u := range []struct {
		column int
		unit   *time.Duration
	}{{c.sent, &c.sentUnit}, {c.received, &c.receivedUnit}, {c.delay, &c.delayUnit}} {
		if u.column >= 0 {
			if m := unitOfName.FindStringSubmatch(header[u.column]); m != nil {
				*u.unit = timeUnit(m[1])
			}
		}
	}
}

// byValues finds the columns of a table without a header: a number that counts up is
// the sequence number, and of the rest one column is a delay, two are send and arrival
// time, or send time and delay.
func (c *columns) byValues(t csvTable) {
	width := 0
	for _, r := range t.rows {
		width = max(width, len(r.cells))
	}
	rest := make([]int, 0, width)
	for i := range width {
		if c.seq < 0 && i == 0 && width > 1 && countsUp(t, i) {
			c.seq = i
			continue
		}
		rest = append(rest, i)
	}
	c.assumed = true
	switch len(rest) {
	case 1:
		c.delay, c.roundTrip = rest[0], true
	case 2:
		c.sent = rest[0]
		if growsWith(t, rest[0], rest[1]) {
			c.received, c.assumed, c.sends = rest[1], false, true
		} else {
			c.delay, c.roundTrip = rest[1], true
		}
	}
}

// countsUp reports whether a column is whole numbers that mostly go up by 1.
func countsUp(t csvTable, column int) bool {
	steps, ones := 0, 0
	last := math.NaN()
	for _, r := range t.rows {
		if column >= len(r.cells) {
			continue
		}
		v, ok := parseFloat(r.cells[column])
		if !ok || v != math.Trunc(v) {
			return false
		}
		if !math.IsNaN(last) {
			steps++
			ones += b2i(v == last+1)
		}
		last = v
	}
	return steps > 0 && ones*3 >= steps*2
}

// growsWith reports whether one column changes as much as another from its first value
// to its last.
func growsWith(t csvTable, a, b int) bool {
	var first, last [2]float64
	n := 0
	for _, r := range t.rows {
		x, ok1 := parseFloat(r.cell(a))
		y, ok2 := parseFloat(r.cell(b))
		if !ok1 || !ok2 || isLostMark(r.cell(b)) {
			continue
		}
		if n == 0 {
			first = [2]float64{x, y}
		}
		last = [2]float64{x, y}
		n++
	}
	da, db := last[0]-first[0], last[1]-first[1]
	if da == 0 {
		return n > 0 && first[0] > 1e6 && math.Abs(first[1]/first[0]-1) < 1e-3
	}
	return math.Abs(db/da-1) < 0.2
}

// check refuses a table whose columns are missing, or not those of packets.
func (c *columns) check(t csvTable) error {
	for _, column := range append(slices.Clone(c.percents), c.lost) {
		// Per cent of one packet are 0 or 100, of others anything.
		for _, v := range values(t, column) {
			if v != 0 && v != 100 && (v != 1 || slices.Contains(c.percents, column)) {
				c.averages = append(c.averages, column)
				return c.aggregate(t, "has the loss of periods, not of packets")
			}
		}
	}
	switch {
	case len(c.counts) > 0:
		return c.aggregate(t, "has counts of packets, not packets")
	case c.delay < 0 && len(c.averages) > 0 && (c.received < 0 || c.sent < 0):
		return c.aggregate(t, "has averages, not packets")
	}
	if c.none() {
		what := fmt.Sprintf("it has %d columns without names", len(t.rows[0].cells))
		if t.header != nil {
			what = "none of its columns " + excerpt(strings.Join(t.header, ", ")) + " is known"
		}
		return refuse("a table", what, "columns such as seq, send, recv or delay (of one to three columns, names may be left out)")
	}
	if c.lost < 0 && len(c.percents) > 0 {
		c.lost = c.percents[0]
	}
	return nil
}

// aggregate returns the error about a table of totals, with what can be made of them.
func (c *columns) aggregate(t csvTable, why string) error {
	e := &AggregateError{Format: "a table that", Why: why}
	sum := func(word string) (total float64) {
		for _, i := range c.counts {
			if strings.Contains(strings.ToLower(t.header[i]), word) {
				for _, v := range values(t, i) {
					total += v
				}
			}
		}
		return total
	}
	sent, lost := sum("sent"), sum("los")
	if lost == 0 && sum("rec") > 0 {
		lost = sent - sum("rec")
	}
	if sent > 0 {
		e.Totals = totals(0, 0, 100*lost/sent)
		return e
	}
	percent, least := 0.0, math.Inf(1)
	for _, i := range append(c.percents, c.lost) {
		if v := values(t, i); len(v) > 0 && i >= 0 {
			percent = 0
			for _, p := range v {
				percent += p / float64(len(v))
			}
		}
	}
	for _, i := range append(c.averages, c.delay) {
		if i >= 0 && !slices.Contains(c.percents, i) && i != c.lost {
			for _, v := range values(t, i) {
				if v > 0 {
					least = min(least, v)
				}
			}
		}
	}
	if e.Totals = totals(0, 0, percent); !math.IsInf(least, 0) {
		e.Totals = totals(least, least, percent)
	}
	return e
}

// measures says what the table measures.
func (c *columns) measures() Measures {
	switch {
	case c.delay >= 0 && (c.roundTrip || c.assumed):
		return RTT
	case c.delay >= 0 || c.received >= 0 && c.sent >= 0:
		return OneWay
	}
	return ArrivalOnly
}
