package trace

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// row is one row of a table.
type row struct {
	line, run int
	cells     []string
}

// csvTable is a table, with the header that it may have.
type csvTable struct {
	header   []string
	rows     []row
	begun    map[int]int // the line of the header of each further run
	preamble []int       // lines before the table that say something else
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
		if slices.ContainsFunc(r.cells, func(c string) bool { return isTime(c, d.dayFirst) }) {
			good++
		}
	}
	return good > 0 && good*3 >= len(t.rows)*2 && (t.header == nil || len(t.header) < 3 || !columnsOf(t, d.dayFirst).none())
}

// scanCSV splits lines into rows at the delimiter that most of them have. Each line is
// split by itself, so that a quote without its match damages one row only.
func scanCSV(d *document, lines []string) csvTable {
	t := csvTable{begun: map[int]int{}}
	start := 0
	var hops []string
	for i, line := range lines[:min(len(lines), 100)] {
		// PingPlotter has a table of hosts before that of the samples.
		if strings.Trim(strings.TrimSpace(line), `",;`) == "Sample Information" {
			start = i + 1
			hops = splitRow(lines[0], ',')[:0]
			for _, l := range lines[:i] {
				if f := splitRow(l, ','); len(f) > 1 {
					hops = append(hops, f[len(f)-1])
				}
			}
		}
	}
	delimiter := sniffDelimiter(lines[start:])
	if len(hops) > 0 {
		t.header = []string{"time"}
		for _, hop := range hops {
			t.header = append(t.header, "rtt of "+hop)
		}
	}
	width, run := len(t.header), 0
	var words *row
	for i, line := range lines {
		if i < start || strings.HasPrefix(strings.TrimSpace(line), "#") || strings.HasPrefix(line, "sep=") {
			continue
		}
		cells := splitRow(line, delimiter)
		blank := strings.TrimSpace(line) == ""
		isWords := !blank && slices.ContainsFunc(cells, func(c string) bool { return !isLostMark(c) && c != "" }) &&
			!slices.ContainsFunc(cells, func(c string) bool { return isTime(c, d.dayFirst) })
		switch {
		case len(t.rows) == 0 && t.header == nil && (isWords || blank):
			if words != nil {
				t.preamble = append(t.preamble, words.line)
			}
			if words = nil; !blank {
				words = &row{i + 1, 0, cells}
			}
			continue
		case len(t.rows) == 0 && t.header == nil:
			width = len(cells)
			if words != nil {
				t.header, width = words.cells, len(words.cells)
			}
		case isWords && t.header != nil && slices.Equal(cells, t.header):
			run++
			t.begun[run] = i + 1
			continue
		}
		if !blank || width <= 1 {
			t.rows = append(t.rows, row{i + 1, run, cells})
		}
	}
	if t.header == nil && words != nil {
		t.header = words.cells
	}
	return t
}

// sniffDelimiter returns the first of tab, semicolon, comma, bar and space that two
// thirds of the lines have, 0 for a table of one column. A comma that the header lacks
// is a decimal one.
func sniffDelimiter(lines []string) rune {
	lines = lines[:min(len(lines), 400)]
	for _, delimiter := range "\t;,| " {
		have, all, first := 0, 0, true
		for _, line := range lines {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			has := strings.ContainsRune(line, delimiter)
			if _, rest, ok := stampOf(line, false); ok && delimiter == ' ' {
				has = strings.TrimSpace(rest) != "" // the space in a date is none
			}
			if first && !has && delimiter == ',' && !isTime(line, false) && !isLostMark(line) {
				has, have = false, -len(lines)
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

// splitRow splits a line at a delimiter outside of quotes, and trims the cells. Between
// cells set apart by spaces there may be several.
func splitRow(line string, delimiter rune) []string {
	switch {
	case delimiter == 0:
		return []string{unquote(line)}
	case delimiter == ' ':
		return strings.Fields(line)
	}
	cells := make([]string, 0, 1+strings.Count(line, string(delimiter)))
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
	t.Format = "CSV"
	table := scanCSV(d, d.lines)
	if isWireshark(table.header) {
		return readWireshark(d, table, o, t)
	}
	if len(table.rows) > MaxSamples {
		t.warn(table.rows[MaxSamples].line, "more than %d rows: the rest is left out", MaxSamples)
		table.rows = table.rows[:MaxSamples]
	}
	c := columnsOf(table, d.dayFirst)
	if err := c.check(table); err != nil {
		return err
	}
	if err := c.findUnits(table, o, &t.Meta); err != nil {
		return err
	}
	c.findSentinels(table, &t.Meta)
	for _, line := range table.preamble {
		t.warn(line, "not understood: %s", excerpt(d.lines[line-1]))
	}
	if len(c.twice) > 0 && c.twice[0] >= 0 {
		return c.readFourTimes(table, o, t)
	}
	t.Measures = c.measures()
	tool := &tool{name: "CSV", measures: t.Measures, every: time.Second}
	runs := []*run{}
	var hosts groups[bool]
	odd := 0
	for _, r := range table.rows {
		e, ok := c.entry(r)
		if !ok {
			odd++
			t.warn(r.line, "not understood: %s", excerpt(strings.Join(r.cells, ", ")))
			continue
		}
		for len(runs) <= r.run {
			runs = append(runs, &run{tool: tool, line: table.begun[len(runs)], sends: c.sends})
		}
		runs[r.run].entries = append(runs[r.run].entries, e)
		hosts.add(e.host, true)
	}
	switch {
	case len(hosts.names) == 0:
		return refuse("a table", "it has no readable row", "rows of numbers and dates")
	case odd > 3 && odd*10 > len(table.rows):
		return refuse("a table", fmt.Sprintf("%d of its %d rows are not understood", odd, len(table.rows)), "rows that all have the same columns")
	}
	flows := hosts.flows()
	chosen, err := chooseFlow(flows, o.Flow)
	if err != nil {
		return err
	}
	if len(flows) > 1 {
		t.Flows = flows
	}
	if n := len(d.lines); !strings.HasSuffix(d.text, "\n") && table.rows[len(table.rows)-1].line == n {
		t.warn(n, "the file ends in this row: if it was cut, the row is not whole")
	}
	numbered, timed := false, false
	for _, r := range runs {
		r.entries = slices.DeleteFunc(r.entries, func(e entry) bool { return e.host != hosts.names[chosen] })
		for _, e := range r.entries {
			tool.wrap = max(tool.wrap, 0)
			numbered, timed = numbered || e.numbered, timed || e.grain != 0
		}
		if numbered {
			tool.wrap = max(tool.wrap, wrapOf(r.entries))
		}
	}
	t.Unsequenced = t.Measures == ArrivalOnly && !numbered
	return t.assemble(runs, hosts.names[chosen])
}

// readFourTimes reads the four times that a request and its answer have: sent and
// received at one end, sent and received at the other, as NTP measures.
func (c *columns) readFourTimes(table csvTable, o Options, t *Trace) error {
	type four struct {
		at   [4]time.Duration
		line int
		lost bool
	}
	var all []four
	best := -1
	trip := func(f *four) time.Duration { return f.at[3] - f.at[0] - (f.at[2] - f.at[1]) }
	for _, r := range table.rows {
		f := four{line: r.line}
		for i, column := range [4]int{c.sent, c.received, c.twice[0], c.twice[1]} {
			v, ok := c.time(r.cell(column), c.sentUnit)
			if !ok && (i == 0 || !isLostMark(r.cell(column))) {
				t.warn(r.line, "not understood: %s", excerpt(strings.Join(r.cells, ", ")))
				f.line = 0
				break
			}
			f.at[i], f.lost = v.at, f.lost || !ok
		}
		if f.line == 0 {
			continue
		}
		all = append(all, f)
		if !f.lost && (best < 0 || trip(&f) < trip(&all[best])) {
			best = len(all) - 1
		}
	}
	if best < 0 {
		return refuse("a table of four times", "it has no whole row", "rows with all four")
	}
	names := []string{"up (to the other end)", "down (from the other end)", "round trip"}
	var flows []Flow
	for i, name := range names {
		flows = append(flows, Flow{Number: i + 1, Name: name, Packets: len(all)})
	}
	chosen, err := chooseFlow(flows, o.Flow)
	if err != nil {
		return err
	}
	t.Flows, t.Measures = flows, OneWay
	if chosen == 2 {
		t.Measures = RTT
	}
	b := &all[best]
	offset := (b.at[1] - b.at[0] + b.at[2] - b.at[3]) / 2
	t.warn(b.line, "the clocks differ by %v ms, taken from the fastest request, whose ways are taken for equally long", ms(offset))
	r := &run{tool: &tool{name: "CSV", measures: t.Measures, every: time.Second}, sends: true}
	for i := range all {
		f := &all[i]
		e := entry{mark: mark{seq: int64(i), line: f.line, sentAt: f.at[0], timed: true}, numbered: true, ticks: -1}
		if !f.lost {
			e.kind = markReceived
			e.delay = [3]time.Duration{f.at[1] - f.at[0] - offset, f.at[3] - f.at[2] + offset, trip(f)}[chosen]
			e.arrival, e.arrived = f.at[0]+e.delay, true
		}
		r.entries = append(r.entries, e)
	}
	return t.assemble([]*run{r}, "")
}

// wrapOf returns the modulus at which the numbers of a table start again, 0 if they
// don't seem to.
func wrapOf(entries []entry) int64 {
	highest := int64(0)
	for _, e := range entries {
		highest = max(highest, e.seq)
	}
	for _, modulus := range []int64{1 << 8, 1 << 16, 1 << 32} {
		if highest >= modulus || highest < modulus-modulus/16 {
			continue
		}
		for i := 1; i < len(entries); i++ {
			if entries[i-1].seq-entries[i].seq > modulus/2 {
				return modulus
			}
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
	column := func(name string) int { return slices.Index(table.header, name) }
	at, from, to, protocol, info := column("Time"), column("Source"), column("Destination"), column("Protocol"), column("Info")
	lines := make([]string, len(d.lines))
	for _, r := range table.rows {
		if len(r.cells) <= max(at, from, to) {
			t.warn(r.line, "not understood: a row of %d columns", len(r.cells))
			continue
		}
		lines[r.line-1] = fmt.Sprintf("0 %s %s > %s %s 0 %s ", r.cells[at], r.cell(from), r.cell(to), strings.ReplaceAll(r.cell(protocol), " ", ""), r.cell(info))
	}
	for _, tool := range formats().tools {
		if tool.name == "tshark" {
			defer func() { t.Format = "Wireshark CSV" }()
			return readTool(&document{text: d.text, lines: lines, dayFirst: d.dayFirst}, tool, o, t)
		}
	}
	return nil
}

// readArrivals reads packets of one flow that a list of a capture has: their arrivals,
// and of RTP the numbers and the sender's clock too.
func (t *Trace) readArrivals(s *scanner, host string) error {
	t.Measures, t.Unsequenced = ArrivalOnly, true
	var ds []datagram
	rtp := true
	for _, e := range s.all() {
		if e.host != host || !e.timed {
			continue
		}
		rtp = rtp && e.ticks >= 0
		ds = append(ds, datagram{record: e.line, at: e.sentAt, payload: rtpPayload(e.seq, e.ticks, e.id)})
	}
	if len(ds) == 0 {
		return refuse(s.tool.name, "no packet of the flow has a readable time", "the list with its column of times")
	}
	if len(ds) > MaxSamples {
		t.warn(ds[MaxSamples].record, "more than %d packets: the rest is left out", MaxSamples)
		ds = ds[:MaxSamples]
	}
	if ds = closeGaps(ds, &t.Meta); rtp && len(ds) > 1 {
		t.Unsequenced = false
		return t.readDatagrams(ds, Options{}, true)
	}
	for i, g := range ds {
		t.Samples = append(t.Samples, Sample{Seq: int64(i), SentAt: g.at - ds[0].at, State: Unreadable})
	}
	t.warn(0, "a list of packets has arrival times only: neither delays nor losses are in it")
	return nil
}
