package measure

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/netsim"
)

// randomNetwork draws a network and rates for one turret, which always lives, with
// delays of whole milliseconds.
func randomNetwork(r *rand.Rand) config.Scenario {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Turret, Count: 1}}
	s.Seed = r.Uint64()
	s.Duration = time.Duration(1+r.IntN(5)) * time.Second
	upTo := func(d time.Duration) time.Duration {
		if r.IntN(3) == 0 {
			return 0
		}
		return time.Duration(r.Int64N(int64(d)))
	}
	share := func(most netsim.Probability) netsim.Probability {
		if r.IntN(2) == 0 {
			return 0
		}
		return netsim.Probability(r.Int64N(int64(most)))
	}
	g := &s.Settings
	g.TickRate = config.Rate(20+r.IntN(100)) * config.Hertz
	g.SendRate = min(g.TickRate, config.Rate(1000+r.IntN(60_000)))
	g.DisplayRate = config.Rate(15_000 + r.IntN(150_000))
	g.Down = netsim.Conditions{
		Latency: upTo(300 * time.Millisecond), Jitter: upTo(250 * time.Millisecond),
		JitterModel: netsim.JitterModel(r.IntN(4)), JitterMemory: upTo(400 * time.Millisecond),
		Loss: share(netsim.Always / 3), Outage: upTo(400 * time.Millisecond),
		Stall: upTo(100 * time.Millisecond), StallEvery: time.Second,
		Duplicate: share(netsim.Always / 4), Order: netsim.Order(r.IntN(2)),
		Reorder: share(netsim.Always / 10), ReorderDelay: upTo(150 * time.Millisecond),
		Queue: 64_000, Channel: netsim.Channel(r.IntN(5) / 4),
	}
	if r.IntN(2) == 0 {
		g.DriftPPM = r.Int64N(401) - 200
	}
	for k := range g.Policies {
		g.Policies[k].Delay = time.Duration(r.IntN(300)) * time.Millisecond
	}
	return s
}

// timed returns a scenario's run, made to its end.
func timed(s *config.Scenario) (*TimingRun, error) {
	f, err := NewTimingRun(s)
	if err == nil {
		f.AdvanceTo(s.Duration)
	}
	return f, err
}

// TestTimingRunTwin: for a thousand random settings, what is timed of a delay
// is what the real lens counts with it, episode by episode and nanosecond by nanosecond, and
// what is timed of all delays is what the run measures. (The lens counts the time by
// the client's clock, so a drift of it is in that. Runs in which the clock stepped, and
// may have held render time back, are left out.)
func TestTimingRunTwin(t *testing.T) {
	settings := 1000
	if testing.Short() {
		settings = 60
	}
	episodes, inUnderrun, stepped := 0, 0, 0
	for i := range settings {
		s := randomNetwork(rand.New(rand.NewPCG(uint64(i), 6)))
		session, err := NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(s.Duration)
		run, err := timed(&s)
		if err != nil {
			t.Fatal(err)
		}
		w := *run.WhatIf(int(world.Turret))
		want := session.Stats(game.Interpolated).Kinds[world.Turret].UnderrunStats
		delay := s.Settings.Policies[world.Turret].Delay
		if session.Stats(game.Interpolated).Steps > 1 {
			stepped++
			continue
		}
		off := (w.InUnderrun(delay) - want.InUnderrun).Abs()
		if drift := s.Settings.DriftPPM; drift != 0 {
			off = max(0, off-want.InUnderrun/5000-time.Microsecond) // at most 200 ppm
		}
		if w.Underruns(delay) != want.Underruns || off != 0 {
			t.Fatalf("settings %d, %v: timed %d episodes and %v, the lens counts %d and %v\n%+v",
				i, delay, w.Underruns(delay), w.InUnderrun(delay), want.Underruns, want.InUnderrun, s.Settings.Down)
		}
		told := session.WhatIf(int(world.Turret))
		w.previous = told.previous
		if w != *told {
			t.Fatalf("settings %d: what is timed differs from what is measured", i)
		}
		episodes += want.Underruns
		if want.Underruns > 0 {
			inUnderrun++
		}
	}
	t.Logf("%d episodes in %d of %d runs; in %d the clock stepped", episodes, inUnderrun, settings, stepped)
	if episodes < 2*settings || inUnderrun > settings*9/10 || stepped > settings/10 {
		t.Error("that is too hard or too easy to show anything")
	}
}

func TestTimingRunRefuses(t *testing.T) {
	for _, c := range []struct {
		says string
		edit func(*config.Scenario)
	}{
		{"delta encoding", func(s *config.Scenario) { s.Settings.Encoding = config.DeltaEncoding }},
		{"bandwidth", func(s *config.Scenario) { s.Settings.Down.Bandwidth = 64_000 }},
		{"script", func(s *config.Scenario) { s.Script = []config.Timed{{At: 1, Settings: s.Settings}} }},
	} {
		s := config.DefaultScenario()
		c.edit(&s)
		if _, err := timed(&s); !errors.Is(err, ErrNeedsRun) || !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("error is %v, want one of %q", err, c.says)
		}
	}
	s := config.DefaultScenario()
	s.Duration = 0
	if _, err := timed(&s); !errors.Is(err, config.ErrScenario) {
		t.Errorf("error is %v, want %v", err, config.ErrScenario)
	}
}

// BenchmarkForecast50Delays20s200Seeds is what a curve of 50 delays from 200 seeds of 20 s costs.
func BenchmarkForecast50Delays20s200Seeds(b *testing.B) {
	s := config.DefaultScenario()
	b.ReportAllocs()
	total := 0
	for b.Loop() {
		for seed := range 200 {
			s.Seed = uint64(seed)
			run, err := timed(&s)
			if err != nil {
				b.Fatal(err)
			}
			for d := range 50 {
				total += run.WhatIf(-1).Underruns(time.Duration(10*d) * time.Millisecond)
			}
		}
	}
}
