package game_test

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/config/configtest"
	"snaplab/game/measure"
)

// TestApplyLeavesTheScript: what is set by hand stays when the script goes on, which
// changes only what it changes; and the recording gives the same run again.
func TestApplyLeavesTheScript(t *testing.T) {
	sc := config.DefaultScenario()
	slower := sc.Settings
	slower.Down.Latency = 130 * msec
	sc.Script = []config.Timed{{At: 2 * time.Second, Settings: slower}, {At: 4 * time.Second, Settings: sc.Settings}}
	s, err := measure.NewRun(sc)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ at, latency, jitter time.Duration }{
		{1 * time.Second, 50 * msec, 30 * msec},
		{3 * time.Second, 130 * msec, 10 * msec},
		{5 * time.Second, 50 * msec, 10 * msec},
	} {
		s.AdvanceTo(step.at)
		set := s.Settings()
		if set.Down.Latency != step.latency || set.Down.Jitter != step.jitter {
			t.Errorf("at %v latency and jitter are %v and %v, want %v and %v", step.at, set.Down.Latency, set.Down.Jitter, step.latency, step.jitter)
		}
		set.Down.Jitter = 10 * msec // by hand, at 1 s
		if err := s.Apply(set); err != nil {
			t.Fatal(err)
		}
	}
	s.AdvanceTo(6 * time.Second)
	again, err := measure.NewRun(s.Recording())
	if err != nil {
		t.Fatal(err)
	}
	again.AdvanceTo(6 * time.Second)
	if again.Digest() != s.Digest() {
		t.Errorf("the recording has digest %x, want %x", again.Digest(), s.Digest())
	}
	if sc.Script[0].Settings != slower {
		t.Error("the caller's script was changed")
	}
}

// LastChange follows Apply and the script, and not what changes nothing.
func TestLastChange(t *testing.T) {
	sc := configtest.Lively(1)
	later := sc.Settings
	later.Down.Latency += time.Millisecond
	sc.Script = []config.Timed{{At: 2 * time.Second, Settings: later}}
	s := runWith(t, sc, to(time.Second))
	if got := s.LastChange(); got != 0 {
		t.Errorf("the last change was at %v, want none", got)
	}
	if err := s.Apply(s.Settings()); err != nil || s.LastChange() != 0 {
		t.Errorf("the same settings count as a change at %v (%v)", s.LastChange(), err)
	}
	s.AdvanceTo(3 * time.Second)
	if got := s.LastChange(); got != 2*time.Second {
		t.Errorf("the last change was at %v, want the script's at 2s", got)
	}
	settings := s.Settings()
	settings.Down.Loss = 0
	if err := s.Apply(settings); err != nil || s.LastChange() != 3*time.Second+1 {
		t.Errorf("the last change was at %v, want just after 3s (%v)", s.LastChange(), err)
	}
}
