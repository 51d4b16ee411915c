//go:build headless

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"snaplab/game/measure"
)

// writeWalks writes a recording of 3 s at 20 Hz: two players at 2 m/s, a truck at 10 m/s.
func writeWalks(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("time,id,type,x,y,yaw\n")
	for i := range 61 {
		at := float64(i) / 20
		fmt.Fprintf(&text, "%.2f,1,Player,%.3f,0,0\n%.2f,2,Player,%.3f,5,0\n%.2f,3,Truck,%.3f,9,0\n", at, 2*at, at, -2*at, at, 10*at)
	}
	name := filepath.Join(t.TempDir(), "walks.csv")
	if err := os.WriteFile(name, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestMotionCommand: what was understood is said as JSON with the agreed keys, and as a table; what
// is not is one line and status 1, a flag that is no good status 2.
func TestMotionCommand(t *testing.T) {
	file := writeWalks(t)
	var r struct {
		File     string
		Duration float64 `json:"duration_s"`
		Entities int
		Kinds    []struct {
			Kind     string
			Entities int
			Rate     float64            `json:"rate_hz"`
			Speed    map[string]float64 `json:"speed_mps"`
			Turn     map[string]float64 `json:"turn_dps"`
			Jumps    *int
			Gaps     *int
		}
		Warnings []struct {
			Line int
			Text string
		}
	}
	if err := json.Unmarshal([]byte(good(t, "motion", file, "--json")), &r); err != nil {
		t.Fatal(err)
	}
	if r.File != file || r.Duration != 3 || r.Entities != 3 || len(r.Kinds) != 2 || r.Warnings == nil || len(r.Warnings) != 0 {
		t.Fatalf("%+v, want 3 entities of 2 kinds over 3 s and no warnings", r)
	}
	if k := r.Kinds[1]; k.Kind != "Truck" || k.Speed["p95"] < 9.9 || k.Speed["max"] > 10.1 || k.Rate < 19.9 || k.Rate > 20.1 || k.Jumps == nil || k.Gaps == nil || k.Turn["p50"] != 0 {
		t.Errorf("%+v, want a truck of 10 m/s at 20 Hz", k)
	}
	if table := good(t, "motion", file); !strings.Contains(table, "Truck") || !strings.Contains(table, "faster than") {
		t.Errorf("no truck, or no bound of jumps, in\n%s", table)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"motion", file, "--motion-map", "yaw=hdg"}, 1, `no column is called "hdg"`},
		{[]string{"motion", file + ".none"}, 1, "can't read"},
		{[]string{"motion", file, "--motion-up", "q"}, 2, "motion-up"},
		{[]string{"report", "--motion-up", "y"}, 2, "want motion FILE"},
	} {
		var stderr bytes.Buffer
		if got := run(c.args, &bytes.Buffer{}, &stderr); got != c.status || !strings.Contains(stderr.String(), c.want) || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: status %d, %q; want %d and %q", c.args, got, stderr.String(), c.status, c.want)
		}
	}
}

// TestReportOfMotion: the kinds of a recording are those of the run, and the seed varies the
// network, not the motion.
func TestReportOfMotion(t *testing.T) {
	file := writeWalks(t)
	var digests []string
	for _, seed := range []string{"1", "2"} {
		var r struct {
			measure.Report
			Digest string `json:"digest"`
		}
		if err := json.Unmarshal([]byte(good(t, "report", "--motion", file, "--seed", seed, "--duration", "4s", "--delay", "truck=250ms", "--json")), &r); err != nil {
			t.Fatal(err)
		}
		kinds := r.Lenses["interpolated"].Kinds
		if len(kinds) != 2 || kinds["truck"].Latency.P50 < kinds["player"].Latency.P50+40 {
			t.Errorf("the kinds are %+v, want players and trucks, these later", kinds)
		}
		digests = append(digests, r.Digest)
	}
	if digests[0] == digests[1] {
		t.Errorf("both seeds have the digest %s", digests[0])
	}
	if args := namedFile([]string{file}, nil); args[0] != "--motion="+file {
		t.Errorf("the window is opened on %q, want the recording", args)
	}
}
