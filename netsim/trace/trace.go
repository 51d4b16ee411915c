// Package trace reads what was measured of a real network path.
//
// [Read] takes a file that a game developer already has and finds out from its
// content what it is: the output of ping (Linux, macOS, BSD, Windows, BusyBox, in any
// language), of fping, mtr --raw, irtt, owping, tcpdump and others, a table (CSV), the
// results of RIPE Atlas, a capture (pcap, pcapng) of a UDP stream, a delay distribution of
// netem or the delivery opportunities of Mahimahi. The text formats are a table,
// formats.txt: a line counts only if the whole of it has a form that its tool writes.
//
// Nothing is misread in silence. What a line says that is not understood becomes a
// [Warning] with the line's number, as does what was assumed, and where a file's own totals
// and its lines differ. A file that only has totals, or whose lines show less than half of
// what its totals count, is an [AggregateError] with the totals in it.
//
// [Trace.Summarise] counts packets and delays from the packets themselves: the totals
// at the end of such files are often wrong. [snaplab/netsim/trace/replay] makes a link of a trace.
//
// # Limits
//
// At most [MaxBytes] of a file are read (of what it decompresses to, if gzip packed
// it), at most [MaxSamples] packets of a flow are kept, and at most [MaxWarnings]
// warnings. A trace that was cut short by a limit or by its writer is read as far as
// it goes, with a warning.
package trace

import (
	"fmt"
	"slices"
	"time"

	"snaplab/netsim/trace/emulator"
)

const (
	// MaxBytes is how much of a file is read, after decompression.
	MaxBytes = 64 << 20
	// MaxSamples is how many packets a trace has at most.
	MaxSamples = 1 << 20
	// MaxWarnings is how many warnings a trace keeps.
	MaxWarnings = 200
)

// Trace is what a file says of a network path. It is read-only once made.
type Trace struct {
	Meta
	// Samples are the packets of one flow in the order of sending. A trace that
	// measures Opportunities or a Distribution has none.
	Samples []Sample
	// Distribution is set if the trace measures a Distribution.
	Distribution *emulator.Table
	// Opportunities is set if the trace measures Opportunities.
	Opportunities *emulator.Schedule
}

// Meta says what a trace is.
type Meta struct {
	// Format names the format in words: "Linux ping", "irtt JSON".
	Format string
	// Measures says what the delays of the samples are.
	Measures Measures
	// Unsequenced says that the packets bear no numbers, so that none can be known
	// to be lost, duplicated or reordered.
	Unsequenced bool
	// Digest is a hash (FNV-1a) of the file, of what it decompresses to.
	Digest uint64
	// Duplicates counts what the file calls duplicates without saying of which
	// packets. Those it shows are in the samples.
	Duplicates int
	// Flows are the streams that the file has, of which one was read.
	Flows []Flow
	// Warnings say what was not understood or had to be assumed, by line.
	Warnings []Warning

	said     map[string]int // how often what was warned of
	unsaid   int            // of these, what was not added
	interval time.Duration  // between packets, as the file has it; 0 if it does not say
}

// Sample is one packet.
type Sample struct {
	// Seq is the packet's number in the file, unwrapped: consecutive packets have
	// consecutive numbers.
	Seq int64
	// SentAt is when it was sent, since the first packet of the trace. For a trace
	// that measures ArrivalOnly it is when it arrived.
	SentAt time.Duration
	// Delay is what was measured of a packet that is Received, 0 of others. A
	// one-way delay between clocks that differ may be negative.
	Delay time.Duration
	// State says what became of it.
	State State
	// Reordered says that it arrived after one sent later.
	Reordered bool
	// Copies counts the further arrivals of the same packet.
	Copies int
}

// State is what became of a packet.
type State uint8

const (
	// Lost packets never arrived.
	Lost State = iota
	// Received packets arrived, after Delay.
	Received
	// Unreadable packets were not lost on the way that is measured, but the file does
	// not say what delay they had: their line is damaged, only their arrival is known,
	// or they were lost on the way before.
	Unreadable
)

// Measures is what the delays of a trace are.
type Measures uint8

const (
	// RTT is the time to the other end and back.
	RTT Measures = iota
	// OneWay is the time from one end to the other, by two clocks that may differ.
	OneWay
	// ArrivalOnly has no delays: only when packets arrived is known.
	ArrivalOnly
	// Opportunities has no packets, only the times at which some could pass.
	Opportunities
	// Distribution has no packets, only how often a delay occurs.
	Distribution
)

var measuresNames = [...]string{"rtt", "one-way", "arrival-only", "opportunities", "distribution"}

// String returns "rtt", "one-way", "arrival-only", "opportunities" or "distribution".
func (m Measures) String() string {
	if int(m) < len(measuresNames) {
		return measuresNames[m]
	}
	return fmt.Sprintf("measures %d", uint8(m))
}

// MarshalText returns String.
func (m Measures) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Flow is one stream of packets in a file: a host that was pinged, one direction of a
// game's connection.
type Flow struct {
	// Number is what Options.Flow chooses it by, from 1.
	Number int `json:"flow"`
	// Name says what it is, in the file's own terms.
	Name string `json:"name"`
	// Packets is how many packets it has in the file.
	Packets int `json:"packets"`
	// Bytes is how long they are together, 0 if the file does not say.
	Bytes int64 `json:"bytes,omitempty"`
	// Chosen marks the flow that was read.
	Chosen bool `json:"chosen"`
	// Fields are options that would read more of the flow, as flags of the command
	// line: "--seq u16be@6 --clock u16be@8/ms".
	Fields []string `json:"fields,omitempty"`
}

// Warning is a thing that was not understood, or was assumed.
type Warning struct {
	// Line is the line's number in the file, from 1, or the record's of a capture;
	// 0 if it is about all of the file.
	Line int `json:"line"`
	// Text says what it is.
	Text string `json:"text"`
}

// String returns "line 3: TEXT", or only the text for line 0.
func (w Warning) String() string {
	if w.Line == 0 {
		return w.Text
	}
	return fmt.Sprintf("line %d: %s", w.Line, w.Text)
}

// mostAlike is how many warnings of one kind are kept.
const mostAlike = 20

// warn adds a warning, or counts it where there are enough of its kind.
func (m *Meta) warn(line int, format string, args ...any) {
	if m.said == nil {
		m.said = map[string]int{}
	}
	w := Warning{line, fmt.Sprintf(format, args...)}
	if line == 0 && slices.Contains(m.Warnings, w) {
		return
	}
	if m.said[format]++; m.said[format] <= mostAlike && len(m.Warnings) < MaxWarnings {
		m.Warnings = append(m.Warnings, w)
	} else {
		m.unsaid++
	}
}

// closeWarnings says how many warnings were left out.
func (m *Meta) closeWarnings() {
	if m.unsaid > 0 {
		m.Warnings = append(m.Warnings, Warning{0, fmt.Sprintf("%d more warnings like these", m.unsaid)})
	}
}
