package mistakes

import (
	"math"
	"testing"
	"time"

	"snaplab/interp"
)

// even is motion along x at 10 m/s, one metre per 100 ms.
func even(k int) interp.Sample { return moving(float32(k), 10) }

// A delay of 100 ms at 10 Hz: each packet that is 30 ms slower than the fastest comes
// 30 ms after render time has passed the one before. Two intervals bridge that.
func TestFixedDelayUnderrunsAtLowRates(t *testing.T) {
	packets := stream(41, 100, even)
	for k := range packets {
		if k%2 == 1 {
			packets[k].at += 30
		}
	}
	l, right := named("fixed-delay"), new(interp.Interpolated)
	c := config(policy(200, 100))
	c.Policies[3].Tuning = interp.Adaptive // nor does that help
	watch(l, c, packets, 4000)
	watch(right, c, packets, 4000)
	// The odd ones from the 3rd to the 39th: the first one due is the 1st, at 150 ms,
	// when S0 is reached.
	if got := l.Stats().Overall; got.Underruns != 20 || got.InUnderrun < 400*ms {
		t.Errorf("%d underruns of %v, want 20 of 20 to 30 ms", got.Underruns, got.InUnderrun)
	}
	if got := right.Stats().Overall; got.Underruns != 0 {
		t.Errorf("the right lens has %d underruns with two intervals of delay, want none", got.Underruns)
	}
	if got := l.Stats().Kinds[3].Delay; got != HardCodedDelay {
		t.Errorf("delay %v, want %v whatever is set", got, HardCodedDelay)
	}
}

// Even motion at 10 m/s through a jitter of 40 ms: packets 100 ms apart come 60 ms and
// 140 ms apart in turn, and the metre between them is drawn in 60 ms (16.7 m/s) and in
// 140 ms (7.1 m/s).
func TestArrivalTimesTurnJitterIntoSpeed(t *testing.T) {
	packets := stream(41, 100, even)
	for k := range packets {
		if k%2 == 1 {
			packets[k].at += 40
		}
	}
	l := named("arrival-times")
	wrong, right := both(l, config(policy(300, 100)), packets, 4000)
	speeds := func(frames []shown) (slowest, fastest float64) {
		slowest = math.Inf(1)
		for _, s := range steps(between(frames, 1000, 4000)) {
			slowest, fastest = min(slowest, s*100), max(fastest, s*100) // a frame is 10 ms
		}
		return
	}
	slow, fast := speeds(wrong)
	near(t, "the slowest motion in m/s", slow, 1000.0/140, 0.1)
	near(t, "the fastest motion in m/s", fast, 1000.0/60, 0.1)
	slow, fast = speeds(right)
	near(t, "the right lens's slowest motion in m/s", slow, 10, 0.01)
	near(t, "the right lens's fastest motion in m/s", fast, 10, 0.01)
	if got := l.Stats().Overall.Underruns; got != 0 {
		t.Errorf("%d underruns: it is to be wrong with all data there", got)
	}
}

// S100 (5.000 s, x 10) and S101 (5.050 s, x 12) at 5.025 s are 11. They came at 5.034 s
// and 5.081 s; by those times 5.025 s is before both.
func TestArrivalTimesWorkedExample(t *testing.T) {
	packets := []arrival{
		{1, 4950, 4950, []interp.Update{{ID: 1, Sample: at(8)}}}, // the fastest: no latency
		{2, 5000, 5034, []interp.Update{{ID: 1, Sample: at(10)}}},
		{3, 5050, 5081, []interp.Update{{ID: 1, Sample: at(12)}}},
	}
	// At 5.120 s with 95 ms of delay render time is 5.025 s.
	wrong, right := both(named("arrival-times"), config(policy(95, 0)), packets, 5120)
	got, _ := right[len(right)-1].x()
	near(t, "the right place", got, 11, 1e-5)
	got, _ = wrong[len(wrong)-1].x()
	near(t, "the place by arrival times", got, 8+2*75.0/84, 1e-4)
}

// Two clocks that differ by 200 ppm for 20 minutes are 240 ms apart. The server's is
// the slower one, so render time runs into the newest snapshot: with 200 ms of delay
// it is in underrun all the time in the end. The right lens follows.
func TestOffsetOnceDriftsAway(t *testing.T) {
	const length, ppm = 20 * time.Minute, 200
	c := config(policy(200, 100))
	l, right := named("offset-once"), new(interp.Interpolated)
	l.Configure(c)
	right.Configure(c)
	local := func(true time.Duration) interp.LocalTime {
		return interp.LocalTime(true + true/1e6*ppm + 3*time.Second)
	}
	before := [2]interp.UnderrunStats{}
	for now, seq := time.Duration(0), uint32(0); now <= length; now += 20 * ms {
		if now == length-time.Minute {
			before = [2]interp.UnderrunStats{l.Stats().Overall, right.Stats().Overall}
		}
		if now%(100*ms) == 40*ms { // each packet is 40 ms under way
			stamp := interp.ServerTime(now - 40*ms)
			s := even(int(seq))
			s.Time = stamp
			h := interp.Header{Seq: seq, Time: stamp, Arrival: local(now)}
			l.Receive(h, []interp.Update{{ID: 1, Sample: s}})
			right.Receive(h, []interp.Update{{ID: 1, Sample: s}})
			seq++
		}
		l.Frame(local(now))
		right.Frame(local(now))
	}
	last := func(now, before interp.UnderrunStats) float64 {
		return float64(now.InUnderrun-before.InUnderrun) / float64(now.Total-before.Total)
	}
	if got := last(l.Stats().Overall, before[0]); got != 1 {
		t.Errorf("in underrun for %.1f %% of the last minute, want 100", 100*got)
	}
	if got := right.Stats().Overall.Underruns; got != 0 {
		t.Errorf("the right lens has %d underruns in 20 minutes, want none", got)
	}
}

// One packet is 40 ms faster than all others: with it everything leaps by that, 0.4 m at 10 m/s
// on top of the frame's 0.1 m, both entities in the same frame. When it leaves the window of two
// seconds the minimum is 40 ms larger again, and everything stops for as long. The right lens goes
// 5 % faster or slower for 0.8 s.
func TestOffsetSnappedMovesEverythingAtOnce(t *testing.T) {
	packets := stream(51, 100, even)
	for k := range packets {
		packets[k].updates = append(packets[k].updates, interp.Update{ID: 2, Sample: even(k + 5)})
	}
	packets[15].at -= 40
	l := named("offset-snapped")
	wrong, right := both(l, config(policy(250, 0)), packets, 5000)
	leaps, stops := 0, 0
	frames := between(wrong, 1000, 4900)
	for i := 1; i < len(frames); i++ {
		move := func(entity int) float64 {
			return float64(frames[i].drawn[entity].Pose.Position[0] - frames[i-1].drawn[entity].Pose.Position[0])
		}
		if math.Abs(move(0)-move(1)) > 1e-4 {
			t.Fatalf("at %v ms one moved %v m and the other %v m, want them to be moved alike", frames[i].at, move(0), move(1))
		}
		switch {
		case math.Abs(move(0)-0.5) < 1e-3:
			leaps++
		case move(0) < 1e-3:
			stops++
		}
	}
	if leaps != 1 || stops != 4 {
		t.Errorf("%d leaps and %d frames without motion, want 1 and 4", leaps, stops)
	}
	for _, s := range steps(between(right, 1000, 4900)) {
		near(t, "the right lens's step", s, 0.1, 0.0051)
	}
	if got := l.Stats().Steps; got != 3 {
		t.Errorf("the clock has stepped %d times, want at the first packet, the fast one, and when that has left", got)
	}
}
