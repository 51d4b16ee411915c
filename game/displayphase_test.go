package game_test

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
)

// In step, every sixth of 60 frames a second falls on one of 10 snapshots; drawn, the phase
// differs from seed to seed and is less than a frame. A change while it runs does nothing.
func TestDisplayPhase(t *testing.T) {
	first := func(p config.DisplayPhase, seed uint64) time.Duration {
		scenario := config.DefaultScenario()
		scenario.Seed, scenario.Settings.DisplayPhase = seed, p
		s, err := measure.NewRun(scenario)
		if err != nil {
			t.Fatal(err)
		}
		at := s.NextFrame()
		s.AdvanceTo(time.Second)
		settings := s.Settings()
		settings.DisplayPhase = 1 - p
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
		if s.Settings().DisplayPhase != p {
			t.Errorf("%v was changed while it ran", p)
		}
		if frame := s.NextFrame() - at; frame%(time.Second/60) > 60 {
			t.Errorf("%v: the frames are not on their places any more: %v", p, frame)
		}
		return at
	}
	if a, b := first(config.InStepPhase, 1), first(config.InStepPhase, 2); a != 0 || b != 0 {
		t.Errorf("in step the first frames are at %v and %v, want 0", a, b)
	}
	a, b := first(config.DrawnPhase, 1), first(config.DrawnPhase, 2)
	if a == b || max(a, b) >= time.Second/60 || min(a, b) < 0 {
		t.Errorf("drawn the first frames are at %v and %v, want two times of less than a frame", a, b)
	}
	if config.DrawnPhase.String() != "drawn" || config.InStepPhase.String() != "in-step" || config.DisplayPhase(9).String() != "unknown" {
		t.Error("a phase has another name")
	}
}
