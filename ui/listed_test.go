package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// TestLoseAndSpareByHand: the card of a packet loses it, and the run that is played again is the
// run as it was but for that; once more and the packet is spared; undoing gives the runs before
// back. A packet that chance loses is spared in the same way, and saved settings say so.
func TestLoseAndSpareByHand(t *testing.T) {
	s := panelScenario()
	s.Settings.Down.Loss = 200_000
	a := testApp(t, s)
	a.AdvanceTo(5 * time.Second)
	h := &hand{app: a}
	h.rest()
	now := a.session.Now()
	packets := func() []game.PacketRecord { return a.session.AppendPackets(nil, 0, now) }
	before, digest := packets(), a.session.Digest()
	press := func(seq uint64, button string) {
		t.Helper()
		h.move(raster.Point{X: 5, Y: 5})
		a.ctx.SetFocus("packets/plot")
		h.rest()
		for range len(before) { // to the newest, which the first arrow chooses
			h.key(im.KeyRight)
		}
		for range uint64(len(before)) - seq {
			h.key(im.KeyLeft)
		}
		h.key(im.KeyEnter)
		at, ok := a.ctx.RectOf(button)
		if !ok {
			t.Fatalf("the card of packet %d has no %s", seq, button)
		}
		h.click(at.Centre())
		h.key(im.KeyEscape)
		a.come()
	}
	at := func(f func(p *game.PacketRecord) bool) uint64 {
		return before[len(before)-12+slices.IndexFunc(before[len(before)-12:], func(p game.PacketRecord) bool { return f(&p) })].Link.Seq
	}
	arrives := at(func(p *game.PacketRecord) bool { return p.Arrived })
	lost := at(func(p *game.PacketRecord) bool { return p.Link.Fate == netsim.LostRandom })
	press(arrives, "packets/card/lose")
	after := packets()
	if a.session.Now() != now || len(after) != len(before) {
		t.Fatalf("it is %v with %d packets, want %v with %d", a.session.Now(), len(after), now, len(before))
	}
	for i := range after {
		want := before[i].Link.Fate
		if after[i].Link.Seq == arrives {
			want = netsim.LostListed
		}
		if got := after[i].Link; got.Fate != want || got.ArrivesAt != before[i].Link.ArrivesAt {
			t.Errorf("packet %d is %+v, was %+v", got.Seq, got, before[i].Link)
		}
	}
	press(lost, "packets/card/spare")
	if p := packets()[lost-1].Link; p.Fate != netsim.Delivered || !p.Spared {
		t.Errorf("the spared packet is %+v", p)
	}
	recording := a.recorded()
	if !recording.Lose.Has(arrives) || !recording.Spare.Has(lost) || len(recording.Lose) != 1 {
		t.Errorf("what is saved loses %v and spares %v", recording.Lose, recording.Spare)
	}
	press(lost, "packets/card/lose")
	press(arrives, "packets/card/spare")
	if a.session.Digest() != digest || len(a.scenario.Lose)+len(a.scenario.Spare) > 0 {
		t.Errorf("both taken back: digest %x, want %x; loses %v, spares %v", a.session.Digest(), digest, a.scenario.Lose, a.scenario.Spare)
	}
	for range 3 {
		a.undo()
		a.come()
	}
	if !slices.Equal(a.scenario.Lose, netsim.Packets(arrives)) || len(a.scenario.Spare) > 0 || packets()[arrives-1].Link.Fate != netsim.LostListed {
		t.Errorf("three of four undone: loses %v, spares %v", a.scenario.Lose, a.scenario.Spare)
	}
	if !strings.Contains(a.message.text, "ndone") {
		t.Errorf("it says %q", a.message.text)
	}
}
