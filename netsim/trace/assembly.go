package trace

import (
	"fmt"
	"slices"
	"time"
)

// assembly gathers what a file says of its packets, in the order of their arrival, and
// makes samples of it.
type assembly struct {
	unwrapper
	marks    []mark
	interval time.Duration // between packets, as samples found it
}

// mark is one thing that a file says of one packet.
type mark struct {
	seq    int64
	kind   markKind
	line   int
	delay  time.Duration
	sentAt time.Duration
	timed  bool // sentAt is known
	// unordered says that the place of the mark says nothing of when it arrived.
	unordered bool
}

type markKind uint8

const (
	markSent       markKind = iota // it was sent; nothing is said of an answer
	markReceived                   // it arrived after delay
	markUnreadable                 // it arrived, the delay is not readable
	markArrived                    // it arrived; no delay is known of any packet
	markSomeReply                  // one after seq arrived, nothing of it is readable
)

func (a *assembly) add(m mark) {
	if m.kind != markSomeReply {
		m.seq = a.next(m.seq)
	} else {
		m.seq = a.highest
	}
	a.marks = append(a.marks, m)
}

// extent is what a file says of the packets as a whole.
type extent struct {
	// first is the number of the first packet; known says whether it counts.
	first int64
	known bool
	// total is the number of packets, 0 if it is not said.
	total int
	// interval is between two packets, 0 if it is not said.
	interval time.Duration
}

// samples returns the packets in the order of sending, their times since the first of
// them. Whatever has no number and no place is a warning.
func (a *assembly) samples(e extent, m *Meta) ([]Sample, error) {
	lo, hi, n := int64(0), int64(-1), 0
	for _, k := range a.marks {
		if k.kind == markSomeReply {
			continue
		}
		if n == 0 {
			lo, hi = k.seq, k.seq
		}
		lo, hi, n = min(lo, k.seq), max(hi, k.seq), n+1
	}
	switch {
	case n == 0 && e.total == 0:
		return nil, nil
	case n == 0:
		lo, hi = e.first, e.first+int64(e.total)-1
	case e.known && e.first < lo && lo-e.first < 1<<16:
		lo = e.first
	}
	if e.total > 0 {
		switch seen := hi - lo + 1; {
		case seen < int64(e.total):
			hi = lo + int64(e.total) - 1
		case seen > int64(e.total):
			m.warn(0, "the totals say %d packets, but the numbers run over %d: the numbers count", e.total, seen)
		}
	}
	if span := hi - lo + 1; span > MaxSamples || span > 1000*int64(n)+max(100_000, int64(e.total)) || span <= 0 {
		return nil, fmt.Errorf("%w: %d packets with the numbers %d to %d can't be one trace, want at most %d packets", ErrNotUnderstood, n, lo, hi, MaxSamples)
	}
	s := make([]Sample, hi-lo+1)
	for i := range s {
		s[i].Seq = lo + int64(i)
	}
	timed := make([]bool, len(s))
	a.fill(s, timed, lo, m)
	interval := e.interval
	if interval <= 0 {
		interval = spacing(s, timed)
	}
	a.interval = interval
	placeSends(s, timed, interval)
	return s, nil
}

// fill writes the marks into the samples.
func (a *assembly) fill(s []Sample, timed []bool, lo int64, m *Meta) {
	newest := lo - 1 // the highest number that arrived
	for _, k := range a.marks {
		if k.kind == markSomeReply {
			continue
		}
		p := &s[k.seq-lo]
		if k.timed && !timed[k.seq-lo] {
			p.SentAt, timed[k.seq-lo] = k.sentAt, true
		}
		if k.kind == markSent {
			continue
		}
		if p.State != Lost {
			p.Copies++
			continue
		}
		p.State = Unreadable
		switch k.kind {
		case markReceived:
			p.State, p.Delay = Received, k.delay
		case markUnreadable:
			m.warn(k.line, "a reply to packet %d without a readable delay", k.seq)
		}
		if !k.unordered {
			p.Reordered = k.seq < newest
			newest = max(newest, k.seq)
		}
		if k.timed {
			p.SentAt = k.sentAt
		}
	}
	for _, k := range a.marks {
		if k.kind != markSomeReply {
			continue
		}
		i := max(0, k.seq-lo)
		for i < int64(len(s)) && s[i].State != Lost {
			i++
		}
		if i == int64(len(s)) {
			m.warn(k.line, "an unreadable reply that no missing packet matches")
			continue
		}
		s[i].State = Unreadable
		m.warn(k.line, "an unreadable reply, taken for that to packet %d", s[i].Seq)
	}
}

// spacing returns the median time between packets with consecutive known send times,
// 0 if there are none.
func spacing(s []Sample, timed []bool) time.Duration {
	var gaps []time.Duration
	last := -1
	for i := range s {
		if !timed[i] {
			continue
		}
		if last >= 0 {
			gaps = append(gaps, (s[i].SentAt-s[last].SentAt)/time.Duration(i-last))
		}
		last = i
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}

// placeSends gives each packet without a known send time one: between its neighbours
// that have one, and on a grid of the interval where there are none. Then it lets time
// start at the first packet.
func placeSends(s []Sample, timed []bool, interval time.Duration) {
	last := -1
	for i := range s {
		if !timed[i] {
			continue
		}
		switch step := time.Duration(i - last); {
		case last < 0:
			for j := range i {
				s[j].SentAt = s[i].SentAt - time.Duration(i-j)*interval
			}
		default:
			for j := last + 1; j < i; j++ {
				// Each part by itself, since gaps times places may not fit.
				gap := s[i].SentAt - s[last].SentAt
				s[j].SentAt = s[last].SentAt + gap/step*time.Duration(j-last) + gap%step*time.Duration(j-last)/step
			}
		}
		last = i
	}
	for j := last + 1; j < len(s); j++ {
		if last < 0 {
			s[j].SentAt = time.Duration(j) * interval
		} else {
			s[j].SentAt = s[last].SentAt + time.Duration(j-last)*interval
		}
	}
	start := s[0].SentAt
	for i := range s {
		start = min(start, s[i].SentAt)
	}
	for i := range s {
		s[i].SentAt -= start
	}
}
