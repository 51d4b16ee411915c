package interp

import (
	"testing"
	"time"
)

// adaptivePolicy starts from 200 ms and has no more to say.
func adaptivePolicy() Policy { return Policy{Delay: 200 * ms, Tuning: Adaptive} }

// playAdaptive streams entity 1 to a lens until a time in ms: packet n is stamped
// 100·n, takes 50 ms and what late adds, or is lost if late is negative. There is a
// frame every 10 ms, right after what arrives with it. See is called after each.
func playAdaptive(r *rig, from, until int, late func(n int) int, see func(at int, k *KindStats)) {
	type packet struct{ n, at int }
	var under []packet
	for at := from; at < until; at += 10 {
		if at%100 == 0 {
			if l := late(at / 100); l >= 0 {
				under = append(under, packet{at / 100, at + 50 + l})
			}
		}
		for len(under) > 0 && under[0].at <= at {
			p := under[0]
			under = under[1:]
			r.seq = uint32(p.n)
			r.send(p.n*100, p.at, moving(p.n*100))
		}
		r.frame(at)
		see(at, &r.Stats().Kinds[0])
	}
}

func onTime(int) int { return 0 }

func TestAdaptiveWithoutLossIsOneInterval(t *testing.T) {
	r := interpolated(adaptivePolicy())
	playAdaptive(r, 0, 20_000, onTime, func(at int, k *KindStats) {
		switch {
		case at < 60:
		case at < 2050: // the first fifth of the window, counted from the first frame with a sample
			if k.Wanted != 200*ms || k.Delay != 200*ms {
				t.Fatalf("at %d: wanted %v, applied %v, want 200ms to start from", at, k.Wanted, k.Delay)
			}
		// Frames need 0 to 90 ms, and just before the next packet comes it is 100.
		case at >= 2060 && k.Wanted != 100*ms:
			t.Fatalf("at %d: wanted %v, want 100ms", at, k.Wanted)
		// 100 ms at 200 ms/s take half a second.
		case at >= 2060+500 && k.Delay != 100*ms:
			t.Fatalf("at %d: applied %v, want 100ms", at, k.Delay)
		}
	})
	if s := r.Stats(); s.Overall.Underruns != 0 {
		t.Errorf("%d underruns, want none: equality is enough", s.Overall.Underruns)
	}
}

// TestAdaptiveQuantile: every fifth packet is lost, so of the 50 frames of half a second
// one each needs 110, 120 … 190 ms, and 41 need at most 100.
func TestAdaptiveQuantile(t *testing.T) {
	tests := []struct {
		quantile uint32 // %
		want     time.Duration
	}{
		{100, 190 * ms},
		{99, 190 * ms}, // one frame in 50 is more than one in a hundred
		{96, 170 * ms}, // two in 50 may need more
		{90, 140 * ms}, // five
		{50, 100 * ms}, // half of the frames need less, but one interval is the floor
	}
	for _, test := range tests {
		p := adaptivePolicy()
		p.Quantile = test.quantile * 10_000
		r := interpolated(p)
		playAdaptive(r, 0, 20_000, func(n int) int {
			if n%5 == 4 {
				return -1
			}
			return 0
		}, func(int, *KindStats) {})
		if got := r.Stats().Kinds[0].Wanted; got != test.want {
			t.Errorf("%d %%: wanted %v, want %v", test.quantile, got, test.want)
		}
	}
}

// TestAdaptiveFloorIsIntervalAndJitter: packets without loss are late by 0, 10, 20, 30 ms
// in turn, so that I + J is 100 + 30, however few frames may be in an underrun.
func TestAdaptiveFloorIsIntervalAndJitter(t *testing.T) {
	p := adaptivePolicy()
	p.Quantile = 500_000
	r := interpolated(p)
	playAdaptive(r, 0, 20_000, func(n int) int { return n % 4 * 10 }, func(at int, k *KindStats) {
		if at >= 3000 && k.Wanted != RequiredDelay(100*ms, 30*ms, 0) {
			t.Fatalf("at %d: wanted %v, want 130ms", at, k.Wanted)
		}
	})
}

func TestAdaptiveHysteresis(t *testing.T) {
	p := Policy{Tuning: Adaptive, Window: time.Second}
	var a adaptive
	a.configure(&p)
	at := LocalTime(0)
	for _, step := range []struct{ needed, want time.Duration }{
		{100 * ms, 100 * ms},
		{101 * ms, 101 * ms},                  // raised at once, by however little
		{97 * ms, 101 * ms},                   // 4 ms too large
		{96 * ms, 101 * ms},                   // 5 ms
		{95 * ms, 95 * ms},                    // 6 ms: lowered to what is enough
		{95*ms + time.Microsecond, 96 * ms},   // whole milliseconds, rounded up
		{3 * time.Second, time.Second},        // the default bound
		{-20 * ms, 0},                         // a sample ahead of the fastest packet's view
		{100*ms - time.Microsecond, 100 * ms}, // and back
	} {
		for range 120 {
			a.frame(at, step.needed, 0, 1, &p)
			at = at.Add(10 * ms)
		}
		if a.wanted != step.want || a.delay(&p) != step.want {
			t.Errorf("frames that need %v: wanted %v, delay %v, want %v", step.needed, a.wanted, a.delay(&p), step.want)
		}
	}
}

func TestAdaptiveBounds(t *testing.T) {
	p := adaptivePolicy()
	p.MinDelay, p.MaxDelay = 150*ms, 180*ms
	r := interpolated(p)
	playAdaptive(r, 0, 30_000, func(n int) int {
		if n > 80 && n < 90 || n > 100 && n < 110 {
			return -1
		}
		return 0
	}, func(at int, k *KindStats) {
		if at > 60 && (k.Delay < 150*ms || k.Delay > 180*ms || k.Wanted < 150*ms || k.Wanted > 180*ms) {
			t.Fatalf("at %d: wanted %v, applied %v, want 150ms to 180ms", at, k.Wanted, k.Delay)
		}
		switch { // 100 ms would be enough; then a second outage of nine packets; then forgotten
		case at == 8000 && k.Wanted != 150*ms, at == 15_000 && k.Wanted != 180*ms, at == 29_000 && k.Wanted != 150*ms:
			t.Errorf("at %d: wanted %v", at, k.Wanted)
		}
	})
	for _, test := range []struct {
		p    Policy
		want time.Duration
	}{
		{Policy{Tuning: Adaptive}, time.Second},
		{Policy{Tuning: Adaptive, MinDelay: 2 * time.Second}, 2 * time.Second},
		{Policy{Tuning: Adaptive, Delay: 3 * time.Second, MaxDelay: 400 * ms}, 400 * ms},
		{Policy{Delay: 300 * ms, MaxDelay: 400 * ms}, 300 * ms},
	} {
		if got := test.p.longestDelay(); got != test.want {
			t.Errorf("%+v: at most %v, want %v", test.p, got, test.want)
		}
	}
}

// TestAdaptiveSpike: nothing comes for one second, or what comes is late by up to one.
// Time is stretched while it lasts, and then the delay is at once on its way back; but
// not when there was another spike within the window.
func TestAdaptiveSpike(t *testing.T) {
	// Packet 150 came at 15.05 s, packet 161 comes at 16.15.
	lost := func(n int) int {
		if n > 150 && n <= 160 {
			return -1
		}
		return 0
	}
	late := func(n int) int {
		if n > 150 && n <= 160 {
			return (161 - n) * 100 // all come at once
		}
		return 0
	}
	again := func(n int) int {
		if n > 210 && n <= 220 {
			return -1
		}
		return lost(n)
	}
	for name, test := range map[string]struct {
		late func(n int) int
		want map[int]time.Duration
	}{
		"lost": {lost, map[int]time.Duration{
			15_000: 100 * ms,
			// The frame at 15.16 s is the first to need more than 100 ms, and the
			// cursor is told at the next: 100 ms + 0.98 s · 200 ms/s.
			16_150: 296 * ms,
			17_150: 100 * ms, // 196 ms at 200 ms/s
			20_000: 100 * ms,
		}},
		"late": {late, map[int]time.Duration{15_000: 100 * ms, 16_150: 296 * ms, 17_150: 100 * ms, 20_000: 100 * ms}},
		// A second one, at 22 s, is no exception. It is bounded: the quantile would be
		// 1080 or so. When the window has passed, 900 ms at 200 ms/s take 4.5 s.
		"twice": {again, map[int]time.Duration{17_150: 100 * ms, 22_150: 296 * ms, 31_000: time.Second, 22_150 + 10_000 + 4500: 100 * ms}},
	} {
		r := interpolated(adaptivePolicy())
		var last time.Duration
		var lastRender ServerTime
		playAdaptive(r, 0, 40_000, test.late, func(at int, k *KindStats) {
			if d := k.Delay - last; at > 60 && (d > 2*ms || d < -2*ms) {
				t.Fatalf("%s, at %d: the delay went from %v to %v in 10 ms, want at most 200 ms/s", name, at, last, k.Delay)
			}
			if at > 60 && k.RenderTime < lastRender {
				t.Fatalf("%s, at %d: render time went back", name, at)
			}
			last, lastRender = k.Delay, k.RenderTime
			if k.Delay > time.Second {
				t.Fatalf("%s, at %d: %v, want at most MaxDelay, 1 s", name, at, k.Delay)
			}
			if want, ok := test.want[at]; ok && k.Delay != want {
				t.Errorf("%s, at %d: applied %v, want %v", name, at, k.Delay, want)
			}
		})
	}
}

// A route that is 80 ms slower from 15 s on is in the delay until the clock's window of 2 s
// has passed and its offset has slewed by 80 ms, 50 a second; then it is in the offset, and
// not in the delay. One that is faster again from 30 s on is in the offset alone.
func TestAdaptiveCountsARouteOnce(t *testing.T) {
	r := interpolated(adaptivePolicy())
	playAdaptive(r, 0, 45_000, func(n int) int {
		if n >= 150 && n < 300 {
			return 80
		}
		return 0
	}, func(at int, k *KindStats) {
		total := k.Wanted + time.Duration(r.Stats().Applied) // what is shown is as old
		switch {
		case at < 15_000 || at < 30_000 && at > 19_500 || at > 32_000:
			if k.Wanted > 105*ms && at > 2500 {
				t.Fatalf("at %d: wanted %v with an offset of %v, want 100ms", at, k.Wanted, time.Duration(r.Stats().Applied))
			}
		case at > 15_500 && at < 19_500:
			if total < 230*ms || total > 245*ms {
				t.Fatalf("at %d: wanted %v with an offset of %v, want 230ms together", at, k.Wanted, time.Duration(r.Stats().Applied))
			}
		}
	})
}

// TestAdaptiveDoesNotFeedBack: what is wanted does not depend on the delay in use, so
// that a lens in an underrun all the time wants what one that never is does.
func TestAdaptiveDoesNotFeedBack(t *testing.T) {
	lossy := func(n int) int {
		if n*n%7 == 2 {
			return -1
		}
		return n % 3 * 10
	}
	play := func(delay time.Duration) (wanted []time.Duration, underruns int) {
		p := adaptivePolicy()
		p.Delay = delay
		r := interpolated(p)
		playAdaptive(r, 0, 20_000, lossy, func(at int, k *KindStats) {
			if at >= 2100 {
				wanted = append(wanted, k.Wanted)
			}
			if at == 3000 {
				underruns = r.Stats().Overall.Underruns
			}
		})
		return
	}
	small, inUnderrun := play(0)
	large, never := play(800 * ms)
	if inUnderrun < 3 || never != 0 {
		t.Fatalf("%d and %d underruns in the beginning, want some and none", inUnderrun, never)
	}
	for i := range small {
		if d := large[i] - small[i]; d < 0 || d > slackDelay {
			t.Fatalf("frame %d: wanted %v after 0 and %v after 800ms, want the same within the slack", i, small[i], large[i])
		}
	}
}

func TestAdaptiveStartsAgain(t *testing.T) {
	r := interpolated(adaptivePolicy())
	see := func(int, *KindStats) {}
	playAdaptive(r, 0, 5000, onTime, see)
	k := &r.Stats().Kinds[0]
	if k.Wanted != 100*ms {
		t.Fatalf("wanted %v, want 100ms", k.Wanted)
	}
	// By hand again, and adaptive once more: it starts from what is set.
	l := r.Lens.(*Interpolated)
	l.Configure(everyKind(Policy{Delay: 250 * ms}))
	playAdaptive(r, 5000, 6000, onTime, see)
	if k.Wanted != 250*ms || k.Delay != 250*ms {
		t.Errorf("by hand: wanted %v, applied %v, want 250ms", k.Wanted, k.Delay)
	}
	l.Configure(everyKind(adaptivePolicy()))
	playAdaptive(r, 6000, 7000, onTime, see)
	if k.Wanted != 200*ms {
		t.Errorf("adaptive again: wanted %v, want 200ms to start from", k.Wanted)
	}
	playAdaptive(r, 7000, 9000, onTime, see)
	if k.Wanted != 100*ms {
		t.Errorf("later: wanted %v, want 100ms", k.Wanted)
	}
	// A new epoch is another connection.
	r.epoch = 1
	playAdaptive(r, 9000, 10_000, onTime, see)
	if k.Wanted != 200*ms {
		t.Errorf("new epoch: wanted %v, want 200ms to start from", k.Wanted)
	}
	playAdaptive(r, 10_000, 15_000, onTime, see)
	if k.Wanted != 100*ms {
		t.Errorf("later: wanted %v, want 100ms", k.Wanted)
	}
	// From 15 s on every packet takes 2 s longer. The old minimum leaves the clock's
	// window 2 s after the last fast packet; until then frames need 2 s and more,
	// and what they needed is forgotten when the clock steps.
	steps := r.Stats().Steps
	playAdaptive(r, 15_000, 25_000, func(int) int { return 2000 }, func(at int, k *KindStats) {
		if r.Stats().Steps == steps && at > 16_000 && k.Wanted != time.Second {
			t.Fatalf("at %d: wanted %v before the step, want MaxDelay", at, k.Wanted)
		}
	})
	if r.Stats().Steps == steps || k.Wanted != 100*ms {
		t.Errorf("%d steps, wanted %v, want one more and 100ms", r.Stats().Steps-steps, k.Wanted)
	}
}

// TestAdaptiveIsPerKind: a kind that is in every third snapshot only needs more, and
// another that is by hand is left alone.
func TestAdaptiveIsPerKind(t *testing.T) {
	config := everyKind(adaptivePolicy())
	config.Policies[2] = Policy{Delay: 170 * ms}
	r := &rig{Lens: &Interpolated{}}
	r.Configure(config)
	for at := 0; at < 10_000; at += 10 {
		if at%100 == 50 {
			s := moving(at - 50)
			updates := []Update{{ID: 1, Kind: 0, Sample: s}, {ID: 3, Kind: 2, Sample: s}}
			if at%300 == 50 {
				updates = append(updates, Update{ID: 2, Kind: 1, Sample: s})
			}
			r.updates(at-50, at, updates...)
		}
		r.frame(at)
	}
	k := &r.Stats().Kinds
	// The slow one needs 0 to 290 ms, each as often.
	for kind, want := range []time.Duration{100 * ms, 290 * ms, 170 * ms} {
		if k[kind].Wanted != want {
			t.Errorf("kind %d: wanted %v, want %v", kind, k[kind].Wanted, want)
		}
	}
	// A frame in thirty waits for its packet, which is too few to carry the delay away.
	if d := k[1].Delay; d < 290*ms || d > 300*ms {
		t.Errorf("the slow kind's applied delay is %v, want 290ms to 300ms", d)
	}
	if k[2].Delay != 170*ms || k[0].Bytes <= k[2].Bytes {
		t.Errorf("by hand: applied %v; %d and %d bytes, want the counts to be weighed", k[2].Delay, k[0].Bytes, k[2].Bytes)
	}
}

// Packets without sequence numbers of their own have no floor, only the quantile.
func TestAdaptiveWithoutSequenceNumbers(t *testing.T) {
	l := new(Interpolated)
	l.Configure(everyKind(adaptivePolicy()))
	for at := 0; at < 10_000; at += 10 {
		if at%100 == 50 {
			l.Receive(Header{Time: ServerTime(at-50) * ServerTime(ms), Arrival: LocalTime(at) * LocalTime(ms)},
				[]Update{{ID: 1, Sample: moving(at - 50)}})
		}
		l.Frame(LocalTime(at) * LocalTime(ms))
	}
	if got := l.Stats().Kinds[0].Wanted; got != 90*ms {
		t.Errorf("wanted %v, want 90ms", got)
	}
}

func TestAdaptiveDoesNotAllocate(t *testing.T) {
	r := interpolated(adaptivePolicy())
	see := func(int, *KindStats) {}
	playAdaptive(r, 0, 15_000, onTime, see)
	l := r.Lens
	updates := []Update{{ID: 1}}
	at := 15_000
	allocs := testing.AllocsPerRun(2000, func() {
		if at%100 == 50 {
			updates[0].Sample = moving(at - 50)
			r.seq++
			l.Receive(Header{Seq: r.seq, Time: ServerTime(at-50) * ServerTime(ms), Arrival: LocalTime(at) * LocalTime(ms)}, updates)
		}
		l.Frame(LocalTime(at) * LocalTime(ms))
		at += 10
	})
	if allocs != 0 {
		t.Errorf("%v allocations a frame, want none", allocs)
	}
}

// A clock that drifts by a thousandth moves its offset by more than the needs are kept
// for: they are then kept anew, and what is wanted stays what it is.
func TestAdaptiveUnderDrift(t *testing.T) {
	for _, drift := range []int{1000, -1000} {
		p := Policy{Tuning: Adaptive}
		var a adaptive
		a.configure(&p)
		for at := LocalTime(0); at < LocalTime(20*time.Minute); at = at.Add(20 * ms) {
			a.frame(at, time.Duration(int(at/LocalTime(20*ms))%10)*10*ms, Offset(at)/Offset(drift), 1, &p)
			if at > LocalTime(5*time.Second) && (a.wanted < 90*ms || a.wanted > 90*ms+slackDelay) {
				t.Fatalf("drift 1/%d: at %v wanted %v, want 90ms", drift, time.Duration(at), a.wanted)
			}
		}
		if a.since == 0 {
			t.Errorf("drift 1/%d: the offset has never moved far", drift)
		}
	}
}
