package netsim

import (
	"math"
	"testing"
	"time"
)

// heldAt probes a path every step and returns the stalls that it finds: where
// something is held, and until when.
func heldAt(t *testing.T, c Conditions, seed uint64, span, step time.Duration) (found []struct{ from, until time.Duration }) {
	t.Helper()
	s := newLink(t, c, seed).stalls
	var until time.Duration = -1
	for at := time.Duration(0); at < span; at += step {
		release := s.release(&c, at)
		if release < at {
			t.Fatalf("what arrives at %v is let go at %v", at, release)
		}
		if release != at && release != until {
			until = release
			found = append(found, struct{ from, until time.Duration }{at, until})
		}
		if release == at && at < until {
			t.Fatalf("something passes at %v in a stall until %v", at, until)
		}
	}
	return found
}

func TestOneStallInEachPeriod(t *testing.T) {
	const every, mean, n = 2 * time.Second, 100 * ms, 500
	found := heldAt(t, Conditions{Stall: mean, StallEvery: every}, 1, n*every, ms)
	var total time.Duration
	last := time.Duration(-1)
	for _, s := range found {
		if s.from/every != (s.until-1)/every || s.from/every == last {
			t.Fatalf("stall from %v to %v, after one in period %d", s.from, s.until, last)
		}
		last = s.from / every
		total += s.until - s.from
	}
	// Those shorter than the step may be missed: a share of 1/100.
	if len(found) > n || len(found) < n-n/40 {
		t.Errorf("%d stalls in %d periods", len(found), n)
	}
	// The standard deviation of a length is about the mean; σ of their mean 100/√500 = 4.5 ms.
	if got := (total / n).Seconds() * 1e3; math.Abs(got-100) > 4*4.5 {
		t.Errorf("mean stall %.1f ms, want 100 ± 18 ms", got)
	}
}

// Stalls are of the path: another send rate meets the same ones.
func TestStallsDoNotDependOnWhatIsSent(t *testing.T) {
	c := Conditions{Latency: 20 * ms, Stall: 200 * ms, StallEvery: time.Second}
	slow, fast := newLink(t, c, 4), newLink(t, c, 4)
	at := map[time.Duration]time.Duration{}
	for now := time.Duration(0); now < 60*time.Second; now += 10 * ms {
		at[now] = fast.Send(now, nil).ArrivesAt
	}
	held := 0
	for now := time.Duration(0); now < 60*time.Second; now += 50 * ms {
		e := slow.Send(now, nil)
		if e.ArrivesAt != at[now] {
			t.Fatalf("sent at %v it arrives at %v, at five times the rate at %v", now, e.ArrivesAt, at[now])
		}
		if e.ArrivesAt > now+20*ms {
			held++
		}
	}
	// A fifth of 1200 packets, and 60 stalls, each with a deviation of its length.
	if held < 120 || held > 360 {
		t.Errorf("%d of 1200 packets held, want about 240", held)
	}
}

func TestLongerStallsHoldAllThatShorterOnesHeld(t *testing.T) {
	var before []time.Duration
	for _, mean := range []time.Duration{0, 1, 10 * ms, 100 * ms, 101 * ms, time.Second, 5 * time.Second, MaxDelay} {
		c := Conditions{Stall: mean, StallEvery: 3 * time.Second}
		s := newLink(t, c, 9).stalls
		var now []time.Duration
		for at := -10 * time.Second; at < 60*time.Second; at += 7 * ms {
			release := s.release(&c, at)
			if i := len(now); before != nil && release < before[i] {
				t.Fatalf("mean %v: what arrives at %v is let go at %v, earlier than with shorter stalls: %v", mean, at, release, before[i])
			}
			if release-at > 3*time.Second {
				t.Fatalf("mean %v: held from %v to %v, longer than a period", mean, at, release)
			}
			now = append(now, release)
		}
		before = now
	}
}

func TestStallsAtTheEndsOfTime(t *testing.T) {
	c := Conditions{Stall: MaxDelay, StallEvery: 100 * ms}
	s := newLink(t, c, 1).stalls
	for _, at := range []time.Duration{math.MinInt64, math.MinInt64 + 1, -1, 0, math.MaxInt64 - 1, math.MaxInt64} {
		if got := s.release(&c, at); got < at || got > later(at, 100*ms) {
			t.Errorf("what arrives at %d is let go at %d", at, got)
		}
	}
}

// The clump: what was sent while the path held arrives together, in order.
func TestStallReleasesAClump(t *testing.T) {
	c := Conditions{Stall: 500 * ms, StallEvery: 2 * time.Second}
	l := newLink(t, c, 2)
	clump, largest := 0, 0
	var last time.Duration
	for i := range 2000 {
		e := l.Send(time.Duration(i)*10*ms, nil)
		if e.Fate != Delivered {
			t.Fatalf("packet %d is %v", e.Seq, e.Fate)
		}
		if e.ArrivesAt == last {
			clump++
		} else {
			clump = 1
		}
		last = e.ArrivesAt
		largest = max(largest, clump)
	}
	if largest < 50 {
		t.Errorf("the largest clump has %d packets, want at least 50: half a second's", largest)
	}
}
