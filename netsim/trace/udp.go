package trace

import (
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
	t.Measures = ArrivalOnly
	if o.Clock != nil && o.Clock.Frequency == 0 {
		return fmt.Errorf("%w: clock %v has no unit, want for example %v/ms", ErrOptions, o.Clock, o.Clock)
	}
	records, err := readRecords(d, &t.Meta)
	if err != nil {
		return err
	}
	flows, err := t.datagrams(records)
	if err != nil {
		return err
	}
	for _, f := range flows[:min(len(flows), 8)] {
		f.flow.Fields = suggestFields(f.datagrams)
	}
	for i, f := range flows {
		f.flow.Number = i + 1
		t.Flows = append(t.Flows, f.flow)
	}
	chosen, err := t.choose(t.Flows, o.Flow)
	if err != nil {
		return err
	}
	ds := flows[chosen].datagrams
	if len(ds) > MaxSamples {
		t.warn(ds[MaxSamples].record, "more than %d datagrams: the rest is left out", MaxSamples)
		ds = ds[:MaxSamples]
	}
	return t.readDatagrams(closeGaps(ds, &t.Meta), o, false)
}

// udpFlow is the datagrams from one port to another.
type udpFlow struct {
	flow      Flow
	datagrams []datagram
}

// datagrams sorts the datagrams of a capture into flows, those with the most first.
func (t *Trace) datagrams(records []record) ([]*udpFlow, error) {
	type key struct{ from, to string }
	byKey := map[key]*udpFlow{}
	var flows []*udpFlow
	unknown, wifi := 0, 0
	for _, r := range records {
		if !knownLink(r.link) {
			unknown++
			if r.link == linkWiFi || r.link == linkRadiotap {
				wifi++
			}
			continue
		}
		g, ok := datagramOf(r)
		if !ok {
			continue
		}
		k := key{g.from.String(), g.to.String()}
		f := byKey[k]
		if f == nil {
			f = &udpFlow{flow: Flow{Name: k.from + " > " + k.to}}
			byKey[k] = f
			flows = append(flows, f)
		}
		f.flow.Packets++
		f.flow.Bytes += int64(g.length)
		f.datagrams = append(f.datagrams, g)
	}
	switch {
	case len(flows) == 0 && wifi > 0:
		return nil, fmt.Errorf("%w: a capture of Wi-Fi frames, want one of an IP network (without monitor mode)", ErrNotUnderstood)
	case len(flows) == 0:
		return nil, fmt.Errorf("%w: a capture of %d packets without a UDP datagram", ErrNotUnderstood, len(records))
	case unknown > 0:
		t.warn(0, "%d packets are of a kind of link that is not read", unknown)
	}
	slices.SortStableFunc(flows, func(a, b *udpFlow) int { return cmp.Compare(b.flow.Packets, a.flow.Packets) })
	return flows, nil
}

// readDatagrams makes the samples; sure says that the datagrams are RTP.
func (t *Trace) readDatagrams(ds []datagram, o Options, sure bool) error {
	seq, clock := o.Seq, o.Clock
	rtp := false
	if seq == nil && clock == nil {
		seq, clock, ds, rtp = rtpFields(ds, sure)
	}
	switch {
	case rtp && clock != nil:
		t.warn(0, "the datagrams are RTP with a clock of %d Hz", clock.Frequency)
	case rtp:
		t.warn(0, "the datagrams are RTP, with a clock of no usual frequency: no delays are known")
	case seq == nil && clock == nil && identified(ds):
		t.warn(0, "losses are taken from the identification of IPv4, which goes up by 1 from datagram to datagram")
		return t.assembleDatagrams(ds, func(g *datagram) (int64, bool) { return int64(g.ipID), true }, 1<<16, nil, false)
	case seq == nil && clock == nil:
		t.warn(0, "the datagrams have no sequence number that is known: nothing can be said of losses (see --seq and --clock)")
	}
	if t.regularArrivals(ds) {
		t.warn(0, "the datagrams are as regular as if they were captured where they were sent: such a capture has no network in it")
	}
	if seq == nil {
		t.Unsequenced = true
		i := int64(-1)
		return t.assembleDatagrams(ds, func(*datagram) (int64, bool) { i++; return i, true }, 0, clock, false)
	}
	return t.assembleDatagrams(ds, func(g *datagram) (int64, bool) { return seq.value(g.payload) }, seq.modulus(), clock, rtp)
}

// assembleDatagrams makes the samples with numbers and, unless it is nil, a clock.
func (t *Trace) assembleDatagrams(ds []datagram, number func(*datagram) (int64, bool), modulus int64, clock *Field, rtp bool) error {
	a := assembly{unwrapper: unwrapper{modulus: modulus}}
	var ticks unwrapper
	if clock != nil {
		t.Measures = OneWay
	}
	short, shared, part := 0, 0, -1
	var clockStart, partStart time.Duration
	var parts []int // of the marks
	last := int64(-1)
	for i := range ds {
		g := &ds[i]
		n, ok := number(g)
		k := mark{seq: n, line: g.record, kind: markArrived, sentAt: g.at - ds[0].at, timed: true}
		if ok && clock != nil {
			var v int64
			if v, ok = clock.value(g.payload); ok {
				if g.part != part {
					ticks = unwrapper{modulus: clock.modulus()}
					clockStart, _ = clock.time(v)
					part, partStart = g.part, k.sentAt
				}
				v = ticks.next(v)
				k.sentAt, ok = clock.time(v)
				k.sentAt += partStart - clockStart
				k.kind, k.delay = markReceived, g.at-ds[0].at-k.sentAt
				if rtp && v == last {
					k.kind, k.delay = markArrived, 0
					shared++
				}
				last = v
			}
		}
		if !ok {
			short++
			continue
		}
		a.add(k)
		parts = append(parts, g.part)
	}
	if clock != nil {
		aboveSmallest(a.marks, parts)
		t.warn(0, "delays are what is above the smallest one: the two clocks start anywhere")
	}
	if short > 0 {
		t.warn(0, "%d datagrams are too short for the fields, or the fields are no time", short)
	}
	if shared > 0 {
		t.warn(0, "%d packets have the same time as the one before, as the parts of a frame have: only the delay of the first counts", shared)
	}
	if len(a.marks) == 0 {
		return fmt.Errorf("%w: no datagram of the flow has the fields", ErrOptions)
	}
	var err error
	t.Samples, err = a.samples(extent{}, &t.Meta)
	return err
}

// aboveSmallest subtracts from the delays of each part the smallest, since a sender's
// clock in a packet starts anywhere, and lets the packets be sent as much later.
func aboveSmallest(marks []mark, parts []int) {
	for start := 0; start < len(marks); {
		end, least, any := start, time.Duration(0), false
		for ; end < len(marks) && parts[end] == parts[start]; end++ {
			if k := &marks[end]; k.kind == markReceived && (!any || k.delay < least) {
				least, any = k.delay, true
			}
		}
		for i := start; i < end; i++ {
			if marks[i].kind == markReceived {
				marks[i].delay -= least
			}
			marks[i].sentAt += least
		}
		start = end
	}
}

// regularArrivals reports whether datagrams come at intervals as even as only a sender
// has them.
func (t *Trace) regularArrivals(ds []datagram) bool {
	if len(ds) < 20 {
		return false
	}
	gaps := make([]time.Duration, len(ds)-1)
	for i := range gaps {
		gaps[i] = ds[i+1].at - ds[i].at
	}
	slices.Sort(gaps)
	const even = 200 * time.Microsecond
	return gaps[len(gaps)/2] > 2*time.Millisecond && gaps[len(gaps)*95/100]-gaps[len(gaps)*5/100] < even
}

// identified reports whether the identification of IPv4 numbers the datagrams: 95 % of
// its steps are 1.
func identified(ds []datagram) bool {
	ones := 0
	for i := 1; i < len(ds); i++ {
		if ds[i].isV4 && ds[i].ipID-ds[i-1].ipID == 1 {
			ones++
		}
	}
	return len(ds) >= 20 && ones*100 >= (len(ds)-1)*95
}
