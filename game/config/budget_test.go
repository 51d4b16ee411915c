package config

import (
	"errors"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/world"
)

// A budget is asked for by name in flags, addresses, files and run texts alike, for all kinds
// or for one, and comes back from a file and a run's text as it was.
func TestBudgetsByName(t *testing.T) {
	asked := Request{{"scenario", "default"}, {"underruns", "0.5/s"}, {"correction", "25cm, 20deg"}, {"correction", "turret=5deg"}, {"underrun-share", "car=0.1%"}, {"error", "door=1 m"}, {"max-latency", "300ms"}, {"longest-gap", "walker=120ms"}}
	s, err := Resolve(Environment{Carried: assets.FS}, asked)
	if err != nil {
		t.Fatal(err)
	}
	check := func(how string, b *Budgets) {
		t.Helper()
		car, turret := &b[world.Car], &b[world.Turret]
		if *car.Underruns != 30 || *car.Correction != 0.25 || *car.CorrectionDeg != 20 || *car.Share != 0.001 || *car.Latency != 300*time.Millisecond || car.Error != nil || car.LongestGap != nil {
			t.Errorf("%s: car %+v", how, car)
		}
		if *turret.Correction != 0.25 || *turret.CorrectionDeg != 5 || turret.Share != nil || *b[world.Door].Error != 1 || *b[world.Walker].LongestGap != 120*time.Millisecond {
			t.Errorf("%s: turret %+v", how, turret)
		}
	}
	check("by request", &s.Budgets)

	file, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	read, err := ParseScenario(file)
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	check("by file", &read.Budgets)
	text, err := RunText(assets.FS, &s)
	if err != nil || !strings.Contains(text, "/correction=turret=0.25m,5deg/") {
		t.Fatalf("%s, %v", text, err)
	}
	run, err := ParseRun(assets.FS, text)
	if err != nil || !run.Equal(&s) {
		t.Fatalf("%s: %v", text, err)
	}
	check("by run text", &run.Budgets)
}

// What is no good is one line that names it, and leaves the budget alone.
func TestBadBudgetsByName(t *testing.T) {
	for _, c := range []struct {
		name, value, says string
	}{
		{"correction", "5", `correction "5" needs a unit, want for example 0.25m`},
		{"correction", "5deg,", `correction "" needs a unit`},
		{"correction", "200deg", "corrections of 200°, want 0 to 180"},
		{"correction", "-1m", `correction "-1m" is not understood, want a number from 0 on`},
		{"correction", "turet=5deg", `correction has no "turet", did you mean turret?`},
		{"error", "5deg", `error "5deg" needs a unit, want for example 1m`},
		{"underruns", "1/day", `underruns "1/day" needs a unit`},
		{"max-latency", "5", `max-latency "5" needs a unit`},
		{"longest-gap", "3s", "a longest gap of 3s, want 0 to 2s"},
		{"mood", "good", `no part of a budget is called "mood"`},
	} {
		var b Budgets
		if err := b.Assign(nil, Assignment{c.name, c.value}); err == nil || !strings.Contains(err.Error(), c.says) || b != (Budgets{}) {
			t.Errorf("%s=%s: %v, %+v; want %s", c.name, c.value, err, b, c.says)
		}
	}
	_, err := ParseScenario([]byte("{\"name\": \"x\", \"duration\": \"1s\", \"entities\": [],\n\"budget\": {\"correction\": {\"turret\": \"5\"}}}"))
	if !errors.Is(err, ErrScenario) || !strings.Contains(err.Error(), `line 2: correction "5" needs a unit`) {
		t.Error(err)
	}
}
