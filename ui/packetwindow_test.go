package ui

import (
	"math"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
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
		v := packetsView{now: now}
		tc.do(&v.window)
		if math.Abs(float64(v.start()-tc.start)) > 1e3 || math.Abs(float64(v.end()-tc.end)) > 1e3 {
			t.Errorf("%s: %v to %v, want %v to %v", tc.name, v.start(), v.end(), tc.start, tc.end)
		}
	}
}

// packetsPaused is a paused run of 10 s, and a hand on the middle of its timeline.
func packetsPaused(t *testing.T) (*App, *hand, raster.Point) {
	t.Helper()
	a := testApp(t, panelScenario())
	playTo(a, 10*time.Second)
	h := &hand{app: a}
	h.rest()
	p := a.packets.plot.Centre()
	h.move(p)
	return a, h, p
}

// TestPacketsDragAndWheel: a drag by a third of the width shows a second earlier; the
// wheel looks closer at what is under the pointer; going on shows the present again.
func TestPacketsDragAndWheel(t *testing.T) {
	a, h, p := packetsPaused(t)
	v := &a.packets
	h.press()
	h.in.Pointer.X += v.plot.W / 3
	h.frame()
	h.release()
	if got := v.end(); got < 8990*time.Millisecond || got > 9010*time.Millisecond {
		t.Errorf("after the drag the picture ends at %v, want 9 s", got)
	}
	if a.ctx.PopupOpen(packetCardPopup) {
		t.Error("a drag pins a packet")
	}
	h.move(p)
	at := v.start() + v.window.span()/2
	h.wheel(3)
	if got, want := v.window.span(), 1536*time.Millisecond; got != want { // 3 s ÷ 1.25³
		t.Errorf("after three notches a span of %v, want %v", got, want)
	}
	if got := v.start() + v.window.span()/2; got-at > time.Millisecond || at-got > time.Millisecond {
		t.Errorf("the wheel moved the middle from %v to %v", at, got)
	}
	if list := panelText(t, a, a.packetsPanel, a.places.packets); !has(t, list, " – ") {
		t.Error("the heading doesn't say which time is shown")
	}
	a.SetPlaying(true)
	h.rest()
	if v.window.moves() || v.end() != v.now {
		t.Errorf("a running timeline shows %+v", v.window)
	}
}

// TestPacketsByKeyboard: arrows walk over the packets and the picture follows, Enter
// pins, Page Up looks closer, Shift and an arrow elsewhere, Home comes back.
func TestPacketsByKeyboard(t *testing.T) {
	a, h, _ := packetsPaused(t)
	v := &a.packets
	h.move(raster.Point{X: 5, Y: 5})
	a.ctx.SetFocus(packetsPlot)
	h.rest()
	h.key(im.KeyLeft)
	first := v.chosen
	if first != v.packets[len(v.packets)-1].Link.Seq || v.hovered != first {
		t.Fatalf("the first arrow chose packet %d and marks %d", first, v.hovered)
	}
	for range 25 {
		h.key(im.KeyLeft)
	}
	p := v.find(v.chosen)
	if v.chosen != first-25 || p == nil || p.Link.SentAt < v.start() || p.Link.SentAt > v.end() {
		t.Errorf("25 packets before %d is %d, in a picture from %v to %v", first, v.chosen, v.start(), v.end())
	}
	h.key(im.KeyEnter)
	if !a.ctx.PopupOpen(packetCardPopup) || v.card.packet.Link.Seq != v.chosen {
		t.Error("Enter does not pin the packet")
	}
	h.key(im.KeyEscape)
	if a.ctx.PopupOpen(packetCardPopup) {
		t.Error("Escape leaves the card open")
	}
	h.key(im.KeyPageUp)
	if v.window.span() >= packetsSpan {
		t.Errorf("Page Up leaves a span of %v", v.window.span())
	}
	before := v.window.behind
	h.in.Keys = []im.KeyPress{{Key: im.KeyLeft, Mods: im.ModShift}}
	h.frame()
	if v.window.behind <= before {
		t.Error("Shift and an arrow don't look back")
	}
	h.rest()
	h.key(im.KeyHome)
	if v.window.moves() {
		t.Error("Home does not come back to the present")
	}
}

// TestPacketCard: a click on each packet in the picture pins its numbers, and a click
// elsewhere puts them away.
func TestPacketCard(t *testing.T) {
	a, h, _ := packetsPaused(t)
	v := &a.packets
	fates := map[view.Fate]bool{}
	for i := 0; i < len(v.packets); i++ {
		p := v.packets[i]
		f := view.FateOf(&p, v.now)
		from, to := v.line(&p, f)
		if fates[f] || from.X < v.plot.X || to.X > v.plot.X+v.plot.W {
			continue
		}
		fates[f] = true
		h.click(raster.Point{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2})
		c := &v.card
		if !a.ctx.PopupOpen(packetCardPopup) || c.packet != p {
			t.Fatalf("a click on packet %d pins %d", p.Seq, c.packet.Seq)
		}
		if rows := len(c.rows); f == view.FateLost && rows != 5 || f == view.FateUsed && rows < 7 || len(c.words) == 0 {
			t.Errorf("packet %d, fate %d: %q and %q", p.Seq, f, c.rows, c.words)
		}
		h.click(raster.Point{X: 640, Y: 20})
		if a.ctx.PopupOpen(packetCardPopup) {
			t.Fatal("a click elsewhere leaves the card open")
		}
	}
	if !fates[view.FateUsed] || !fates[view.FateLost] {
		t.Errorf("only fates %v were in the picture", fates)
	}
}

// TestLosses: of twenty packets sent in the last three seconds of a link that loses
// those of a list, as many are said to be lost.
func TestLosses(t *testing.T) {
	s := panelScenario()
	s.Settings.SendRate = 10 * config.Hertz
	s.Settings.Down.Loss, s.Settings.Down.Jitter = 0, 0
	a := testApp(t, s)
	playTo(a, 5*time.Second)
	said := func() string {
		panelText(t, a, a.packetsPanel, a.places.packets)
		return string(a.appendLosses(nil))
	}
	// The packets of 2.0 to 4.9 s are known by 5 s; that of 5 s is on its way.
	if got := said(); got != "last 3 s: 0 lost of 30" {
		t.Errorf("without loss: %q", got)
	}
	s.Settings.Down.Loss = 1_000_000
	a = testApp(t, s)
	playTo(a, 5*time.Second)
	if got := said(); got != "last 3 s: 30 lost of 30" {
		t.Errorf("if all is lost: %q", got)
	}
}
