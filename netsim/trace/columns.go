package trace

import (
	"math"
	"slices"
	"strings"
	"time"

	"snaplab/netsim/trace/plain"
)

// columns says which columns of a table are what, by roles. The time is one of sending,
// unless it only may be.
type columns struct {
	csvTable
	names     plain.Names      // of hosts
	at        map[string]int   // the column of a role that counts, if there is one
	all       map[string][]int // those that may
	units     map[string]time.Duration
	round     bool // the delay is a round trip, or nothing says what it is
	sends     bool // the time is said to be that of sending
	dayFirst  bool
	sentinels map[time.Duration]bool
}

// columnsOf finds the columns by the header, or by their number and values.
func columnsOf(t csvTable, dayFirst bool) *columns {
	c := &columns{csvTable: t, at: map[string]int{}, all: map[string][]int{}, units: map[string]time.Duration{}, dayFirst: dayFirst}
	if t.header == nil {
		c.byValues()
		return c
	}
	for i, name := range t.header {
		if name = strings.ToLower(name); name != "" {
			role := "free"
			if k := slices.IndexFunc(formats.columns, func(f form) bool { return f.MatchString(name) }); k >= 0 {
				role = formats.columns[k].kind
			}
			first := c.example(i)
			switch _, unit, _ := splitUnit(first, 0); {
			case role == "delay" && first != "" && !isNumber(first) && isStamp(first, dayFirst):
				role = "time"
			case role == "free" && first != "" && !isNumber(first) && isStamp(first, dayFirst), role == "host" && strings.Contains(name, "time"):
				role = "time"
			case role == "time" && len(c.all["time"])+len(c.all["sent"]) > 0 && unit != 0:
				role = "delay"
			case (role == "status" || role == "received") && formats.patterns["ok"].MatchString(name) && c.isBoolean(i):
				role = "ok"
			case role == "time" && len(t.rows) > 2 && c.distinct(i) == 1:
				role = "none"
			case role == "lost" && isNumber(first) && first > "1" && first != "100" && c.distinct(i) == 1:
				role = "none" // how long an answer was waited for
			}
			c.all[role] = append(c.all[role], i)
		}
	}
	for _, role := range []string{"received", "lost", "status", "ok"} {
		c.take(role, c.all[role])
	}
	for _, i := range c.all["seq"] {
		// A name that may mean anything is a number only if most rows have their own.
		if strings.Contains(strings.ToLower(t.header[i]), "seq") || c.distinct(i)*2 > len(t.rows) {
			c.take("seq", []int{i})
		} else {
			c.all["host"] = append(c.all["host"], i)
		}
	}
	for _, i := range c.all["host"] {
		if !c.has("host") && c.distinct(i) > 1 || c.distinct(i) > 1 && formats.patterns["target"].MatchString(t.header[i]) {
			c.at["host"] = i
		}
	}
	c.pickDelay()
	times := c.all["time"]
	if len(times) > 1 && slices.ContainsFunc(t.rows, func(r row) bool { return formats.patterns["date"].MatchString(c.cell(r, times[0])) }) {
		c.at["date"], times = times[0], times[1:]
	}
	c.sends = len(c.all["sent"]) > 0
	if c.take("time", c.all["sent"]); len(t.header) == 1 {
		c.take("delay", times)
	} else {
		c.take("time", times)
	}
	if free := c.all["free"]; len(free) == 1 && !c.has("received") && len(c.all["average"])+len(c.all["count"]) == 0 {
		c.take("delay", free)
	}
	for _, role := range []string{"time", "received", "delay"} {
		if i, ok := c.at[role]; ok {
			if f, ok := formats.match("of-name", t.header[i]); ok {
				c.units[role] = timeUnit(f.get("unit"))
			}
		}
	}
	return c
}

// take gives a role that has no column the first of some.
func (c *columns) take(role string, from []int) {
	if len(from) > 0 && !c.has(role) {
		c.at[role] = from[0]
	}
}

// pickDelay takes the delay of several columns: the last hop that PingPlotter has, a
// round trip, or the first. One that counts up next to another is a number.
func (c *columns) pickDelay() {
	delays := c.all["delay"]
	c.all["delay"] = nil
	for _, i := range delays {
		if len(delays) > 1 && len(c.rows) > 0 && c.cell(c.rows[0], i) < "2" && (c.countsUp(i) || len(c.rows) == 1 && c.cell(c.rows[0], i) == "1") {
			c.take("seq", []int{i})
			continue
		}
		c.all["delay"] = append(c.all["delay"], i)
		name, best := strings.ToLower(c.header[i]), strings.ToLower(c.header[c.at["delay"]])
		if c.take("delay", []int{i}); strings.Contains(name, "rtt") && (!strings.Contains(best, "rtt") || strings.HasPrefix(name, "rtt of ")) {
			c.at["delay"] = i
		}
	}
	c.round = !c.has("delay") || says(c.header[c.at["delay"]], "round")
}

func (c *columns) has(role string) bool { _, ok := c.at[role]; return ok }

func (c *columns) none() bool {
	return len(c.all["average"])+len(c.all["count"]) == 0 && !c.has("time") && !c.has("received") && !c.has("delay")
}

// get returns the cell of a role in a row, "" if there is none.
func (c *columns) get(r row, role string) string {
	if i, ok := c.at[role]; ok {
		return c.cell(r, i)
	}
	return ""
}

// isBoolean reports whether a column says yes or no of each packet.
func (t *csvTable) isBoolean(column int) bool {
	return !slices.ContainsFunc(t.rows, func(r row) bool { v := t.cell(r, column); return v == "" || !says(v, "yes") && !says(v, "no") })
}

// example returns the first value of a column that is no mark of loss, "" if there is none.
func (t *csvTable) example(column int) string {
	for _, r := range t.rows {
		if v := t.cell(r, column); !isLostMark(v) {
			return v
		}
	}
	return ""
}

// distinct returns how many different values a column has, marks of loss apart.
func (t *csvTable) distinct(column int) int {
	seen := map[string]bool{}
	for _, r := range t.rows {
		if v := t.cell(r, column); !isLostMark(v) {
			seen[v] = true
		}
	}
	return len(seen)
}

// values returns the numbers of columns that have no unit, and their sum.
func (t *csvTable) values(columns ...int) (v []float64, sum float64) {
	v = make([]float64, 0, len(t.rows)*len(columns))
	for _, r := range t.rows {
		for _, i := range columns {
			if f, ok := plain.Float(strings.TrimSuffix(t.cell(r, i), "%")); ok && f != -1 {
				v, sum = append(v, f), sum+f
			}
		}
	}
	return v, sum
}

// median returns the median of the numbers of a role, or of the steps between them.
func (c *columns) median(role string, ofSteps bool) float64 {
	if !c.has(role) {
		return 0
	}
	v, _ := c.values(c.at[role])
	if role == "delay" { // 0 may stand for a loss
		v = slices.DeleteFunc(v, func(d float64) bool { return d <= 0 })
	}
	if ofSteps && len(v) > 0 {
		for k := len(v) - 1; k > 0; k-- {
			v[k] -= v[k-1]
		}
		v = v[1:]
	}
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return math.Abs(v[len(v)/2])
}

// byValues finds the columns of a table without a header: a number that counts up is
// the sequence number, and of the rest one column is a delay, two are send and arrival
// time, or send time and delay.
func (c *columns) byValues() {
	width, first := 0, 0
	for _, r := range c.rows {
		width = max(width, len(c.cells(r)))
	}
	if width > 1 && c.countsUp(0) {
		c.at["seq"], first = 0, 1
	}
	switch c.round = true; {
	case width == first+1:
		c.at["delay"] = first
	case width == first+2 && c.growsWith(first, first+1):
		c.at["time"], c.at["received"], c.sends, c.round = first, first+1, true, false
	case width == first+2:
		c.at["time"], c.at["delay"] = first, first+1
	}
}

// countsUp reports whether a column is whole numbers that mostly go up by 1.
func (t *csvTable) countsUp(column int) bool {
	v, _ := t.values(column)
	ones := 0
	for i := range v {
		if v[i] != math.Trunc(v[i]) {
			return false
		}
		ones += b2i(i > 0 && v[i] == v[i-1]+1)
	}
	return len(v) > 1 && len(v) >= len(t.rows)*9/10 && ones*3 >= (len(v)-1)*2
}

// growsWith reports whether one column changes as much as another from its first value
// to its last.
func (t *csvTable) growsWith(a, b int) bool {
	both := *t
	both.rows = slices.DeleteFunc(slices.Clone(t.rows), func(r row) bool {
		v, ok := plain.Float(t.cell(r, b))
		return !ok || v == -1
	})
	x, _ := both.values(a)
	y, _ := both.values(b)
	n := len(x)
	if n == 0 || n != len(y) {
		return false
	}
	if x[n-1] == x[0] {
		return x[0] > 1e6 && math.Abs(y[0]/x[0]-1) < 1e-3
	}
	return math.Abs((y[n-1]-y[0])/(x[n-1]-x[0])-1) < 0.2
}

// check refuses a table whose columns are missing, or not those of packets.
func (c *columns) check() error {
	for _, role := range []string{"percent", "lost"} {
		v, _ := c.values(c.all[role]...)
		for _, p := range v {
			// Per cent of one packet are 0 or 100, of others anything.
			if p != 0 && p != 100 && (p != 1 || role == "percent") {
				return c.aggregate("that has the loss of periods, not of packets")
			}
		}
		c.take("lost", c.all[role])
	}
	switch {
	case !c.has("delay") && !c.has("received") && !c.has("date") && len(c.all["time"])+len(c.all["sent"]) > 1:
		return refuse("a table", "it has several times, and which is that of sending can't be told", "names with send and recv in them")
	case len(c.all["count"]) > 0:
		return c.aggregate("that has counts of packets, not packets")
	case !c.has("delay") && len(c.all["average"]) > 0 && !c.has("received"):
		return c.aggregate("that has averages, not packets")
	case !c.none():
		return nil
	}
	what := "it has columns without names, and more than can be told apart"
	if c.header != nil {
		what = "none of its columns " + plain.Excerpt(strings.Join(c.header, ", ")) + " is known"
	}
	return refuse("a table", what, "columns such as seq, send, recv or delay (of one to three columns, names may be left out)")
}

// aggregate returns the error about a table of totals, with what can be made of them.
func (c *columns) aggregate(why string) error {
	count := func(role string) float64 {
		f := formats.columns[slices.IndexFunc(formats.columns, func(f form) bool { return f.kind == role })]
		_, sum := c.values(slices.DeleteFunc(slices.Clone(c.all["count"]), func(i int) bool { return !f.MatchString(c.header[i]) })...)
		return sum
	}
	if sent, lost, received := count("sent"), count("lost"), count("received"); sent+received > 0 {
		if sent == 0 {
			sent = received + lost
		} else if lost == 0 && received > 0 {
			lost = sent - received
		}
		return &AggregateError{"a table", totals(0, 0, 100*lost/sent), why}
	}
	percents, percent := c.values(c.all["percent"]...)
	if len(percents) == 0 {
		percents, percent = c.values(c.all["lost"]...)
	}
	least, _ := c.values(append(c.all["average"], c.all["delay"]...)...)
	least = append(least, 0)
	slices.Sort(least)
	best := least[min(1, len(least)-1)]
	best *= ms(unitOfSize(best, 1))
	return &AggregateError{"a table", totals(best, 0, percent/float64(max(1, len(percents)))), why}
}

// measures says what the table measures.
func (c *columns) measures() Measures {
	switch {
	case c.has("delay") && c.round:
		return RTT
	case c.has("delay") || c.has("received") && c.has("time"):
		return OneWay
	}
	return ArrivalOnly
}
