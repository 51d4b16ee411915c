//go:build headless

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/study"
)

var shortGrid = []string{"sweep", "--scenario", "car", "--duration", "2s", "--seeds", "2", "--loss", "0%,20%", "--delay", "car=100ms,150ms,300ms"}

// A grid of two settings is a sweep of the one for each value of the other.
func TestGridIsSweeps(t *testing.T) {
	var grid []study.Row
	if err := json.Unmarshal([]byte(good(t, append(shortGrid, "--json")...)), &grid); err != nil {
		t.Fatal(err)
	}
	var want []study.Row
	for _, loss := range []float64{0, 20} {
		var rows []study.Row
		args := []string{"sweep", "--scenario", "car", "--duration", "2s", "--seeds", "2", "--loss", jsonNumber(t, loss) + "%", "--delay", "car=100ms,150ms,300ms", "--json"}
		if err := json.Unmarshal([]byte(good(t, args...)), &rows); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			r.Other = &study.OtherValue{Setting: "loss_percent", Value: loss}
			want = append(want, r)
		}
	}
	if diff := cmp.Diff(want, grid); diff != "" {
		t.Error(diff)
	}
}

func TestGridCSVAndTable(t *testing.T) {
	rows := readCSV(t, good(t, append(shortGrid, "--csv")...))
	if got := strings.Join(rows[0][:7], ","); got != "other_setting,other_qualifier,other_value,setting,qualifier,value,kind" {
		t.Errorf("the header is %s", got)
	}
	if len(rows) != 1+2*3*3*2 { // values, values, lenses, kinds with all
		t.Errorf("%d rows, want 37", len(rows))
	}
	if got := strings.Join(rows[19][:7], ","); got != "loss_percent,,20,delay_ms,car,100,all" {
		t.Errorf("row 19 is %s", got)
	}
	out := good(t, shortGrid...)
	for _, want := range []string{"car: 2 × 3 values of loss and delay car, 2 runs each of 2 s", "\nInterpolated: underruns, mean\nloss \\ delay car  100ms  150ms  300ms\n0%", "\n20%", "\nRaw: error, m rms\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// A budget holds for every value, or the status is 3 and the rows are printed all the
// same.
func TestSweepBudget(t *testing.T) {
	for _, c := range []struct {
		args string
		says string
	}{
		{"--loss 0% --delay 200ms,300ms --underruns 0/min", ""},
		{"--loss 0%,20% --delay 150ms,2s --underruns 0/min", "1 value is over the budget, the first loss 20%, delay 150ms"},
		{"--loss 0% --delay 100ms,200ms --underruns 1/min", "1 value is over the budget, the first delay 100ms"},
		{"--loss 20% --delay 150ms,2s --correction 1mm", "1 value is over the budget, the first delay 150ms"},
		{"--loss 0% --jitter 30ms --delay 329ms,331ms --longest-gap 120ms", "1 value is over the budget, the first delay 329ms"},
	} {
		out, errs, status := demo(append([]string{"sweep", "--scenario", "car", "--duration", "4s", "--seeds", "2"}, strings.Fields(c.args)...)...)
		want := 0
		if c.says != "" {
			want = 3
		}
		if status != want || !strings.Contains(errs, c.says) || (errs == "") != (want == 0) || !strings.Contains(out, "Interpolated") {
			t.Errorf("%s: status %d: %s; want %d: %s", c.args, status, errs, want, c.says)
		}
	}
}
