package interp

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestRequiredDelay(t *testing.T) {
	interval := func(hz float64) time.Duration { return time.Duration(math.Round(1e9 / hz)) }
	tests := []struct {
		hz     float64
		jitter time.Duration
		losses int
		want   time.Duration
	}{
		{10, 30 * ms, 0, 130 * ms},                     // 1·100 + 30
		{10, 30 * ms, 1, 230 * ms},                     // 2·100 + 30, one interval more
		{10, 30 * ms, 2, 330 * ms},                     // 3·100 + 30
		{20, 30 * ms, 1, 130 * ms},                     // 2·50 + 30
		{30, 30 * ms, 1, 96_666_666 * time.Nanosecond}, // 2·33.333333 + 30 = 96.7 ms
		{10, 0, 0, 100 * ms},
		{10, -5 * ms, -3, 100 * ms}, // negatives count as zero
	}
	for _, test := range tests {
		if got := RequiredDelay(interval(test.hz), test.jitter, test.losses); got != test.want {
			t.Errorf("%v Hz, jitter %v, %d losses: %v, want %v", test.hz, test.jitter, test.losses, got, test.want)
		}
	}
	if got := RequiredDelay(-ms, 30*ms, 4); got != 30*ms {
		t.Errorf("a negative interval: %v, want the jitter alone", got)
	}
}

func TestLossesSurvived(t *testing.T) {
	tests := []struct {
		delay, interval, jitter time.Duration
		want                    int
	}{
		{129 * ms, 100 * ms, 30 * ms, -1},
		{130 * ms, 100 * ms, 30 * ms, 0}, // equality is enough
		{229 * ms, 100 * ms, 30 * ms, 0},
		{230 * ms, 100 * ms, 30 * ms, 1},
		{330 * ms, 100 * ms, 30 * ms, 2},
		{20 * ms, 100 * ms, 30 * ms, -1}, // not even the jitter
		{-time.Second, 100 * ms, -2 * time.Second, -1},
		{200 * ms, 0, 30 * ms, -1},
		{200 * ms, -ms, 30 * ms, -1},
	}
	for _, test := range tests {
		if got := LossesSurvived(test.delay, test.interval, test.jitter); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	for k := range 20 {
		if got := LossesSurvived(RequiredDelay(33*ms, 7*ms, k), 33*ms, 7*ms); got != k {
			t.Errorf("the delay required for %d losses survives %d", k, got)
		}
	}
}

func TestSlotsFor(t *testing.T) {
	tests := []struct {
		delay, interval time.Duration
		want            int
	}{
		{250 * ms, 100 * ms, 4}, // ceil(2.5) + 1
		{150 * ms, 50 * ms, 4},  // ceil(3) + 1
		{151 * ms, 50 * ms, 5},
		{0, 50 * ms, 1},
		{-ms, 50 * ms, 1},
		{150 * ms, 0, 2},
		{150 * ms, math.MaxInt64, 2},
	}
	for _, test := range tests {
		if got := SlotsFor(test.delay, test.interval); got != test.want {
			t.Errorf("%v at %v: %d, want %d", test.delay, test.interval, got, test.want)
		}
	}
}

// run plays one stream of one entity against a display and counts the frames in which
// render time had passed the newest arrived stamp. Packet n is stamped n·interval,
// takes latency plus a random part of jitter, and is lost as often as may be without
// more than k in a row.
func run(r *rand.Rand, interval, jitter, delay time.Duration, k int) (dry, frames int) {
	const packets = 40
	latency := time.Duration(r.Int64N(int64(300 * ms)))
	skew := time.Duration(r.Int64N(int64(time.Hour))) - 30*time.Minute // client zero − server zero
	type packet struct{ arrival, stamp time.Duration }
	var arriving []packet
	lost := 0
	for n := range packets {
		if n > 0 && lost < k && r.IntN(3) != 0 {
			lost++
			continue
		}
		lost = 0
		stamp := time.Duration(n) * interval
		part := time.Duration(r.Int64N(int64(jitter) + 1))
		switch r.IntN(4) { // the extremes are where it must fail if anywhere
		case 0:
			part = 0
		case 1:
			part = jitter
		}
		arriving = append(arriving, packet{stamp + latency + part, stamp})
	}
	slices.SortStableFunc(arriving, func(a, b packet) int { return cmp.Compare(a.arrival, b.arrival) })
	var clock Clock
	var cursor Cursor
	newest := ServerTime(math.MinInt64)
	step := time.Second / time.Duration(30+r.IntN(210))
	// The last k may be lost and nobody would send the one that ends the run.
	end := time.Duration(packets-1-k)*interval + latency
	for now := time.Duration(r.Int64N(int64(step))); now < end; now += step {
		for len(arriving) > 0 && arriving[0].arrival <= now {
			p := arriving[0]
			arriving = arriving[1:]
			clock.Observe(LocalTime(p.arrival+skew), ServerTime(p.stamp))
			newest = max(newest, ServerTime(p.stamp))
		}
		local := LocalTime(now + skew)
		clock.Advance(local)
		if at := cursor.Advance(&clock, local, delay); clock.Started() {
			frames++
			if at > newest {
				dry++
			}
		}
	}
	return dry, frames
}

func TestRequiredDelayNeverRunsDry(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	short := 0
	for round := range 2500 {
		interval := time.Second / time.Duration(4+r.IntN(60))
		jitter := time.Duration(r.Int64N(int64(150 * ms)))
		k := r.IntN(4)
		delay := RequiredDelay(interval, jitter, k)
		if dry, frames := run(r, interval, jitter, delay, k); dry != 0 || frames < 10 {
			t.Fatalf("round %d: interval %v, jitter %v, %d losses, delay %v: %d of %d frames dry", round, interval, jitter, k, delay, dry, frames)
		}
		if round%5 > 0 {
			continue
		}
		if dry, _ := run(r, interval, jitter, delay-interval-jitter/2, k); dry > 0 {
			short++
		}
	}
	// The same streams with less delay do run dry, so the test can fail.
	if short < 300 {
		t.Errorf("only %d of 500 streams ran dry when the delay was too short", short)
	}
}
