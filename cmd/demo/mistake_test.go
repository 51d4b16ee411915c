//go:build headless

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"snaplab/game/measure"
)

// --mistake adds a lens to every form of a report and of a sweep, under its own name.
func TestMistakeFlag(t *testing.T) {
	run := []string{"report", "--scenario", "rocket", "--duration", "4s", "--mistake", "generations-ignored"}
	var r measure.Report
	if err := json.Unmarshal([]byte(good(t, append(run, "--json")...)), &r); err != nil {
		t.Fatal(err)
	}
	if l, ok := r.Lenses["generations-ignored"]; !ok || len(r.Lenses) != 4 || l.Kinds["rocket"].HeldMS <= r.Lenses["interpolated"].Kinds["rocket"].HeldMS {
		t.Errorf("%d lenses; the mistaken one holds rockets for %v ms, the right one for %v",
			len(r.Lenses), l.Kinds["rocket"].HeldMS, r.Lenses["interpolated"].Kinds["rocket"].HeldMS)
	}
	if got := good(t, append(run, "--csv")...); strings.Count(got, "\ngenerations-ignored,") != 2 {
		t.Errorf("the CSV has not two rows of it:\n%s", got)
	}
	table := good(t, run...)
	for _, want := range []string{"mistake  generations-ignored: ", "\nGenerations-ignored "} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in the table:\n%s", want, table)
		}
	}

	sweep := good(t, "sweep", "--scenario", "rocket", "--duration", "2s", "--seeds", "1", "--mistake", "none,no-cap")
	_, own, found := strings.Cut(sweep, "\nNo-cap ")
	if !found || strings.Contains(own, "\nnone ") || !strings.Contains(own, "\nno-cap ") {
		t.Errorf("the sweep's table of it has not the one value that it is of:\n%s", sweep)
	}

	if _, bad, status := demo("report", "--mistake", "no-cup"); status != 2 || !strings.Contains(bad, "no-cap") {
		t.Errorf("a mistyped name is answered by %q, want the known ones", bad)
	}
}
