package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"snaplab/netsim/trace/capture"
	"snaplab/netsim/trace/plain"
)

// readTool reads the output of a tool.
func readTool(d *document, o Options, t *Trace) error {
	tool := d.tool
	if tool.Refuse != "" {
		return refuse(tool.Name, tool.Refuse, "the output of ping, fping or irtt, a table or a capture")
	}
	if t.Format = tool.Name; tool.OneWay {
		t.Measures = OneWay
	}
	s, err := scan(d, tool, &t.Meta)
	if err != nil {
		return err
	}
	listed := slices.ContainsFunc(tool.forms, func(f form) bool { return f.kind == "request" || f.kind == "arrival" })
	if listed {
		s.pair()
	}
	if err := s.totalsOnly(); err != nil {
		return err
	}
	all := s.all()
	if tool.Order && !slices.ContainsFunc(all, func(e entry) bool { return e.kind == isSent }) {
		t.Unsequenced = true
		t.warn(0, "mtr before 0.87 prints no probes: losses are not in the file")
	}
	host, err := s.flow(all, o.Flow, t)
	if err != nil {
		return err
	}
	if listed && !slices.ContainsFunc(all, func(e entry) bool { return e.host == host && e.kind != isArrived }) {
		return t.readArrivals(s, host)
	}
	if s.unitless {
		t.warn(0, "delays have no unit: milliseconds are assumed")
	}
	if s.unsync {
		t.warn(0, "the clocks were not synchronised: only the variation of the delays means something")
	}
	for _, r := range s.runs {
		r.dense, r.paired, r.sends = true, listed, tool.Name == "log with rtt"
		if listed { // other packets between the same hosts
			r.entries = slices.DeleteFunc(r.entries, func(e entry) bool { return e.kind == isArrived })
		}
	}
	return t.assemble(s.runs, host, s.names.Text(host))
}

// totalsOnly returns the error about output that has totals and no packets.
func (s *scanner) totalsOnly() error {
	var t tally
	for _, r := range s.runs {
		if len(r.entries) > 0 {
			return nil
		}
		// The last host that answers: a list of hops ends with the one that counts.
		for _, host := range r.told {
			v := r.tallies[host]
			if t == nil || v["line"] > t["line"] && v["max"] > 0 || t["max"] == 0 && v["max"] > 0 {
				t = v
			}
		}
	}
	switch r := s.runs[0]; {
	case t == nil:
		return refuse("the output of "+s.Name, "there is no reply, no probe and no total in it", "the lines of the probes")
	case r.header && t["sent"] > 0 && t["got"] == 0 && s.First >= 0 && len(s.runs) == 1:
		// All of them were lost, which is all that there is to say.
		r.entries = []entry{{seq: s.First, line: int32(t["line"]), numbered: true, host: s.names.Number(r.host)}}
		return nil
	}
	return t.aggregate(s.Name, "")
}

// flow returns the host that is asked for, with all of them as flows: of mtr the last
// that answers as a rule.
func (s *scanner) flow(all []entry, asked string, t *Trace) (plain.Name, error) {
	var hosts groups[struct{}]
	replies, most := map[plain.Name]int{}, 0
	for _, e := range all {
		if !s.Order || t.Unsequenced || e.kind == isSent {
			hosts.add(s.names.Text(e.host), struct{}{})
		}
		if e.kind == isReceived {
			replies[e.host]++
			most = max(most, replies[e.host])
		}
	}
	flows, names := hosts.flows(), hosts.names
	if s.Order {
		if most == 0 {
			return 0, refuse("the output of mtr --raw", "there is no reply in it", "the lines that begin with p")
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
		last := ""
		for i, h := range names {
			flows[i].Name, flows[i].Packets = strings.TrimSpace("hop "+h+" "+s.hosts[h]), len(hosts.items[hosts.index[h]])
			if replies[s.names.Number(h)]*2 >= most {
				last = flows[i].Name
			}
		}
		asked = cmp.Or(asked, last)
	}
	i, err := t.choose(flows, asked)
	if err != nil {
		return 0, err
	}
	return s.names.Number(names[i]), nil
}

// assemble makes the samples of the runs of one flow, which is called so in the totals.
func (t *Trace) assemble(runs []*run, host plain.Name, called string) error {
	var begun []int
	for _, whole := range runs {
		whole.entries = slices.DeleteFunc(whole.entries, func(e entry) bool { return e.host != host })
		totals, ok := whole.tallies[called]
		if !ok {
			totals = whole.tallies[""]
		}
		parts := whole.split()
		if len(parts) > 1 {
			totals = nil // they are about all of them, or about any
		}
		for _, r := range parts {
			s, err := r.samples(totals, t)
			if err != nil {
				return err
			}
			if len(t.Samples) > 0 && len(s) > 0 {
				begun = append(begun, r.line)
			}
			t.Samples = join(t.Samples, s)
		}
	}
	switch {
	case len(t.Samples) == 0:
		return refuse(t.Format, "there is no packet in it", "the lines of the packets")
	case len(t.Samples) > MaxSamples:
		return refuse(t.Format, fmt.Sprintf("it has more than %d packets", MaxSamples), "a part of it")
	case len(begun) == 1:
		t.warn(begun[0], "another run begins: it is put right after the one before")
	case len(begun) > 1:
		t.warn(begun[0], "another run begins, and %d more after it: each is put right after the one before", len(begun)-1)
	}
	return nil
}

// split returns the parts of a run without a header in which the numbers start again.
func (r *run) split() (parts []*run) {
	same := len(r.entries) > 1 && !slices.ContainsFunc(r.entries, func(e entry) bool {
		return !e.numbered || e.seq != r.entries[0].seq || e.seq > 1 || e.marked || e.kind != isReceived
	})
	part := func(from, to int) {
		if from < to {
			p := *r
			p.entries, p.line = r.entries[from:to], max(r.line, int(r.entries[from].line))
			parts = append(parts, &p)
		}
	}
	u, start := capture.Unwrapper{Modulus: r.Wrap}, 0
	for i := range r.entries {
		e := &r.entries[i]
		if !e.numbered || e.marked || r.header || r.paired {
			continue
		}
		before, began := u.Highest, u.Started
		if v := u.Next(e.seq); began && (same || v <= before && r.restarts(i, before-v)) {
			part(start, i)
			start, u = i, capture.Unwrapper{Modulus: r.Wrap}
			u.Next(e.seq)
		}
	}
	part(start, len(r.entries))
	return parts
}

// restarts reports whether entry i, whose number is lower by back than one before, is
// the first of another run: far lower, the first number again, or one from which three
// in a row count up again.
func (r *run) restarts(i int, back int64) bool {
	e := r.entries[i:]
	if back > 64 || back > 0 && e[0].seq <= min(1, r.entries[0].seq) && (len(e) < 2 || e[1].seq <= e[0].seq+back) {
		return true
	}
	return back > 0 && len(e) > 2 && (r.dense || e[0].grain == 0 && !e[0].arrived) && e[0].kind == isReceived && e[1].seq == e[0].seq+1 && e[2].seq == e[0].seq+2
}

const unknownInterval = "the time between probes is not in the file: 1 s is assumed"

// samples makes the samples of a run, and compares them with its own totals.
func (r *run) samples(t tally, trace *Trace) ([]Sample, error) {
	m := &trace.Meta
	numbered := slices.ContainsFunc(r.entries, func(e entry) bool { return e.numbered })
	x := extent{interval: r.times(numbered, trace)}
	// Of packets with numbers a lost one without is the next after the one before it.
	first := max(0, slices.IndexFunc(r.entries, func(e entry) bool { return e.numbered }))
	for i := range r.entries {
		switch e := &r.entries[i]; {
		case e.numbered || numbered && e.kind != isSent:
		case !numbered:
			e.seq = int64(i)
		case i < first:
			e.seq, e.numbered = r.entries[first].seq-int64(first-i), true
		default:
			e.seq, e.numbered = r.entries[i-1].seq+1, true
		}
	}
	if r.settleDamaged(t, m); len(r.entries) == 0 {
		return nil, nil
	}
	r.sort()
	u := capture.Unwrapper{Modulus: r.Wrap}
	replies, others, copies, timed := 0, 0, 0, false
	for i := range r.entries {
		e := &r.entries[i]
		timed = timed || e.timed
		if e.kind == isSomeReply {
			e.seq = u.Highest
			replies++
			continue
		}
		if !u.Started {
			x.lo, x.hi = e.seq, e.seq
		}
		e.seq = u.Next(e.seq)
		x.lo, x.hi = min(x.lo, e.seq), max(x.hi, e.seq)
		others += b2i(e.kind == isSent && e.answered)
	}
	seen := make([]bool, min(max(x.hi-x.lo+1, 0), MaxSamples)) // of more packets are refused
	for i := range r.entries {
		e := &r.entries[i]
		if place := uint64(e.seq - x.lo); e.kind != isSent && e.kind != isSomeReply && place < uint64(len(seen)) {
			copies += b2i(seen[place])
			replies += b2i(!seen[place])
			seen[place] = true
		}
	}
	missing, known := int(t["got"])-replies-others, r.header && numbered
	if sent := t["sent"]; sent > 0 && sent <= MaxSamples && t["got"] <= sent {
		if 2*replies < int(t["got"])-others {
			return nil, t.aggregate(r.Name, fmt.Sprintf("shows %d of the %v replies that its totals count", replies, t["got"]))
		}
		if x.interval == 0 && t["took"] > 0 && sent > 1 {
			x.interval = time.Duration(t["took"]) * time.Millisecond / time.Duration(sent-1)
		}
		known = known || numbered && missing <= 0
	} else if t = nil; r.header && r.First >= 0 {
		m.warn(int(r.entries[len(r.entries)-1].line), "the run has no totals: what was sent after this is not in the file")
	}
	if known && r.First >= 0 && r.First < x.lo && x.lo-r.First < 1<<16 {
		x.lo = r.First
	}
	if known && t != nil {
		x.hi = max(x.hi, x.lo+int64(t["sent"])-1)
	}
	if x.interval == 0 && !timed {
		if x.interval = cmp.Or(r.interval, time.Second); r.interval == 0 && len(r.entries) > 1 {
			m.warn(0, unknownInterval)
		}
	}
	r.unlate(x.interval)
	samples, err := packets(r.entries, &x, m)
	if err == nil && t != nil {
		t.compare(samples, missing, copies, numbered, m)
	}
	m.interval = cmp.Or(m.interval, x.interval)
	return samples, err
}

// sort puts the entries in the order of arrival, where that is known.
func (r *run) sort() {
	if !slices.ContainsFunc(r.entries, func(e entry) bool { return e.arrived }) {
		return
	}
	last := time.Duration(math.MinInt64)
	for i := range r.entries {
		switch e := &r.entries[i]; {
		case e.kind == isSent:
			e.arrival = math.MaxInt64
		case !e.arrived:
			e.arrival = last
		default:
			last = e.arrival
		}
	}
	slices.SortStableFunc(r.entries, func(a, b entry) int { return cmp.Compare(a.arrival, b.arrival) })
}

// settleDamaged keeps those replies without a number that must be some: of a length that
// replies have, and no more than the totals say arrived.
func (r *run) settleDamaged(t tally, m *Meta) {
	if !slices.ContainsFunc(r.entries, func(e entry) bool { return e.kind == isSomeReply }) {
		return
	}
	sizes, arrived, room := map[plain.Name]bool{}, map[int64]bool{}, len(r.entries)
	for _, e := range r.entries {
		if e.kind == isReceived || e.kind == isUnreadable {
			sizes[e.id] = true
			arrived[e.seq] = true
		}
	}
	if t != nil {
		room = int(t["got"]) - len(arrived)
	}
	for i, e := range slices.Backward(r.entries) {
		if e.kind != isSomeReply {
			continue
		}
		if room--; room < 0 || !sizes[e.id] {
			m.warn(int(e.line), "not understood: a line that is no reply")
			r.entries = slices.Delete(r.entries, i, i+1)
			room++
		}
	}
}

// join puts one list of samples after another, one of its intervals later.
func join(a, b []Sample) []Sample {
	if len(a) == 0 {
		return b
	}
	last := a[len(a)-1]
	gap := cmp.Or(medianGap(a), medianGap(b), time.Second)
	for i, s := range b {
		s.Seq = last.Seq + 1 + int64(i)
		s.SentAt += last.SentAt + gap
		a = append(a, s)
	}
	return a
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
