//go:build headless

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snaplab/game/export"
	"snaplab/game/measure"
	"snaplab/game/study"
)

var matchKinds = []string{"striker", "jet", "camera"}

// TestReportOfOwnKinds: a report, as a table, as values and as JSON, speaks of the kinds that the
// scenario defines, in their order, and of no others.
func TestReportOfOwnKinds(t *testing.T) {
	asked := []string{"report", "--scenario", "match", "--duration", "2s", "--delay", "jet=250ms"}
	table := good(t, asked...)
	last := 0
	for _, kind := range matchKinds {
		at := strings.Index(table, "\n"+kind+" ")
		if at < last {
			t.Errorf("%s is not in its place in\n%s", kind, table)
		}
		last = at
	}
	if strings.Contains(table, "\nwalker") || !strings.Contains(good(t, append(asked, "--csv")...), "interpolated,jet,") {
		t.Errorf("it is not of its own kinds:\n%s", table)
	}
	var r measure.Report
	if err := json.Unmarshal([]byte(good(t, append(asked, "--json")...)), &r); err != nil {
		t.Fatal(err)
	}
	kinds := r.Lenses["interpolated"].Kinds
	if len(kinds) != 3 || kinds["jet"].Latency.P50 < kinds["striker"].Latency.P50+80 {
		t.Errorf("the kinds are %+v, want three, the jet 100 ms later", kinds)
	}
}

// TestTuneOwnKinds: each kind has a delay by its own budget, a sweep runs through that of one, and
// what is exported of all can be run again.
func TestTuneOwnKinds(t *testing.T) {
	asked := []string{"tune", "--scenario", "match", "--duration", "5s", "--seeds", "4"}
	var a study.Advice
	if err := json.Unmarshal([]byte(good(t, append(asked, "--json")...)), &a); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range a.Kinds {
		names = append(names, k.Kind)
	}
	if !slices.Equal(names, matchKinds) || a.Kinds[0].DelayMS >= a.Kinds[1].DelayMS || *a.Kinds[1].Budget.CorrectionP95M != 0.5 {
		t.Errorf("the advice is %+v, want a smaller delay for the striker than for the jet", a.Kinds)
	}
	for _, f := range export.Names() {
		text := good(t, append(asked, "--export", f)...)
		for _, kind := range matchKinds {
			if !strings.Contains(text, kind) {
				t.Errorf("%s says nothing of %s:\n%s", f, kind, text)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "tuned.json")
	if err := os.WriteFile(file, []byte(good(t, append(asked, "--export", "json")...)), 0o600); err != nil {
		t.Fatal(err)
	}
	// 100 ms is over the jet's budget, which is status 3.
	if out, errs, status := demo("sweep", "--scenario", file, "--duration", "2s", "--seeds", "2", "--delay", "jet=100ms,200ms"); status != 3 || !strings.Contains(errs, "the first delay jet 100ms") || !strings.Contains(out, "2 values of delay jet") {
		t.Errorf("it is not a sweep of the jet: %d, %s\n%s", status, errs, out)
	}
	good(t, "shot", "--scenario", file, "--at", "1s", "--size", "960x600", "--view", "full", filepath.Join(t.TempDir(), "match.png"))
	frames := filepath.Join(t.TempDir(), "frames.csv")
	good(t, "report", "--scenario", file, "--duration", "1s", "--frames", frames)
	if log, err := os.ReadFile(frames); err != nil || !strings.Contains(string(log), ",camera,") {
		t.Errorf("%v: no camera in the log", err)
	}
}
