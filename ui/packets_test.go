package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/netsim"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

func TestPacketsGolden(t *testing.T) {
	a := testApp(t, panelScenario())
	playTo(a, 3200*time.Millisecond)
	golden(t, "packets", panelText(t, a, a.packetsPanel, a.places.packets))
}

// TestFateOf: a packet sent at 100 ms that takes 60 ms, or would.
func TestFateOf(t *testing.T) {
	const ms = time.Millisecond
	for _, tc := range []struct {
		name    string
		link    netsim.Fate
		arrived bool
		verdict interp.Verdict
		now     time.Duration
		want    view.Fate
	}{
		{"on its way", netsim.Delivered, false, 0, 150 * ms, view.FateFlying},
		{"used", netsim.Delivered, true, interp.Inserted, 160 * ms, view.FateUsed},
		{"told by a copy of the tick", netsim.Delivered, true, interp.Duplicate, 160 * ms, view.FateUsed},
		{"late", netsim.Delivered, true, interp.Late, 160 * ms, view.FateLate},
		{"stale", netsim.Delivered, true, interp.StaleSample, 160 * ms, view.FateStale},
		{"foreign", netsim.Delivered, true, interp.Foreign, 160 * ms, view.FateStale},
		{"refused", netsim.Delivered, true, interp.Refused, 160 * ms, view.FateStale},
		{"lost, not yet known", netsim.LostRandom, false, 0, 129 * ms, view.FateFlying},
		{"lost", netsim.LostRandom, false, 0, 130 * ms, view.FateLost},
		{"lost in an outage", netsim.LostOutage, false, 0, 200 * ms, view.FateLost},
	} {
		p := game.PacketRecord{Arrived: tc.arrived, Verdict: tc.verdict}
		p.Link = netsim.Event{SentAt: 100 * ms, ArrivesAt: 160 * ms, Fate: tc.link}
		if got := view.FateOf(&p, tc.now); got != tc.want {
			t.Errorf("%s: fate %d, want %d", tc.name, got, tc.want)
		}
	}
}

// TestPacketLine: what there is to see of a way of 60 ms, in a plot of 1 dp per ms.
func TestPacketLine(t *testing.T) {
	const ms = time.Millisecond
	v := packetsView{now: 3000 * ms, plot: raster.Rect{W: 3000, H: 60}}
	p := game.PacketRecord{Link: netsim.Event{SentAt: 2980 * ms, ArrivesAt: 3040 * ms}}
	for _, tc := range []struct {
		name string
		f    view.Fate
		want raster.Point
	}{
		{"a third of the way", view.FateFlying, raster.Point{X: 3000, Y: 20}},
		{"lost half way", view.FateLost, raster.Point{X: 3010, Y: 30}},
		{"arrived", view.FateUsed, raster.Point{X: 3040, Y: 60}},
	} {
		from, to := v.line(&p, tc.f)
		if from != (raster.Point{X: 2980}) || math.Abs(float64(to.X-tc.want.X))+math.Abs(float64(to.Y-tc.want.Y)) > 0.01 {
			t.Errorf("%s: from %v to %v, want from 2980,0 to %v", tc.name, from, to, tc.want)
		}
	}
}

// TestThinning: of a thousand packets of one snapshot a few lines are left, and each
// fate and each column of arrival keeps one.
func TestThinning(t *testing.T) {
	var thin thinning
	type key struct {
		f      view.Fate
		column int
	}
	kept := map[key]int{}
	for i := range 1000 {
		f := []view.Fate{view.FateUsed, view.FateUsed, view.FateLost}[i%3]
		from, to := raster.Point{X: 300.5}, raster.Point{X: 310.5 + float32(i%30)}
		if !thin.skip(from, to, f) {
			kept[key{f, int((to.X - from.X) / thinColumn)}]++
		}
	}
	if len(kept) < 20 || len(kept) > 24 { // 30 dp are 10 or 11 columns, for two fates
		t.Errorf("%d kinds of lines kept, want 20 to 24", len(kept))
	}
	for k, n := range kept {
		if n != 1 {
			t.Errorf("%v kept %d times, want once", k, n)
		}
	}
	if thin.skip(raster.Point{X: 304}, raster.Point{X: 314}, view.FateUsed) {
		t.Error("a packet of the next column is left out")
	}
}

func TestRenderCursors(t *testing.T) {
	s := panelScenario()
	s.Settings.ServerStart = 5 * time.Hour // the server's clock is not simulation time
	a := testApp(t, s)
	playTo(a, 3*time.Second)
	cursors := a.appendCursors(nil)
	if len(cursors) != 2 || cursors[0].delay != 200*time.Millisecond || cursors[1].delay != 120*time.Millisecond {
		t.Fatalf("cursors %+v, want those of 200 and 120 ms, from the left", cursors)
	}
	// Drawn now was sent a latency (50 ms) and the delay ago, at the last frame.
	for _, c := range cursors {
		ago := a.session.Now() - c.at - c.delay - 50*time.Millisecond
		if ago < -time.Millisecond || ago > 100*time.Millisecond+10*time.Millisecond {
			t.Errorf("the cursor of %v stands %v off", c.delay, ago)
		}
	}
	if list := panelText(t, a, a.packetsPanel, a.places.packets); !has(t, list, "drone −120") || !has(t, list, "car −200") {
		t.Error("the cursors are not named")
	}
	if tip := a.packets.tips[0]; !strings.HasPrefix(tip, "car −200 ms\n") {
		t.Errorf("the first cursor's tooltip is %q", tip)
	}
	if early := testApp(t, s); len(early.appendCursors(nil)) != 0 {
		t.Error("there is a cursor before the first packet")
	}
}

// TestPacketNumbers: the pointer over a packet asks for its numbers, off it for none.
func TestPacketNumbers(t *testing.T) {
	a := testApp(t, panelScenario())
	playTo(a, 3*time.Second)
	h := hand{app: a}
	h.rest()
	v := &a.packets
	for i := range v.packets {
		p := &v.packets[i]
		from, to := v.line(p, view.FateOf(p, v.now))
		h.move(raster.Point{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2})
		h.rest()
		if !strings.Contains(v.tip, "Packet ") {
			t.Fatalf("no numbers of packet %d: %q", p.Link.Seq, v.tip)
		}
		if v.hovered == 0 {
			t.Errorf("packet %d is not under the pointer", p.Link.Seq)
		}
	}
	h.move(raster.Point{X: 5, Y: 5})
	h.rest()
	if v.tip != a.model.Text.Packets.PlotTip || v.hovered != 0 {
		t.Errorf("numbers with the pointer elsewhere: %q", v.tip)
	}
}

func TestDistance(t *testing.T) {
	a, b := raster.Point{X: 0, Y: 0}, raster.Point{X: 10, Y: 0}
	for _, tc := range []struct {
		p    raster.Point
		want float32
	}{{raster.Point{X: 5, Y: 3}, 3}, {raster.Point{X: 13, Y: 4}, 5}, {raster.Point{X: -3, Y: -4}, 5}} {
		if got := distance(tc.p, a, b); got != tc.want {
			t.Errorf("distance of %v is %v, want %v", tc.p, got, tc.want)
		}
	}
	if got := distance(raster.Point{X: 3, Y: 4}, a, a); got != 5 {
		t.Errorf("distance from a point is %v, want 5", got)
	}
}
