package replay

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/netsim"
	"snaplab/netsim/trace"
)

const msec = time.Millisecond

// traceOf makes a trace of delays in ms, a packet every interval; -1 is lost, -2 of
// unknown delay.
func traceOf(measures trace.Measures, interval time.Duration, delays ...float64) *trace.Trace {
	t := &trace.Trace{Meta: trace.Meta{Measures: measures}}
	for i, d := range delays {
		s := trace.Sample{Seq: int64(i), SentAt: time.Duration(i) * interval}
		switch d {
		case -1:
		case -2:
			s.State = trace.Unreadable
		default:
			s.State, s.Delay = trace.Received, time.Duration(d*1e6)
		}
		t.Samples = append(t.Samples, s)
	}
	return t
}

func newPath(t testing.TB, tr *trace.Trace) *Path {
	t.Helper()
	r, err := New(tr)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The delay between two packets lies on the line between theirs, less the smallest; a
// packet without a delay is passed over; a loss reaches half an interval to either side.
func TestReplayByHand(t *testing.T) {
	r := newPath(t, traceOf(trace.RTT, 100*msec, 20, 30, -1, 50, -2, 10, -1, -1))
	r.Latency = 5 * msec
	for _, c := range []struct {
		at, want time.Duration
		fate     netsim.Fate
	}{
		{0, 15 * msec, netsim.Delivered},                  // 20 − 10 + 5
		{50 * msec, 20 * msec, netsim.Delivered},          // half-way from 10 to 20
		{100 * msec, 25 * msec, netsim.Delivered},         // 30
		{149 * msec, 29900000, netsim.Delivered},          // 20 + 20·49/200 + 5
		{150 * msec, 30 * msec, netsim.LostRandom},        // the middle belongs to the later one
		{200 * msec, 35 * msec, netsim.LostRandom},        // from 20 to 40 across the loss
		{249 * msec, 39900000, netsim.LostRandom},         // 20 + 20·149/200 + 5
		{250 * msec, 40 * msec, netsim.Delivered},         //
		{400 * msec, 25 * msec, netsim.Delivered},         // from 40 to 0 across the unknown
		{500 * msec, 5 * msec, netsim.Delivered},          // the fastest
		{550 * msec, 5 * msec, netsim.LostOutage},         // after it nothing is known
		{749 * msec, 5 * msec, netsim.LostOutage},         //
		{800 * msec, 15 * msec, netsim.Delivered},         // again from the start
		{850 * msec, 20 * msec, netsim.Delivered},         //
		{-50 * msec, 5 * msec, netsim.LostOutage},         // and before it
		{800000*msec + 50, 15*msec + 5, netsim.Delivered}, // a thousand rounds later
	} {
		if got, fate := r.Next(1, c.at, 100); got != c.want || fate != c.fate {
			t.Errorf("sent at %v: %v, %v, want %v, %v", c.at, got, fate, c.want, c.fate)
		}
	}
	r.Halve = true
	if got, _ := r.Next(1, 50*msec, 0); got != 12500*time.Microsecond { // 15/2 + 5
		t.Errorf("halved: %v", got)
	}
	r.Halve, r.Once, r.Offset = false, true, 100*msec
	for _, c := range []struct {
		at, want time.Duration
		fate     netsim.Fate
	}{
		{0, 25 * msec, netsim.Delivered},
		{650 * msec, 5 * msec, netsim.LostOutage},
		{700 * msec, 5 * msec, netsim.Delivered}, // over
		{-101 * msec, 5 * msec, netsim.Delivered},
	} {
		if got, fate := r.Next(1, c.at, 100); got != c.want || fate != c.fate {
			t.Errorf("once, sent at %v: %v, %v, want %v, %v", c.at, got, fate, c.want, c.fate)
		}
	}
	if r.Length() != 800*msec {
		t.Errorf("length %v, want 800ms", r.Length())
	}
}

// A stall of a link shows in pings as round trips that fall by one interval each: their
// answers came together. Replayed on a link that keeps the order, all that is sent
// meanwhile is released together as well, at whatever rate.
func TestStall(t *testing.T) {
	tr := traceOf(trace.RTT, time.Second, 20, 20, 3337, 2336, 1335, 331, 20, 20)
	for _, rate := range []int{10, 20, 60} {
		r := newPath(t, tr)
		l, err := netsim.NewLink(netsim.Conditions{}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		l.SetModel(r)
		for n := range 7 * rate {
			at := time.Duration(n) * time.Second / time.Duration(rate)
			e := l.Send(at, nil)
			if at < 2*time.Second || at > 5*time.Second {
				continue
			}
			// 2 s + 3337 − 20 ms = 5.317 s; the fourth's is 5.311 s.
			if e.ArrivesAt < 5310*msec || e.ArrivesAt > 5325*msec {
				t.Errorf("%d Hz: sent at %v arrives at %v, want 5.31 to 5.325 s", rate, at, e.ArrivesAt)
			}
		}
	}
}

// Next agrees with a search through all packets in exact arithmetic.
func TestReplayTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		n := 1 + random.IntN(30)
		tr := &trace.Trace{}
		at := time.Duration(0)
		for i := range n {
			s := trace.Sample{Seq: int64(i), SentAt: at, State: trace.State(random.IntN(3))}
			if s.State == trace.Received {
				s.Delay = time.Duration(random.Int64N(int64(30 * time.Second)))
			}
			tr.Samples = append(tr.Samples, s)
			at += 50*msec + time.Duration(random.Int64N(int64(100*msec)))
		}
		r := newPath(t, tr)
		for range 50 {
			at := time.Duration(random.Int64N(int64(r.Length())))
			delay, fate := r.Next(1, at, 0)
			if want, lost := slowNext(tr, at, r.reach); delay != want || (fate != netsim.Delivered) != lost {
				t.Fatalf("%+v at %v: %v, %v, want %v, lost %v", tr.Samples, at, delay, fate, want, lost)
			}
		}
	}
}

func slowNext(t *trace.Trace, at, reach time.Duration) (delay time.Duration, lost bool) {
	var before, after *trace.Sample
	least, nearest := time.Duration(math.MaxInt64), &t.Samples[0]
	for i := range t.Samples {
		s := &t.Samples[i]
		if (s.SentAt - at).Abs() <= (nearest.SentAt - at).Abs() {
			nearest = s
		}
		if s.State != trace.Received {
			continue
		}
		least = min(least, s.Delay)
		if s.SentAt < at || before == nil && s.SentAt <= at {
			before = s
		}
		if s.SentAt >= at && after == nil {
			after = s
		}
	}
	lost = nearest.State == trace.Lost && (nearest.SentAt-at).Abs() <= reach
	for i := 1; i < len(t.Samples); i++ {
		a, b := &t.Samples[i-1], &t.Samples[i]
		lost = lost || a.State == trace.Lost && b.State == trace.Lost && a.SentAt < at && at <= b.SentAt
	}
	// After the last the first comes again.
	first, last := &t.Samples[0], &t.Samples[len(t.Samples)-1]
	lost = lost || first.State == trace.Lost && last.State == trace.Lost && at > last.SentAt
	switch {
	case before == nil && after == nil:
		return 0, lost
	case before == nil:
		return after.Delay - least, lost
	case after == nil:
		return before.Delay - least, lost
	case before == after:
		return before.Delay - least, lost
	}
	product := new(big.Int).Mul(big.NewInt(int64(after.Delay-before.Delay)), big.NewInt(int64(at-before.SentAt)))
	product.Quo(product, big.NewInt(int64(after.SentAt-before.SentAt)))
	return before.Delay - least + time.Duration(product.Int64()), lost
}

// A pause of the sender, here of 23 years, is cut out; a stall of the network is not,
// since its packets have times.
func TestPauses(t *testing.T) {
	tr := traceOf(trace.OneWay, 10*msec, 1, 2, 3, 4)
	for i := range tr.Samples[2:] {
		tr.Samples[2+i].SentAt += 23 * 365 * 24 * time.Hour
	}
	if r := newPath(t, tr); r.Length() != 40*msec {
		t.Errorf("length %v, want 40 ms", r.Length())
	}
	tr = traceOf(trace.OneWay, 10*msec, 1, 2, 3, 4)
	tr.Samples[3].SentAt = 20*msec + 100*msec // ten intervals and no more
	if r := newPath(t, tr); r.Length() != 130*msec {
		t.Errorf("length %v, want 130 ms", r.Length())
	}
}

func TestReplayRefuses(t *testing.T) {
	for _, c := range []struct {
		trace *trace.Trace
		says  string
	}{
		{traceOf(trace.ArrivalOnly, msec, 1, 2, 3), "not when they were sent"},
		{traceOf(trace.Distribution, msec), "it measures distribution"},
		{traceOf(trace.RTT, msec, 5, 60005.1), "longer than the fastest, want at most 1m0s"},
	} {
		if _, err := New(c.trace); !errors.Is(err, ErrTrace) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want %q", err, c.says)
		}
	}
	for _, tr := range []*trace.Trace{traceOf(trace.RTT, msec, 5), traceOf(trace.RTT, msec, -1), traceOf(trace.RTT, 0, 5, 5, -1), traceOf(trace.RTT, msec, 5, 60005)} {
		r := newPath(t, tr)
		for at := -5 * msec; at < 5*msec; at += msec / 3 {
			r.Next(1, at, 1)
		}
	}
}

func TestUnderSampled(t *testing.T) {
	r := newPath(t, traceOf(trace.RTT, 100*msec, 1, 2, 3))
	for _, c := range []struct {
		interval time.Duration
		want     bool
	}{{100 * msec, false}, {50 * msec, false}, {49 * msec, true}} {
		if got := r.UnderSampled(c.interval); got != c.want {
			t.Errorf("a packet every 100 ms, snapshots every %v: %v, want %v", c.interval, got, c.want)
		}
	}
}

func TestNextDoesNotAllocate(t *testing.T) {
	r := newPath(t, traceOf(trace.RTT, 100*msec, 20, 30, -1, 50, -2, 10))
	at := time.Duration(0)
	if n := testing.AllocsPerRun(100, func() { r.Next(1, at, 100); at += 7 * msec }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// FuzzPath makes a link of whatever can be read as a trace.
func FuzzPath(f *testing.F) {
	f.Add([]byte("1,20\n2,21\n3,\n4,25\n"))
	f.Add([]byte("64 bytes from h: icmp_seq=1 ttl=64 time=1 ms\n64 bytes from h: icmp_seq=3 ttl=64 time=2 ms\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, err := trace.Read("", bytes.NewReader(data), trace.Options{})
		if err != nil {
			return
		}
		p, err := New(tr)
		if err != nil {
			return
		}
		for _, at := range []time.Duration{-1, 0, 1, time.Second, p.Length() - 1, p.Length(), 1 << 50} {
			if delay, _ := p.Next(1, at, 100); delay < 0 || delay > MaxVariation {
				t.Fatalf("delay %v at %v", delay, at)
			}
		}
	})
}

// TestBottleneck: opportunities of 1500 bytes at 10, 20 and 30 ms, again from 30 ms on
// (so at 40, 50, 60 …).
func TestBottleneck(t *testing.T) {
	tr, err := trace.Read("x.trace", strings.NewReader("10\n20\n30\n"), trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := NewBottleneck(tr.Opportunities)
	b.Latency = 5 * time.Millisecond
	ms := time.Millisecond
	for i, c := range []struct {
		sentAt  time.Duration
		size    int
		arrives time.Duration
	}{
		{0, 700, 15 * ms},       // the first opportunity, at 10 ms
		{1 * ms, 700, 15 * ms},  // shares it: 100 bytes are left
		{2 * ms, 700, 25 * ms},  // 100 bytes of it, 600 of the next
		{3 * ms, 900, 25 * ms},  // fills that one
		{3 * ms, 1500, 35 * ms}, // the third
		{4 * ms, 3000, 55 * ms}, // two more: 40 and 50 ms
		{70 * ms, 100, 75 * ms}, // a new one, at 70 ms itself
		{205 * ms, 1, 215 * ms}, // those of the time between are wasted
	} {
		delay, fate := b.Next(uint64(i+1), c.sentAt, c.size)
		if got := c.sentAt + delay; got != c.arrives || fate != netsim.Delivered {
			t.Errorf("packet %d of %d bytes sent at %v arrives at %v (%v), want %v", i+1, c.size, c.sentAt, got, fate, c.arrives)
		}
	}
}
