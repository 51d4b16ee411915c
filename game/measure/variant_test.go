package measure

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestVariantsAreRuns: a playback among others is what it is in a run of its own, to
// the last digit, through losses, teleports and a restart; and the run that has variants
// is what it is without.
func TestVariantsAreRuns(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Settings.Down.Loss, scenario.Settings.Down.Jitter = 120_000, 60*time.Millisecond
	for _, f := range []config.Fault{{Kind: config.TeleportNow}, {Kind: config.ServerRestart}} {
		scenario.Script = append(scenario.Script, config.Timed{At: time.Duration(4+2*len(scenario.Script)) * time.Second, Settings: scenario.Settings, Fault: f})
	}
	var playbacks [][world.MaxKinds]interp.Policy
	for i := range 4 {
		p := scenario.Settings.Policies
		for k := range p {
			p[k].Delay = time.Duration(60+90*i) * time.Millisecond
			p[k].Smoothing = time.Duration(i%2) * 150 * time.Millisecond
			p[k].Blend = interp.Blend(i / 2)
			p[k].Tuning = interp.Tuning(k % 2 * (i / 3))
		}
		playbacks = append(playbacks, p)
	}
	run := func(policies [world.MaxKinds]interp.Policy, others [][world.MaxKinds]interp.Policy) *Run {
		s := scenario
		start := s.Settings
		start.Policies = policies
		s.Rebase(start)
		session, err := NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := session.Vary(others); err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(10 * time.Second)
		return session
	}
	together := run(scenario.Settings.Policies, playbacks)
	alone := run(scenario.Settings.Policies, nil)
	if got, want := together.Report(), alone.Report(); !reflect.DeepEqual(got, want) {
		t.Errorf("with variants the run is another:\n%+v\n%+v", got, want)
	}
	for i, p := range playbacks {
		want := run(p, nil).Report().Lenses["interpolated"]
		if got := together.VariantReport(i); !reflect.DeepEqual(got, want) {
			t.Errorf("variant %d:\n%+v\nin a run of its own:\n%+v", i, got, want)
		}
		if i == 0 && want.Overall.Underruns < 50 {
			t.Errorf("only %d underruns: that shows little", want.Overall.Underruns)
		}
	}
}

func TestVaryRefuses(t *testing.T) {
	s, err := NewRun(config.DefaultScenario())
	if err != nil {
		t.Fatal(err)
	}
	bad := s.Settings().Policies
	bad[world.Car].Delay = -1
	if err := s.Vary([][world.MaxKinds]interp.Policy{bad}); !errors.Is(err, interp.ErrPolicy) {
		t.Errorf("error is %v, want that of the policy", err)
	}
	s.AdvanceTo(0)
	if err := s.Vary(nil); !errors.Is(err, game.ErrVary) {
		t.Errorf("error is %v, want %v", err, game.ErrVary)
	}
}
