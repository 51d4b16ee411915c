package study

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
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
		Advice: &Advice{
			Scenario: "hand", Zero: config.DelayZero, Seeds: 5, FirstSeed: 9, DurationS: 20, Met: true,
			Budget: BudgetAdvice{UnderrunsPerMin: 1.5},
			Link:   LinkAdvice{IntervalMS: 50, TickMS: 1000.0 / 60, LatencyMS: 40, MeanExtraMS: 12},
			Kinds:  []KindAdvice{{Kind: "walker", DelayMS: 130}, {Kind: "drone", DelayMS: 182}},
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

// Each engine gets the largest delay of all kinds, from its own zero.
func TestEnginesHaveTheirOwnZero(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"source", []string{"cl_updaterate 20\n", "cl_interp 0.182 //", "cl_interp_ratio 1 ", "cl_extrapolate_amount 0.15 //", "cl_interp_npcs"}},
		{"quake3", []string{"seta snaps 20\n", "seta cl_timeNudge 30 ", "120 ms are wanted"}},                                        // 182 − (50 + 12)
		{"mirror", []string{"bufferTimeMultiplier = 3.4;", "sendRate = 20;"}},                                                        // (182 − 12) ÷ 50
		{"unity-entities", []string{"InterpolationTimeNetTicks = 4;", "MaxExtrapolationTimeSimTicks = 9;", "NetworkTickRate = 20;"}}, // ⌈170 ÷ 50⌉, 150 ÷ 16.7
		{"unity-gameobjects", []string{"ServerBufferSec = 0.17;"}},
		{"lightyear", []string{"from_millis(222)", "40 ms, is added"}}, // 182 + 40
		{"geckos", []string{"SnapshotInterpolation(20)", "interpolationBuffer.set(182)"}},
		{"netfox", []string{"time/tickrate=60\n", "rollback/display_offset=14\n"}}, // ⌈222 ÷ 16.7⌉
	} {
		text := written(t, exported(), c.name)
		for _, want := range append(c.want, "demo v1.2.3", "its zero of the delay", "delays count from the fastest packet", "one timeline for all kinds",
			"walker    130 ms, shown 52 ms later", "drone     182 ms, shown 0 ms later", " ms") {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
				t.Errorf("%s has no %q:\n%s", c.name, want, text)
			}
		}
		for _, line := range strings.Split(text, "\n") {
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: %q ends in blanks", c.name, line)
			}
		}
	}
}

func TestLimitsOfEnginesAreSaid(t *testing.T) {
	e := exported()
	e.Advice.Kinds[1].DelayMS = 600
	if text := written(t, e, "source"); !strings.Contains(text, "cl_interp 0.5 ") || !strings.Contains(text, "0.5 s at most: 0.6 s are needed") {
		t.Errorf("of 600 ms:\n%s", text)
	}
	e.Advice.Met = false
	if text := written(t, e, "geckos"); !strings.Contains(text, "could not be kept to") {
		t.Errorf("of a budget that is not met:\n%s", text)
	}
	e.Advice.Kinds = e.Advice.Kinds[:1]
	e.Advice.Kinds[0].DelayMS = 30 // 30 − 62 is below the least nudge
	if text := written(t, e, "quake3"); !strings.Contains(text, "cl_timeNudge -30 ") || strings.Contains(text, "are wanted") {
		t.Errorf("of 30 ms:\n%s", text)
	}
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
	_, unknown := FindExportForm("mirrow")
	for _, err := range []error{unknown, exported().Write(new(bytes.Buffer), "mirrow")} {
		if !errors.Is(err, ErrExport) || !strings.Contains(err.Error(), "did you mean mirror?") {
			t.Errorf("error is %v", err)
		}
	}
	for _, name := range ExportNames() {
		f, err := FindExportForm(name)
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
	for _, name := range ExportNames() {
		if slices.Contains(engine.Choices, name) {
			played++
		}
	}
	if played != 8 { // all but those for any program
		t.Errorf("%d of %v are engines of %v", played, ExportNames(), engine.Choices)
	}
	for _, name := range []string{"entities", "gameobjects"} {
		if f, err := FindExportForm(name); err != nil || f.Name != "unity-"+name {
			t.Errorf("%s: %v", name, err)
		}
	}
}
