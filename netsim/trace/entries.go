package trace

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"snaplab/netsim/trace/plain"
)

// entry is what a file says of one packet in one place.
type entry struct {
	seq       int64
	delay     time.Duration
	sentAt    time.Duration
	arrival   time.Duration
	ticks     int64 // of RTP, -1 for none
	stamp           // when the line was written, or a time of unknown meaning
	line, run int32
	host, id  plain.Name // the flow; what a request and its answer share, or the size
	kind      entryKind
	timed     bool // sentAt is known
	numbered  bool // seq is
	arrived   bool // arrival is
	unordered bool // the place of the entry says nothing of when it arrived
	marked    bool // as a duplicate
	guessed   bool // the line may say nothing of a packet
	answered  bool // by a router, which is no reply
}

type entryKind uint8

const (
	isSent       entryKind = iota // it was sent; nothing is said of an answer
	isReceived                    // it arrived after delay
	isUnreadable                  // it arrived, the delay is not readable
	isArrived                     // it arrived; no delay is known of any packet
	isSomeReply                   // one after seq arrived, nothing of it is readable
)

// extent is what is known of the packets of a run as a whole: the numbers of the first
// and of the last, and the time between two, 0 if it is not known.
type extent struct {
	lo, hi   int64
	interval time.Duration
}

// packets makes samples of entries, in the order of sending, their times since the first
// of them. Whatever has no number and no place is a warning.
func packets(entries []entry, e *extent, m *Meta) ([]Sample, error) {
	if span, n := e.hi-e.lo+1, int64(len(entries)); span > MaxSamples || span > 1000*n+100_000 || span <= 0 {
		return nil, refuse("packets with numbers", fmt.Sprintf("the numbers of %d run from %d to %d, which can't be one trace", n, e.lo, e.hi), fmt.Sprintf("at most %d packets", MaxSamples))
	}
	s := make([]Sample, e.hi-e.lo+1)
	timed := make([]bool, len(s))
	for i := range s {
		s[i].Seq = e.lo + int64(i)
	}
	newest := e.lo - 1 // the highest number that arrived
	var some []entry
	for _, k := range entries {
		if k.kind == isSomeReply {
			some = append(some, k)
			continue
		}
		p := &s[k.seq-e.lo]
		fresh := k.kind != isSent && p.State == Lost
		if k.timed && (fresh || !timed[k.seq-e.lo]) {
			p.SentAt, timed[k.seq-e.lo] = k.sentAt, true
		}
		switch {
		case k.kind == isSent:
			continue
		case !fresh:
			p.Copies++
			continue
		case k.kind == isReceived:
			p.State, p.Delay = Received, k.delay
		default:
			if p.State = Unreadable; k.kind == isUnreadable {
				m.warn(int(k.line), "a reply to packet %d without a readable delay", k.seq)
			}
		}
		if !k.unordered {
			p.Reordered = k.seq < newest
			newest = max(newest, k.seq)
		}
	}
	for _, k := range some {
		i := max(0, k.seq-e.lo)
		for i < int64(len(s)) && s[i].State != Lost {
			i++
		}
		if i == int64(len(s)) {
			m.warn(int(k.line), "an unreadable reply that no missing packet matches")
			continue
		}
		s[i].State = Unreadable
		m.warn(int(k.line), "an unreadable reply, taken for that to packet %d", s[i].Seq)
	}
	placeSends(s, timed, e)
	return s, nil
}

// placeSends gives each packet without a known send time one: between its neighbours
// that have one, and where there are none on a grid of the interval, or of the median
// that is usual. Then it lets time start at the first packet.
func placeSends(s []Sample, timed []bool, e *extent) {
	last := -1 // the last that has one
	if e.interval <= 0 {
		gaps := make([]time.Duration, 0, len(s))
		for i := range s {
			if timed[i] {
				if last >= 0 {
					gaps = append(gaps, (s[i].SentAt-s[last].SentAt)/time.Duration(i-last))
				}
				last = i
			}
		}
		e.interval = lowerMedian(gaps)
	}
	last = -1
	for i, next := 0, 0; i < len(s); i++ {
		if timed[i] {
			last = i
			continue
		}
		for next = max(next, i); next < len(s) && !timed[next]; next++ {
		}
		switch {
		case last < 0 && next == len(s):
			s[i].SentAt = time.Duration(i) * e.interval
		case last < 0:
			s[i].SentAt = s[next].SentAt - time.Duration(next-i)*e.interval
		case next == len(s):
			s[i].SentAt = s[last].SentAt + time.Duration(i-last)*e.interval
		default:
			// Each part by itself, since gaps times places may not fit.
			gap, steps, n := s[next].SentAt-s[last].SentAt, time.Duration(next-last), time.Duration(i-last)
			s[i].SentAt = s[last].SentAt + gap/steps*n + gap%steps*n/steps
		}
	}
	start := slices.MinFunc(s, func(a, b Sample) int { return cmp.Compare(a.SentAt, b.SentAt) }).SentAt
	for i := range s {
		s[i].SentAt -= start
	}
}
