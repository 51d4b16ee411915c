package trace

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"snaplab/netsim/trace/capture"
)

func isCapture(format string) func(*document) bool {
	return func(d *document) bool { return capture.Format([]byte(d.raw[:min(len(d.raw), 16)])) == format }
}

// readCapture reads the UDP datagrams of one flow of a capture. Their sequence numbers
// and the sender's clock are where Options say, or where RTP has them. Without, the
// identification of IPv4 may tell which datagrams are missing, and with none of these
// only the arrivals are known.
func readCapture(d *document, o Options, t *Trace) error {
	if o.Clock != nil && o.Clock.Frequency == 0 {
		return fmt.Errorf("%w: clock %v has no unit, want for example %v/ms", ErrOptions, o.Clock, o.Clock)
	}
	flows, byFlow, err := t.sorted(capture.Read([]byte(d.raw), t.warn))
	if err != nil {
		return err
	}
	chosen, err := t.choose(flows, o.Flow)
	if err != nil {
		return err
	}
	t.Flows = flows
	ds := byFlow[chosen]
	if len(ds) > MaxSamples {
		t.warn(ds[MaxSamples].Record, "more than %d datagrams: the rest is left out", MaxSamples)
		ds = ds[:MaxSamples]
	}
	return t.readDatagrams(capture.CloseGaps(ds, t.warn), o, false)
}

// sorted returns the flows of a capture, those with the most datagrams first.
func (t *Trace) sorted(c *capture.File) ([]Flow, [][]capture.Datagram, error) {
	switch {
	case len(c.Datagrams) == 0 && c.WiFi > 0:
		return nil, nil, refuse("a capture of Wi-Fi frames", "their packets are not read", "one of an IP network (without monitor mode)")
	case len(c.Datagrams) == 0:
		return nil, nil, refuse("a capture", fmt.Sprintf("of its %d packets none is a UDP datagram", c.Packets), "one of a game's UDP stream")
	case c.UnknownLinks > 0:
		t.warn(0, "%d packets are of a kind of link that is not read", c.UnknownLinks)
	}
	var all groups[capture.Datagram]
	for _, g := range c.Datagrams {
		all.add(g.From.String()+" > "+g.To.String(), g)
	}
	flows := all.flows()
	slices.SortStableFunc(flows, func(a, b Flow) int { return cmp.Compare(b.Packets, a.Packets) })
	sorted := make([][]capture.Datagram, len(flows))
	for i := range flows {
		f := &flows[i]
		ds := all.items[f.Number-1]
		for _, g := range ds {
			f.Bytes += int64(g.Length)
		}
		if once := capture.OneInterface(ds); len(once) < len(ds) {
			t.warn(0, "%d datagrams of %s were captured on two interfaces: each counts once", len(ds)-len(once), f.Name)
			ds = once
		}
		if sorted[i], f.Number = ds, i+1; i < 8 {
			f.Fields = capture.SuggestFields(ds)
		}
	}
	return flows, sorted, nil
}

// readDatagrams makes the samples; sure says that the datagrams are RTP.
func (t *Trace) readDatagrams(ds []capture.Datagram, o Options, sure bool) error {
	seq, clock, rtp := o.Seq, o.Clock, false
	if seq == nil && clock == nil {
		seq, clock, ds, rtp = capture.RTPFields(ds, sure)
	}
	none := seq == nil && clock == nil
	switch {
	case rtp && clock != nil:
		t.warn(0, "the datagrams are RTP with a clock of %d Hz", clock.Frequency)
	case rtp:
		t.warn(0, "the datagrams are RTP, with a clock of no usual frequency: no delays are known")
	case none && capture.Identified(ds):
		t.warn(0, "losses are taken from the identification of IPv4, which goes up by 1 from datagram to datagram")
		return t.assembleDatagrams(ds, func(g *capture.Datagram) (int64, bool) { return int64(g.IPID), true }, 1<<16, nil, false)
	case none:
		t.warn(0, "the datagrams have no sequence number that is known: nothing can be said of losses (see --seq and --clock)")
	}
	if capture.Regular(ds) {
		t.warn(0, "the datagrams are as regular as if they were captured where they were sent: such a capture has no network in it")
	}
	if seq == nil {
		t.Unsequenced = true
		i := int64(-1)
		return t.assembleDatagrams(ds, func(*capture.Datagram) (int64, bool) { i++; return i, true }, 0, clock, false)
	}
	return t.assembleDatagrams(ds, func(g *capture.Datagram) (int64, bool) { return seq.Value(g.Payload) }, seq.Wraps(), clock, rtp)
}

// assembleDatagrams makes the samples with numbers and, unless it is nil, a clock. Its
// delays are what is above the smallest of a part of the capture, since a sender's clock
// in a packet starts anywhere.
func (t *Trace) assembleDatagrams(ds []capture.Datagram, number func(*capture.Datagram) (int64, bool), modulus int64, clock *Field, rtp bool) error {
	var entries []entry
	var ticks capture.Unwrapper
	short, shared, part := 0, 0, -1
	var clockStart, partStart time.Duration
	last := int64(-1)
	for i := range ds {
		g := &ds[i]
		n, ok := number(g)
		e := entry{seq: n, line: int32(g.Record), kind: isArrived, sentAt: g.At - ds[0].At, timed: true, numbered: true, run: int32(g.Part)}
		if ok && clock != nil {
			var v int64
			if v, ok = clock.Value(g.Payload); ok {
				if g.Part != part {
					ticks = capture.Unwrapper{Modulus: clock.Wraps()}
					clockStart, _ = clock.Time(v)
					part, partStart = g.Part, e.sentAt
				}
				v = ticks.Next(v)
				e.sentAt, ok = clock.Time(v)
				e.sentAt += partStart - clockStart
				if e.kind, e.delay = isReceived, g.At-ds[0].At-e.sentAt; rtp && v == last {
					e.kind, e.delay = isArrived, 0
					shared++
				}
				last = v
			}
		}
		if !ok {
			short++
			continue
		}
		entries = append(entries, e)
	}
	if clock != nil {
		t.Measures = OneWay
		t.warn(0, "delays are what is above the smallest one: the two clocks start anywhere")
	}
	if short > 0 {
		t.warn(0, "%d datagrams are too short for the fields, or the fields are no time", short)
	}
	if shared > 0 {
		t.warn(0, "%d packets have the same time as the one before, as the parts of a frame have: only the delay of the first counts", shared)
	}
	if len(entries) == 0 {
		return fmt.Errorf("%w: no datagram of the flow has the fields", ErrOptions)
	}
	var runs []*run
	var numbers capture.Unwrapper
	for from, i := 0, 1; i <= len(entries); i++ {
		if i < len(entries) && entries[i].run == entries[from].run {
			continue
		}
		part := entries[from:i]
		if clock != nil {
			aboveSmallest(part)
		}
		// A part whose numbers don't go on is another run of the sender.
		if before := numbers.Highest; len(runs) == 0 || numbers.Next(part[0].seq) <= before {
			numbers = capture.Unwrapper{Modulus: modulus}
			runs = append(runs, &run{tool: &tool{Name: t.Format, First: -1, Wrap: modulus}, line: int(part[0].line), dense: true, paired: true, sends: true})
		}
		for _, e := range part {
			numbers.Next(e.seq)
		}
		r := runs[len(runs)-1]
		r.entries, from = append(r.entries, part...), i
	}
	return t.assemble(runs, 0, "")
}

// aboveSmallest subtracts from delays the smallest, and lets the packets be sent as much
// later.
func aboveSmallest(entries []entry) {
	least, any := time.Duration(0), false
	for _, e := range entries {
		if e.kind == isReceived && (!any || e.delay < least) {
			least, any = e.delay, true
		}
	}
	for i := range entries {
		if entries[i].kind == isReceived {
			entries[i].delay -= least
		}
		entries[i].sentAt += least
	}
}
