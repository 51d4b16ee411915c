package measure

import (
	"testing"

	"snaplab/game"
)

// TestLossRuns counts runs by hand: D L L D L D L L L (still open).
func TestLossRuns(t *testing.T) {
	var l linkCounter
	for _, lost := range []bool{false, true, true, false, true, false, true, true, true} {
		r := game.PacketRecord{}
		if lost {
			r.Link.Fate = 1
		}
		l.sent(&r)
	}
	got := l.finished()
	if got.LongestLossRun != 3 || got.LossRuns[0] != 1 || got.LossRuns[1] != 1 || got.LossRuns[2] != 1 || got.Lost != 6 {
		t.Errorf("%+v, want one run each of 1, 2 and 3", got)
	}
	if l.LossRuns[2] != 0 {
		t.Error("finished closed the open run of the original")
	}
}
