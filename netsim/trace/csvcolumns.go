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
	seq, sent, received, delay, lost int
	sentUnit, receivedUnit           time.Duration
	delayUnit                        time.Duration
	roundTrip, assumed               bool // the delay is a round trip; nothing says so
}

// Words of the names of columns, in the languages of those who write such tables.
var (
	lostWords     = []string{"lost", "loss", "dropped", "verloren", "perdu", "손실", "ロス"}
	seqWords      = []string{"seq", "packet_no", "packetno", "packet no", "순번", "번호", "連番"}
	seqNames      = []string{"no", "no.", "nr", "nr.", "id", "#", "n", "i", "index", "packet", "num", "number"}
	delayWords    = []string{"delay", "rtt", "latency", "latenz", "ping", "owd", "one-way", "oneway", "response", "round", "verzög", "delai", "délai", "지연", "핑", "遅延"}
	receivedWords = []string{"recv", "rcv", "receiv", "rx", "arriv", "empf", "reçu", "recu", "수신", "도착", "受信"}
	sentWords     = []string{"sent", "send", "tx", "gesend", "envoy", "enviado", "송신", "발신", "전송", "送信"}
	timeWords     = []string{"time", "date", "epoch", "zeit", "시간", "시각", "時刻"}
	roundWords    = []string{"rtt", "ping", "round", "latency", "latenz", "response", "핑"}
	unitOfName    = regexp.MustCompile(`(?i)(?:[\s_\[(/.-]|^)(ns|nsec|us|µs|μs|usec|ms|msec|s|sec|secs|seconds?)\s*[\])]?\s*$`)
)

func hasWord(name string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) })
}

// columnsOf finds the columns by the header, or by their number and values.
func columnsOf(t csvTable) *columns {
	c := &columns{seq: -1, sent: -1, received: -1, delay: -1, lost: -1}
	if t.header == nil {
		c.byValues(t)
		return c
	}
	at, free := -1, []int(nil)
	set := func(column *int, i int) {
		if *column < 0 {
			*column = i
		}
	}
	for i, name := range t.header {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case name == "":
		case hasWord(name, seqWords) || slices.Contains(seqNames, name):
			set(&c.seq, i)
		case hasWord(name, delayWords) || name == "ms":
			set(&c.delay, i)
			if c.delay == i {
				c.roundTrip = hasWord(name, roundWords)
			}
		case hasWord(name, receivedWords):
			set(&c.received, i)
		case hasWord(name, sentWords):
			set(&c.sent, i)
		case hasWord(name, lostWords):
			set(&c.lost, i)
		case hasWord(name, timeWords) || name == "t":
			set(&at, i)
		default:
			free = append(free, i)
		}
	}
	if at >= 0 && c.sent < 0 {
		if c.delay < 0 && c.received < 0 && len(t.header) == 1 {
			c.delay, c.assumed = at, true
		} else {
			c.sent = at
		}
	}
	if c.delay < 0 && c.received < 0 && len(free) == 1 {
		c.delay, c.assumed = free[0], true
	}
	c.units(t.header)
	return c
}

func (c *columns) empty() bool { return c.sent < 0 && c.received < 0 && c.delay < 0 }

// units takes the units that the names of the columns end with.
func (c *columns) units(header []string) {
	for _, u := range []struct {
		column int
		unit   *time.Duration
	}{{c.sent, &c.sentUnit}, {c.received, &c.receivedUnit}, {c.delay, &c.delayUnit}} {
		if u.column < 0 {
			continue
		}
		m := unitOfName.FindStringSubmatch(header[u.column])
		if m == nil {
			continue
		}
		switch word := strings.ToLower(m[1]); {
		case word[0] == 'n':
			*u.unit = time.Nanosecond
		case word[0] == 'm':
			*u.unit = time.Millisecond
		case word[0] == 's':
			*u.unit = time.Second
		default:
			*u.unit = time.Microsecond
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
			c.received, c.assumed = rest[1], false
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
			if v == last+1 {
				ones++
			}
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
		if max(a, b) >= len(r.cells) {
			continue
		}
		x, ok1 := parseFloat(r.cells[a])
		y, ok2 := parseFloat(r.cells[b])
		if !ok1 || !ok2 || isLostMark(r.cells[b]) {
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

// check says what is missing.
func (c *columns) check(t csvTable) error {
	if c.empty() {
		what := fmt.Sprintf("%d columns without names", len(t.rows[0].cells))
		if t.header != nil {
			what = "the columns " + excerpt(strings.Join(t.header, ", "))
		}
		return fmt.Errorf("%w: a table with %s: want columns such as seq, send, recv or delay (of one to three columns, names may be left out)", ErrNotUnderstood, what)
	}
	return nil
}

// measures says what the table measures.
func (c *columns) measures(t csvTable) Measures {
	switch {
	case c.delay >= 0 && (c.roundTrip || c.assumed):
		return RTT
	case c.delay >= 0 || c.received >= 0 && c.sent >= 0:
		return OneWay
	}
	return ArrivalOnly
}
