package trace

import (
	"slices"
	"time"
)

// finish makes the samples of a run.
func (r *pingRun) finish(m *Meta) ([]Sample, error) {
	r.placeDamaged()
	e := extent{known: r.header, total: r.sent}
	if !r.bsd {
		e.first = 1
	}
	if !r.header && len(r.marks) > 0 {
		if r.summary {
			e.total = 0
			m.warn(0, "the log has no beginning: its totals, of %d packets, don't count", r.sent)
		}
	}
	switch {
	case r.took > 0 && r.sent > 1:
		e.interval = r.took / time.Duration(r.sent-1)
	case !r.stamped:
		e.interval = time.Second
		if r.sent != 1 && len(r.marks) > 1 {
			m.warn(0, "the time between probes is not in the file: 1 s is assumed")
		}
	}
	r.unlate(e.interval)
	return r.samples(e, m)
}

// placeDamaged turns those damaged lines that must be replies into marks: of the usual
// length, and no more than the totals say arrived.
func (r *pingRun) placeDamaged() {
	arrived := map[int64]bool{}
	for _, k := range r.marks {
		if k.kind == markReceived || k.kind == markUnreadable {
			arrived[k.seq] = true
		}
	}
	room := len(r.damaged)
	if r.summary {
		room = r.got - len(arrived)
	}
	for _, d := range slices.Backward(r.damaged) {
		if room <= 0 || !slices.Contains(r.replySizes, d.size) {
			continue
		}
		room--
		r.marks = slices.Insert(r.marks, d.after, mark{seq: d.beyond, kind: markSomeReply, line: d.line})
	}
}

// unlate corrects send times of probes whose line was printed late, as the first often
// is while a name is looked up: no probe is sent less than most of an interval before
// the next.
func (r *pingRun) unlate(interval time.Duration) {
	if !r.stamped {
		return
	}
	if interval == 0 {
		interval = medianStep(r.marks)
	}
	next := -1
	for i, k := range slices.Backward(r.marks) {
		if !k.timed {
			continue
		}
		if next >= 0 {
			if steps := r.marks[next].seq - k.seq; steps > 0 {
				latest := r.marks[next].sentAt - time.Duration(steps)*(interval-interval/10)
				r.marks[i].sentAt = min(k.sentAt, latest)
			}
		}
		next = i
	}
}

// medianStep returns the median time from one mark with a time to the next, per number.
func medianStep(marks []mark) time.Duration {
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
		return 0
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// join puts one list of samples after another, one of its intervals later.
func join(a, b []Sample) []Sample {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	end, seq := a[len(a)-1].SentAt+medianGap(a), a[len(a)-1].Seq+1
	if len(a) < 2 {
		end += medianGap(b)
	}
	for i, s := range b {
		s.Seq = seq + int64(i)
		s.SentAt += end
		a = append(a, s)
	}
	return a
}
