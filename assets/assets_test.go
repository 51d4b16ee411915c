package assets_test

import (
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// Every scenario is named as its file, says what it is about, and runs.
func TestScenariosRun(t *testing.T) {
	names := config.ScenarioNames(assets.FS)
	want := []string{"default", "adaptive", "crowd", "faults", "lifecycle", "match"}
	for k := range world.NumBuiltIn {
		want = append(want, world.BuiltIn(k).Name)
	}
	if len(names) != len(want) || names[0] != "default" {
		t.Errorf("there are %q, want %q", names, want)
	}
	for _, name := range want {
		t.Run(name, func(t *testing.T) {
			s, err := config.LoadScenario(assets.FS, name)
			if err != nil {
				t.Fatal(err)
			}
			if s.Name != name || !strings.HasSuffix(s.About, ".") {
				t.Errorf("it calls itself %q and says %q, want %q and a sentence", s.Name, s.About, name)
			}
			session, err := measure.NewRun(s)
			if err != nil {
				t.Fatal(err)
			}
			session.AdvanceTo(time.Second)
			if err := session.Err(); err != nil {
				t.Error(err)
			}
			if drawn := session.AppendDrawn(nil, game.Interpolated); len(drawn) == 0 {
				t.Error("nothing is drawn after a second")
			}
			if k, ok := (*world.Kinds)(nil).Parse(name); ok && (len(s.Entities) != 1 || s.Count(k) < 4 || s.Count(k) > 6) {
				t.Errorf("it has %v, want 4 to 6 of its own kind", s.Entities)
			}
		})
	}
}

func TestDefaultHasEveryKind(t *testing.T) {
	s, err := config.LoadScenario(assets.FS, "default")
	if err != nil {
		t.Fatal(err)
	}
	for k := range world.NumBuiltIn {
		if n := s.Count(k); n < 2 || n > 3 {
			t.Errorf("it has %d of %s, want 2 or 3", n, world.BuiltIn(k).Name)
		}
	}
	defaults := config.DefaultSettings()
	if s.Settings != defaults {
		t.Error("its settings are not the defaults that the help shows")
	}
}

func TestCrowdHasTenThousand(t *testing.T) {
	s, err := config.LoadScenario(assets.FS, "crowd")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range s.Entities {
		n += g.Count
	}
	if n != 10_000 {
		t.Errorf("it has %d entities, want 10000", n)
	}
}
