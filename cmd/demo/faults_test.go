//go:build headless

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snaplab/game/measure"
)

// faultyScenario writes a scenario of 12 s with a script and returns its name.
func faultyScenario(t *testing.T, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "faults.json")
	data := `{
  "name": "faults",
  "seed": 7,
  "duration": "12s",
  "settings": {"jitter": "0ms", "loss": "0%", "rate": "10hz", "delay": "250ms"},
  "entities": [{"kind": "car", "count": 2}],
  "script": [` + script + `]
}`
	if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// The faults of a script happen in a run from the command line.
func TestReportWithFaults(t *testing.T) {
	report := func(script string) (r measure.Report) {
		t.Helper()
		if err := json.Unmarshal([]byte(good(t, "report", "--scenario", faultyScenario(t, script), "--json")), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	with := report(`{"at": "2.05s", "fault": "blackout", "for": "1s"},
    {"at": "5.05s", "fault": "corrupt", "packets": 2}, {"at": "8.05s", "fault": "restart"}`)
	// Sent from 2.1 to 3.0 s.
	if with.Link.Lost != 10 || with.Link.LongestLossRun != 10 || with.Link.Refused != 2 {
		t.Errorf("%+v, want 10 packets lost and 2 refused", with.Link)
	}
	interpolated := with.Lenses["interpolated"]
	if interpolated.Clock.Steps != 2 || interpolated.Overall.Underruns != 2 {
		t.Errorf("%d steps and %d underruns, want one of each fault, and the first step", interpolated.Clock.Steps, interpolated.Overall.Underruns)
	}
	without := report("")
	if l := without.Link; l.Lost != 0 || l.Refused != 0 || without.Lenses["interpolated"].Overall.Underruns != 0 {
		t.Errorf("without a script: %+v", l)
	}
}

// A fault that is wrong is one line that says where and why.
func TestFaultsInScenarioRefused(t *testing.T) {
	for _, tt := range []struct{ script, want string }{
		{`{"at": "1s", "fault": "blakout"}`, `script entry 1: no fault is called "blakout", did you mean blackout?`},
		{`{"at": "1s", "fault": "blackout", "by": "1s"}`, `script entry 1: blackout has no "by", want "for" or nothing`},
		{`{"at": "1s", "fault": "freeze", "for": "3"}`, `script entry 1: freeze: for "3" needs a unit`},
		{`{"at": "1s"}`, `script entry 1: nothing happens in it, want "set" or "fault"`},
	} {
		_, errs, status := demo("report", "--scenario", faultyScenario(t, tt.script))
		if status != 2 || !strings.Contains(errs, tt.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, %q, want one line with %q", tt.script, status, errs, tt.want)
		}
	}
}
