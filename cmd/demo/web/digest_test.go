package main

import (
	_ "embed"
	"strings"
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/lesson"
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
