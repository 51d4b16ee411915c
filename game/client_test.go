package game

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/interp"
)

// TestLatencyEstimate: the client's one-way latency is half its fastest round trip,
// with the time that the server held the acknowledgement taken off. On a lopsided
// path it is half the sum, which is all that a client can know.
func TestLatencyEstimate(t *testing.T) {
	for _, c := range []struct{ down, up, want time.Duration }{
		{50 * time.Millisecond, 50 * time.Millisecond, 50 * time.Millisecond},
		{80 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond},
		{0, 0, 0},
	} {
		s := session(t, func(sc *config.Scenario) {
			steady(&sc.Settings)
			sc.Settings.Down.Latency, sc.Settings.Up.Latency = c.down, c.up
			sc.Settings.ClientStart = -time.Hour
		})
		s.AdvanceTo(3 * time.Second)
		// The wire carries the held time in whole microseconds, rounded down.
		if got := s.client.latency(); got < c.want || got > c.want+time.Microsecond {
			t.Errorf("down %v, up %v: estimated %v, want %v to 1 µs more", c.down, c.up, got, c.want)
		}
	}
}

// TestLatencyFollows: the estimate follows a slower path when the old minimum has
// left the window.
func TestLatencyFollows(t *testing.T) {
	s := session(t, func(sc *config.Scenario) { steady(&sc.Settings) })
	s.AdvanceTo(3 * time.Second)
	settings := s.Settings()
	settings.Down.Latency, settings.Up.Latency = 150*time.Millisecond, 150*time.Millisecond
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(6 * time.Second)
	if got := s.client.latency().Round(time.Millisecond); got != 150*time.Millisecond {
		t.Errorf("3 s after the change the estimate is %v, want 150ms", got)
	}
}

// TestGarbageIsRefused: what is no packet is counted and changes nothing.
func TestGarbageIsRefused(t *testing.T) {
	s := session(t, func(*config.Scenario) {})
	s.AdvanceTo(time.Second)
	before := len(s.AppendDrawn(nil, Interpolated))
	for _, bytes := range [][]byte{nil, {0}, make([]byte, 40), make([]byte, 2000)} {
		if err := s.client.receive(s.local(time.Second), bytes, s.verdicts[:]); err == nil {
			t.Errorf("%d bytes of garbage were taken", len(bytes))
		}
		for l, v := range s.verdicts {
			if v != interp.Refused {
				t.Errorf("lens %v says %v of garbage, want refused", Lens(l), v)
			}
		}
	}
	if after := len(s.AppendDrawn(nil, Interpolated)); after != before {
		t.Errorf("%d entities drawn after garbage, %d before", after, before)
	}
}
