package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"snaplab/netsim/trace/capture"
	"snaplab/netsim/trace/plain"
)

// row is the line of one row of a table, from 1. Its cells are taken from that whenever they
// are asked for: there may be millions.
type row int32

// csvTable is a table, with the header that it may have.
type csvTable struct {
	header    []string
	lines     plain.Lines
	delimiter rune
	rows      []row
	begun     map[int]int // the line of the header of each further run
	preamble  []int       // lines before the table that say something else
}

// cells returns the cells of a row.
func (t *csvTable) cells(r row) []string {
	return splitRow(t.lines.At(int(r)-1), t.delimiter, nil)
}

// cell returns one of them, "" if there are less.
func (t *csvTable) cell(r row, column int) string {
	line := t.lines.At(int(r) - 1)
	if t.delimiter > ' ' && !strings.Contains(line, `"`) {
		for ; column > 0; column-- {
			i := strings.IndexRune(line, t.delimiter)
			if i < 0 {
				return ""
			}
			line = line[i+utf8.RuneLen(t.delimiter):]
		}
		if i := strings.IndexRune(line, t.delimiter); i >= 0 {
			line = line[:i]
		}
		return strings.TrimSpace(line)
	}
	if cells := t.cells(r); column < len(cells) {
		return cells[column]
	}
	return ""
}

// isCSV knows a table by rows of numbers, dates and marks of loss of which most are
// equally long, or by the header that Wireshark writes.
func isCSV(d *document) bool {
	if start := strings.TrimSpace(d.text); start[0] == '{' || strings.HasPrefix(start, "[{") {
		return false
	}
	t := scanCSV(d, d.head())
	if isWireshark(t.header) {
		return len(t.rows) > 0
	}
	good := 0
	for _, r := range t.rows {
		good += b2i(slices.ContainsFunc(t.cells(r), func(c string) bool { return isTime(c, d.dayFirst) }))
	}
	return good > 0 && good*3 >= len(t.rows)*2 && (len(t.header) < 3 || !columnsOf(t, d.dayFirst).none())
}

// scanCSV splits lines into rows at the delimiter that most of them have. Each line is
// split by itself, so that a quote without its match damages one row only.
func scanCSV(d *document, l plain.Lines) csvTable {
	t := csvTable{begun: map[int]int{}, lines: l, rows: make([]row, 0, min(l.Len(), MaxSamples+1))}
	// PingPlotter has a table of hosts before that of the samples.
	start, head := 0, l.First(400)
	for i, line := range head.All() {
		if strings.Trim(line, `", ;`) == "Sample Information" {
			start = i + 1
		}
	}
	for _, line := range head.First(start).All() {
		if f := splitRow(line, ',', nil); len(f) > 1 {
			t.header = append(t.header, "rtt of "+f[len(f)-1])
		}
	}
	if t.header != nil {
		t.header = append([]string{"time"}, t.header...)
	}
	t.delimiter = sniffDelimiter(head, start)
	width, run := len(t.header), 0
	var words int // the last line of words before the table
	var cells []string
	for i, line := range l.All() {
		if i < start || strings.HasPrefix(strings.TrimSpace(line), "#") || strings.HasPrefix(line, "sep=") {
			continue
		}
		cells = splitRow(line, t.delimiter, cells[:0])
		blank := strings.TrimSpace(line) == ""
		isWords := !blank && !slices.ContainsFunc(cells, isNumber) && slices.ContainsFunc(cells, func(c string) bool { return !isLostMark(c) && c != "" }) &&
			!slices.ContainsFunc(cells, func(c string) bool { return isTime(c, d.dayFirst) })
		switch {
		case len(t.rows) == 0 && t.header == nil && (isWords || blank):
			if words > 0 {
				t.preamble = append(t.preamble, words)
			}
			if words = 0; !blank {
				words = i + 1
			}
			continue
		case len(t.rows) == 0 && t.header == nil:
			width = len(cells)
			if words > 0 {
				t.header = t.cells(row(words))
				t.namesOver()
				width = len(t.header)
			}
		case isWords && t.header != nil && slices.Equal(cells, t.header):
			run++
			t.begun[run] = i + 1
			continue
		}
		if len(t.rows) > MaxSamples {
			break
		}
		if !blank || width <= 1 {
			t.rows = append(t.rows, row(i+1))
		}
	}
	if t.header == nil && words > 0 {
		t.header = t.cells(row(words))
	}
	return t
}

// namesOver puts the names of columns that stand in the line before their units to these.
func (t *csvTable) namesOver() {
	n := len(t.preamble)
	if n == 0 || slices.ContainsFunc(t.header, func(h string) bool { return h != "" && timeUnit(h) == 0 }) {
		return
	}
	if over := t.cells(row(t.preamble[n-1])); len(over) == len(t.header) {
		for i := range over {
			t.header[i] = strings.TrimSpace(over[i] + " " + t.header[i])
		}
		t.preamble = t.preamble[:n-1]
	}
}

// sniffDelimiter returns the first of tab, semicolon, comma, bar and space that two
// thirds of the lines have, 0 for a table of one column. A comma that the header lacks
// is a decimal one.
func sniffDelimiter(head plain.Lines, start int) rune {
	for _, delimiter := range "\t;,| " {
		have, all, first := 0, 0, true
		for i, line := range head.All() {
			line = strings.TrimSpace(line)
			if i < start || line == "" || line[0] == '#' {
				continue
			}
			has := strings.ContainsRune(line, delimiter)
			if _, rest, ok := stampOf(line, false); ok && delimiter == ' ' {
				has = strings.TrimSpace(rest) != "" // the space in a date is none
			}
			if first && !has && delimiter == ',' && !isTime(line, false) && !isLostMark(line) {
				has, have = false, -head.Len()
			}
			first = false
			all++
			have += b2i(has)
		}
		if have > 0 && have*3 >= all*2 {
			return delimiter
		}
	}
	return 0
}

// splitRow appends the parts of a line to cells: it is split at a delimiter outside of quotes,
// and they are trimmed. Between cells set apart by spaces there may be several.
func splitRow(line string, delimiter rune, cells []string) []string {
	switch {
	case delimiter == 0:
		return append(cells, unquote(line))
	case delimiter == ' ':
		if _, rest, ok := stampOf(line, false); ok && strings.HasPrefix(rest, " ") {
			return append(append(cells, line[:len(line)-len(rest)]), strings.Fields(rest)...)
		}
		return append(cells, strings.Fields(line)...)
	}
	quoted, start := false, 0
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r == delimiter && !quoted:
			cells = append(cells, unquote(line[start:i]))
			start = i + len(string(delimiter))
		}
	}
	return append(cells, unquote(line[start:]))
}

func unquote(cell string) string {
	cell = strings.TrimSpace(cell)
	if len(cell) >= 2 && cell[0] == '"' && cell[len(cell)-1] == '"' {
		cell = strings.ReplaceAll(cell[1:len(cell)-1], `""`, `"`)
	}
	return strings.TrimSpace(cell)
}

func readCSV(d *document, o Options, t *Trace) error {
	table := scanCSV(d, d.lines)
	if isWireshark(table.header) {
		return readWireshark(d, table, o, t)
	}
	if len(table.rows) > MaxSamples {
		t.warn(int(table.rows[MaxSamples]), "more than %d rows: the rest is left out", MaxSamples)
		table.rows = table.rows[:MaxSamples]
	}
	c := columnsOf(table, d.dayFirst)
	if err := c.check(); err != nil {
		return err
	}
	if err := c.findUnits(o, &t.Meta); err != nil {
		return err
	}
	c.findSentinels(&t.Meta)
	for _, line := range table.preamble {
		t.warn(line, "not understood: %s", plain.Excerpt(d.lines.At(line-1)))
	}
	if n := d.lines.Len(); !strings.HasSuffix(d.text, "\n") && len(table.rows) > 0 && int(table.rows[len(table.rows)-1]) == n {
		t.warn(n, "the file ends in this row: if it was cut, the row is not whole")
	}
	if len(c.all["sent"]) > 1 && len(c.all["received"]) > 1 && !c.has("delay") {
		return c.readFourTimes(o, t)
	}
	if t.Measures = c.measures(); t.Measures == ArrivalOnly {
		t.warn(0, "the table has arrival times only: no column of %s is known for a delay", plain.Excerpt(strings.Join(c.header, ", ")))
	}
	if t.Samples = c.inOrder(); t.Samples != nil {
		if t.interval = time.Second; len(t.Samples) > 1 {
			t.warn(0, unknownInterval)
		}
		return nil
	}
	tool := &tool{Name: "CSV", First: -1}
	runs := []*run{}
	var hosts groups[struct{}]
	odd, answered := 0, map[string]bool{}
	for _, r := range table.rows {
		e, ok := c.entry(r)
		if !ok {
			odd++
			t.warn(int(r), "not understood: %s", plain.Excerpt(strings.Join(c.cells(r), ", ")))
			continue
		}
		for len(runs) == 0 || table.begun[len(runs)] > 0 && table.begun[len(runs)] < int(r) {
			runs = append(runs, &run{tool: tool, line: table.begun[len(runs)], sends: c.sends, entries: make([]entry, 0, len(table.rows)/(len(table.begun)+1)+1)})
		}
		last := runs[len(runs)-1]
		last.entries = append(last.entries, e)
		hosts.add(c.names.Text(e.host), struct{}{})
		answered[c.names.Text(e.host)] = answered[c.names.Text(e.host)] || e.kind == isReceived
	}
	switch {
	case len(hosts.names) == 0:
		return refuse("a table", "it has no readable row", "rows of numbers and dates")
	case odd > 3 && odd*10 > len(table.rows), odd*2 > len(table.rows):
		return refuse("a table", fmt.Sprintf("%d of its %d rows are not understood", odd, len(table.rows)), "rows that all have the same columns")
	}
	flows, best := hosts.flows(), -1
	for i, f := range flows { // where requests and answers have rows, those of the answers
		if answered[f.Name] && (best < 0 || f.Packets > flows[best].Packets) {
			best = i
		}
	}
	if o.Flow == "" && best >= 0 {
		o.Flow = strconv.Itoa(best + 1)
	}
	chosen, err := t.choose(flows, o.Flow)
	if err != nil {
		return err
	}
	for _, r := range runs {
		tool.Wrap = max(tool.Wrap, wrapOf(r.entries))
	}
	t.Unsequenced = t.Measures == ArrivalOnly && !c.has("seq")
	return t.assemble(runs, c.names.Number(hosts.names[chosen]), "")
}

// inOrder returns the packets of a table of delays without times in which each has a row, or is
// lost, in the order of their numbers; nil of another. There may be a million, and entries are
// as large as two samples.
func (c *columns) inOrder() []Sample {
	if !c.has("delay") || c.has("time") || c.has("received") || c.has("host") || len(c.begun) > 0 {
		return nil
	}
	s := make([]Sample, 0, len(c.rows))
	for _, r := range c.rows {
		e, ok := c.entry(r)
		if !c.has("seq") {
			e.seq = int64(len(s))
		}
		if n := len(s); !ok || n > 0 && (e.seq <= s[n-1].Seq || e.seq > s[n-1].Seq+1000) {
			return nil
		}
		for n := len(s); n > 0 && s[n-1].Seq < e.seq-1; n++ {
			s = append(s, Sample{Seq: s[n-1].Seq + 1, SentAt: s[n-1].SentAt + time.Second})
		}
		p := Sample{Seq: e.seq, Delay: e.delay}
		if e.kind == isReceived {
			p.State = Received
		}
		if n := len(s); n > 0 {
			p.SentAt = s[n-1].SentAt + time.Second
		}
		if s = append(s, p); len(s) > MaxSamples {
			return nil
		}
	}
	return s
}

// readFourTimes reads the four times that a request and its answer have: sent and
// received at one end, sent and received at the other, as NTP measures.
func (c *columns) readFourTimes(o Options, t *Trace) error {
	n := len(c.rows)
	flows := []Flow{{Number: 1, Name: "up (to the other end)", Packets: n}, {Number: 2, Name: "down (from the other end)", Packets: n}, {Number: 3, Name: "round trip", Packets: n}}
	chosen, err := t.choose(flows, cmp.Or(o.Flow, "1"))
	if err != nil {
		return err
	}
	if t.Measures = OneWay; chosen == 2 {
		t.Measures = RTT
	}
	r := &run{tool: &tool{Name: "CSV", First: -1}, sends: true}
	fastest, offset := time.Duration(math.MaxInt64), time.Duration(0)
	order := [4]int{c.all["sent"][0], c.all["received"][0], c.all["sent"][1], c.all["received"][1]}
	line := 0
	for _, row := range c.rows {
		var at [4]time.Duration
		lost, bad := false, false
		for i, column := range order {
			cell := c.cell(row, column)
			s, ok := c.time(cell, "time")
			at[i], lost, bad = s.at, lost || !ok, bad || !ok && (i == 0 || !isLostMark(cell))
		}
		if bad {
			t.warn(int(row), "not understood: %s", plain.Excerpt(strings.Join(c.cells(row), ", ")))
			continue
		}
		e := entry{seq: int64(len(r.entries)), line: int32(row), sentAt: at[0], timed: true, numbered: true}
		if !lost {
			trip := at[3] - at[0] - (at[2] - at[1])
			e.kind, e.delay = isReceived, [3]time.Duration{at[1] - at[0], at[3] - at[2], trip}[chosen]
			if trip < fastest {
				fastest, offset, line = trip, (at[1]-at[0]+at[2]-at[3])/2, int(row)
			}
		}
		r.entries = append(r.entries, e)
	}
	t.warn(line, "the clocks differ by %v ms, taken from the fastest request, whose ways are taken for equally long", ms(offset))
	for i := range r.entries {
		if e := &r.entries[i]; e.kind == isReceived {
			e.delay -= [3]time.Duration{offset, -offset, 0}[chosen]
		}
	}
	return t.assemble([]*run{r}, 0, "")
}

// wrapOf returns the modulus at which the numbers of a table start again, 0 if they
// don't seem to.
func wrapOf(entries []entry) int64 {
	highest, back := int64(0), int64(0)
	for i, e := range entries {
		highest, back = max(highest, e.seq), max(back, entries[max(i-1, 0)].seq-e.seq)
	}
	for _, modulus := range []int64{1 << 8, 1 << 16, 1 << 32} {
		if highest < modulus && highest >= modulus-modulus/16 && back > modulus/2 {
			return modulus
		}
	}
	return 0
}

// isWireshark knows the packet list that Wireshark exports.
func isWireshark(header []string) bool {
	return slices.Contains(header, "Time") && slices.Contains(header, "Source") && slices.Contains(header, "Destination") && !slices.Contains(header, "Latency")
}

// readWireshark reads it as the text that tshark prints of the same packets.
func readWireshark(d *document, table csvTable, o Options, t *Trace) error {
	column := func(name string) int { return max(0, slices.Index(table.header, name)) }
	at, from, to, protocol, info := column("Time"), column("Source"), column("Destination"), column("Protocol"), column("Info")
	list := make([]string, d.lines.Len())
	for _, r := range table.rows {
		cell := func(i int) string { return table.cell(r, i) }
		list[r-1] = fmt.Sprintf("0 %s %s > %s %s 0 %s ", cell(at), cell(from), cell(to), strings.ReplaceAll(cell(protocol), " ", ""), cell(info))
	}
	err := readTool(&document{text: d.text, lines: plain.Split(strings.Join(list, "\n")), dayFirst: d.dayFirst, tool: formats.tool("tshark")}, o, t)
	t.Format = "Wireshark CSV"
	return err
}

// readArrivals reads packets of one flow that a list of a capture has: their arrivals,
// and of RTP the numbers and the sender's clock too.
func (t *Trace) readArrivals(s *scanner, host plain.Name) error {
	t.Measures, t.Unsequenced = ArrivalOnly, true
	var ds []capture.Datagram
	rtp := true
	for _, e := range s.all() {
		if e.host != host || !e.timed {
			continue
		}
		rtp = rtp && e.ticks >= 0
		ds = append(ds, capture.Datagram{Record: int(e.line), At: e.sentAt, Payload: capture.RTPPayload(e.seq, e.ticks, s.names.Text(e.id))})
	}
	if len(ds) == 0 {
		return refuse(s.tool.Name, "no packet of the flow has a readable time", "the list with its column of times")
	}
	if len(ds) > MaxSamples {
		t.warn(ds[MaxSamples].Record, "more than %d packets: the rest is left out", MaxSamples)
		ds = ds[:MaxSamples]
	}
	if ds = capture.CloseGaps(ds, t.warn); rtp && len(ds) > 1 {
		t.Unsequenced = false
		return t.readDatagrams(ds, Options{}, true)
	}
	for i, g := range ds {
		t.Samples = append(t.Samples, Sample{Seq: int64(i), SentAt: g.At - ds[0].At, State: Unreadable})
	}
	t.warn(0, "a list of packets has arrival times only: neither delays nor losses are in it")
	return nil
}
