package trace

import (
	"cmp"
	"slices"
	"time"
)

// times gives the entries of a run send times, of what stamps or columns they have, and
// returns the interval between probes if only that is known, 0 if nothing is.
func (r *run) times(numbered bool, m *Meta) (interval time.Duration) {
	r.steady(m)
	coarse, stamped := true, 0
	for i := range r.entries {
		if e := &r.entries[i]; e.grain != 0 {
			stamped++
			coarse = coarse && e.grain >= time.Second
		}
	}
	switch {
	case stamped == 0 && r.wait > 0 && !numbered:
		at := time.Duration(0)
		for i := range r.entries {
			e := &r.entries[i]
			e.sentAt, e.timed = at, true
			if at += r.every; e.kind == markSent {
				at += r.wait - r.every
			}
		}
		m.warn(0, "%s has whole milliseconds and no times: %v s between probes is assumed, %v s after one without an answer", r.name, r.every.Seconds(), r.wait.Seconds())
	case stamped == 0 || r.measures == OneWay && r.dense:
	case coarse && numbered && r.dense:
		return r.slope()
	case coarse:
		r.spread()
	default:
		arrivals := r.dense && r.name != "log with rtt"
		if !arrivals && !r.sends {
			if arrivals = r.irregular(0) > r.irregular(1); arrivals {
				m.warn(0, "the times are taken for those of arrival, since that makes the sends regular")
			}
		}
		for i := range r.entries {
			e := &r.entries[i]
			if e.grain == 0 || e.timed || r.dense && e.kind != markReceived {
				continue
			}
			e.sentAt, e.timed = e.stamp, true
			if arrivals {
				e.sentAt -= e.delay
			}
		}
	}
	if !r.dense {
		for i := range r.entries {
			if e := &r.entries[i]; e.kind == markReceived && e.timed && !e.arrived {
				e.arrival, e.arrived = e.sentAt+e.delay, true
			}
		}
		if !numbered {
			r.numberByGaps(m)
		}
	}
	return 0
}

// steady takes out changes of the clock that wrote the stamps, and reverses a run whose
// newest entry comes first.
func (r *run) steady(m *Meta) {
	var steps []time.Duration
	last := -1
	for i := range r.entries {
		if r.entries[i].grain == 0 {
			continue
		}
		if last >= 0 {
			steps = append(steps, r.entries[i].stamp-r.entries[last].stamp)
		}
		last = i
	}
	back := 0
	for _, d := range steps {
		back += b2i(d < 0)
	}
	if len(steps) < 2 && back == 0 {
		return
	}
	if back*10 > len(steps)*8 && len(steps) > 1 {
		m.warn(0, "the newest packet comes first: the order is turned round")
		slices.Reverse(r.entries)
		for i := range steps {
			steps[i] = -steps[i]
		}
		slices.Reverse(steps)
		back = len(steps) - back
	}
	typical := time.Duration(0)
	if ahead := slices.DeleteFunc(slices.Clone(steps), func(d time.Duration) bool { return d < 0 }); len(ahead) > 0 {
		slices.Sort(ahead)
		typical = ahead[len(ahead)/2]
	}
	shift := time.Duration(0)
	last = -1
	for i := range r.entries {
		e := &r.entries[i]
		if e.grain == 0 {
			continue
		}
		if last >= 0 {
			step := steps[0]
			steps = steps[1:]
			extra := step - typical
			switch {
			case step < -time.Minute && (step+24*time.Hour >= 0 && step < -23*time.Hour && e.daily):
				shift += 24 * time.Hour
			case step < -time.Minute && back*10 <= len(r.entries)+20:
				m.warn(e.line, "the clock goes back by %v: it is taken for a change of clocks, the rest follows without a gap", -step)
				shift += typical - step
			case e.local && extra > 59*time.Minute && (extra-time.Hour).Abs() <= max(typical, time.Second) && typical < 5*time.Minute:
				m.warn(e.line, "the clock goes on by %v: it is taken for a change of clocks, the rest follows without a gap", step)
				shift += typical - step
			}
		}
		last = i
		e.stamp += shift
		e.arrival += shift
	}
}

// slope returns the interval between probes of numbers and stamps in whole seconds or
// minutes.
func (r *run) slope() time.Duration {
	u := unwrapper{modulus: r.wrap}
	var per []time.Duration
	var first, last entry
	for _, e := range r.entries {
		if e.grain == 0 || !e.numbered || e.kind == markSomeReply {
			continue
		}
		e.seq = u.next(e.seq)
		if first.grain == 0 {
			first, last = e, e
		}
		if n := e.seq - last.seq; n > 0 {
			per = append(per, (e.stamp-last.stamp)/time.Duration(n))
			last = e
		}
	}
	if len(per) == 0 || last.stamp <= first.stamp {
		return 0
	}
	slices.Sort(per)
	if typical := per[len(per)/2]; typical >= last.grain {
		return typical
	}
	return (last.stamp - first.stamp) / time.Duration(last.seq-first.seq)
}

// spread gives entries with the same stamp of whole seconds or minutes times within it.
func (r *run) spread() {
	for i := 0; i < len(r.entries); {
		j := i + 1
		for j < len(r.entries) && r.entries[j].stamp == r.entries[i].stamp {
			j++
		}
		for k := i; k < j; k++ {
			if e := &r.entries[k]; e.grain != 0 && !e.timed && !(r.dense && e.kind != markReceived) {
				e.sentAt, e.timed = e.stamp+e.grain*time.Duration(k-i)/time.Duration(j-i), true
			}
		}
		i = j
	}
}

// irregular returns how far the steps between stamps, less a number of delays, are from
// the usual one.
func (r *run) irregular(delays time.Duration) (sum time.Duration) {
	var steps []time.Duration
	last := -1
	for i := range r.entries {
		e := &r.entries[i]
		if e.grain == 0 || e.kind != markReceived {
			continue
		}
		if last >= 0 {
			p := &r.entries[last]
			step := e.stamp - delays*e.delay - p.stamp + delays*p.delay
			if n := e.seq - p.seq; e.numbered && n > 0 {
				step /= time.Duration(n)
			} else if n := i - last; !e.numbered {
				step /= time.Duration(n)
			}
			steps = append(steps, step)
		}
		last = i
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	for _, d := range steps {
		sum += (d - steps[len(steps)/2]).Abs()
	}
	return sum
}

// numberByGaps numbers rows that have no numbers by their order. Where only packets
// that arrived have rows and the sender was regular, a gap in the send times counts as
// packets lost.
func (r *run) numberByGaps(m *Meta) {
	e := r.entries
	if slices.ContainsFunc(e, func(e entry) bool {
		return e.kind == markSent || e.kind == markArrived || !e.timed || e.grain >= time.Second
	}) {
		return
	}
	slices.SortStableFunc(e, func(a, b entry) int { return cmp.Compare(a.sentAt, b.sentAt) })
	var gaps []time.Duration
	for i := 1; i < len(e); i++ {
		gaps = append(gaps, e[i].sentAt-e[i-1].sentAt)
	}
	slices.Sort(gaps)
	if len(gaps) < 4 || gaps[len(gaps)/2] <= 0 {
		return
	}
	interval, regular := gaps[len(gaps)/2], 0
	for _, g := range gaps {
		regular += b2i(g > interval*3/4 && g < interval*5/4)
	}
	if regular*10 < len(gaps)*7 {
		return
	}
	lost := int64(0)
	for i := range e {
		if i > 0 {
			if steps := int64((e[i].sentAt - e[i-1].sentAt + interval/2) / interval); steps > 1 && steps < 1000 {
				lost += steps - 1
			}
		}
		e[i].seq = int64(i) + lost
	}
	for i := range e {
		e[i].numbered = true
	}
	if lost > 0 {
		m.warn(0, "%d packets are taken for lost from gaps between send times that are otherwise %.3g ms apart", lost, interval.Seconds()*1e3)
	}
}
