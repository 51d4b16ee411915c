package measure

import (
	"encoding/json"
	"testing"
	"time"

	"snaplab/game/config"
)

// TestWatchingChangesNoMetric: who listens to the frames gets whole poses, and the
// metrics, which need no rotations, are the same to the last digit.
func TestWatchingChangesNoMetric(t *testing.T) {
	watchingChangesNothing(t, 2)                                                       // a mistake
	watchingChangesNothing(t, config.AllComparisons()[len(config.AllComparisons())-1]) // an engine
}

func watchingChangesNothing(t *testing.T, comparison config.Comparison) {
	var reports [2]string
	for i := range reports {
		s := config.DefaultScenario()
		s.Settings.Down.Loss = 150_000
		s.Settings.Comparison = comparison
		for k := range s.Settings.Policies {
			s.Settings.Policies[k].Smoothing = time.Duration(k%2) * 200 * time.Millisecond
		}
		for _, f := range []config.Fault{{Kind: config.TeleportNow}, {Kind: config.ServerRestart}} {
			s.Script = append(s.Script, config.Timed{At: time.Duration(4+2*len(s.Script)) * time.Second, Settings: s.Settings, Fault: f})
		}
		session, err := NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		if i == 1 {
			session.OnFrame(func(row *FrameRow) {
				rows++
				if l := row.Truth.Pose.Rotation.Len(); l < 0.999 || l > 1.001 {
					t.Fatalf("a true rotation of length %v", l)
				}
				if l := row.Drawn.Pose.Rotation.Len(); l < 0.999 || l > 1.001 {
					t.Fatalf("a drawn rotation of length %v", l)
				}
			})
		}
		session.AdvanceTo(9 * time.Second)
		if i == 1 && rows < 1000 {
			t.Errorf("only %d rows", rows)
		}
		report, err := json.Marshal(session.Report())
		if err != nil {
			t.Fatal(err)
		}
		reports[i] = string(report)
	}
	if reports[0] != reports[1] {
		t.Errorf("%s\nwatched:\n%s", reports[0], reports[1])
	}
}
