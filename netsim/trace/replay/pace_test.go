package replay

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"snaplab/netsim"
	"snaplab/netsim/trace"
)

// TestTimeoutIsOnePacket: a tool that sends every second and waits four for an answer that does
// not come has lost one packet, and two that were lost one after the other all that is between.
func TestTimeoutIsOnePacket(t *testing.T) {
	tr := traceOf(trace.RTT, time.Second, 20, 20, 20, -1, 20, 20, 20, -1, -1, 20, 20, 20, 20, 20, 20, 20)
	wait := time.Duration(0)
	for i := range tr.Samples {
		tr.Samples[i].SentAt += wait
		if tr.Samples[i].State == trace.Lost {
			wait += 3 * time.Second
		}
	}
	// Sent at 0, 1, 2, 3 (lost), 7, 8, 9, 10 (lost), 14 (lost), 18, 19, … 24 s.
	r := newPath(t, tr)
	for _, c := range []struct {
		from, to time.Duration
		lost     bool
	}{{0, 2500, false}, {2500, 3550, true}, {3551, 9500, false}, {9500, 14550, true}, {14551, 20000, false}} {
		for at := c.from*msec + 1; at < c.to*msec; at += 50 * msec {
			if _, fate := r.Next(1, at, 0); (fate != netsim.Delivered) != c.lost {
				t.Errorf("sent at %v: %v, want lost %v", at, fate, c.lost)
			}
		}
	}
}

// TestRoundsDiffer: over a trace of 20 intervals, a link that sends as often meets the same
// packets of it in each round, unless a seed moves the rounds. The first is as it was measured.
func TestRoundsDiffer(t *testing.T) {
	var delays []float64
	for i := range 20 {
		delays = append(delays, float64(1+i*7%20))
	}
	tr := traceOf(trace.RTT, 100*msec, delays...)
	rounds := func(seed uint64) (out [][20]time.Duration) {
		r := newPath(t, tr)
		r.Seed = seed
		for n := range 50 {
			var round [20]time.Duration
			for i := range round {
				round[i], _ = r.Next(1, time.Duration(20*n+i)*100*msec, 0)
			}
			out = append(out, round)
		}
		return out
	}
	alike, one, again, two := rounds(0), rounds(1), rounds(1), rounds(2)
	if alike[0] != one[0] || alike[0] != two[0] || alike[1] != alike[49] {
		t.Error("without a seed the rounds differ, or the first is not as measured")
	}
	if !slices.Equal(one, again) {
		t.Error("the same seed gives other rounds")
	}
	for n := 1; n < len(one); n++ {
		if one[n] == one[n-1] || one[n] == two[n] {
			t.Errorf("round %d is as another", n)
		}
	}
}

// TestTwice: what came twice in the trace comes twice on a link, its copy with it.
func TestTwice(t *testing.T) {
	tr := traceOf(trace.RTT, 100*msec, 20, 30, 25, 40)
	tr.Samples[2].Copies = 1
	l, err := netsim.NewLink(netsim.Conditions{}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	l.SetModel(newPath(t, tr))
	for i, want := range []bool{false, false, true, false, false, false, true} {
		if e := l.Send(time.Duration(i)*100*msec, nil); e.Duplicated != want || want && e.DuplicateAt != e.ArrivesAt {
			t.Errorf("packet %d: %+v, want twice %v", i, e, want)
		}
	}
}

// arrivals is a trace of when packets arrived that were sent at some times.
func arrivals(sent []time.Duration, delay func() time.Duration, lost func() bool) *trace.Trace {
	tr := &trace.Trace{Meta: trace.Meta{Measures: trace.ArrivalOnly}}
	for i, at := range sent {
		s := trace.Sample{Seq: int64(i), SentAt: at + delay(), State: trace.Unreadable}
		if lost() {
			s.State = trace.Lost
		}
		tr.Samples = append(tr.Samples, s)
	}
	return tr
}

// TestPace: arrivals of packets that were sent at an even pace are replayed with the delays that
// they had, whether they have numbers or not; those of a sender that drifts, pauses or is
// irregular are refused.
func TestPace(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	jitter := func(most time.Duration) func() time.Duration {
		return func() time.Duration { return time.Duration(random.Int64N(int64(most))) }
	}
	none := func() bool { return false }
	some := func() bool { return random.IntN(20) == 0 }
	even := func(n int, pace time.Duration) (sent []time.Duration) {
		for i := range n {
			sent = append(sent, time.Duration(i)*pace)
		}
		return sent
	}
	walk := func(n int, step func() time.Duration) (sent []time.Duration) {
		at := time.Duration(0)
		for range n {
			sent = append(sent, at)
			at += step()
		}
		return sent
	}
	pausing := even(1000, 50*msec)
	for i := 900; i < 1000; i++ {
		pausing[i] += 300 * msec
	}
	for _, c := range []struct {
		name  string
		trace *trace.Trace
		pace  time.Duration // about, 0 for none
		most  time.Duration // of the delays, about
		bare  bool          // without numbers
	}{
		{"20 Hz, 30 ms", arrivals(even(1000, 50*msec), jitter(30*msec), some), 50 * msec, 30 * msec, false},
		{"20 Hz, 30 ms, few", arrivals(even(100, 50*msec), jitter(30*msec), none), 50 * msec, 30 * msec, false},
		{"60 Hz, 40 ms: they overtake", arrivals(even(1000, 16666667), jitter(40*msec), some), 16666667, 40 * msec, false},
		{"128 Hz, hardly any jitter", arrivals(even(3000, 7812500), jitter(100*time.Microsecond), none), 7812500, 100 * time.Microsecond, false},
		{"20 Hz, 15 ms, no numbers", arrivals(even(1000, 50*msec), jitter(15*msec), none), 50 * msec, 15 * msec, true},
		{"20 Hz, a spike of half a second", arrivals(even(1000, 50*msec), func() time.Duration {
			if random.IntN(300) == 0 {
				return 500 * msec
			}
			return time.Duration(random.Int64N(int64(20 * msec)))
		}, none), 50 * msec, 500 * msec, false},
		{"too few", arrivals(even(99, 50*msec), jitter(30*msec), none), 0, 0, false},
		{"irregular", arrivals(walk(1000, func() time.Duration { return time.Duration(random.ExpFloat64() * 50e6) }), jitter(30*msec), none), 0, 0, false},
		{"waits after each packet", arrivals(walk(1000, func() time.Duration { return 50*msec + time.Duration(random.Int64N(int64(5*msec))) }), jitter(msec), none), 0, 0, false},
		{"a pause near the end", arrivals(pausing, jitter(30*msec), none), 0, 0, false},
		{"20 Hz, then 30 Hz", arrivals(slices.Concat(even(600, 50*msec), func() (late []time.Duration) {
			for _, at := range even(400, 33*msec) {
				late = append(late, 30*time.Second+at)
			}
			return late
		}()), jitter(10*msec), none), 0, 0, false},
	} {
		c.trace.Unsequenced = c.bare
		r, err := New(c.trace)
		if (err == nil) != (c.pace > 0) {
			t.Errorf("%s: %v, want a pace of %v", c.name, err, c.pace)
		}
		if err != nil || c.pace == 0 {
			continue
		}
		off := math.Abs(float64(r.Pace()-c.pace)) / float64(c.pace)
		most := slices.Max(r.Delays())
		if off > 2e-3 || most < c.most*8/10 || most > c.most*12/10 {
			t.Errorf("%s: a pace of %v and delays up to %v, want %v and %v", c.name, r.Pace(), most, c.pace, c.most)
		}
		lost := 0
		for i := range c.trace.Samples {
			if c.trace.Samples[i].State == trace.Lost {
				lost++
			}
		}
		got := 0
		for i := range r.points {
			if r.points[i].lost {
				got++
			}
		}
		if got != lost {
			t.Errorf("%s: %d lost, want %d", c.name, got, lost)
		}
	}
}
