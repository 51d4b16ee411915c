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

// TestBytesHaveHeaders: of two packets of 100 bytes, one of which is lost and one comes twice,
// 256 bytes are sent and 256 arrive: with the 28 of UDP and IPv4 a packet has 128.
func TestBytesHaveHeaders(t *testing.T) {
	var l linkCounter
	var sent, lost, copied game.PacketRecord
	sent.Link.Size, lost.Link.Size = 100, 100
	lost.Link.Fate = 1
	copied = sent
	copied.Link.Copy = true
	l.sent(&sent)
	l.sent(&lost)
	l.arrived(&sent)
	l.arrived(&copied)
	if l.BytesDown != 256 || l.BytesIn != 256 {
		t.Errorf("%d bytes sent and %d delivered, want 256 and 256", l.BytesDown, l.BytesIn)
	}
}
