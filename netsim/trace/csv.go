package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// row is one row of a table.
type row struct {
	line  int
	cells []string
}

// csvTable is a table of numbers, with the header that it may have.
type csvTable struct {
	header []string
	rows   []row
}

// isCSV knows a table by rows of numbers, dates and marks of loss of which most are
// equally long, or by the header that Wireshark writes.
func isCSV(d *document) bool {
	t := scanCSV(d.head())
	if isWireshark(t.header) {
		return len(t.rows) > 0
	}
	good := 0
	for _, r := range t.rows {
		if slices.ContainsFunc(r.cells, isTime) {
			good++
		}
	}
	if t.header != nil && len(t.header) > 2 && columnsOf(t).empty() {
		return false
	}
	return good > 0 && good*3 >= len(t.rows)*2
}

// scanCSV splits lines into rows at the delimiter that most of them have.
func scanCSV(lines []string) csvTable {
	var t csvTable
	delimiter := sniffDelimiter(lines)
	columns := 0
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		cells := splitRow(line, delimiter)
		if len(t.rows) == 0 && t.header == nil {
			if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "sep=") {
				continue
			}
			if slices.ContainsFunc(cells, isWord) {
				t.header = cells
				columns = len(cells)
				continue
			}
			columns = len(cells)
		}
		if strings.TrimSpace(line) == "" && columns > 1 {
			continue
		}
		t.rows = append(t.rows, row{i + 1, cells})
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
			if first && !has && delimiter == ',' && isWord(line) {
				has, have = false, -len(lines)
			}
			first = false
			all++
			if has {
				have++
			}
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
	case !strings.Contains(line, `"`):
		cells := strings.Split(line, string(delimiter))
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return cells
	}
	var cells []string
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

func isNumber(cell string) bool { _, ok := parseFloat(cell); return ok }

// isTime reports whether a cell is a number, with a unit or without, or a date.
func isTime(cell string) bool {
	number, _ := splitUnit(cell, 0)
	_, isDate := parseDate(cell)
	return isDate || isNumber(number)
}

// isLostMark reports whether a cell in the place of a time says that the packet was
// lost.
func isLostMark(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "-", "*", "nan", "inf", "null", "none", "nil", "n/a", "na", "lost", "loss", "timeout", "timed out", "request timed out", "?":
		return true
	}
	v, ok := parseFloat(cell)
	return ok && v == -1
}

// isWord reports whether a cell is neither a number, a date nor a mark of loss: one of
// a header.
func isWord(cell string) bool {
	return !isTime(cell) && !isLostMark(cell)
}

// entry is a row as it was read.
type entry struct {
	mark
	lost      bool
	arrivedAt time.Duration
	arrived   bool // arrivedAt is known
	numbered  bool
}

func readCSV(d *document, o Options, t *Trace) error {
	t.Format = "CSV"
	table := scanCSV(d.lines)
	if isWireshark(table.header) {
		return readWireshark(table, o, t)
	}
	if len(table.rows) > MaxSamples {
		t.warn(table.rows[MaxSamples].line, "more than %d rows: the rest is left out", MaxSamples)
		table.rows = table.rows[:MaxSamples]
	}
	c := columnsOf(table)
	if err := c.check(table); err != nil {
		return err
	}
	c.findUnits(table, o, &t.Meta)
	t.Measures = c.measures(table)
	entries := c.entries(table, &t.Meta)
	if len(entries) == 0 {
		return fmt.Errorf("%w: a table without a readable row", ErrNotUnderstood)
	}
	return t.assembleEntries(entries, c)
}

// assembleEntries makes samples of the rows of a table.
func (t *Trace) assembleEntries(entries []entry, c *columns) error {
	numbered := c.seq >= 0
	if !numbered {
		numberEntries(entries, c, &t.Meta)
	}
	// Rows are in the order of sending or of arrival; where arrivals are known they say.
	slices.SortStableFunc(entries, func(a, b entry) int {
		if !a.arrived || !b.arrived {
			return cmp.Compare(b2i(a.lost), b2i(b.lost))
		}
		return cmp.Compare(a.arrivedAt, b.arrivedAt)
	})
	var a assembly
	if numbered {
		a.modulus = wrapOf(entries)
	}
	e := extent{}
	for _, n := range entries {
		a.add(n.mark)
	}
	if c.sent < 0 {
		e.interval = time.Second
		if t.Measures != ArrivalOnly {
			t.warn(0, "there are no send times: 1 s between packets is assumed")
		}
	}
	t.Unsequenced = t.Measures == ArrivalOnly && !numbered
	var err error
	t.Samples, err = a.samples(e, &t.Meta)
	return err
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// numberEntries numbers rows that have no numbers by their order. Where only packets
// that arrived have rows and the sender was regular, a gap in the send times counts as
// packets lost.
func numberEntries(entries []entry, c *columns, m *Meta) {
	for i := range entries {
		entries[i].seq = int64(i)
	}
	if c.sent < 0 || slices.ContainsFunc(entries, func(e entry) bool { return e.lost || !e.timed }) {
		return
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.sentAt, b.sentAt) })
	var gaps []time.Duration
	for i := 1; i < len(entries); i++ {
		gaps = append(gaps, entries[i].sentAt-entries[i-1].sentAt)
	}
	slices.Sort(gaps)
	if len(gaps) < 4 || gaps[len(gaps)/2] <= 0 {
		return
	}
	interval, regular := gaps[len(gaps)/2], 0
	for _, g := range gaps {
		if g > interval*3/4 && g < interval*5/4 {
			regular++
		}
	}
	if regular*10 < len(gaps)*7 {
		return
	}
	lost := int64(0)
	for i := range entries {
		if i > 0 {
			gap := entries[i].sentAt - entries[i-1].sentAt
			if steps := int64((gap + interval/2) / interval); steps > 1 && steps < 1000 {
				lost += steps - 1
			}
		}
		entries[i].seq = int64(i) + lost
	}
	if lost > 0 {
		m.warn(0, "%d packets are taken for lost from gaps between send times that are otherwise %.3g ms apart", lost, interval.Seconds()*1e3)
	}
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
