package study

import (
	"errors"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// compared works a comparison out in steps of a size.
func compared(t *testing.T, s *config.Scenario, a, b config.Settings, runs int, step time.Duration) *Comparison {
	t.Helper()
	c, err := NewComparison(s, &a, &b, runs)
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		if done, err = c.Step(step); err != nil {
			t.Fatal(err)
		}
	}
	if made, of := c.Runs(); made != runs || of != runs {
		t.Errorf("%d of %d runs are made, want %d", made, of, runs)
	}
	return c
}

func comparable4s() config.Scenario {
	s := config.DefaultScenario()
	s.Duration, s.Seed = 4*time.Second, 11
	s.Entities = []world.Group{{Kind: world.Car, Count: 2}, {Kind: world.Drone, Count: 1}, {Kind: world.Rocket, Count: 1}}
	return s
}

// Against itself nothing differs, whether one session plays both or two do.
func TestIdenticalSettingsDoNotDiffer(t *testing.T) {
	s := comparable4s()
	for name, script := range map[string][]config.Timed{
		"same packets": nil,
		"two sessions": {{At: time.Second, Settings: s.Settings}},
	} {
		s.Script = script
		c := compared(t, &s, s.Settings, s.Settings, 2, time.Second)
		if c.SamePackets() != (script == nil) {
			t.Errorf("%s: one session plays both: %v", name, c.SamePackets())
		}
		for k := range world.NumBuiltIn {
			if a, b := c.Kind(k); a != b {
				t.Errorf("%s: %s is\n%+v by A and\n%+v by B", name, world.BuiltIn(k).Name, a, b)
			}
		}
		if a, _ := c.Kind(world.Car); a.Error.RMS == 0 {
			t.Errorf("%s: cars were not measured", name)
		}
	}
}

// Both lenses on one session's packets fare as two sessions of their own would, in steps
// of any size, and so do two sessions where the link differs.
func TestComparisonIsTwoRuns(t *testing.T) {
	s := comparable4s()
	playback, link := s.Settings, s.Settings
	playback.Policies[world.Drone].Delay = 90 * time.Millisecond
	playback.Policies[world.Car].Smoothing = 100 * time.Millisecond
	link.Down.Loss, link.SendRate = 200_000, 20*config.Hertz
	for _, other := range []config.Settings{playback, link} {
		for _, step := range []time.Duration{time.Hour, 700 * time.Millisecond} {
			c := compared(t, &s, s.Settings, other, 3, step)
			if same := other.Down == s.Settings.Down; c.SamePackets() != same {
				t.Errorf("same packets: %v, want %v", c.SamePackets(), same)
			}
			var want [2]measure.Tally
			for i, settings := range []config.Settings{s.Settings, other} {
				for seed := s.Seed; seed < s.Seed+3; seed++ {
					run := s
					run.Seed = seed
					run.Rebase(settings)
					session, err := measure.NewRun(run)
					if err != nil {
						t.Fatal(err)
					}
					session.AdvanceTo(run.Duration)
					want[i].Add(session)
				}
			}
			for k := range world.NumBuiltIn {
				a, b := c.Kind(k)
				if wantA, wantB := want[0].Kind(game.Interpolated, k), want[1].Kind(game.Interpolated, k); a != wantA || b != wantB {
					t.Errorf("%s differs from runs of their own:\n%+v\n%+v", world.BuiltIn(k).Name, b, wantB)
				}
			}
			if a, b := c.Kind(world.Drone); a.Underruns == b.Underruns && a.UnderrunMS == b.UnderrunMS {
				t.Error("drones fare alike, want a difference")
			}
		}
	}
}

func TestComparisonRefuses(t *testing.T) {
	s := comparable4s()
	bad := s.Settings
	bad.Policies[world.Car].Delay = -1
	if _, err := NewComparison(&s, &s.Settings, &bad, 1); !errors.Is(err, config.ErrScenario) {
		t.Errorf("of a bad delay: %v", err)
	}
	if _, err := NewComparison(&s, &s.Settings, &s.Settings, 0); !errors.Is(err, ErrPlan) {
		t.Errorf("of no runs: %v", err)
	}
}
