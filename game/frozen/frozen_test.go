package frozen_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/frozen"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// TestAsARunWithThatDelay: at 200 random moments of random links, what is drawn with a random
// delay for each kind is what a run with these delays, set from its start, draws at that moment.
func TestAsARunWithThatDelay(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 17))
	upTo := func(d time.Duration) time.Duration {
		return time.Duration(random.Int64N(int64(d/time.Millisecond))) * time.Millisecond
	}
	different := 0
	const moments, delays = 20, 10
	for n := range moments {
		s := config.DefaultScenario()
		s.Seed = uint64(n)
		s.Settings.SendRate = config.Rate(5000 + random.IntN(25_000))
		s.Settings.Down.Jitter, s.Settings.Down.Latency, s.Settings.Down.Loss = upTo(60*time.Millisecond), upTo(100*time.Millisecond), netsim.Probability(random.IntN(200_000))
		at := 2*time.Second + upTo(time.Second) + time.Duration(random.IntN(1_000_000))
		playbacks := make([][world.MaxKinds]interp.Policy, delays)
		for i := range playbacks {
			playbacks[i] = s.Settings.Policies
			for k := range playbacks[i] {
				playbacks[i][k].Delay = upTo(600 * time.Millisecond)
			}
		}
		twin, err := game.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := twin.Vary(playbacks); err != nil {
			t.Fatal(err)
		}
		twin.AdvanceTo(at)
		run, err := game.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		run.AdvanceTo(at)
		moment, err := frozen.New(run)
		if err != nil {
			t.Fatal(err)
		}
		for !moment.Advance(700 * time.Millisecond) {
		}
		before := run.AppendDrawn(nil, game.Interpolated)
		for i := range playbacks {
			settings := s.Settings
			settings.Policies = playbacks[i]
			got, want := moment.AppendDrawn(nil, &settings), twin.AppendVariant(nil, i)
			if len(got) != len(want) {
				t.Fatalf("moment %d, delays %d: %d entities are drawn, want %d", n, i, len(got), len(want))
			}
			for j := range want {
				if got[j] != want[j] {
					t.Fatalf("moment %d at %v, delays %d: drawn is\n%+v, want\n%+v", n, at, i, got[j], want[j])
				}
			}
			if len(before) != len(got) || before[0].Pose != got[0].Pose {
				different++
			}
		}
	}
	if different < moments*delays/2 {
		t.Errorf("only %d of %d differ from what the run itself draws", different, moments*delays)
	}
}
