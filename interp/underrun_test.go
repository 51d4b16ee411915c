package interp

import (
	"math/rand/v2"
	"testing"
	"time"
)

// underruns plays 20 s of 10 Hz with 30 ms of uniform jitter in order and 5 % of
// independent loss, at 60 display frames per second whose phase is drawn from the
// seed: 10 and 60 Hz are in step, and a fixed phase would decide the figure.
func underruns(seed uint64, delay time.Duration) int {
	r := rand.New(rand.NewPCG(seed, 21))
	l := new(Interpolated)
	l.Configure(everyKind(Policy{Delay: delay, MaxExtrapolation: 100 * ms}))
	next, arrival := 0, time.Duration(0)
	send := func() { // finds the next packet that is not lost
		for {
			arrival = max(arrival, time.Duration(next)*100*ms+50*ms+time.Duration(r.Int64N(int64(30*ms))))
			next++
			if r.Float64() >= 0.05 {
				return
			}
		}
	}
	send()
	step := time.Second / 60
	for now := time.Duration(r.Int64N(int64(step))); now < 20*time.Second; now += step {
		for arrival <= now {
			s := moving((next - 1) * 100)
			l.Receive(Header{Time: s.Time, Arrival: LocalTime(arrival)}, []Update{{ID: 1, Sample: s}})
			send()
		}
		l.Frame(LocalTime(now))
	}
	return l.Stats().Overall.Underruns
}

// The figures that are known for this link, as means over many seeds: near 128, 9.5,
// 6.4 and 0.015. Their standard deviations are 23, 2.8, 2.5 and 0.13, and 16 seeds
// leave a quarter of that.
func TestUnderrunsOfTheReferenceLink(t *testing.T) {
	const seeds = 16
	for _, test := range []struct {
		delay     time.Duration
		low, high float64
	}{
		{100 * ms, 110, 146}, // 3·23/4 is 17
		{150 * ms, 7.4, 11.6},
		{200 * ms, 4.5, 8.3},
		{330 * ms, 0, 0.12},
	} {
		sum := 0
		for seed := range uint64(seeds) {
			sum += underruns(seed, test.delay)
		}
		if mean := float64(sum) / seeds; mean < test.low || mean > test.high {
			t.Errorf("%v: %v underruns on average, want %v to %v", test.delay, mean, test.low, test.high)
		}
	}
}
