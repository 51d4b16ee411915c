package timeline

import (
	"math"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// place is where the panel is in a window of 1280×720 dp.
var place = raster.Rect{X: 240, Y: 374, W: 1032, H: 114}

// window returns a window with the timeline at a moment of a run.
func window(t testing.TB, s config.Scenario, at time.Duration) (*viewtest.Window, *Panel) {
	t.Helper()
	p := new(Panel)
	w := viewtest.New(t, s, at, func(c *im.Context, m *view.Model, act *view.Actions) {
		p.Draw(c, place, m, act)
		p.DrawCard(c, m, act)
	})
	return w, p
}

// TestGolden holds the timeline and the card of a packet as lists.
func TestGolden(t *testing.T) {
	const at = 3200 * time.Millisecond
	pin := func(w *viewtest.Window, p *Panel, i int) {
		(&frame{p, &w.Ctx, &w.Model, &w.Actions}).pinPacket(&p.packets[i])
	}
	for _, g := range []struct {
		name, language string
		state          func(*viewtest.Window, *Panel)
	}{
		{"packets", "en", nil},
		{"packets-earlier", "en", func(_ *viewtest.Window, p *Panel) {
			p.window.zoom(0.2, 1, at)
			p.window.pan(-time.Second, at)
		}},
		{"packets-pinned", "en", func(w *viewtest.Window, p *Panel) { pin(w, p, 3) }},
		{"packets-lost-pinned", "en", func(w *viewtest.Window, p *Panel) {
			for i := range p.packets {
				if view.FateOf(&p.packets[i], at) == view.FateLost {
					pin(w, p, i)
				}
			}
		}},
		{"ko-packets", "ko", nil},
		{"ko-packets-pinned", "ko", func(w *viewtest.Window, p *Panel) { pin(w, p, 3) }},
	} {
		t.Run(g.name, func(t *testing.T) {
			w, p := window(t, viewtest.Scenario(), at)
			w.Speak(g.language)
			w.Frame()
			if g.state != nil {
				g.state(w, p)
			}
			if strings.HasSuffix(g.name, "pinned") {
				w.Draw = p.DrawCard
			}
			viewtest.Golden(t, g.name, w.Text())
		})
	}
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
	v := Panel{now: 3000 * ms, plot: raster.Rect{W: 3000, H: 60}}
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
	s := viewtest.Scenario()
	s.Settings.ServerStart = 5 * time.Hour // the server's clock is not simulation time
	w, p := window(t, s, 3*time.Second)
	list := w.Text()
	if len(p.cursors) != 2 || p.cursors[0].delay != 200*time.Millisecond || p.cursors[1].delay != 120*time.Millisecond {
		t.Fatalf("cursors %+v, want those of 200 and 120 ms, from the left", p.cursors)
	}
	// Drawn now was sent a latency (50 ms) and the delay ago, at the last frame.
	for _, c := range p.cursors {
		ago := w.Session.Now() - c.at - c.delay - 50*time.Millisecond
		if ago < -time.Millisecond || ago > 100*time.Millisecond+10*time.Millisecond {
			t.Errorf("the cursor of %v stands %v off", c.delay, ago)
		}
	}
	if !viewtest.Has(t, list, "drone −120") || !viewtest.Has(t, list, "car −200") {
		t.Error("the cursors are not named")
	}
	if tip := (&frame{p, &w.Ctx, &w.Model, &w.Actions}).cursorTip(&p.cursors[0]); !strings.HasPrefix(tip, "car −200 ms\n") {
		t.Errorf("the first cursor's tooltip is %q", tip)
	}
	early, p := window(t, s, 0)
	if early.Text(); len(p.cursors) != 0 {
		t.Error("there is a cursor before the first packet")
	}
}

// TestPacketNumbers: the pointer over a packet asks for its numbers, off it for none.
func TestPacketNumbers(t *testing.T) {
	w, p := window(t, viewtest.Scenario(), 3*time.Second)
	w.Rest()
	for i := range p.packets {
		r := &p.packets[i]
		from, to := p.line(r, view.FateOf(r, p.now))
		w.Move(raster.Point{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2})
		w.Rest()
		if !strings.Contains(p.tip, "Packet ") {
			t.Fatalf("no numbers of packet %d: %q", r.Link.Seq, p.tip)
		}
		if p.hovered == 0 {
			t.Errorf("packet %d is not under the pointer", r.Link.Seq)
		}
	}
	w.Move(raster.Point{X: 5, Y: 5})
	w.Rest()
	if p.tip != w.Model.Text.Packets.PlotTip || p.hovered != 0 {
		t.Errorf("numbers with the pointer elsewhere: %q", p.tip)
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

// Packets that wait for a frozen client to read them are drawn to where they arrived,
// and no further.
func TestFrozenPacketsWait(t *testing.T) {
	w, p := window(t, config.DefaultScenario(), 2*time.Second)
	if err := w.Session.Inject(config.ClientFreeze.Fault()); err != nil {
		t.Fatal(err)
	}
	w.PlayTo(4 * time.Second)
	w.Rest()
	waiting := 0
	for i := range p.packets {
		r := &p.packets[i]
		if f := view.FateOf(r, p.now); f == view.FateFlying && r.Link.ArrivesAt < p.now {
			waiting++
			if _, to := p.line(r, f); to.Y != p.plot.Y+p.plot.H || to.X != p.x(r.Link.ArrivesAt) {
				t.Errorf("packet %d is drawn to %v", r.Seq, to)
			}
		}
	}
	if waiting < 10 {
		t.Errorf("%d packets wait, want those of 2 s", waiting)
	}
}
