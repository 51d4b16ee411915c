package game_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// However time is moved, and however often and at what times it is drawn, a run is
// the same.
func TestDigestIsThatOfTheRun(t *testing.T) {
	inSteps := func(step time.Duration) func(*measure.Run) {
		return func(s *measure.Run) {
			for at := time.Duration(0); at < end; at += step {
				s.AdvanceTo(at)
			}
			s.AdvanceTo(end)
		}
	}
	want := runWith(t, configtest.Lively(3), to(end)).Digest()
	for _, step := range []time.Duration{time.Millisecond, time.Second / 144, time.Second, 7777777} {
		if got := runWith(t, configtest.Lively(3), inSteps(step)).Digest(); got != want {
			t.Errorf("in steps of %v the digest is %016x, want %016x", step, got, want)
		}
	}
	drawn := runWith(t, configtest.Lively(3), func(s *measure.Run) {
		r := rand.New(rand.NewPCG(1, 1))
		var drawn []interp.Drawn
		var packets []game.PacketRecord
		s.OnFrame(func(*measure.FrameRow) {})
		s.OnPacket(func(*game.PacketRecord) {})
		for s.Now() < end {
			s.AdvanceTo(min(max(s.Now(), 0)+time.Duration(r.Int64N(int64(50*time.Millisecond))), end))
			for range r.IntN(3) {
				drawn = s.AppendDrawn(drawn[:0], game.Lens(r.IntN(int(game.NumLenses))))
				drawn = s.AppendTruth(drawn[:0], s.Now())
				packets = s.AppendPackets(packets[:0], 0, s.Now())
				s.Report()
			}
		}
	})
	if got := drawn.Digest(); got != want {
		t.Errorf("looked at, the digest is %016x, want %016x", got, want)
	}
	if got := runWith(t, configtest.Lively(4), to(end)).Digest(); got == want {
		t.Errorf("another seed has the same digest %016x", got)
	}
	if got := runWith(t, configtest.Lively(3), to(end+time.Second)).Digest(); got == want {
		t.Errorf("a second more has the same digest %016x", got)
	}
}

// What a clock shows at the start is only a number: nothing that is measured changes
// but the clocks' difference itself.
func TestTheClocksStartIsOnlyANumber(t *testing.T) {
	measured := func(s config.Scenario) measure.Report {
		r := runWith(t, s, to(end)).Report()
		r.Settings = nil
		for name, l := range r.Lenses {
			shift := config.Milliseconds(s.Settings.ClientStart - s.Settings.ServerStart)
			l.Clock.TrueMS -= shift
			l.Clock.TargetMS -= shift
			l.Clock.AppliedMS -= shift
			r.Lenses[name] = l
		}
		return r
	}
	want := measured(configtest.Lively(3))
	near := cmpopts.EquateApprox(0, 1e-3) // of the shifts, which are floats
	for _, start := range []time.Duration{1 << 31 * time.Millisecond, 1e9 * time.Second, -5 * time.Second} {
		for _, side := range []string{"server", "client", "both"} {
			s := configtest.Lively(3)
			if side != "client" {
				s.Settings.ServerStart = start
			}
			if side != "server" {
				s.Settings.ClientStart = start
			}
			if diff := cmp.Diff(want, measured(s), near); diff != "" {
				t.Errorf("%s starting at %v:\n%s", side, start, diff)
			}
		}
	}
}

// A recording of a run in which settings were changed by hand, on top of those that
// the script changes, is the run.
func TestRecordingIsTheRun(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 9))
		scenario := configtest.Lively(seed)
		at2 := anySettings(r, scenario.Settings)
		scenario.Script = []config.Timed{{At: 2 * time.Second, Settings: at2}}
		original := runWith(t, scenario, func(s *measure.Run) {
			for s.Now() < end {
				if err := s.Apply(anySettings(r, s.Settings())); err != nil {
					t.Fatal(err)
				}
				s.AdvanceTo(min(max(s.Now(), 0)+time.Duration(r.Int64N(int64(time.Second))), end))
			}
		})
		recording := original.Recording()
		if len(recording.Script) < 5 {
			t.Fatalf("the recording has %d changes", len(recording.Script))
		}
		if got, want := runWith(t, recording, to(end)).Digest(), original.Digest(); got != want {
			t.Errorf("seed %d: the recording's digest is %016x, the run's %016x", seed, got, want)
		}
	}
}

// Applying what is in force already changes nothing, nor is it recorded.
func TestApplyingTheSameIsNothing(t *testing.T) {
	s := runWith(t, configtest.Lively(3), func(s *measure.Run) {
		s.AdvanceTo(time.Second)
		if err := s.Apply(s.Settings()); err != nil {
			t.Error(err)
		}
		s.AdvanceTo(end)
	})
	if len(s.Recording().Script) != 0 {
		t.Error("it is in the recording")
	}
	if got, want := s.Digest(), runWith(t, configtest.Lively(3), to(end)).Digest(); got != want {
		t.Errorf("the digest is %016x, want %016x", got, want)
	}
	if err := s.Apply(config.Settings{}); err == nil {
		t.Error("the zero settings are taken")
	}
}

// 30 Hz for a minute is 1800 snapshots, one more or less, at any display rate.
func TestSendsDoNotDependOnTheDisplay(t *testing.T) {
	for _, c := range []struct {
		send, display config.Rate
		want          int // in a minute
	}{{30, 24, 1800}, {30, 60, 1800}, {30, 144, 1800}, {30, 240, 1800}, {45, 60, 2700}, {7, 60, 420}} {
		t.Run(fmt.Sprintf("%d hz on %d hz", c.send, c.display), func(t *testing.T) {
			scenario := config.DefaultScenario()
			scenario.Entities = []world.Group{{Kind: world.Turret, Count: 1}}
			scenario.Settings.SendRate, scenario.Settings.DisplayRate = c.send*config.Hertz, c.display*config.Hertz
			s := runWith(t, scenario, to(time.Minute))
			if got := s.LinkStats().Sent; got < c.want-1 || got > c.want+1 {
				t.Errorf("%d snapshots, want %d ± 1", got, c.want)
			}
		})
	}
}

// Where the rate does not divide the tick rate, what is sent is never further apart
// than the interval that the formulas use, and as far apart somewhere.
func TestIntervalIsWhatIsSent(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Walker, Count: 1}}
	scenario.Settings.SendRate = 45 * config.Hertz
	s := runWith(t, scenario, to(10*time.Second))
	packets := s.AppendPackets(nil, 0, s.Now())
	longest := time.Duration(0)
	for i := 1; i < len(packets); i++ {
		longest = max(longest, packets[i].Link.SentAt-packets[i-1].Link.SentAt)
	}
	interval := scenario.Settings.Interval()
	if longest > interval || longest < interval-time.Nanosecond || interval != 33_333_334 {
		t.Errorf("snapshots are up to %v apart and the interval is %v, want 33.33 ms", longest, interval)
	}
}

// anySettings changes about a third of the settings' values.
func anySettings(r *rand.Rand, from config.Settings) config.Settings {
	for _, s := range config.AllSettings() {
		if s.Name == "tick-rate" || strings.HasSuffix(s.Name, "-start") {
			continue // rates must fit each other, and clocks start only once
		}
		for q := range s.Qualifiers(&from) {
			if r.IntN(3) > 0 {
				continue
			}
			hi := s.Max
			if s.Name == "rate" {
				hi = int64(from.TickRate)
				if q > 0 {
					hi = s.Get(&from, 0) // a kind is in every packet at most
				}
			}
			s.Set(&from, q, s.Min+r.Int64N(hi-s.Min+1))
		}
	}
	return from
}
