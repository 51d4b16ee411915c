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
	flows, chosen, err := s.flows(o, out)
	if err != nil {
		return err
	}
	if packets && t.measures == RTT && !slices.ContainsFunc(s.all(), func(e entry) bool { return e.host == chosen && e.kind != markArrived }) {
		return out.readArrivals(s, chosen)
	}
	if t.order && !slices.ContainsFunc(s.all(), func(e entry) bool { return e.kind == markSent }) {
		out.Unsequenced = true
		out.warn(0, "mtr before 0.87 prints no probes: losses are not in the file")
	}
	if s.unitless > 0 && o.Unit == 0 {
		out.warn(0, "%d delays have no unit: milliseconds are assumed", s.unitless)
	}
	if s.unsync {
		out.warn(0, "the clocks were not synchronised: only the variation of the delays means something")
	}
	for _, r := range s.runs {
		r.entries = slices.DeleteFunc(r.entries, func(e entry) bool { return e.host != chosen })
		r.dense, r.paired = true, packets
	}
	if len(flows) > 1 {
		out.Flows = flows
	}
	return out.assemble(s.runs, chosen)
}

// totalsOnly returns the error about output that has totals and no packets.
func (s *scanner) totalsOnly() error {
	var t *tally
	n := 0
	for _, r := range s.runs {
		n += len(r.entries)
		for _, host := range sortedKeys(r.tallies) {
			// The last host that answers: a list of hops ends with the one that counts.
			if v := r.tallies[host]; t == nil || v.line > t.line && (v.max > 0 || t.max == 0) {
				t = v
			}
		}
	}
	switch {
	case n > 0:
		return nil
	case t == nil:
		return refuse("the output of "+s.tool.name, "there is no reply, no probe and no total in it", "the lines of the probes")
	}
	t.complete()
	if s.runs[0].header && t.sent > 0 && t.got == 0 && s.first >= 0 && len(s.runs) == 1 {
		s.runs[0].entries = []entry{{mark: mark{seq: s.first, line: t.line}, numbered: true, host: s.runs[0].host, ticks: -1}}
		return nil // all of them were lost, which is all that there is to say
	}
	return t.aggregate(s.tool.name, "")
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// flows returns the hosts of all runs as flows, and the one that is chosen: of mtr the
// last that answers as a rule.
func (s *scanner) flows(o Options, out *Trace) ([]Flow, string, error) {
	var hosts groups[entry]
	replies := map[string]int{}
	for _, e := range s.all() {
		hosts.add(e.host, e)
		if e.kind == markReceived {
			replies[e.host]++
		}
	}
	flows := hosts.flows()
	asked := o.Flow
	if s.order {
		slices.SortFunc(hosts.names, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		hosts.names = slices.DeleteFunc(hosts.names, func(h string) bool { return replies[h] == 0 })
		flows = flows[:len(hosts.names)]
		most, last := 0, ""
		for _, n := range replies {
			most = max(most, n)
		}
		for i, h := range hosts.names {
			n := len(slices.DeleteFunc(slices.Clone(hosts.items[hosts.index[h]]), func(e entry) bool { return e.kind == markReceived && !out.Unsequenced }))
			flows[i] = Flow{Number: i + 1, Name: strings.TrimSpace("hop " + h + " " + s.names[h]), Packets: max(n, replies[h])}
			if replies[h]*2 >= most {
				last = flows[i].Name
			}
		}
		if asked == "" {
			asked = last
		}
		if most == 0 {
			return nil, "", refuse("the output of mtr --raw", "there is no reply in it", "the lines that begin with p")
		}
	}
	i, err := chooseFlow(flows, asked)
	if err != nil {
		return nil, "", err
	}
	return flows, hosts.names[i], nil
}

// assemble makes the samples of the runs of one flow.
func (t *Trace) assemble(runs []*run, host string) error {
	var joined []Sample
	var begun []int
	for _, whole := range runs {
		for _, r := range whole.split() {
			s, err := r.samples(&t.Meta, host, len(whole.entries) == len(r.entries))
			if err != nil {
				return err
			}
			if len(joined) > 0 && len(s) > 0 {
				begun = append(begun, r.line)
			}
			joined = join(joined, s)
		}
	}
	switch {
	case len(joined) == 0:
		return refuse(t.Format, "there is no packet in it", "the lines of the packets")
	case len(joined) > MaxSamples:
		return refuse(t.Format, fmt.Sprintf("it has more than %d packets", MaxSamples), "a part of it")
	case len(begun) == 1:
		t.warn(begun[0], "another run begins: it is put right after the one before")
	case len(begun) > 1:
		t.warn(begun[0], "another run begins, and %d more after it: each is put right after the one before", len(begun)-1)
	}
	t.Samples = joined
	return nil
}

// split returns the parts of a run without a header in which the numbers start again.
func (r *run) split() []*run {
	if r.header || r.paired || len(r.entries) == 0 {
		return []*run{r}
	}
	same := len(r.entries) > 1
	for i := range r.entries {
		e := &r.entries[i]
		same = same && e.numbered && e.seq == r.entries[0].seq && e.seq <= 1 && !e.marked && e.kind == markReceived
	}
	var parts []*run
	u := unwrapper{modulus: r.wrap}
	start := 0
	for i := range r.entries {
		e := &r.entries[i]
		if !e.numbered || e.marked {
			continue
		}
		before, began := u.highest, u.started
		v := u.next(e.seq)
		if !began || !(same || v <= before && r.restarts(i, before-v)) {
			continue
		}
		parts = append(parts, &run{tool: r.tool, line: r.entries[start].line, entries: r.entries[start:i], tallies: r.tallies, dense: r.dense})
		start, u = i, unwrapper{modulus: r.wrap}
		u.next(e.seq)
	}
	return append(parts, &run{tool: r.tool, line: max(r.line, r.entries[start].line), entries: r.entries[start:], tallies: r.tallies, dense: r.dense})
}

// restarts reports whether entry i, whose number is lower by back than one before, is
// the first of another run: the lowest number again, one that only a new count has, or
// one from which three in a row count up again.
func (r *run) restarts(i int, back int64) bool {
	e := r.entries[i:]
	if back > 64 || back > 0 && e[0].seq <= 1 && e[0].seq <= r.entries[0].seq && (len(e) < 2 || e[1].seq <= e[0].seq+back) {
		return true
	}
	return back > 0 && len(e) > 2 && e[0].kind == markReceived && !e[0].arrived && e[1].seq == e[0].seq+1 && e[2].seq == e[0].seq+2
}

// samples makes the samples of a run; whole says that its totals are about all of it.
func (r *run) samples(m *Meta, host string, whole bool) ([]Sample, error) {
	if len(r.entries) == 0 {
		return nil, nil
	}
	t := r.tallies[host]
	if t == nil {
		t = r.tallies[""]
	}
	if t != nil {
		t.complete()
	}
	if !whole {
		t = nil
	}
	numbered := slices.ContainsFunc(r.entries, func(e entry) bool { return e.numbered })
	interval := r.times(numbered, m)
	if !numbered && !r.entries[0].numbered {
		for i := range r.entries {
			r.entries[i].seq = int64(i)
		}
	}
	r.damaged(t, m)
	r.sort()
	a := assembly{unwrapper: unwrapper{modulus: r.wrap}}
	seen, replies, unreachable := map[int64]bool{}, 0, 0
	copies := 0
	for _, e := range r.entries {
		a.add(e.mark)
		switch seq := a.marks[len(a.marks)-1].seq; {
		case e.kind == markSent:
			unreachable += b2i(e.id == "answer")
		case seen[seq] && e.kind != markSomeReply:
			copies++
		default:
			seen[seq] = e.kind != markSomeReply
			replies++
		}
	}
	e := extent{first: r.first, known: r.header && numbered, interval: interval}
	missing := 0
	if t != nil && t.sent > 0 {
		missing = t.got - replies - unreachable
		if replies*2 < t.got-unreachable {
			return nil, t.aggregate(r.name, fmt.Sprintf("shows %d of the %d replies that its totals count", replies, t.got))
		}
		if numbered && (r.header || missing <= 0) {
			e.total, e.known = t.sent, true
		}
		if e.interval == 0 && t.took > 0 && t.sent > 1 {
			e.interval = t.took / time.Duration(t.sent-1)
		}
	}
	if e.interval == 0 && !slices.ContainsFunc(r.entries, func(e entry) bool { return e.timed }) {
		e.interval = r.every
		if len(r.entries) > 1 || r.wait > 0 {
			m.warn(0, "the time between probes is not in the file: %v s is assumed", r.every.Seconds())
		}
	}
	r.unlate(e.interval, a.marks)
	samples, err := a.samples(e, m)
	if err == nil && t != nil {
		t.compare(samples, missing, copies, numbered, m)
	}
	if m.interval == 0 {
		m.interval = a.interval
	}
	return samples, err
}

// sort puts the entries in the order of arrival, where that is known.
func (r *run) sort() {
	if !r.arrivals() {
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

func (r *run) arrivals() bool {
	return slices.ContainsFunc(r.entries, func(e entry) bool { return e.arrived })
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// damaged keeps those replies without a number that must be some: of the length that
// replies have, and no more than the totals say arrived.
func (r *run) damaged(t *tally, m *Meta) {
	sizes, arrived := map[string]bool{}, map[int64]bool{}
	room := 0
	for _, e := range r.entries {
		switch e.kind {
		case markReceived:
			sizes[e.id] = true
			arrived[e.seq] = true
		case markUnreadable:
			arrived[e.seq] = true
		case markSomeReply:
			room++
		}
	}
	if t != nil && t.got >= 0 {
		room = t.got - len(arrived)
	}
	for i := len(r.entries) - 1; i >= 0; i-- {
		e := &r.entries[i]
		if e.kind != markSomeReply {
			continue
		}
		if room--; room < 0 || !sizes[e.id] {
			m.warn(e.line, "not understood: a line that is no reply")
			r.entries = slices.Delete(r.entries, i, i+1)
			room++
		}
	}
}

// unlate corrects send times of probes whose line was printed late, as the first often
// is while a name is looked up: no probe is sent less than most of an interval before
// the next.
func (r *run) unlate(interval time.Duration, marks []mark) {
	if !r.dense || r.paired || r.measures == OneWay || !slices.ContainsFunc(r.entries, func(e entry) bool { return e.grain != 0 }) {
		return
	}
	if interval <= 0 {
		var steps []time.Duration
		last := -1
		for i, k := range marks {
			if !k.timed {
				continue
			}
			if last >= 0 && k.seq > marks[last].seq {
				steps = append(steps, (k.sentAt-marks[last].sentAt)/time.Duration(k.seq-marks[last].seq))
			}
			last = i
		}
		if len(steps) == 0 {
			return
		}
		slices.Sort(steps)
		interval = steps[len(steps)/2]
	}
	next := -1
	for i, k := range slices.Backward(marks) {
		if !k.timed {
			continue
		}
		if next >= 0 {
			if steps := marks[next].seq - k.seq; steps > 0 {
				latest := marks[next].sentAt - time.Duration(steps)*(interval-interval/10)
				marks[i].sentAt = min(k.sentAt, latest)
			}
		}
		next = i
	}
}

// join puts one list of samples after another, one of its intervals later.
func join(a, b []Sample) []Sample {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	end, seq := a[len(a)-1].SentAt+medianGap(a), a[len(a)-1].Seq+1
	if len(a) < 2 {
		if end += medianGap(b); len(b) < 2 {
			end += time.Second
		}
	}
	for i, s := range b {
		s.Seq = seq + int64(i)
		s.SentAt += end
		a = append(a, s)
	}
	return a
}
