package trace

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"snaplab/netsim/trace/capture"
)

// times gives the entries of a run send times, of what stamps or columns they have, and
// returns the interval between probes if only that is known, 0 if nothing is.
func (r *run) times(numbered bool, t *Trace) time.Duration {
	m := &t.Meta
	r.steady(m)
	stamped, coarse := 0, true
	for e := range r.stamped() {
		stamped++
		coarse = coarse && e.grain >= toSecond
	}
	switch {
	case stamped == 0 && r.Wait > 0:
		at, wait := time.Duration(0), max(cmp.Or(r.wait, r.Wait*time.Second), time.Second)
		for i := range r.entries {
			e := &r.entries[i]
			e.sentAt, e.timed = at, true
			if at += time.Second; e.kind == isSent {
				at += wait - time.Second
			}
		}
		m.warn(0, "%s has whole milliseconds and no times: 1 s between probes is assumed, %v s after one without an answer", r.Name, wait.Seconds())
		return time.Second
	case stamped == 0 || r.OneWay:
	case coarse && numbered && r.dense:
		return r.slope()
	case coarse:
		stamped := slices.Collect(r.stamped())
		for i, j := 0, 0; i < len(stamped); i = j { // those of a second or minute share it
			for j = i; j < len(stamped) && stamped[j].at == stamped[i].at; j++ {
			}
			for k, e := range stamped[i:j] {
				e.sentAt, e.timed = e.at+e.grain.length()*time.Duration(k)/time.Duration(j-i), e.timed || !r.dense || e.kind == isReceived
			}
		}
	default:
		arrivals := time.Duration(b2i(r.dense && !r.sends))
		if !r.dense && !r.sends && r.irregular(0) > 2*r.irregular(1)+time.Duration(stamped)*time.Millisecond {
			arrivals = 1
			m.warn(0, "the times are taken for those of arrival, since that makes the sends regular")
		}
		for e := range r.stamped() {
			if !e.timed && (!r.dense || e.kind == isReceived) {
				e.sentAt, e.timed = e.at-arrivals*e.delay, true
			}
		}
	}
	if r.dense {
		return 0
	}
	for i := range r.entries {
		if e := &r.entries[i]; e.kind == isReceived && e.timed && !e.arrived {
			e.arrival, e.arrived = e.sentAt+e.delay, true
		}
	}
	if !numbered {
		r.numberByGaps(m)
	}
	return 0
}

// stamped yields the entries with a stamp.
func (r *run) stamped() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for i := range r.entries {
			if e := &r.entries[i]; e.grain != 0 && !yield(e) {
				return
			}
		}
	}
}

// steps returns the times from each stamp to the next.
func (r *run) steps() []time.Duration {
	steps := make([]time.Duration, 0, len(r.entries))
	last := time.Duration(0)
	for e := range r.stamped() {
		steps, last = append(steps, e.at-last), e.at
	}
	return steps[min(1, len(steps)):]
}

func backSteps(steps []time.Duration) (n int) {
	for _, d := range steps {
		n += b2i(d < 0)
	}
	return n
}

// sinceBefore turns stamps that are times since the packet before into times.
func (r *run) sinceBefore(m *Meta) {
	if steps := r.steps(); backSteps(steps)*10 <= len(steps)+1 {
		return
	}
	m.warn(0, "the times go back again and again: they are taken for times since the packet before")
	at := time.Duration(0)
	for e := range r.stamped() {
		at += e.at
		e.at = at
	}
}

// steady takes out changes of the clock that wrote the stamps, and reverses a run whose
// newest entry comes first.
func (r *run) steady(m *Meta) {
	steps := r.steps()
	if n := len(steps); n > 1 && backSteps(steps)*10 > n*8 {
		m.warn(0, "the newest packet comes first: the order is turned round")
		slices.Reverse(r.entries)
		steps = r.steps()
	}
	back, all, shift, last, first := backSteps(steps), len(steps), time.Duration(0), time.Duration(0), true
	typical := lowerMedian(slices.DeleteFunc(steps, func(d time.Duration) bool { return d < 0 }))
	for e := range r.stamped() {
		step := e.at - last
		if last = e.at; first {
			first = false
			continue
		}
		switch extra := step - typical; {
		case e.daily && step < -23*time.Hour:
			shift += 24 * time.Hour // midnight
		case step < -time.Minute && back*10 <= all+20, e.local && typical < 5*time.Minute && (extra-time.Hour).Abs() <= max(typical, time.Second):
			way := "on"
			if step < 0 {
				way = "back"
			}
			m.warn(int(e.line), "the clock goes %s by %v: it is taken for a change of clocks, the rest follows without a gap", way, step.Abs())
			shift -= extra
		}
		e.at += shift
		e.arrival += shift
	}
}

// slope returns the interval between probes of numbers and stamps in whole seconds or
// minutes.
func (r *run) slope() time.Duration {
	u := capture.Unwrapper{Modulus: r.Wrap}
	var per []time.Duration
	var first, last *entry
	var from, to int64
	for e := range r.stamped() {
		if first == nil {
			first, last, from = e, e, u.Next(e.seq)
			to = from
		} else if n := u.Next(e.seq) - to; n > 0 {
			per = append(per, (e.at-last.at)/time.Duration(n))
			last, to = e, to+n
		}
	}
	if last.at <= first.at {
		return 0
	}
	if typical := lowerMedian(per); typical >= last.grain.length() {
		return typical
	}
	return (last.at - first.at) / time.Duration(to-from)
}

// irregular returns how far the steps between stamps, less a number of delays, are from
// the usual one.
func (r *run) irregular(delays time.Duration) (sum time.Duration) {
	steps := make([]time.Duration, 0, len(r.entries))
	var p *entry // the last that arrived
	since := int64(0)
	for e := range r.stamped() {
		if since++; e.kind != isReceived {
			continue
		}
		if p != nil {
			n := max(e.seq-p.seq, 1)
			if !e.numbered {
				n = since
			}
			steps = append(steps, (e.at-delays*e.delay-p.at+delays*p.delay)/time.Duration(n))
		}
		p, since = e, 0
	}
	usual := lowerMedian(steps)
	for _, d := range steps {
		sum += (d - usual).Abs()
	}
	return sum
}

// numberByGaps numbers rows that have no numbers by their order. Where only packets
// that arrived have rows and the sender was regular, a gap in the send times counts as
// packets lost.
func (r *run) numberByGaps(m *Meta) {
	e := r.entries
	if len(e) < 5 || slices.ContainsFunc(e, func(e entry) bool {
		return e.kind == isSent || e.kind == isArrived || !e.timed || e.grain >= toSecond
	}) {
		return
	}
	slices.SortStableFunc(e, func(a, b entry) int { return cmp.Compare(a.sentAt, b.sentAt) })
	gaps := gapsOf(e, func(e *entry) time.Duration { return e.sentAt })
	interval, regular := lowerMedian(slices.Clone(gaps)), 0
	for _, g := range gaps {
		regular += b2i(g > interval*3/4 && g < interval*5/4)
	}
	if interval <= 0 || regular*10 < len(gaps)*7 {
		return
	}
	lost := int64(0)
	for i := range e {
		if i > 0 {
			if steps := int64((gaps[i-1] + interval/2) / interval); steps > 1 && steps < 1000 {
				lost += steps - 1
			}
		}
		e[i].seq, e[i].numbered = int64(i)+lost, true
	}
	if lost > 0 {
		m.warn(0, "%d packets are taken for lost from gaps between send times that are otherwise %.3g ms apart", lost, interval.Seconds()*1e3)
	}
}

// unlate corrects send times of probes whose line was printed late, as the first often
// is while a name is looked up: no probe is sent less than most of an interval before
// the next.
func (r *run) unlate(interval time.Duration) {
	if !r.dense || r.paired || r.sends || r.OneWay {
		return
	}
	var steps []time.Duration
	stamped := slices.DeleteFunc(slices.Collect(r.stamped()), func(e *entry) bool { return !e.timed })
	for i := 1; i < len(stamped); i++ {
		if n := stamped[i].seq - stamped[i-1].seq; n > 0 {
			steps = append(steps, (stamped[i].sentAt-stamped[i-1].sentAt)/time.Duration(n))
		}
	}
	if len(steps) == 0 {
		return
	}
	if interval <= 0 {
		interval = lowerMedian(steps)
	}
	for i := len(stamped) - 2; i >= 0; i-- {
		if e, next := stamped[i], stamped[i+1]; next.seq > e.seq {
			e.sentAt = min(e.sentAt, next.sentAt-time.Duration(next.seq-e.seq)*(interval-interval/10))
		}
	}
}
