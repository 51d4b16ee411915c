package timeline

import (
	"math"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/netsim"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

// TestPacketWindow: at 10 s, a window of 3 s.
func TestPacketWindow(t *testing.T) {
	const s, now = time.Second, 10 * time.Second
	for _, tc := range []struct {
		name       string
		do         func(w *packetWindow)
		start, end time.Duration
	}{
		{"at rest", func(*packetWindow) {}, 7 * s, 10 * s},
		{"a second back", func(w *packetWindow) { w.pan(-s, now) }, 6 * s, 9 * s},
		{"not into the future", func(w *packetWindow) { w.pan(s, now) }, 7 * s, 10 * s},
		{"not before the start, but for half a picture", func(w *packetWindow) { w.pan(-60*s, now) }, -1500 * time.Millisecond, 1500 * time.Millisecond},
		{"closer about the left edge", func(w *packetWindow) { w.zoom(0.5, 0, now) }, 7 * s, 8500 * time.Millisecond},
		{"closer about the right edge", func(w *packetWindow) { w.zoom(0.5, 1, now) }, 8500 * time.Millisecond, 10 * s},
		{"farther stays at the present", func(w *packetWindow) { w.zoom(2, 0, now) }, 4 * s, 10 * s},
		{"as close as can be", func(w *packetWindow) { w.zoom(1e-6, 1, now) }, now - shortestSpan, now},
		{"as far as can be", func(w *packetWindow) { w.zoom(1e6, 1, now) }, now - longestSpan, now},
		{"after a packet at 2 s", func(w *packetWindow) { w.follow(2*s, now) }, 1700 * time.Millisecond, 4700 * time.Millisecond},
		{"there and back", func(w *packetWindow) { w.zoom(0.5, 0.3, now); w.pan(-s, now); w.reset() }, 7 * s, 10 * s},
	} {
		v := Panel{now: now}
		tc.do(&v.window)
		if math.Abs(float64(v.start()-tc.start)) > 1e3 || math.Abs(float64(v.end()-tc.end)) > 1e3 {
			t.Errorf("%s: %v to %v, want %v to %v", tc.name, v.start(), v.end(), tc.start, tc.end)
		}
	}
}

// packetsPaused is a paused run of 10 s, and a hand on the middle of its timeline.
func packetsPaused(t *testing.T) (*viewtest.Window, *Panel, raster.Point) {
	t.Helper()
	w, p := window(t, viewtest.Scenario(), 10*time.Second)
	w.Rest()
	at := p.plot.Centre()
	w.Move(at)
	return w, p, at
}

// TestPacketsDragAndWheel: a drag by a third of the width shows a second earlier; the
// wheel looks closer at what is under the pointer; going on shows the present again.
func TestPacketsDragAndWheel(t *testing.T) {
	w, v, p := packetsPaused(t)
	w.Press()
	w.In.Pointer.X += v.plot.W / 3
	w.Frame()
	w.Release()
	if got := v.end(); got < 8990*time.Millisecond || got > 9010*time.Millisecond {
		t.Errorf("after the drag the picture ends at %v, want 9 s", got)
	}
	if w.Ctx.PopupOpen(packetCardPopup) {
		t.Error("a drag pins a packet")
	}
	w.Move(p)
	at := v.start() + v.window.span()/2
	w.Wheel(3)
	if got, want := v.window.span(), 1536*time.Millisecond; got != want { // 3 s ÷ 1.25³
		t.Errorf("after three notches a span of %v, want %v", got, want)
	}
	if got := v.start() + v.window.span()/2; got-at > time.Millisecond || at-got > time.Millisecond {
		t.Errorf("the wheel moved the middle from %v to %v", at, got)
	}
	if !viewtest.Has(t, w.Text(), " – ") {
		t.Error("the heading doesn't say which time is shown")
	}
	w.Model.Playing = true
	w.Rest()
	if v.window.moves() || v.end() != v.now {
		t.Errorf("a running timeline shows %+v", v.window)
	}
}

// TestPacketsByKeyboard: arrows walk over the packets and the picture follows, Enter
// pins, Page Up looks closer, Shift and an arrow elsewhere, Home comes back.
func TestPacketsByKeyboard(t *testing.T) {
	w, v, _ := packetsPaused(t)
	w.Move(raster.Point{X: 5, Y: 5})
	w.Ctx.SetFocus(packetsPlot)
	w.Rest()
	w.Key(im.KeyLeft)
	first := v.chosen
	if first != v.packets[len(v.packets)-1].Link.Seq || v.hovered != first {
		t.Fatalf("the first arrow chose packet %d and marks %d", first, v.hovered)
	}
	for range 25 {
		w.Key(im.KeyLeft)
	}
	p := v.find(v.chosen)
	if v.chosen != first-25 || p == nil || p.Link.SentAt < v.start() || p.Link.SentAt > v.end() {
		t.Errorf("25 packets before %d is %d, in a picture from %v to %v", first, v.chosen, v.start(), v.end())
	}
	w.Key(im.KeyEnter)
	if !w.Ctx.PopupOpen(packetCardPopup) || v.card.packet.Link.Seq != v.chosen {
		t.Error("Enter does not pin the packet")
	}
	w.Key(im.KeyEscape)
	if w.Ctx.PopupOpen(packetCardPopup) {
		t.Error("Escape leaves the card open")
	}
	w.Key(im.KeyPageUp)
	if v.window.span() >= packetsSpan {
		t.Errorf("Page Up leaves a span of %v", v.window.span())
	}
	before := v.window.behind
	w.Key(im.KeyLeft, im.ModShift)
	if v.window.behind <= before {
		t.Error("Shift and an arrow don't look back")
	}
	w.Rest()
	w.Key(im.KeyHome)
	if v.window.moves() {
		t.Error("Home does not come back to the present")
	}
}

// TestPacketCard: a click on each packet in the picture pins its numbers, and a click
// elsewhere puts them away.
func TestPacketCard(t *testing.T) {
	w, v, _ := packetsPaused(t)
	fates := map[view.Fate]bool{}
	for i := 0; i < len(v.packets); i++ {
		p := v.packets[i]
		f := view.FateOf(&p, v.now)
		from, to := v.line(&p, f)
		if fates[f] || from.X < v.plot.X || to.X > v.plot.X+v.plot.W {
			continue
		}
		fates[f] = true
		w.Click(raster.Point{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2})
		c := &v.card
		if !w.Ctx.PopupOpen(packetCardPopup) || c.packet != p {
			t.Fatalf("a click on packet %d pins %d", p.Seq, c.packet.Seq)
		}
		if rows := (&frame{v, &w.Ctx, &w.Model, &w.Actions}).packetRows(&p); f == view.FateLost && len(rows) != 5 || f == view.FateUsed && len(rows) < 7 {
			t.Errorf("packet %d, fate %d: %q", p.Seq, f, rows)
		}
		w.Click(raster.Point{X: 640, Y: 20})
		if w.Ctx.PopupOpen(packetCardPopup) {
			t.Fatal("a click elsewhere leaves the card open")
		}
	}
	if !fates[view.FateUsed] || !fates[view.FateLost] {
		t.Errorf("only fates %v were in the picture", fates)
	}
}

// TestLosses: of the packets sent in the last three seconds of a link that loses none or
// all of them, as many are said to be lost.
func TestLosses(t *testing.T) {
	// The packets of 2.0 to 4.9 s are known by 5 s; that of 5 s is on its way.
	for loss, want := range map[netsim.Probability]string{0: "last 3 s: 0 lost of 30", netsim.Always: "last 3 s: 30 lost of 30"} {
		s := viewtest.Scenario()
		s.Settings.SendRate = 10 * config.Hertz
		s.Settings.Down.Loss, s.Settings.Down.Jitter = loss, 0
		if w, _ := window(t, s, 5*time.Second); !viewtest.Has(t, w.Text(), want) {
			t.Errorf("the heading does not say %q", want)
		}
	}
}
