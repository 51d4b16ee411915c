package game_test

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
)

const msec = time.Millisecond

// run is a session with a few changes to the default scenario.
func run(t *testing.T, change func(*config.Scenario)) *measure.Run {
	t.Helper()
	sc := config.DefaultScenario()
	change(&sc)
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// calm makes a link without chance: every packet arrives after the base latency.
func calm(s *config.Settings) {
	s.Down.Jitter, s.Up.Jitter = 0, 0
	s.Down.Loss, s.Up.Loss = 0, 0
}

// run makes a session and has f move it.
func runWith(t *testing.T, s config.Scenario, f func(*measure.Run)) *measure.Run {
	t.Helper()
	session, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	f(session)
	if err := session.Err(); err != nil {
		t.Fatal(err)
	}
	return session
}

func to(end time.Duration) func(*measure.Run) { return func(s *measure.Run) { s.AdvanceTo(end) } }

const end = 6 * time.Second

// wantNoGarbage runs a session until every ring is full, and on.
func wantNoGarbage(t *testing.T, s *measure.Run) {
	t.Helper()
	now := 150 * time.Second
	s.AdvanceTo(now) // until every ring is full
	if n := testing.AllocsPerRun(20, func() {
		now += 100 * msec
		s.AdvanceTo(now)
	}); n > 0.5 {
		t.Errorf("%v allocations in 100 ms, want none", n)
	}
}
