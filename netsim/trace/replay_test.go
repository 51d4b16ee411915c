package trace

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/netsim"
)

const msec = time.Millisecond

// traceOf makes a trace of delays in ms, a packet every interval; -1 is lost, -2 of
// unknown delay.
func traceOf(measures Measures, interval time.Duration, delays ...float64) *Trace {
	t := &Trace{Meta: Meta{Measures: measures}}
	for i, d := range delays {
		s := Sample{Seq: int64(i), SentAt: time.Duration(i) * interval}
		switch d {
		case -1:
		case -2:
			s.State = Unreadable
		default:
			s.State, s.Delay = Received, time.Duration(d*1e6)
		}
		t.Samples = append(t.Samples, s)
	}
	return t
}

func newReplay(t testing.TB, tr *Trace) *Replay {
	t.Helper()
	r, err := NewReplay(tr)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The delay between two packets lies on the line between theirs, less the smallest; a
// packet without a delay is passed over; a loss reaches half an interval to either side.
func TestReplayByHand(t *testing.T) {
	r := newReplay(t, traceOf(RTT, 100*msec, 20, 30, -1, 50, -2, 10, -1, -1))
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
		{699 * msec, 5 * msec, netsim.LostOutage},
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
	tr := traceOf(RTT, time.Second, 20, 20, 3337, 2336, 1335, 331, 20, 20)
	for _, rate := range []int{10, 20, 60} {
		r := newReplay(t, tr)
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
		tr := &Trace{}
		at := time.Duration(0)
		for i := range n {
			s := Sample{Seq: int64(i), SentAt: at, State: State(random.IntN(3))}
			if s.State == Received {
				s.Delay = time.Duration(random.Int64N(int64(30 * time.Second)))
			}
			tr.Samples = append(tr.Samples, s)
			at += 50*msec + time.Duration(random.Int64N(int64(100*msec)))
		}
		r := newReplay(t, tr)
		for range 50 {
			at := time.Duration(random.Int64N(int64(r.Length())))
			delay, fate := r.Next(1, at, 0)
			if want, lost := slowNext(tr, at); delay != want || (fate != netsim.Delivered) != lost {
				t.Fatalf("%+v at %v: %v, %v, want %v, lost %v", tr.Samples, at, delay, fate, want, lost)
			}
		}
	}
}

func slowNext(t *Trace, at time.Duration) (delay time.Duration, lost bool) {
	var before, after *Sample
	least, nearest := time.Duration(math.MaxInt64), &t.Samples[0]
	for i := range t.Samples {
		s := &t.Samples[i]
		if (s.SentAt - at).Abs() <= (nearest.SentAt - at).Abs() {
			nearest = s
		}
		if s.State != Received {
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
	lost = nearest.State == Lost
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
	tr := traceOf(OneWay, 10*msec, 1, 2, 3, 4)
	for i := range tr.Samples[2:] {
		tr.Samples[2+i].SentAt += 23 * 365 * 24 * time.Hour
	}
	if r := newReplay(t, tr); r.Length() != 40*msec {
		t.Errorf("length %v, want 40 ms", r.Length())
	}
	tr = traceOf(OneWay, 10*msec, 1, 2, 3, 4)
	tr.Samples[3].SentAt = 20*msec + 100*msec // ten intervals and no more
	if r := newReplay(t, tr); r.Length() != 130*msec {
		t.Errorf("length %v, want 130 ms", r.Length())
	}
}

func TestReplayRefuses(t *testing.T) {
	for _, c := range []struct {
		trace *Trace
		says  string
	}{
		{traceOf(ArrivalOnly, msec, 1, 2), "not when they were sent"},
		{traceOf(Distribution, msec), "it measures distribution"},
		{traceOf(RTT, msec, 5, 60005.1), "longer than the fastest, want at most 1m0s"},
	} {
		if _, err := NewReplay(c.trace); !errors.Is(err, ErrReplay) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error %v, want %q", err, c.says)
		}
	}
	for _, tr := range []*Trace{traceOf(RTT, msec, 5), traceOf(RTT, msec, -1), traceOf(RTT, 0, 5, 5, -1), traceOf(RTT, msec, 5, 60005)} {
		r := newReplay(t, tr)
		for at := -5 * msec; at < 5*msec; at += msec / 3 {
			r.Next(1, at, 1)
		}
	}
}

func TestUnderSampled(t *testing.T) {
	r := newReplay(t, traceOf(RTT, 100*msec, 1, 2, 3))
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
	r := newReplay(t, traceOf(RTT, 100*msec, 20, 30, -1, 50, -2, 10))
	at := time.Duration(0)
	if n := testing.AllocsPerRun(100, func() { r.Next(1, at, 100); at += 7 * msec }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// (1+k)·I + v: 10 Hz and 30 ms are 130, 230 and 330 ms.
func TestNeededDelay(t *testing.T) {
	for k, want := range []time.Duration{130 * msec, 230 * msec, 330 * msec} {
		if got := NeededDelay(30*msec, 100*msec, k); got != want {
			t.Errorf("k = %d: %v, want %v", k, got, want)
		}
	}
	for _, c := range []struct {
		outage time.Duration
		want   int
	}{{0, 0}, {1, 1}, {100 * msec, 1}, {101 * msec, 2}, {time.Second, 10}} {
		if got := LossesCovered(c.outage, 100*msec); got != c.want {
			t.Errorf("an outage of %v: %d, want %d", c.outage, got, c.want)
		}
	}
}
