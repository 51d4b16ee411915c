package game_test

import (
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestAnEntityThatIsNotDueStays: every lens, mistake and engine draws every entity all the
// time, though some are in every fourth packet only.
func TestAnEntityThatIsNotDueStays(t *testing.T) {
	for _, x := range append(config.AllComparisons(), config.NoComparison) {
		for _, order := range []config.SendOrder{config.TakeTurns, config.AllTogether} {
			sc := config.DefaultScenario()
			sc.Entities = []world.Group{{Kind: world.Walker, Count: 3}, {Kind: world.Car, Count: 2}, {Kind: world.Drone, Count: 5}}
			g := &sc.Settings
			g.SendRate, g.KindRates[world.Walker], g.KindRates[world.Drone] = 20*config.Hertz, 5*config.Hertz, 3*config.Hertz
			g.SendOrder, g.Comparison, g.Down.Loss = order, x, 0
			for k := range g.Policies {
				g.Policies[k].Delay = 500 * time.Millisecond
			}
			s, err := measure.NewRun(sc)
			if err != nil {
				t.Fatal(err)
			}
			s.AdvanceTo(3 * time.Second)
			for at := 3 * time.Second; at < 6*time.Second; at += 17 * time.Millisecond {
				s.AdvanceTo(at)
				for l := range game.Lenses(g) {
					if n := len(s.AppendDrawn(nil, l)); n != 10 {
						t.Fatalf("%s, %s at %v: %d entities are drawn, want 10", game.LensName(g, l), order, at, n)
					}
				}
			}
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			if n := s.Stats(game.Interpolated).Overall.Underruns; n != 0 {
				t.Errorf("%s: %d underruns", order, n)
			}
		}
	}
}

// TestAdaptsToTheRateOfAKind: without losses an adaptive delay settles at I + J, I being the
// kind's own.
func TestAdaptsToTheRateOfAKind(t *testing.T) {
	sc := config.DefaultScenario()
	g := &sc.Settings
	g.SendRate, g.KindRates[world.Walker], g.KindRates[world.Drone] = 20*config.Hertz, 5*config.Hertz, 10*config.Hertz
	g.Down.Loss, g.Down.Jitter = 0, 30*time.Millisecond
	config.MustSetting("adaptive").SetAll(g, 1)
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(30 * time.Second)
	for kind, want := range map[interp.Kind]time.Duration{world.Walker: 230 * time.Millisecond, world.Drone: 130 * time.Millisecond, world.Car: 80 * time.Millisecond} {
		if got := s.Delay(kind); got > want+6*time.Millisecond || got < want-10*time.Millisecond {
			t.Errorf("kind %d adapts to %v, want about %v", kind, got, want)
		}
		if n := s.Stats(game.Interpolated).Kinds[kind].Underruns; n > 3 {
			t.Errorf("kind %d: %d underruns", kind, n)
		}
	}
}
