package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
)

// exported is an advice by hand: at 20 Hz and 60 ticks a second, walkers need 130 ms and
// drones 182; the fastest packet takes 40 ms, the mean one 12 ms more.
func exported() *Export {
	s := config.DefaultScenario()
	s.Name = "hand"
	s.Settings.SendRate = 20 * config.Hertz
	s.Settings.Policies[world.Drone].MaxExtrapolation = 150 * time.Millisecond
	return &Export{
		Scenario: s, Version: "demo v1.2.3",
		Advice: &study.Advice{
			Scenario: "hand", Zero: config.DelayZero, Seeds: 5, FirstSeed: 9, DurationS: 20, Met: true,
			Budget: study.BudgetAdvice{UnderrunsPerMin: 1.5, UnderrunShare: 0.005},
			Link:   study.LinkAdvice{IntervalMS: 50, TickMS: 1000.0 / 60, LatencyMS: 40, MeanExtraMS: 12},
			Kinds: []study.KindAdvice{
				{Kind: "walker", DelayMS: 130, Budget: study.BudgetAdvice{UnderrunsPerMin: 1.5, UnderrunShare: 0.005}},
				{Kind: "drone", DelayMS: 182, Budget: study.BudgetAdvice{UnderrunsPerMin: 1.5, UnderrunShare: 0.005}},
			},
		},
	}
}

func written(t *testing.T, e *Export, name string) string {
	t.Helper()
	var b bytes.Buffer
	if err := e.Write(&b, name); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The JSON is the scenario again, with the recommended delays.
func TestExportedJSONIsAScenario(t *testing.T) {
	e := exported()
	s, err := config.ParseScenario([]byte(written(t, e, "json")))
	if err != nil {
		t.Fatal(err)
	}
	want := e.Scenario.Settings
	want.Policies[world.Walker].Delay, want.Policies[world.Drone].Delay = 130*time.Millisecond, 182*time.Millisecond
	if s.Settings != want || s.Seed != e.Scenario.Seed || s.Duration != e.Scenario.Duration {
		t.Errorf("it is %+v, want %+v", s.Settings, want)
	}
	if !strings.Contains(s.About, "demo v1.2.3") || !strings.Contains(s.About, config.DelayZero) {
		t.Errorf("about: %s", s.About)
	}
	if e.Scenario.Settings.Policies[world.Drone].Delay != 200*time.Millisecond {
		t.Error("writing it changed the scenario")
	}
}

func TestExportedTables(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(written(t, exported(), "csv"))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v; want a header and 2", len(rows), err)
	}
	if rows[0][1] != "delay_ms" || rows[2][0] != "drone" || rows[2][1] != "182" || rows[2][2] != "150" || rows[2][3] != "hold" || rows[1][len(rows[1])-1] != "demo v1.2.3" || rows[1][len(rows[1])-2] != config.DelayZero {
		t.Errorf("rows: %q", rows)
	}
	text := written(t, exported(), "markdown")
	if !strings.Contains(text, "| drone | 182 | 150 | hold | linear |") || !strings.Contains(text, "demo v1.2.3") || strings.Count(text, "\n|") != 4 {
		t.Errorf("markdown:\n%s", text)
	}
}

func TestUnknownExport(t *testing.T) {
	_, unknown := Find("mirrow")
	for _, err := range []error{unknown, exported().Write(new(bytes.Buffer), "mirrow")} {
		if !errors.Is(err, ErrExport) || !strings.Contains(err.Error(), "did you mean mirror?") {
			t.Errorf("error is %v", err)
		}
	}
	for _, name := range Names() {
		f, err := Find(name)
		if err != nil || f.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An engine that is both exported to and played is called the same, and the words without
// Unity's are understood too.
func TestExportsAreCalledAsEngines(t *testing.T) {
	engine, err := config.FindSetting("engine")
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, name := range Names() {
		if slices.Contains(engine.Choices, name) {
			played++
		}
	}
	if played != 8 { // all but those for any program, and two without a lens of an engine
		t.Errorf("%d of %v are engines of %v", played, Names(), engine.Choices)
	}
	for _, name := range []string{"entities", "gameobjects"} {
		if f, err := Find(name); err != nil || f.Name != "unity-"+name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
