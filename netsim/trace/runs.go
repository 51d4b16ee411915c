package trace

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// readTool reads the output of a tool.
func readTool(d *document, t *tool, o Options, out *Trace) error {
	out.Format, out.Measures = t.name, t.measures
	s, err := scan(d, t, &out.Meta)
	if err != nil {
		return err
	}
	packets := slices.ContainsFunc(t.forms, func(f form) bool { return f.kind == "request" || f.kind == "arrival" })
	if packets {
		s.pair()
	}
	if err := s.totalsOnly(); err != nil {
		return err
	}
	all := s.all()
	if t.order && !slices.ContainsFunc(all, func(e entry) bool { return e.kind == markSent }) {
		out.Unsequenced = true
		out.warn(0, "mtr before 0.87 prints no probes: losses are not in the file")
	}
	host, err := s.flow(all, o.Flow, out)
	if err != nil {
		return err
	}
	if packets && !slices.ContainsFunc(all, func(e entry) bool { return e.host == host && e.kind != markArrived }) {
		return out.readArrivals(s, host)
	}
	if s.unitless > 0 {
		out.warn(0, "%d delays have no unit: milliseconds are assumed", s.unitless)
	}
	if s.unsync {
		out.warn(0, "the clocks were not synchronised: only the variation of the delays means something")
	}
	for _, r := range s.runs {
		r.dense, r.paired, r.sends = true, packets, t.name == "log with rtt"
	}
	return out.assemble(s.runs, host)
}

// totalsOnly returns the error about output that has totals and no packets.
func (s *scanner) totalsOnly() error {
	var t tally
	for _, r := range s.runs {
		if len(r.entries) > 0 {
			return nil
		}
		// The last host that answers: a list of hops ends with the one that counts.
		for _, v := range r.tallies {
			if t == nil || v["line"] > t["line"] && v["max"] > 0 || t["max"] == 0 && v["max"] > 0 {
				t = v
			}
		}
	}
	r := s.runs[0]
	switch {
	case t == nil:
		return refuse("the output of "+s.tool.name, "there is no reply, no probe and no total in it", "the lines of the probes")
	case r.header && t["sent"] > 0 && t["got"] == 0 && s.first >= 0 && len(s.runs) == 1:
		// All of them were lost, which is all that there is to say.
		r.entries = []entry{{mark: mark{seq: s.first, line: int(t["line"])}, numbered: true, host: r.host}}
		return nil
	}
	return t.aggregate(s.tool.name, "")
}

// flow returns the host that is asked for, with all of them as flows: of mtr the last
// that answers as a rule.
func (s *scanner) flow(all []entry, asked string, out *Trace) (string, error) {
	var hosts groups[bool]
	replies := map[string]int{}
	most := 0
	for _, e := range all {
		if !s.order || out.Unsequenced || e.kind == markSent {
			hosts.add(e.host, true)
		}
		if e.kind == markReceived {
			replies[e.host]++
			most = max(most, replies[e.host])
		}
	}
	if s.order {
		slices.SortFunc(hosts.names, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	}
	flows := make([]Flow, len(hosts.names))
	for i, h := range hosts.names {
		flows[i] = Flow{Number: i + 1, Name: h, Packets: len(hosts.items[hosts.index[h]])}
		if s.order {
			flows[i].Name = strings.TrimSpace("hop " + h + " " + s.names[h])
		}
	}
	if s.order && most == 0 {
		return "", refuse("the output of mtr --raw", "there is no reply in it", "the lines that begin with p")
	}
	for i := len(flows) - 1; s.order && asked == ""; i-- {
		if replies[hosts.names[i]]*2 >= most {
			asked = flows[i].Name
		}
	}
	i, err := out.choose(flows, asked)
	if err != nil {
		return "", err
	}
	return hosts.names[i], nil
}

// assemble makes the samples of the runs of one flow.
func (t *Trace) assemble(runs []*run, host string) error {
	var begun []int
	for _, whole := range runs {
		whole.entries = slices.DeleteFunc(whole.entries, func(e entry) bool { return e.host != host })
		parts := whole.split()
		for _, r := range parts {
			totals := whole.tallies[host]
			if totals == nil {
				totals = whole.tallies[""]
			}
			if len(parts) > 1 {
				totals = nil // they are about all of them, or about any
			}
			s, err := r.samples(totals, &t.Meta)
			if err != nil {
				return err
			}
			if len(t.Samples) > 0 && len(s) > 0 {
				begun = append(begun, r.line)
			}
			t.Samples = join(t.Samples, s)
		}
	}
	switch n := len(begun); {
	case len(t.Samples) == 0:
		return refuse(t.Format, "there is no packet in it", "the lines of the packets")
	case len(t.Samples) > MaxSamples:
		return refuse(t.Format, fmt.Sprintf("it has more than %d packets", MaxSamples), "a part of it")
	case n == 1:
		t.warn(begun[0], "another run begins: it is put right after the one before")
	case n > 1:
		t.warn(begun[0], "another run begins, and %d more after it: each is put right after the one before", n-1)
	}
	return nil
}

// split returns the parts of a run without a header in which the numbers start again.
func (r *run) split() (parts []*run) {
	same := len(r.entries) > 1
	for i := range r.entries {
		e := &r.entries[i]
		same = same && e.numbered && e.seq == r.entries[0].seq && e.seq <= 1 && !e.marked && e.kind == markReceived
	}
	part := func(from, to int) {
		if from < to {
			p := *r
			p.entries, p.line = r.entries[from:to], max(r.line, r.entries[from].line)
			parts = append(parts, &p)
		}
	}
	u, start := unwrapper{modulus: r.wrap}, 0
	for i := range r.entries {
		e := &r.entries[i]
		if !e.numbered || e.marked || r.header || r.paired {
			continue
		}
		before, began := u.highest, u.started
		v := u.next(e.seq)
		if began && (same || v <= before && r.restarts(i, before-v)) {
			part(start, i)
			start, u = i, unwrapper{modulus: r.wrap}
			u.next(e.seq)
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
	return back > 0 && len(e) > 2 && (r.dense || e[0].grain == 0 && !e[0].arrived) && e[0].kind == markReceived && e[1].seq == e[0].seq+1 && e[2].seq == e[0].seq+2
}

// samples makes the samples of a run, and compares them with its own totals.
func (r *run) samples(t tally, m *Meta) ([]Sample, error) {
	numbered := slices.ContainsFunc(r.entries, func(e entry) bool { return e.numbered })
	e := extent{first: max(r.first, 0), known: r.header && numbered && r.first >= 0, interval: r.times(numbered, m)}
	for i := range r.entries {
		if !numbered && !r.entries[i].numbered {
			r.entries[i].seq = int64(i)
		}
	}
	r.settleDamaged(t, m)
	r.sort()
	a := assembly{unwrapper: unwrapper{modulus: r.wrap}}
	seen, replies, others, copies := map[int64]bool{}, 0, 0, 0
	for _, e := range r.entries {
		a.add(e.mark)
		switch seq := a.marks[len(a.marks)-1].seq; {
		case e.kind == markSent:
			others += b2i(e.id == "answer")
		case e.kind != markSomeReply && seen[seq]:
			copies++
		default:
			seen[seq] = e.kind != markSomeReply
			replies++
		}
	}
	missing := int(t["got"]) - replies - others
	if sent := t["sent"]; sent > 0 && sent <= MaxSamples && t["got"] <= sent {
		if 2*replies < int(t["got"])-others {
			return nil, t.aggregate(r.name, fmt.Sprintf("shows %d of the %v replies that its totals count", replies, t["got"]))
		}
		if numbered && (r.header || missing <= 0) {
			e.total, e.known = int(sent), e.known || r.first >= 0
		}
		if e.interval == 0 && t["took"] > 0 && sent > 1 {
			e.interval = time.Duration(t["took"]) * time.Millisecond / time.Duration(sent-1)
		}
	} else if sent > 0 {
		t = nil
	}
	if e.interval == 0 && !slices.ContainsFunc(r.entries, func(e entry) bool { return e.timed }) {
		if e.interval = r.every; len(r.entries) > 1 || r.wait > 0 {
			m.warn(0, "the time between probes is not in the file: %v s is assumed", r.every.Seconds())
		}
	}
	if r.dense && !r.paired && !r.sends && r.measures != OneWay {
		unlate(e.interval, a.marks, r.entries)
	}
	samples, err := a.samples(e, m)
	if err == nil && t != nil {
		t.compare(samples, missing, copies, numbered, m)
	}
	m.interval = cmp.Or(m.interval, a.interval)
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
		case e.kind == markSent:
			e.arrival = math.MaxInt64
		case !e.arrived:
			e.arrival = last
		default:
			last = e.arrival
		}
	}
	slices.SortStableFunc(r.entries, func(a, b entry) int { return cmp.Compare(a.arrival, b.arrival) })
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// settleDamaged keeps those replies without a number that must be some: of a length that
// replies have, and no more than the totals say arrived.
func (r *run) settleDamaged(t tally, m *Meta) {
	sizes, arrived, room := map[string]bool{}, map[int64]bool{}, len(r.entries)
	for _, e := range r.entries {
		if e.kind == markReceived || e.kind == markUnreadable {
			sizes[e.id] = true
			arrived[e.seq] = true
		}
	}
	if t != nil {
		room = int(t["got"]) - len(arrived)
	}
	for i, e := range slices.Backward(r.entries) {
		if e.kind != markSomeReply {
			continue
		}
		if room > 0 && sizes[e.id] {
			room--
			continue
		}
		m.warn(e.line, "not understood: a line that is no reply")
		r.entries = slices.Delete(r.entries, i, i+1)
	}
}

// join puts one list of samples after another, one of its intervals later.
func join(a, b []Sample) []Sample {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	gap := cmp.Or(medianGap(a), medianGap(b), time.Second)
	end, seq := a[len(a)-1].SentAt+gap, a[len(a)-1].Seq+1
	for i, s := range b {
		s.Seq = seq + int64(i)
		s.SentAt += end
		a = append(a, s)
	}
	return a
}
