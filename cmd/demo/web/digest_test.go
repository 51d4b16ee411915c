package main

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
	"snaplab/game/measure"
)

// goldenDigests has a line for each run: its digest and what asks for it.
//
//go:embed testdata/digests.txt
var goldenDigests string

// runsToCompare returns what asks for each run of which the digest must be the same on every
// machine: every scenario and lesson to its end, the one with ten thousand entities for a while.
func runsToCompare() (runs [][]string) {
	for _, name := range config.ScenarioNames(assets.FS) {
		run := []string{"scenario=" + name}
		if name == "crowd" {
			run = append(run, "duration=3s")
		}
		runs = append(runs, run)
	}
	lessons, _ := lesson.Load(assets.FS)
	for _, l := range lessons {
		runs = append(runs, []string{"lesson=" + l.ID})
	}
	return append(runs,
		[]string{"network=bad Wi-Fi", "seed=11", "order=free", "encoding=delta", "mistake=reliable-ordered"},
		[]string{"run=snaplab1/default/seed=3/adaptive=on/@2s/fault=blackout=700ms/@5s/loss=20%/jitter=80ms"},
	)
}

// TestDigests runs in this process: natively, and under Node where the test is built for js.
// What a browser makes of the same runs is held against the same file.
func TestDigests(t *testing.T) {
	var got strings.Builder
	for _, run := range runsToCompare() {
		digest, err := digestOf(run)
		if err != nil {
			t.Fatalf("%q: %v", run, err)
		}
		got.WriteString(digest + " " + strings.Join(run, " ") + "\n")
	}
	if got.String() != goldenDigests {
		t.Errorf("the digests are\n%swant those of testdata/digests.txt\n%s", got.String(), goldenDigests)
	}
}

// TestRecordedDigest: entities that move by a recording, leave and come back, are sent as
// changes and begin again after its end, give the same run on every machine too.
func TestRecordedDigest(t *testing.T) {
	var table strings.Builder
	table.WriteString("t,id,kind,x,y,yaw\n")
	for n := range 200 {
		for id := range 12 {
			if id == 3 && n > 60 && n < 120 {
				continue // it is away
			}
			fmt.Fprintf(&table, "%d.%02d,%d,%s,%d.%d,%d,%d\n", n/20, n%20*5, id, []string{"runner", "keeper"}[id%2], (n*(id+1)/4)%40, n%10, (n*id/7)%30, n*9%360)
		}
	}
	s, err := config.LoadScenario(assets.FS, "default")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.ReadMotion("table.csv", strings.NewReader(table.String())); err != nil {
		t.Fatal(err)
	}
	s.Settings.Encoding, s.Duration = 1, 30*time.Second
	run, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	run.AdvanceTo(s.Duration)
	if got, want := run.Report().Digest, "1aae523fdff6f088"; got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}
