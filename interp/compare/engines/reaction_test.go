package engines

import (
	"testing"
	"time"

	"snaplab/interp"
)

// After ten seconds every packet takes 80 ms longer, as on another route: what each shows
// ten seconds later, and by how much time went on in a frame of 10 ms on the way there.
func TestSlowerRoute(t *testing.T) {
	const tick = time.Second / 60
	for _, c := range []struct {
		engine           string
		rate             int
		want, within     time.Duration // of the delay in the end
		slowest, fastest time.Duration // time in a frame
	}{
		// 2 ms back for each snapshot, and 1 ms on; less than 100 ms off, so never half of it.
		{"quake3", 20, 43 * ms, 4 * ms, 7 * ms, 12 * ms},
		// Within 10 ms of the mean packet, in whole ticks, it is left alone: 13 ticks, less or
		// more 10 ms and a tick. The mean of 16 packets is at most 80 ms off, for which it takes
		// 200 · 70/80 ms a second.
		{"source", 10, 13 * tick, 10*ms + tick, 8250 * time.Microsecond, 10 * ms},
		// Less than an interval of 100 ms off: it stays, and what was 290 ms is 210.
		{"mirror", 10, 210 * ms, ms, 9999 * time.Microsecond, 10001 * time.Microsecond},
		// At 20 Hz it is more than an interval off and 4 % slower until it is within 50 ms, as the
		// average of a second has it, which comes to know some 12 ms later: 150 − 50 + 12.
		{"mirror", 20, 112 * ms, 6 * ms, 9599 * time.Microsecond, 10001 * time.Microsecond},
		// To within a tick of the mean age, 15 % slower at most.
		{"unity-entities", 10, 200 * ms, tick, 8500 * time.Microsecond, 11 * ms},
		{"unity-gameobjects", 10, -50 * ms, 11 * ms, 9900 * time.Microsecond, 10100 * time.Microsecond},
		{"lightyear", 10, 170*ms + tick - 50*ms, tick, 9 * ms, 11 * ms},
		// More than 50 ms off: set back at once, by the 80 ms.
		{"geckos", 10, 300 * ms, 0, -70 * ms, 10 * ms},
		// It never follows.
		{"gaffer", 10, 270 * ms, 0, 10 * ms, 10 * ms},
		// It has 250 ms until pokes were played in 200 frames, which takes 20 s; 80 ms are gone.
		{"rocicorp", 10, 170 * ms, 0, 10 * ms, 10 * ms},
	} {
		interval := time.Second / time.Duration(c.rate)
		l := configured(t, c.engine, interval)
		later := int(10 * time.Second / interval)
		slower := func(n int) float64 {
			if n >= later {
				return 130
			}
			return 50
		}
		var last interp.ServerTime
		slowest, fastest := time.Hour, time.Duration(0)
		link{interval, slower, 50 * ms}.frames(l, 0, 20*time.Second, func(now time.Duration) {
			s := &l.Stats().Kinds[0]
			if now > 9*time.Second {
				slowest, fastest = min(slowest, s.RenderTime.Sub(last)), max(fastest, s.RenderTime.Sub(last))
			}
			last = s.RenderTime
		})
		if got := l.Stats().Kinds[0].Delay; got < c.want-c.within || got > c.want+c.within {
			t.Errorf("%s at %d Hz: delay %v, want %v ± %v", c.engine, c.rate, got, c.want, c.within)
		}
		if slowest < c.slowest || fastest > c.fastest {
			t.Errorf("%s at %d Hz: time went on by %v to %v in 10 ms, want %v to %v", c.engine, c.rate, slowest, fastest, c.slowest, c.fastest)
		}
	}
}

// Far off, clocks are set: by 600 ms more all that follow the packets are where they were
// within three seconds, or on the way there.
func TestMuchSlowerRoute(t *testing.T) {
	for _, c := range []struct {
		engine       string
		want, within time.Duration
	}{
		{"quake3", 60 * ms, 60 * ms}, // beyond 500 ms it is set to the newest snapshot
		{"source", 13 * time.Second / 60, 17 * ms},
		{"mirror", 200 * ms, 105 * ms},       // clamped to within its buffer of where it should be
		{"unity-entities", 42 * ms, 12 * ms}, // never set back: 15 % slower in 2.95 s are 442 ms of the 600
		{"unity-gameobjects", -50 * ms, 11 * ms},
		{"geckos", 300 * ms, 0},
	} {
		l := configured(t, c.engine, 100*ms)
		slower := func(n int) float64 {
			if n >= 100 {
				return 650
			}
			return 50
		}
		link{100 * ms, slower, 50 * ms}.frames(l, 0, 13*time.Second+600*ms, nil)
		got := 13600*ms - 650*ms - time.Duration(l.Stats().Kinds[0].RenderTime)
		if got < c.want-c.within || got > c.want+c.within {
			t.Errorf("%s: %v behind what packets show, want %v ± %v", c.engine, got, c.want, c.within)
		}
	}
}
