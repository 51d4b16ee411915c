package interp

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// observed is a clock that has seen packets of a server whose zero is the client's,
// sent every 100 ms, each with its latency.
func observed(latencies ...time.Duration) *Clock {
	c := new(Clock)
	for n, latency := range latencies {
		stamp := time.Duration(n) * 100 * ms
		c.Observe(LocalTime(stamp+latency), ServerTime(stamp))
	}
	return c
}

func TestClockFirstPacketSetsTheOffset(t *testing.T) {
	var c Clock
	if c.Started() {
		t.Error("started without a packet")
	}
	c.Advance(LocalTime(time.Second)) // nothing to do
	c.Observe(LocalTime(2050*ms), ServerTime(2000*ms))
	if got := c.Offset(LocalTime(2050 * ms)); got != Offset(50*ms) || c.Steps() != 1 || !c.Started() {
		t.Errorf("offset %v, %d steps; want 50ms, 1", time.Duration(got), c.Steps())
	}
	if got := c.Offset(LocalTime(time.Minute)).ToServer(LocalTime(time.Minute)); got != ServerTime(time.Minute-50*ms) {
		t.Errorf("a minute is server time %v", time.Duration(got))
	}
}

func TestClockTargetIsTheFastestPacket(t *testing.T) {
	c := observed(70*ms, 50*ms, 90*ms, 130*ms) // the last arrives at 430
	c.Advance(LocalTime(430 * ms))
	if got := c.Target(); got != Offset(50*ms) {
		t.Errorf("target %v, want 50ms", time.Duration(got))
	}
}

func TestClockSlewsAtItsRate(t *testing.T) {
	// The first packet took 80 ms, the second 50 ms and arrives at 150: from the
	// frame there, 30 ms are to be made up at 50 ms per second.
	tests := []struct{ after, want time.Duration }{
		{0, 80 * ms},
		{100 * ms, 75 * ms},
		{300 * ms, 65 * ms},
		{600 * ms, 50 * ms}, // 30 ms / (50 ms/s) = 0.6 s
		{900 * ms, 50 * ms}, // and no further
		{-time.Second, 80 * ms},
	}
	for _, test := range tests {
		c := observed(80*ms, 50*ms)
		c.Advance(LocalTime(150 * ms))
		c.Advance(LocalTime(100 * ms)) // back in time: counts as 150
		if got := time.Duration(c.Offset(LocalTime(150*ms + test.after))); got != test.want {
			t.Errorf("after %v the offset is %v, want %v", test.after, got, test.want)
		}
		if c.Steps() != 1 {
			t.Errorf("%d steps, want the first packet's alone", c.Steps())
		}
	}
}

func TestClockStepsOnlyBeyondItsBound(t *testing.T) {
	for _, test := range []struct {
		jump  time.Duration // of the server's clock
		steps int
	}{{-500 * ms, 1}, {-501 * ms, 2}, {500 * ms, 1}, {501 * ms, 2}} {
		c := observed(50 * ms)
		at := LocalTime(50 * ms)
		// Enough packets and time for the old minimum to leave the window.
		for range 30 {
			at = at.Add(100 * ms)
			c.Observe(at, ServerTime(at).Add(-50*ms-test.jump))
		}
		c.Advance(at)
		if c.Steps() != test.steps {
			t.Errorf("error %v: %d steps, want %d", test.jump, c.Steps(), test.steps)
		}
	}
}

// A faster route is seen at once, a slower one when the old minimum has left.
func TestClockFollowsARouteChange(t *testing.T) {
	c := observed(50*ms, 50*ms, 20*ms)
	c.Advance(LocalTime(220 * ms))
	if got := c.Target(); got != Offset(20*ms) {
		t.Errorf("faster route: target %v, want 20ms at once", time.Duration(got))
	}
	c = new(Clock)
	changed := 0 * ms
	for n := range 100 {
		stamp, latency := time.Duration(n)*100*ms, 50*ms
		if n >= 40 {
			latency = 80 * ms
		}
		at := LocalTime(stamp + latency)
		c.Observe(at, ServerTime(stamp))
		c.Advance(at)
		if c.Target() == Offset(80*ms) && changed == 0 {
			changed = time.Duration(at)
		}
	}
	// The last fast packet arrived at 3900 + 50 ms; 2 s later it no longer counts,
	// and the next packet, stamped 5900, arrives at 5980.
	if changed != 5980*ms {
		t.Errorf("slower route: the target changed at %v, want 5.98s", changed)
	}
}

// The window slides with the frames, packets or no packets.
func TestClockForgetsWithoutPackets(t *testing.T) {
	var c Clock
	c.Observe(LocalTime(20*ms), 0)
	for n := range 10 { // the last ten count however old they are
		stamp := time.Duration(n+1) * 10 * ms
		c.Observe(LocalTime(stamp+50*ms), ServerTime(stamp))
	}
	for _, test := range []struct {
		at   LocalTime
		want Offset
	}{{LocalTime(2020 * ms), Offset(20 * ms)}, {LocalTime(2021 * ms), Offset(50 * ms)}} {
		c.Advance(test.at)
		if got := c.Target(); got != test.want {
			t.Errorf("at %v the target is %v, want %v", time.Duration(test.at), time.Duration(got), time.Duration(test.want))
		}
	}
}

func TestClockIsNotMovedByLatePackets(t *testing.T) {
	tests := []struct {
		name string
		late time.Duration
	}{
		{"a stamp 50 ms back", 50 * ms},
		{"a spike of 1 s", time.Second},
		{"a stall of 10 s", 10 * time.Second},
	}
	for _, test := range tests {
		c := observed(50*ms, 50*ms, 50*ms)
		c.Observe(LocalTime(350*ms), ServerTime(300*ms-test.late))
		c.Advance(LocalTime(360 * ms))
		if got := c.Offset(LocalTime(400 * ms)); got != Offset(50*ms) || c.Steps() != 1 {
			t.Errorf("%s: offset %v, %d steps", test.name, time.Duration(got), c.Steps())
		}
	}
}

// Wherever the server's clock starts, everything is the same but for that start.
func TestClockStartDoesNotMatter(t *testing.T) {
	replay := func(start time.Duration) (trace []time.Duration) {
		r := rand.New(rand.NewPCG(5, 6))
		var c Clock
		var cursor Cursor
		for n := range 200 {
			stamp := time.Duration(n) * 50 * ms
			at := LocalTime(stamp + 40*ms + time.Duration(r.Int64N(int64(30*ms))))
			c.Observe(at, ServerTime(start+stamp))
			c.Advance(at)
			trace = append(trace, cursor.Advance(&c, at, 150*ms).Sub(ServerTime(start)))
		}
		return trace
	}
	want := replay(0)
	for _, start := range []time.Duration{1 << 31 * ms, 1 << 24 * time.Second, 1e9 * time.Second, -1 << 31 * ms, -7} {
		for i, got := range replay(start) {
			if got != want[i] {
				t.Fatalf("started at %v: frame %d shows %v, want %v", start, i, got, want[i])
			}
		}
	}
}

// The clock keeps up with drift: 20 minutes at ±200 ppm have underruns no more often than
// without drift. The delay covers the jitter with 1 ms to spare.
func TestClockFollowsDrift(t *testing.T) {
	underruns := func(ppm int64) (frames int) {
		r := rand.New(rand.NewPCG(7, 8))
		var c Clock
		var cursor Cursor
		newest := ServerTime(0)
		const packets = 20 * 60 * 10
		for n := range int64(packets) {
			sent := time.Duration(n) * 100 * ms
			stamp := ServerTime(time.Hour + sent + sent*time.Duration(ppm)/1e6)
			arrival := LocalTime(sent + 50*ms + time.Duration(r.Int64N(int64(30*ms))))
			// The moment just before a packet arrives is the driest.
			c.Advance(arrival)
			if cursor.Advance(&c, arrival, 131*ms) > newest && n > 0 {
				frames++
			}
			c.Observe(arrival, stamp)
			newest = stamp
			if n > 100 {
				if e := time.Duration(c.Offset(arrival)) + time.Hour + sent*time.Duration(ppm)/1e6; e < 49500*time.Microsecond || e > 70*ms {
					// The fastest packet's 50 ms, less what drifts in 2 s, and
					// more while no fast packet comes.
					t.Fatalf("%d ppm: the offset is %v above the clocks' at %v, want 49.5 to 70ms", ppm, e, sent)
				}
			}
		}
		return frames
	}
	base := underruns(0)
	for _, ppm := range []int64{200, -200} {
		if got := underruns(ppm); got > base {
			t.Errorf("%d ppm: %d frames in underrun, %d without drift", ppm, got, base)
		}
	}
}

func TestClockReset(t *testing.T) {
	c := observed(50*ms, 50*ms)
	c.Reset()
	if c.Started() || c.Target() != 0 {
		t.Error("Reset left an observation")
	}
	c.Observe(LocalTime(300*ms), ServerTime(-time.Hour))
	if got := time.Duration(c.Offset(LocalTime(300 * ms))); got != time.Hour+300*ms || c.Steps() != 2 {
		t.Errorf("offset %v, %d steps; want 1h0m0.3s, 2", got, c.Steps())
	}
}

func TestClockConfigValidate(t *testing.T) {
	tests := []struct {
		config ClockConfig
		want   string // what the error names, "" for none
	}{
		{ClockConfig{}, ""},
		{ClockConfig{Slew: 799 * ms}, ""},
		{ClockConfig{MinPackets: -1}, "MinPackets is -1"},
		{ClockConfig{Window: -ms}, "Window is -1ms"},
		{ClockConfig{StepAbove: 2 * time.Minute}, "StepAbove is 2m0s"},
		{ClockConfig{Slew: 800 * ms}, "Slew 800ms and DelaySlew 200ms"}, // 200 ms is the default
		{ClockConfig{Slew: 500 * ms, DelaySlew: 500 * ms}, "Slew 500ms and DelaySlew 500ms"},
	}
	for _, test := range tests {
		err := test.config.Validate()
		if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, ErrClock) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: %v, want %q", test.config, err, test.want)
		}
	}
}
