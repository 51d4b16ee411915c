package timeline

import (
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The part of the past that the packet timeline can show.
const (
	shortestSpan = 50 * time.Millisecond
	longestSpan  = 30 * time.Second
	// A packet sent longer than this before the picture's edge has come by then, or
	// what is left of its way is not worth looking for.
	longestWay = 2 * time.Second
	spanStep   = 1.25 // of one notch of the wheel
	panShare   = 0.1  // of the span, of one key
)

// packetWindow is the part of the run that the packet timeline shows. The zero value is
// the last packetsSpan. While the run goes on it stays that.
type packetWindow struct {
	zoomed time.Duration // the span if it isn't packetsSpan, 0 if it is
	behind time.Duration // how far its right edge is in the past

	dragging bool
	grabbed  float32 // the pointer's x at the last frame of a drag
	moved    float32 // how far it went in all
}

// span returns how long a time is shown.
func (w *packetWindow) span() time.Duration {
	if w.zoomed == 0 {
		return packetsSpan
	}
	return w.zoomed
}

// moves reports whether the window shows another part than that of a running one.
func (w *packetWindow) moves() bool { return w.zoomed != 0 || w.behind != 0 }

// reset goes back to what a running window shows.
func (w *packetWindow) reset() { w.zoomed, w.behind = 0, 0 }

// pan moves the picture by a time, later if it is positive; not beyond what there was.
func (w *packetWindow) pan(by, now time.Duration) {
	w.behind = min(max(w.behind-by, 0), max(now-w.span()/2, 0))
}

// zoom makes the span f times as long. What is at a share of the width, 0 to 1 from the
// left, stays there as long as the present is not passed.
func (w *packetWindow) zoom(f, share float64, now time.Duration) {
	before := w.span()
	after := min(max(time.Duration(float64(before)*f), shortestSpan), longestSpan)
	w.zoomed = after
	w.pan(time.Duration(float64(after-before)*(1-share)), now)
}

// follow moves the picture so that a time lies well within it.
func (w *packetWindow) follow(at, now time.Duration) {
	edge := w.span() / 10
	if end := now - w.behind; at > end-edge {
		w.pan(at+edge-end, now)
	} else if start := end - w.span(); at < start+edge {
		w.pan(at-edge-start, now)
	}
}

// drag pans while the pointer holds the picture, and reports whether it was let go
// without having moved: a click.
func (w *packetWindow) drag(x *im.Interaction, width float32, now time.Duration) (clicked bool) {
	const reach = 3 // dp; less is no drag
	if x.Pressed {
		w.dragging, w.grabbed, w.moved = true, x.Pointer.X, 0
	}
	if !x.Active || !w.dragging {
		return false
	}
	by := x.Pointer.X - w.grabbed
	w.grabbed = x.Pointer.X
	w.moved += max(by, -by)
	if w.moved > reach {
		w.pan(-time.Duration(float64(by)/float64(width)*float64(w.span())), now)
	}
	return x.Clicked && w.moved <= reach
}

// steer answers to pointer and keys over the timeline: while the run is paused a
// drag, the wheel and Page Up and Down look elsewhere; arrows choose a packet; a click
// or Enter pins its numbers.
func (fr *frame) steer(r raster.Rect) {
	w := &fr.window
	if fr.m.Playing {
		w.reset()
	}
	x := fr.c.Interact(packetsPlot, r, im.Region{Tooltip: fr.tip, Wheel: !fr.m.Playing})
	clicked := x.Clicked
	if !fr.m.Playing {
		clicked = w.drag(&x, fr.plot.W, fr.now)
		if x.Wheel.Y != 0 {
			share := float64(min(1, max(0, (x.Pointer.X-fr.plot.X)/fr.plot.W)))
			w.zoom(math.Pow(spanStep, -float64(x.Wheel.Y)), share, fr.now)
		}
		fr.packetKeys()
	}
	fr.hovered = 0
	if x.Hovered {
		if p := fr.under(x.Pointer); p != nil {
			fr.hovered = p.Link.Seq
		}
	} else if x.Ring {
		fr.hovered = fr.chosen
	}
	if fr.c.PopupOpen(packetCardPopup) {
		fr.hovered = fr.card.packet.Link.Seq
	}
	p := fr.find(fr.hovered)
	fr.tip = fr.packetTip(p)
	enter := fr.c.TakeKey(packetsPlot, im.KeyEnter, 0)%2 == 1
	if p != nil && (clicked && x.Hovered || enter) {
		fr.pinPacket(p)
	}
	if x.Ring {
		fr.c.FocusRing(r.Inset(3), fr.m.Theme.Style.Radius)
	}
}

// packetKeys looks elsewhere by the keyboard, and chooses a packet.
func (fr *frame) packetKeys() {
	w := &fr.window
	took := func(k im.Key, m im.Mods) int { return fr.c.TakeKey(packetsPlot, k, m) }
	if n := took(im.KeyRight, im.ModShift) - took(im.KeyLeft, im.ModShift); n != 0 {
		w.pan(time.Duration(float64(n)*panShare*float64(w.span())), fr.now)
	}
	if n := took(im.KeyPageUp, 0) - took(im.KeyPageDown, 0); n != 0 {
		w.zoom(math.Pow(spanStep, -float64(n)), 0.5, fr.now)
	}
	if took(im.KeyHome, 0)+took(im.KeyDelete, 0) > 0 {
		w.reset()
	}
	if n := took(im.KeyRight, 0) - took(im.KeyLeft, 0); n != 0 && len(fr.packets) > 0 {
		w.follow(fr.choose(n).Link.SentAt, fr.now)
	}
}

// choose goes n packets on from the chosen one, or begins with the newest to be seen. There
// must be packets.
func (v *Panel) choose(n int) *game.PacketRecord {
	at := v.index(v.chosen)
	if at < 0 {
		at, n = len(v.packets), min(n, -1)
	}
	p := &v.packets[min(max(at+n, 0), len(v.packets)-1)]
	v.chosen = p.Link.Seq
	return p
}

// index returns the place of a packet among those at hand, −1 if it isn't one.
func (v *Panel) index(seq uint64) int {
	return slices.IndexFunc(v.packets, func(p game.PacketRecord) bool { return p.Link.Seq == seq })
}

// find returns the record of a packet that is at hand, nil if it isn't or for 0.
func (v *Panel) find(seq uint64) *game.PacketRecord {
	if i := v.index(seq); i >= 0 && seq != 0 {
		return &v.packets[i]
	}
	return nil
}

// under returns the packet whose line is nearest to a point, nil if none is near.
func (v *Panel) under(at raster.Point) *game.PacketRecord {
	const reach = 7 // dp
	nearest := float32(reach)
	var best *game.PacketRecord
	for i := range v.packets {
		from, to := v.line(&v.packets[i], view.FateOf(&v.packets[i], v.now))
		if d := distance(at, from, to); d < nearest {
			nearest, best = d, &v.packets[i]
		}
	}
	return best
}
