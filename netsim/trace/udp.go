package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"
)

// readCapture reads the UDP datagrams of one flow of a capture. Their sequence numbers
// and the sender's clock are where Options say, or where RTP has them. Without, the
// identification of IPv4 may tell which datagrams are missing, and with none of these
// only the arrivals are known.
func readCapture(d *document, o Options, t *Trace) error {
	if o.Clock != nil && o.Clock.Frequency == 0 {
		return fmt.Errorf("%w: clock %v has no unit, want for example %v/ms", ErrOptions, o.Clock, o.Clock)
	}
	c := &capture{meta: &t.Meta}
	if isPcapNG(d) {
		c.readBlocks(d.data)
	} else {
		c.readPcap(d.data)
	}
	flows, byFlow, err := c.sorted()
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
		t.warn(ds[MaxSamples].record, "more than %d datagrams: the rest is left out", MaxSamples)
		ds = ds[:MaxSamples]
	}
	return t.readDatagrams(closeGaps(ds, &t.Meta), o, false)
}

// sorted returns the flows, those with the most datagrams first.
func (c *capture) sorted() ([]Flow, [][]datagram, error) {
	switch {
	case len(c.flows.names) == 0 && c.wifi > 0:
		return nil, nil, refuse("a capture of Wi-Fi frames", "their packets are not read", "one of an IP network (without monitor mode)")
	case len(c.flows.names) == 0:
		return nil, nil, refuse("a capture", fmt.Sprintf("of its %d packets none is a UDP datagram", c.count), "one of a game's UDP stream")
	case c.unknown > 0:
		c.meta.warn(0, "%d packets are of a kind of link that is not read", c.unknown)
	}
	flows := c.flows.flows()
	slices.SortStableFunc(flows, func(a, b Flow) int { return cmp.Compare(b.Packets, a.Packets) })
	sorted := make([][]datagram, len(flows))
	for i := range flows {
		f := &flows[i]
		ds := c.flows.items[f.Number-1]
		for _, g := range ds {
			f.Bytes += int64(g.length)
		}
		if once := oneInterface(ds); len(once) < len(ds) {
			c.meta.warn(0, "%d datagrams of %s were captured on two interfaces: each counts once", len(ds)-len(once), f.Name)
			ds = once
		}
		if sorted[i], f.Number = ds, i+1; i < 8 {
			f.Fields = suggestFields(ds)
		}
	}
	return flows, sorted, nil
}

// oneInterface returns the datagrams without those that were captured before on another
// interface, within a moment: the same bytes with the same identification.
func oneInterface(ds []datagram) []datagram {
	const moment, window = 20 * time.Millisecond, 64
	once := make([]datagram, 0, len(ds))
next:
	for _, g := range ds {
		for i := len(once) - 1; i >= max(0, len(once)-window) && g.at-once[i].at < moment; i-- {
			if p := &once[i]; p.on != g.on && p.ipID == g.ipID && bytes.Equal(p.payload, g.payload) {
				continue next
			}
		}
		once = append(once, g)
	}
	return once
}

const (
	// longestPause is the longest time without a datagram that a stream has.
	longestPause = time.Minute
	// backStep is how far the time goes back where a capture has several queues.
	backStep = time.Second
)

// closeGaps returns the datagrams in the order of time. A capture whose clock goes back,
// or that pauses for longer than a stream does, has several parts: each is put right
// after the one before.
func closeGaps(ds []datagram, m *Meta) []datagram {
	if len(ds) == 0 {
		return ds
	}
	ds = slices.Clone(ds)
	var gaps []time.Duration
	part := 0
	for i := 1; i < len(ds); i++ {
		gap := ds[i].at - ds[i-1].at
		if gap > longestPause || gap < -backStep || gap < 0 && ds[i].file != ds[i-1].file {
			part++
			m.warn(ds[i].record, "the time goes on by %v: another part of the capture begins, which is put right after the one before", gap.Round(time.Millisecond))
		} else if gap > 0 {
			gaps = append(gaps, gap)
		}
		ds[i].part = part
	}
	slices.SortStableFunc(ds, func(a, b datagram) int {
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.at, b.at))
	})
	if part == 0 {
		return ds
	}
	interval := max(middle(gaps), 1)
	shift := time.Duration(0)
	for i := 1; i < len(ds); i++ {
		if ds[i].part != ds[i-1].part {
			shift = ds[i-1].at + interval - ds[i].at // ds[i-1] is shifted already
		}
		ds[i].at += shift
	}
	return ds
}

// readDatagrams makes the samples; sure says that the datagrams are RTP.
func (t *Trace) readDatagrams(ds []datagram, o Options, sure bool) error {
	seq, clock, rtp := o.Seq, o.Clock, false
	if seq == nil && clock == nil {
		seq, clock, ds, rtp = rtpFields(ds, sure)
	}
	none := seq == nil && clock == nil
	switch {
	case rtp && clock != nil:
		t.warn(0, "the datagrams are RTP with a clock of %d Hz", clock.Frequency)
	case rtp:
		t.warn(0, "the datagrams are RTP, with a clock of no usual frequency: no delays are known")
	case none && identified(ds):
		t.warn(0, "losses are taken from the identification of IPv4, which goes up by 1 from datagram to datagram")
		return t.assembleDatagrams(ds, func(g *datagram) (int64, bool) { return int64(g.ipID), true }, 1<<16, nil, false)
	case none:
		t.warn(0, "the datagrams have no sequence number that is known: nothing can be said of losses (see --seq and --clock)")
	}
	if regularArrivals(ds) {
		t.warn(0, "the datagrams are as regular as if they were captured where they were sent: such a capture has no network in it")
	}
	if seq == nil {
		t.Unsequenced = true
		i := int64(-1)
		return t.assembleDatagrams(ds, func(*datagram) (int64, bool) { i++; return i, true }, 0, clock, false)
	}
	return t.assembleDatagrams(ds, func(g *datagram) (int64, bool) { return seq.value(g.payload) }, seq.modulus(), clock, rtp)
}

// assembleDatagrams makes the samples with numbers and, unless it is nil, a clock. Its
// delays are what is above the smallest of a part of the capture, since a sender's clock
// in a packet starts anywhere.
func (t *Trace) assembleDatagrams(ds []datagram, number func(*datagram) (int64, bool), modulus int64, clock *Field, rtp bool) error {
	var entries []entry
	var ticks unwrapper
	short, shared, part := 0, 0, -1
	var clockStart, partStart time.Duration
	last := int64(-1)
	for i := range ds {
		g := &ds[i]
		n, ok := number(g)
		e := entry{seq: n, line: g.record, kind: isArrived, sentAt: g.at - ds[0].at, timed: true, numbered: true, run: g.part}
		if ok && clock != nil {
			var v int64
			if v, ok = clock.value(g.payload); ok {
				if g.part != part {
					ticks = unwrapper{modulus: clock.modulus()}
					clockStart, _ = clock.time(v)
					part, partStart = g.part, e.sentAt
				}
				v = ticks.next(v)
				e.sentAt, ok = clock.time(v)
				e.sentAt += partStart - clockStart
				if e.kind, e.delay = isReceived, g.at-ds[0].at-e.sentAt; rtp && v == last {
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
	var numbers unwrapper
	for from, i := 0, 1; i <= len(entries); i++ {
		if i < len(entries) && entries[i].run == entries[from].run {
			continue
		}
		part := entries[from:i]
		if clock != nil {
			aboveSmallest(part)
		}
		// A part whose numbers don't go on is another run of the sender.
		if before := numbers.highest; len(runs) == 0 || numbers.next(part[0].seq) <= before {
			numbers = unwrapper{modulus: modulus}
			runs = append(runs, &run{tool: &tool{Name: t.Format, First: -1, Wrap: modulus}, line: part[0].line, dense: true, paired: true, sends: true})
		}
		for _, e := range part {
			numbers.next(e.seq)
		}
		r := runs[len(runs)-1]
		r.entries, from = append(r.entries, part...), i
	}
	return t.assemble(runs, "")
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

// regularArrivals reports whether datagrams come at intervals as even as only a sender
// has them.
func regularArrivals(ds []datagram) bool {
	if len(ds) < 20 {
		return false
	}
	gaps := gapsOf(ds, func(g *datagram) time.Duration { return g.at })
	const even = 200 * time.Microsecond
	return lowerMedian(gaps) > 2*time.Millisecond && gaps[len(gaps)*95/100]-gaps[len(gaps)*5/100] < even
}

// identified reports whether the identification of IPv4 numbers the datagrams: 95 % of
// its steps are 1.
func identified(ds []datagram) bool {
	ones := 0
	for i := 1; i < len(ds); i++ {
		ones += b2i(ds[i].isV4 && ds[i].ipID-ds[i-1].ipID == 1)
	}
	return len(ds) >= 20 && ones*100 >= (len(ds)-1)*95
}
