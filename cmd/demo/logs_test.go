//go:build headless

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/measure"
)

func TestFrameLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "frames.csv")
	args := []string{"report", "--scenario", "car", "--duration", "2s", "--json"}
	with := good(t, append(args, "--frames", file)...)
	if without := good(t, args...); with != without {
		t.Error("writing the log has changed the run")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := readCSV(t, string(data))
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(measure.FramesHead), ","), rows[0]); diff != "" {
		t.Error(diff)
	}
	column := func(row []string, name string) string { return row[slices.Index(rows[0], name)] }
	seen := map[string]int{}
	for _, row := range rows[1:] {
		seen[column(row, "lens")]++
		if column(row, "kind") != "car" {
			t.Fatalf("a %s drives along", column(row, "kind"))
		}
		if alpha, err := strconv.ParseFloat(column(row, "alpha"), 64); err != nil || alpha < 0 || alpha > 1 {
			t.Fatalf("alpha is %s", column(row, "alpha"))
		}
		if (column(row, "render_time_ms") == "") != (column(row, "lens") == "raw") {
			t.Fatalf("the %s lens has the render time %q", column(row, "lens"), column(row, "render_time_ms"))
		}
		if column(row, "state") == "blending" && column(row, "lens") == "interpolated" {
			seen["blending"]++
			from, _ := strconv.Atoi(column(row, "from_seq"))
			to, _ := strconv.Atoi(column(row, "to_seq"))
			if from < 1 || to < from {
				t.Fatalf("the bracket is %d to %d", from, to)
			}
		}
	}
	// Five cars on 60 frames a second, from when the first packet comes on.
	for _, name := range []string{"raw", "interpolated", "extrapolated", "blending"} {
		if n := seen[name]; n < 5*60 || n > 5*120 {
			t.Errorf("%d rows are %s, want 300 to 600", n, name)
		}
	}
}

func TestPacketLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "packets.csv")
	out := good(t, "report", "--duration", "5s", "--loss", "20%", "--duplicate", "20%", "--order", "free", "--jitter", "150ms", "--json", "--packets", file)
	var report measure.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := readCSV(t, string(data))
	if strings.Join(rows[0], ",")+"\n" != measure.PacketsHead {
		t.Errorf("the header is %q", rows[0])
	}
	fates := map[string]int{}
	originals := 0
	last := ""
	for _, row := range rows[1:] {
		seq, copied, sent, arrived, fate, verdict := row[0], row[1], row[4], row[5], row[6], row[7]
		fates[fate]++
		if copied == "0" {
			originals++
			if seq != strconv.Itoa(originals) {
				t.Fatalf("packet %s comes where %d should", seq, originals)
			}
		} else if seq != last {
			t.Fatalf("a copy of %s comes after %s", seq, last)
		}
		last = seq
		came := fate == "delivered" || fate == "duplicate"
		if came != (arrived != "") || came != (verdict != "") {
			t.Errorf("packet %s is %s, arrived at %q, and was %q", seq, fate, arrived, verdict)
		}
		from, _ := strconv.ParseFloat(sent, 64)
		if to, err := strconv.ParseFloat(arrived, 64); came && (err != nil || to < from+50) {
			t.Errorf("packet %s is sent at %s and there at %s, though the fastest takes 50 ms", seq, sent, arrived)
		}
	}
	l := report.Link
	if originals != l.Sent || fates["delivered"] != l.Delivered || fates["lost"] != l.Lost || fates["duplicate"] != l.Duplicated ||
		fates["under way"] != l.Sent-l.Delivered-l.Lost || l.Lost == 0 || l.Duplicated == 0 {
		t.Errorf("the log has %d packets, %v; the report %+v", originals, fates, l)
	}
}
