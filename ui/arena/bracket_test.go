package arena

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

func TestBracketInNumbers(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Settings.ServerStart = 1_000_000 * time.Second // the server's clock starts anywhere
	scenario.Settings.Policies[world.Car].MaxExtrapolation = 50 * time.Millisecond
	f := newStage(t, scenario).frame()
	at := func(ms int) interp.ServerTime {
		return interp.ServerTime(scenario.Settings.ServerStart + time.Duration(ms)*time.Millisecond)
	}
	s100 := interp.Sample{Seq: 100, Time: at(5000)}
	s101 := interp.Sample{Seq: 101, Time: at(5050)}
	jumped := s101
	jumped.Segment = 1
	for _, c := range []struct {
		name        string
		drawn       interp.Drawn
		to          *interp.Sample
		first, then string
	}{
		{"half way", interp.Drawn{State: interp.Blending, From: 100, To: 101, Alpha: 0.5, Time: at(5025)}, &s101,
			"S100 5.000 s → S101 5.050 s", "α = (5.025 − 5.000) ÷ 0.050 = 0.50"},
		{"exactly on one", interp.Drawn{State: interp.Blending, From: 100, To: 100, Time: at(5000)}, &s100,
			"S100 5.000 s is the newest", "drawn as it is"},
		{"across a teleport", interp.Drawn{State: interp.Blending, From: 100, To: 101, Time: at(5025)}, &jumped,
			"S100 5.000 s → S101 5.050 s", "a new segment: the old pose until 5.050 s"},
		{"underrun", interp.Drawn{State: interp.Extrapolating, From: 100, To: 100, InUnderrun: 42 * time.Millisecond, Time: at(5042)}, &s100,
			"S100 5.000 s is the newest", "extrapolating for 42 ms, at most 50 ms"},
		{"held", interp.Drawn{State: interp.Held, From: 100, To: 100, InUnderrun: 80 * time.Millisecond, Time: at(5050)}, &s100,
			"S100 5.000 s is the newest", "nothing newer for 80 ms, extrapolated 50 ms"},
	} {
		c.drawn.ID, c.drawn.Kind = 3, world.Car
		if got := f.drawnFrom(&c.drawn, &s100, c.to); got != c.first {
			t.Errorf("%s: %q, want %q", c.name, got, c.first)
		}
		if got := f.reason(&c.drawn, &s100, c.to); got != c.then {
			t.Errorf("%s: %q, want %q", c.name, got, c.then)
		}
	}
}
