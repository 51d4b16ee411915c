package trace

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"snaplab/netsim/trace/capture"
	"snaplab/netsim/trace/plain"
)

// ErrNotUnderstood is wrapped by the error about a file in no known format, or with
// nothing readable in it.
var ErrNotUnderstood = errors.New("not understood")

// ErrOptions is wrapped by the error about Options that the file can't be read with.
var ErrOptions = capture.ErrField

// Field is a whole number in the payload of a datagram: a sequence number or a clock of
// the sender.
type Field = capture.Field

// ParseField reads a field: see capture.ParseField. An error wraps ErrOptions.
func ParseField(s string) (Field, error) { return capture.ParseField(s) }

// Options say how to read what a file leaves open. The zero value lets Read choose.
type Options struct {
	// Flow chooses a flow, by its number or by a part of its name that no other
	// has; "" chooses the one with the most packets.
	Flow string
	// Seq is where a datagram of a capture has its sequence number.
	Seq *Field
	// Clock is where it has the sender's clock.
	Clock *Field
	// Unit is that of the numbers of a table that says none: nanosecond to second.
	Unit time.Duration
}

// document is a file's content in the forms that the formats look at.
type document struct {
	name  string
	raw   string // its bytes
	text  string
	lines plain.Lines
	// dayFirst says that in its dates the day comes before the month.
	dayFirst bool
	tool     *tool // whose output it is
}

// otherFormats are those other than the tools of formats.txt, with how to know them and how
// to read them: each assumes that those before it said no.
var otherFormats = []struct {
	name     string
	measures Measures
	knows    func(*document) bool
	read     func(*document, Options, *Trace) error
}{
	{"pcap", ArrivalOnly, isCapture("pcap"), readCapture},
	{"pcapng", ArrivalOnly, isCapture("pcapng"), readCapture},
	{"irtt JSON", RTT, isIrtt, readIrtt},
	{"RIPE Atlas ping", RTT, isAtlas, readAtlas},
	{"totals", RTT, func(d *document) bool { return machineTotals(d) != nil }, func(d *document, _ Options, _ *Trace) error { return machineTotals(d) }},
	{"tool", RTT, isTool, readTool},
	{"netem distribution", Distribution, isTable, readTable},
	{"Mahimahi", Opportunities, isSchedule, readSchedule},
	{"CSV", RTT, isCSV, readCSV},
}

// Read reads a trace. The name is used where the content leaves the format open
// (".dist", ".trace") and is not opened. Errors wrap ErrNotUnderstood or ErrOptions,
// are an *AggregateError, or come from r.
func Read(name string, r io.Reader, o Options) (*Trace, error) {
	t := new(Trace)
	data, err := readBytes(r, &t.Meta)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(data) == "" {
		return nil, fmt.Errorf("%w: the file is empty, want the output of ping, a table or a capture", ErrNotUnderstood)
	}
	t.Digest = 14695981039346656037
	for i := range len(data) {
		t.Digest = (t.Digest ^ uint64(data[i])) * 1099511628211
	}
	if err := t.read(&document{name: name, raw: data}, o); err != nil {
		return nil, err
	}
	if len(t.Flows) == 0 && o.Flow != "" && o.Flow != "1" {
		return nil, fmt.Errorf("%w: flow %q: a file of %s has no flows to choose from", ErrOptions, o.Flow, t.Format)
	}
	if err := t.checkTimes(); err != nil {
		return nil, err
	}
	t.correctOffset()
	t.closeWarnings()
	return t, nil
}

func (t *Trace) read(d *document, o Options) error {
	for _, f := range otherFormats {
		if d.text == "" && f.measures != ArrivalOnly {
			if o.Seq != nil || o.Clock != nil {
				return fmt.Errorf("%w: fields for a sequence number or a clock are for captures (pcap, pcapng) only", ErrOptions)
			}
			d.text, d.raw = plain.Decode(d.raw), ""
			d.lines = plain.Split(d.text)
			d.dayFirst = formats.patterns["day-first"].MatchString(d.text)
		}
		if f.knows(d) {
			t.Format, t.Measures = f.name, f.measures
			return f.read(d, o, t)
		}
	}
	return fmt.Errorf("%w: want the output of ping, fping, mtr --raw, irtt or owping, a CSV table, RIPE Atlas results, pcap or pcapng, a netem .dist or a Mahimahi trace; the file is of no format that is known", ErrNotUnderstood)
}

// readBytes reads and decompresses, with a warning where the file ends early or is too
// long.
func readBytes(r io.Reader, m *Meta) (string, error) {
	data, err := readUpTo(r)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(data, "\x1f\x8b") {
		z, err := gzip.NewReader(strings.NewReader(data))
		if err != nil {
			return "", refuse("a gzip file", "it is damaged: "+err.Error(), "a whole one")
		}
		if data, err = readUpTo(z); err != nil {
			m.warn(0, "the gzip file is cut or damaged after %d bytes: read as far as it goes", len(data))
		}
	}
	if len(data) > MaxBytes {
		m.warn(0, "only the first %d MB are read", MaxBytes>>20)
		data = data[:MaxBytes]
	}
	return data, nil
}

// readUpTo reads MaxBytes and one more.
func readUpTo(r io.Reader) (string, error) {
	var b strings.Builder
	switch f := r.(type) {
	case fs.File:
		if info, err := f.Stat(); err == nil {
			b.Grow(int(min(info.Size(), MaxBytes)) + 1)
		}
	case interface{ Len() int }: // of bytes.Reader and its like
		b.Grow(min(f.Len(), MaxBytes) + 1)
	}
	_, err := io.Copy(&b, io.LimitReader(r, MaxBytes+1))
	return b.String(), err
}

// extension returns the lower-case end of the document's name after its last dot, of
// what remains if it ends in .gz.
func (d *document) extension() string {
	name := strings.TrimSuffix(strings.ToLower(d.name), ".gz")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// head returns the first lines, enough to know a format by.
func (d *document) head() plain.Lines { return d.lines.First(400) }

// count returns for how many of the lines of the head a test holds. Of a very long line
// only the start is looked at.
func (d *document) count(test func(string) bool) (n int) {
	for _, line := range d.head().All() {
		n += b2i(test(line[:min(len(line), 1<<16)]))
	}
	return n
}
