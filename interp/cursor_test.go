package interp

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The same stream ends at the same offset and the same render time, however often the
// display asked in between.
func TestSlewIsIndependentOfTheFrameRate(t *testing.T) {
	end := map[int]Cursor{}
	for _, fps := range []int{30, 240} {
		c := observed(90*ms, 50*ms) // 40 ms to make up: 0.8 s
		var cursor Cursor
		cursor.Advance(c, LocalTime(150*ms), 100*ms)
		for frame := range fps/2 + 1 {
			now := LocalTime(150 * ms).Add(time.Duration(frame) * time.Second / time.Duration(fps))
			c.Advance(now)
			cursor.Advance(c, now, 300*ms) // 200 ms to make up: 1 s
		}
		// Half a second on, the offset has moved by 25 ms and the delay by 100 ms.
		at := LocalTime(650 * ms)
		if off := time.Duration(c.Offset(at)) - 65*ms; off.Abs() > time.Microsecond {
			t.Errorf("%d frames/s: the offset is %v off 65ms", fps, off)
		}
		if off := cursor.Delay(c, at) - 200*ms; off.Abs() > time.Microsecond {
			t.Errorf("%d frames/s: the delay is %v off 200ms", fps, off)
		}
		end[fps] = cursor
	}
	if off := end[30].floor.Sub(end[240].floor); off.Abs() > 2*time.Microsecond {
		t.Errorf("render times at 30 and 240 frames/s are %v apart", off)
	}
}

func TestCursorTrailsTheFastestPacketByTheDelay(t *testing.T) {
	c := observed(50*ms, 80*ms)
	c.Advance(LocalTime(180 * ms))
	var cursor Cursor
	if cursor.Started() {
		t.Error("started before the first frame")
	}
	// local 180 − offset 50 − delay 100
	if got := cursor.Advance(c, LocalTime(180*ms), 100*ms); got != ServerTime(30*ms) {
		t.Errorf("render time %v, want 30ms", time.Duration(got))
	}
	if got := cursor.At(c, LocalTime(190*ms)); got != ServerTime(40*ms) {
		t.Errorf("10 ms later %v, want 40ms", time.Duration(got))
	}
	var none Cursor
	if got := none.Advance(new(Clock), LocalTime(time.Second), 100*ms); got != 0 || none.Started() {
		t.Errorf("without a clock: %v, started %v", got, none.Started())
	}
}

func TestCursorSlewsAChangeOfDelay(t *testing.T) {
	tests := []struct {
		from, to, after, want time.Duration
	}{
		{100 * ms, 300 * ms, 500 * ms, 200 * ms}, // 200 ms/s for half a second
		{100 * ms, 300 * ms, time.Second, 300 * ms},
		{300 * ms, 100 * ms, 250 * ms, 250 * ms},
		{100 * ms, 2 * time.Second, time.Second, 300 * ms},
	}
	for _, test := range tests {
		c := observed(50 * ms)
		c.Advance(LocalTime(time.Second))
		var cursor Cursor
		cursor.Advance(c, LocalTime(time.Second), test.from)
		first := cursor.Advance(c, LocalTime(time.Second), test.to)
		now := LocalTime(time.Second + test.after)
		c.Advance(now)
		last := cursor.Advance(c, now, test.to)
		if got := cursor.Delay(c, now); got != test.want {
			t.Errorf("%v to %v after %v: %v, want %v", test.from, test.to, test.after, got, test.want)
		}
		if moved, want := last.Sub(first), test.after-(test.want-test.from); moved != want {
			t.Errorf("%v to %v: render time moved %v in %v, want %v", test.from, test.to, moved, test.after, want)
		}
	}
}

// A server that stalls, its clock with it, leaves render time ahead of everything. It
// may not go back: it waits, until the window has forgotten the old offset, and then
// until the server has caught up, at once after a step and at 50 ms per second if the
// error is too small for one.
func TestCursorRecoversFromAServerStall(t *testing.T) {
	for stall, limit := range map[time.Duration]time.Duration{
		300 * ms:        8 * time.Second, // 2 + 300/50
		time.Second:     3 * time.Second, // 2 + 1
		2 * time.Second: 4 * time.Second, // 2 + 2
		3 * time.Second: 5 * time.Second, // 2 + 3
	} {
		var c Clock
		var cursor Cursor
		last, recovered := ServerTime(math.MinInt64), time.Duration(0)
		resumed := 5*time.Second + stall
		for now := time.Duration(0); now < 20*time.Second; now += 20 * ms {
			server := now
			if now > 5*time.Second {
				server = max(5*time.Second, now-stall)
			}
			if now%(100*ms) == 0 && (now <= 5*time.Second || now >= resumed) {
				c.Observe(LocalTime(now), ServerTime(server))
			}
			c.Advance(LocalTime(now))
			at := cursor.Advance(&c, LocalTime(now), 200*ms)
			if at < last {
				t.Fatalf("stall %v: render time went from %v to %v", stall, last, at)
			}
			last = at
			// Within the 100 ms that one packet after another leave of 200.
			if lag := time.Duration(server) - time.Duration(at); lag < 100*ms || lag > 300*ms {
				recovered = now
			}
		}
		if took := recovered - resumed; took > limit {
			t.Errorf("stall %v: right again only after %v, want %v", stall, took, limit)
		}
	}
}

// Render time never goes backwards and drawing never moves it, whatever the packets,
// the clocks, the frames and the knobs do.
func TestRenderTimeIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Clock
		var cursor Cursor
		duration := func(name string, low, high time.Duration) time.Duration {
			return time.Duration(rapid.Int64Range(int64(low), int64(high)).Draw(t, name))
		}
		now, skew, delay := LocalTime(0), time.Duration(0), 200*ms
		last := ServerTime(math.MinInt64)
		see := func(at ServerTime) {
			if cursor.Started() && at < last {
				t.Fatalf("render time went from %v back to %v", time.Duration(last), time.Duration(at))
			}
			if cursor.Started() {
				last = at
			}
		}
		for range rapid.IntRange(1, 80).Draw(t, "operations") {
			switch rapid.IntRange(0, 5).Draw(t, "operation") {
			case 0, 1:
				c.Observe(now, ServerTime(now).Add(-skew-duration("latency", 0, time.Second)))
			case 2:
				skew += duration("drift", -ms, ms)
			case 3:
				skew += duration("clock step", -3*time.Second, 3*time.Second)
			case 4:
				delay = duration("delay", 0, MaxPolicyTime)
			case 5:
				slew := duration("slew", 1, 999*ms)
				config := ClockConfig{
					Window: duration("window", 1, 5*time.Second), MinPackets: rapid.IntRange(1, 20).Draw(t, "packets"),
					Slew: slew, DelaySlew: duration("delay slew", 1, time.Second-slew-1), StepAbove: duration("bound", 1, time.Second),
				}
				if err := config.Validate(); err != nil {
					t.Fatal(err)
				}
				c.Advance(now)
				see(cursor.Advance(&c, now, delay))
				c.Configure(config)
			}
			if cursor.Started() {
				at := cursor.At(&c, now)
				see(at)
				if again := cursor.At(&c, now); again != at {
					t.Fatalf("asked twice: %v and %v", at, again)
				}
			}
			now = now.Add(duration("on", 0, 100*ms))
			if rapid.Bool().Draw(t, "frame") {
				c.Advance(now)
				see(cursor.Advance(&c, now, delay))
			}
		}
	})
}
