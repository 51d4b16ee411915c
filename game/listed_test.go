package game_test

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/netsim"
)

// TestListedPacketsMoveNoOther: the packets that are listed are lost or spared, no other
// packet is another one for that, and the counts say so.
func TestListedPacketsMoveNoOther(t *testing.T) {
	plain := config.DefaultScenario()
	plain.Settings.Down.Loss, plain.Settings.Down.Outage = 200_000, 300*time.Millisecond
	plain.Settings.Down.Duplicate = 100_000
	listed := plain
	listed.Lose, listed.Spare = netsim.PacketList{{First: 12, Last: 12}, {First: 40, Last: 60}}, netsim.PacketList{{First: 100, Last: 140}}
	sent := func(s config.Scenario) (packets []netsim.Event, link measure.LinkStats) {
		run, err := measure.NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		run.AdvanceTo(20 * time.Second)
		for _, p := range run.AppendPackets(nil, 0, run.Now()) {
			packets = append(packets, p.Link)
		}
		return packets, run.LinkStats()
	}
	a, before := sent(plain)
	b, after := sent(listed)
	lost, spared := 0, 0
	for i := range a {
		x, y := a[i], b[i]
		want := x.Fate
		switch {
		case listed.Lose.Has(x.Seq) && x.Fate == netsim.Delivered:
			want = netsim.LostListed
			lost++
		case listed.Spare.Has(x.Seq) && x.Fate != netsim.Delivered:
			want = netsim.Delivered
			spared++
		}
		if y.Fate != want || x.ArrivesAt != y.ArrivesAt || x.Seq != y.Seq || x.Fate == y.Fate && x != y {
			t.Errorf("packet %d:\n%+v, listed\n%+v", x.Seq, x, y)
		}
	}
	if lost < 5 || spared < 2 || after.LostListed != lost || after.Spared != spared || after.Lost != before.Lost+lost-spared || before.LostListed+before.Spared != 0 {
		t.Errorf("%d listed and %d spared of %d; counted %+v", lost, spared, len(a), after)
	}
}
