package trace

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// columns says which column of a table is what.
type columns struct {
	csvTable
	at               map[string]int // by role; none for a role that no column has
	all              map[string][]int
	units            map[string]time.Duration
	roundTrip, named bool // the delay is a round trip; the header says what it is
	dayFirst         bool
	sentinels        map[time.Duration]bool
}

var (
	unitOfName = regexp.MustCompile(`(?i)(?:[\s_\[(/.-]|^)([nuµμm]?s|[num]?sec|secs|seconds?)\s*[\])]?\s*$`)
	hostName   = regexp.MustCompile(`(?i)dest|target|^host`)
)

// columnsOf finds the columns by the header, or by their number and values.
func columnsOf(t csvTable, dayFirst bool) *columns {
	c := &columns{csvTable: t, at: map[string]int{}, all: map[string][]int{}, units: map[string]time.Duration{}, dayFirst: dayFirst}
	if t.header == nil {
		c.byValues()
		return c
	}
	for i, name := range t.header {
		name = strings.ToLower(strings.TrimSpace(name))
		role := "free"
		if k := slices.IndexFunc(formats().columns, func(f form) bool { return f.MatchString(name) }); k >= 0 {
			role = formats().columns[k].kind
		}
		if name != "" {
			c.all[role] = append(c.all[role], i)
		}
	}
	for _, role := range []string{"sent", "received", "lost", "status"} {
		if len(c.all[role]) > 0 {
			c.at[role] = c.all[role][0]
		}
	}
	for _, i := range c.all["seq"] {
		// A name that may mean anything is a number only if most rows have their own.
		if !c.has("seq") && (strings.Contains(strings.ToLower(t.header[i]), "seq") || c.distinct(i)*2 > len(t.rows)) {
			c.at["seq"] = i
		} else {
			c.all["host"] = append(c.all["host"], i)
		}
	}
	for _, i := range c.all["host"] {
		if _, ok := c.at["host"]; c.distinct(i) > 1 && (!ok || hostName.MatchString(t.header[i])) {
			c.at["host"] = i
		}
	}
	c.pickDelay()
	times := c.all["time"]
	if len(times) > 1 && slices.ContainsFunc(t.rows, func(r row) bool { return dateForm.MatchString(r.cell(times[0])) }) {
		c.at["date"], times = times[0], times[1:]
	}
	switch alone := !c.has("delay") && !c.has("received"); {
	case len(times) > 0 && !c.has("sent") && alone && len(t.header) == 1:
		c.at["delay"] = times[0]
	case len(times) > 0 && !c.has("sent"):
		c.at["time"] = times[0]
	}
	if !c.has("delay") && !c.has("received") && len(c.all["free"]) == 1 && len(c.all["average"])+len(c.all["count"]) == 0 {
		c.at["delay"] = c.all["free"][0]
	}
	for role, i := range c.at {
		if m := unitOfName.FindStringSubmatch(t.header[i]); m != nil {
			c.units[role] = timeUnit(m[1])
		}
	}
	return c
}

// pickDelay takes the delay of several columns: the last hop that PingPlotter has, a
// round trip, or the first. One that counts up beside another is a number.
func (c *columns) pickDelay() {
	isRTT := func(i int) bool { return strings.Contains(strings.ToLower(c.header[i]), "rtt") }
	delays := c.all["delay"]
	c.all["delay"] = nil
	for _, i := range delays {
		if len(delays) > 1 && len(c.rows) > 1 && c.countsUp(i) {
			if !c.has("seq") {
				c.at["seq"] = i
			}
			continue
		}
		c.all["delay"] = append(c.all["delay"], i)
		if best, ok := c.at["delay"]; !ok || isRTT(i) && (!isRTT(best) || strings.HasPrefix(c.header[i], "rtt of ")) {
			c.at["delay"] = i
		}
	}
	if c.named = c.has("delay"); c.named {
		c.roundTrip = formats().cells["round"].MatchString(c.header[c.at["delay"]])
	}
}

func (c *columns) has(role string) bool { _, ok := c.at[role]; return ok }

// moment returns the role of the column with the time of sending, or one that may be.
func (c *columns) moment() string {
	if c.has("sent") {
		return "sent"
	}
	return "time"
}

func (c *columns) none() bool {
	return len(c.all["average"])+len(c.all["count"]) == 0 && !c.has("sent") && !c.has("time") && !c.has("received") && !c.has("delay")
}

// get returns the cell of a role in a row.
func (c *columns) get(r row, role string) string {
	if i, ok := c.at[role]; ok {
		return r.cell(i)
	}
	return ""
}

// cell returns a cell, "" beyond the last.
func (r *row) cell(column int) string {
	if column >= len(r.cells) {
		return ""
	}
	return r.cells[column]
}

// distinct returns how many different values a column has, marks of loss apart.
func (t *csvTable) distinct(column int) int {
	seen := map[string]bool{}
	for _, r := range t.rows {
		if v := r.cell(column); !isLostMark(v) {
			seen[v] = true
		}
	}
	return len(seen)
}

// values returns the numbers of a column that have no unit.
func (t *csvTable) values(column int) (v []float64) {
	for _, r := range t.rows {
		if f, ok := parseFloat(r.cell(column)); ok && !isLostMark(r.cell(column)) {
			v = append(v, f)
		}
	}
	return v
}

// median returns the median of the numbers of a column, or of the steps between them.
func (c *columns) median(role string, ofSteps bool) float64 {
	i, ok := c.at[role]
	v := c.values(i)
	if ofSteps && len(v) > 0 {
		for k := len(v) - 1; k > 0; k-- {
			v[k] -= v[k-1]
		}
		v = v[1:]
	}
	if !ok || len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return math.Abs(v[len(v)/2])
}

// byValues finds the columns of a table without a header: a number that counts up is
// the sequence number, and of the rest one column is a delay, two are send and arrival
// time, or send time and delay.
func (c *columns) byValues() {
	width := 0
	for _, r := range c.rows {
		width = max(width, len(r.cells))
	}
	first := 0
	if width > 1 && c.countsUp(0) {
		c.at["seq"], first = 0, 1
	}
	switch c.roundTrip = true; width - first {
	case 1:
		c.at["delay"] = first
	case 2:
		if c.growsWith(first, first+1) {
			c.at["sent"], c.at["received"], c.roundTrip = first, first+1, false
		} else {
			c.at["time"], c.at["delay"] = first, first+1
		}
	}
}

// countsUp reports whether a column is whole numbers that mostly go up by 1.
func (t *csvTable) countsUp(column int) bool {
	v := t.values(column)
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
	var first, last [2]float64
	n := 0
	for _, r := range t.rows {
		x, ok1 := parseFloat(r.cell(a))
		y, ok2 := parseFloat(r.cell(b))
		if ok1 && ok2 && !isLostMark(r.cell(b)) {
			if last = [2]float64{x, y}; n == 0 {
				first = last
			}
			n++
		}
	}
	if last[0] == first[0] {
		return n > 0 && first[0] > 1e6 && math.Abs(first[1]/first[0]-1) < 1e-3
	}
	return math.Abs((last[1]-first[1])/(last[0]-first[0])-1) < 0.2
}

// check refuses a table whose columns are missing, or not those of packets.
func (c *columns) check() error {
	for _, role := range []string{"percent", "lost"} {
		for _, column := range c.all[role] {
			// Per cent of one packet are 0 or 100, of others anything.
			for _, v := range c.values(column) {
				if v != 0 && v != 100 && (v != 1 || role == "percent") {
					return c.aggregate("that has the loss of periods, not of packets")
				}
			}
			c.at["lost"] = column
		}
	}
	switch {
	case len(c.all["count"]) > 0:
		return c.aggregate("that has counts of packets, not packets")
	case !c.has("delay") && len(c.all["average"]) > 0 && !c.has("received"):
		return c.aggregate("that has averages, not packets")
	case !c.none():
		return nil
	}
	what := "it has columns without names, and more than can be told apart"
	if c.header != nil {
		what = "none of its columns " + excerpt(strings.Join(c.header, ", ")) + " is known"
	}
	return refuse("a table", what, "columns such as seq, send, recv or delay (of one to three columns, names may be left out)")
}

// aggregate returns the error about a table of totals, with what can be made of them.
func (c *columns) aggregate(why string) error {
	sum := func(role, word string) (total float64, n int) {
		for _, i := range c.all[role] {
			if v := c.values(i); strings.Contains(strings.ToLower(c.header[i]), word) {
				for _, x := range v {
					total, n = total+x, n+1
				}
			}
		}
		return total, max(n, 1)
	}
	sent, _ := sum("count", "sent")
	lost, _ := sum("count", "los")
	if received, _ := sum("count", "rec"); lost == 0 && received > 0 {
		lost = sent - received
	}
	if sent > 0 {
		return &AggregateError{"a table", totals(0, 0, 100*lost/sent), why}
	}
	percent, n := sum("percent", "")
	if percent == 0 {
		percent, n = sum("lost", "")
	}
	least := 0.0
	for _, i := range append(c.all["average"], c.all["delay"]...) {
		for _, v := range c.values(i) {
			if least == 0 || v < least {
				least = v
			}
		}
	}
	return &AggregateError{"a table", totals(least, least, percent/float64(n)), why}
}

// measures says what the table measures.
func (c *columns) measures() Measures {
	switch {
	case c.has("delay") && (c.roundTrip || !c.named):
		return RTT
	case c.has("delay") || c.has("received") && c.moment() != "" && (c.has("sent") || c.has("time")):
		return OneWay
	}
	return ArrivalOnly
}
