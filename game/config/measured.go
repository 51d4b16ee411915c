package config

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"snaplab/netsim"
	"snaplab/netsim/trace"
	"snaplab/netsim/trace/emulator"
	"snaplab/netsim/trace/replay"
)

// Measured is a measured network path that the link from the server follows in place
// of chance. The zero value is none.
type Measured struct {
	// File is the name of the trace's file, for people and for scenario files.
	File string
	// Halve gives the link half of the variation of round trips instead of all.
	Halve bool
	// Options are how else the file is read: assignments to flow, seq, clock and unit with
	// a space between them, in this order.
	Options string
	// Digest is trace.Meta.Digest of the file, 0 if any will do.
	Digest uint64
	// Trace is what was read of the file; nil until it has been.
	Trace *trace.Trace
}

// ErrNoTrace is wrapped by the error about a trace that is not at hand.
var ErrNoTrace = errors.New("no trace")

// ErrMeasured is wrapped by the errors about a trace that no link can be made of.
var ErrMeasured = errors.New("not a link")

// Follow has the link from the server follow a trace. Its settings become what the
// trace comes to, so that sliders and the formula speak of the link at hand: jitter is
// the range of its delays, loss their share, outage the mean length of a run of
// losses. A distribution of delays becomes the law of the jitter instead, and keeps
// the range that is set; a schedule of opportunities is a bottleneck without jitter or
// loss. The latency stays what it is set to, since a trace's clocks, or its way back,
// leave it unknown. An error wraps ErrMeasured and leaves the scenario as it was.
func (s *Scenario) Follow(m Measured) error {
	start := s.Settings
	down := &start.Down
	switch t := m.Trace; {
	case t == nil:
		return fmt.Errorf("%w: %s has not been read", ErrMeasured, m.File)
	case t.Distribution != nil:
		table, err := netsim.NewTable(tableValues(t.Distribution))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMeasured, err)
		}
		down.JitterTable = table
	case t.Opportunities != nil:
		down.Jitter, down.Loss, down.Outage = 0, 0, 0
	default:
		path, err := replay.New(t)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrMeasured, err)
		}
		m.figures(path, down)
	}
	if err := start.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrMeasured, err)
	}
	s.Rebase(start)
	m.Digest = m.Trace.Digest
	s.Measured = m
	return nil
}

// Adopt takes the trace that a scenario names, and has not, from another that follows it.
func (s *Scenario) Adopt(from *Measured) error {
	m := &s.Measured
	switch {
	case m.File == "":
		return nil
	case from.Trace == nil || m.Digest == 0 && m.File != from.File || m.Digest != 0 && m.Digest != from.Digest:
		return fmt.Errorf("%w: it follows the trace %s", ErrNoTrace, m.File)
	case m.Options != from.Options:
		return fmt.Errorf("%w: it follows the trace %s as read with %s, which only the command line does", ErrMeasured, m.File, m.Options)
	}
	m.Trace = from.Trace
	return s.Follow(*m)
}

// check reports whether a file that was read is the one that is meant.
func (m *Measured) check(t *trace.Trace) error {
	if m.Digest != 0 && t.Digest != m.Digest {
		return fmt.Errorf("it is not the file that the run was made with: its digest is %016x, want %016x", t.Digest, m.Digest)
	}
	return nil
}

// addOption adds one of the options, with those before it in their order.
func (m *Measured) addOption(a Assignment) error {
	if !slices.Contains(readOptions, a.Name) {
		return fmt.Errorf("a trace has no option %q%s", a.Name, Suggest(a.Name, readOptions))
	}
	options := append(m.request(), a)
	if _, err := options.traceOptions(); err != nil {
		return err
	}
	if strings.ContainsFunc(a.Value, unicode.IsSpace) {
		return fmt.Errorf("%s is %q, want no space in it", a.Name, a.Value)
	}
	m.Options = options.readOptions()
	return nil
}

// formatDigest and parseDigest are the form of a digest in files and texts.
func formatDigest(d uint64) string { return fmt.Sprintf("%016x", d) }

func parseDigest(text string) (uint64, error) {
	d, err := strconv.ParseUint(text, 16, 64)
	if err != nil || len(text) != 16 || d == 0 {
		return 0, fmt.Errorf("is %.30q, want the 16 hexadecimal digits that the program writes", text)
	}
	return d, nil
}

// request returns the options as those of a request.
func (m *Measured) request() (r Request) {
	for _, part := range strings.Fields(m.Options) {
		name, value, _ := strings.Cut(part, "=")
		r = append(r, Assignment{name, value})
	}
	return r
}

// same reports whether two follow the same trace in the same way, wherever its file is.
func (m *Measured) same(n *Measured) bool {
	return filepath.Base(m.File) == filepath.Base(n.File) && m.Halve == n.Halve && m.Options == n.Options && m.Digest == n.Digest
}

// figures puts into the conditions what the trace comes to.
func (m *Measured) figures(path *replay.Path, down *netsim.Conditions) {
	sum := m.Trace.Summarise(m.File)
	if delays := path.Delays(); len(delays) > 0 {
		down.Jitter = slices.Max(delays)
		if m.Halve && m.Trace.Measures == trace.RTT {
			down.Jitter /= 2
		}
		// A setting has a range; the link follows the trace beyond it.
		down.Jitter = min(down.Jitter, time.Duration(MustSetting("jitter").Max))
	}
	down.Loss, down.Outage = 0, 0
	sent, lost := sum.Packets.Sent, sum.Packets.Lost
	if sent == nil || lost == nil || *sent == 0 {
		return
	}
	down.Loss = netsim.Probability(int64(*lost) * int64(netsim.Always) / int64(*sent))
	runs := 0
	for _, r := range sum.LossRuns {
		runs += r.Count
	}
	if runs > 0 && *lost > runs && sum.Interval != nil {
		mean := float64(*lost) / float64(runs) * *sum.Interval
		down.Outage = min(time.Duration(mean*float64(time.Millisecond)), time.Duration(MustSetting("outage").Max))
	}
}

// tableValues returns as many values of a distribution as a netem table has.
func tableValues(t *emulator.Table) []float64 {
	values := make([]float64, 4096)
	for i := range values {
		values[i] = t.Quantile((float64(i) + 0.5) / float64(len(values)))
	}
	return values
}

// ReadTrace reads a trace and has the link follow it; see Follow. The errors are those
// of trace.Read and of Follow.
func (s *Scenario) ReadTrace(file string, r io.Reader, o trace.Options, halve bool) error {
	t, err := trace.Read(file, r, o)
	if err != nil {
		return err
	}
	return s.Follow(Measured{File: file, Halve: halve, Trace: t})
}

// UnderSampled reports whether a trace's packets are too far apart to say much about a
// link that carries a snapshot every interval.
func (m *Measured) UnderSampled(interval time.Duration) bool {
	path := m.Path()
	return path != nil && path.UnderSampled(interval)
}

// Notes say what a link that follows the trace by its Path takes for granted or leaves out, for
// people.
func (m *Measured) Notes(path *replay.Path) (notes []string) {
	if path == nil {
		return nil
	}
	if pace := path.Pace(); pace > 0 {
		notes = append(notes, fmt.Sprintf("its packets are taken for sent every %.4g ms, the pace of their arrivals, since it has no clock of the sender: what comes later than the fastest is delay", Milliseconds(pace)))
	}
	if n := m.Trace.Duplicates; n > 0 {
		notes = append(notes, fmt.Sprintf("%d duplicates are not played back, since the file does not say of which packets they are", n))
	}
	return notes
}

// Length returns how long the path was measured, before it is followed from its
// beginning again; 0 where that has no meaning: of no trace, or of a distribution.
func (m *Measured) Length() time.Duration {
	if m.Trace != nil && m.Trace.Opportunities != nil {
		return m.Trace.Opportunities.Period()
	}
	if path := m.Path(); path != nil {
		return path.Length()
	}
	return 0
}

// Path returns the packets of the trace played back, nil if there are none.
func (m *Measured) Path() *replay.Path {
	if m.Trace == nil {
		return nil
	}
	path, err := replay.New(m.Trace)
	if err != nil {
		return nil
	}
	return path
}

// DownLink returns the link from the server as a run begins, and the measured path
// that it follows, nil if it follows none.
func (s *Scenario) DownLink() (*netsim.Link, MeasuredLink, error) {
	down, err := netsim.NewLink(s.Settings.Down, s.Seed, StreamDown)
	if err != nil {
		return nil, nil, err
	}
	down.Lose(s.Lose)
	down.Spare(s.Spare)
	measured, err := s.Measured.link(s.Settings.Down.Latency, s.Seed)
	if err != nil {
		return nil, nil, err
	}
	if measured != nil {
		down.SetModel(measured)
	}
	return down, measured, nil
}

// MeasuredLink is the model of a link that follows a trace.
type MeasuredLink interface {
	netsim.Model
	SetLatency(time.Duration)
}

// link returns the model of a measured path, nil if chance decides all the same. Where the
// trace can't tell, the seed decides.
func (m *Measured) link(latency time.Duration, seed uint64) (MeasuredLink, error) {
	var link MeasuredLink
	switch t := m.Trace; {
	case t == nil && m.File != "":
		return nil, fmt.Errorf("%w: %s has not been read", ErrMeasured, m.File)
	case t == nil || t.Distribution != nil:
		return nil, nil
	case t.Opportunities != nil:
		link = replay.NewBottleneck(t.Opportunities)
	default:
		r, err := replay.New(t)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMeasured, err)
		}
		r.Halve, r.Seed = m.Halve, seed+1 // 0 would be no seed
		link = newSparseReplay(r, m.Trace, seed)
	}
	link.SetLatency(latency)
	return link, nil
}
