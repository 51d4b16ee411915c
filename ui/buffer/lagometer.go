package buffer

import (
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// lagDepth is how much more room the lagometer gives to what is buffered than to what is
// in underrun.
const lagDepth = 0.62

// lagometer draws, for each display frame of the last seconds, how far the newest
// snapshot is ahead of render time, or how long render time has been in underrun.
func (fr *frame) lagometer(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	fr.c.Hint("lagometer", r, text.LagometerTip)
	l.FillRect(r, fr.m.Theme.Plot)

	most := fr.have() // what is worst is never further ahead than the smallest delay
	const words = 13  // what the words at the upper edge need
	zero := fr.whole(r.Y + words + max(r.H-words, 0)*lagDepth)
	scale := float64(zero-r.Y-words) / float64(max(most, 20*time.Millisecond)) // dp per ns
	g := lagGraph{rect: r, zero: zero, scale: scale, now: fr.m.Now}

	l.PushClip(r)
	fr.lagRuns(&g, lagAhead, raster.Mix(fr.m.Theme.Lens[game.Interpolated], fr.m.Theme.Plot, 0.3))
	fr.lagRuns(&g, lagExtrapolating, fr.m.Theme.Late)
	fr.lagRuns(&g, lagStill, fr.m.Theme.Lost)
	l.FillRect(raster.Rect{X: r.X, Y: zero - 0.5, W: r.W, H: 1}, style.Muted)
	l.PopClip()

	l.TextIn(style.Small, raster.Rect{X: r.X + 4, Y: r.Y, W: r.W - 8, H: words}, view.Fill(text.AheadRun, view.Millis(most)), im.Left, style.Muted)
	if r.Y+r.H-zero > 2*words {
		caption := raster.Rect{X: r.X, Y: r.Y + r.H - words - 1, W: style.Small.Measure(text.UnderrunRun) + 8, H: words}
		l.FillRect(caption, raster.Alpha(fr.m.Theme.Plot, 0.85)) // bars may be under it
		l.TextIn(style.Small, caption.InsetXY(4, 0), text.UnderrunRun, im.Left, style.Muted)
	}
}

// whole rounds a coordinate to whole device pixels.
func (fr *frame) whole(x float32) float32 {
	scale := fr.m.Pixels
	return float32(math.Round(float64(x*scale))) / scale
}

// lagGraph is the lagometer's place and scale.
type lagGraph struct {
	rect  raster.Rect
	zero  float32 // y of no margin
	scale float64 // dp per ns
	now   time.Duration
}

func (g *lagGraph) x(at time.Duration) float32 {
	return g.rect.X + g.rect.W*float32(1-float64(g.now-at)/float64(lagSpan))
}

// lagPart is what a frame adds to the lagometer.
type lagPart uint8

const (
	lagNothing lagPart = iota
	lagAhead
	lagExtrapolating
	lagStill // held or stale
)

func lagPartOf(k *measure.KindSummary) lagPart {
	switch {
	case k == nil:
		return lagNothing
	case !k.State.InUnderrun():
		return lagAhead
	case k.State == interp.Extrapolating:
		return lagExtrapolating
	}
	return lagStill
}

// lagRuns draws each run of frames of one part as one shape of steps. Those that stand
// still are striped.
func (fr *frame) lagRuns(g *lagGraph, part lagPart, colour raster.Color) {
	l := fr.c.List()
	var points []raster.Point
	flush := func() {
		if len(points) == 0 {
			return
		}
		from, to := points[0].X, points[len(points)-1].X
		l.FillPolygon(append(points, raster.Point{X: to, Y: g.zero}, raster.Point{X: from, Y: g.zero}), colour)
		points = points[:0]
		if part != lagStill {
			return
		}
		for y := g.zero + 3; y < g.rect.Y+g.rect.H; y += 4 {
			l.FillRect(raster.Rect{X: from, Y: y, W: to - from, H: 1.5}, fr.m.Theme.Plot)
		}
	}
	for i := range fr.frames {
		k := fr.worstKind(&fr.frames[i])
		if lagPartOf(k) != part {
			flush()
			continue
		}
		end := g.now
		if i+1 < len(fr.frames) {
			end = fr.frames[i+1].At
		}
		y := g.zero - float32(float64(k.Margin())*g.scale)
		points = append(points, raster.Point{X: fr.whole(max(g.x(fr.frames[i].At), g.rect.X)), Y: y}, raster.Point{X: fr.whole(g.x(end)), Y: y})
	}
	flush()
}

// packetStrip draws each packet at its arrival: the worse its fate, the larger.
func (fr *frame) packetStrip(r raster.Rect) {
	l, now := fr.c.List(), fr.m.Now
	fr.c.Hint("strip", r, fr.m.Text.Buffer.EachPacketTip)
	g := lagGraph{rect: r, now: now}
	const apart = 2 // dp; nearer than that a mark of the same fate is left out
	var last [view.NumFates]float32
	for i := range fr.packets {
		p := &fr.packets[i]
		f, x := view.FateOf(p, now), g.x(p.Link.ArrivesAt)
		if f == view.FateFlying || p.Link.ArrivesAt > now || x < r.X+2 || x-last[f] < apart {
			continue
		}
		last[f] = x
		colour := view.FateColour(fr.m.Theme, f)
		switch f {
		case view.FateUsed:
			l.FillRect(raster.Rect{X: x - 0.75, Y: r.Y + 3, W: 1.5, H: 4}, fr.m.Theme.Style.Muted)
		case view.FateLost:
			l.FillRect(raster.Rect{X: x - 1.5, Y: r.Y + 1, W: 3, H: 9}, colour)
		default:
			view.FateMark(l, raster.Point{X: x, Y: r.Y + 5}, f, colour)
		}
	}
}

// lagometerCaptions says what the lagometer and, where there is room, the strip are.
func (fr *frame) lagometerCaptions(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	if width := style.Small.Measure(text.EachPacket) + 1; width+style.Small.Measure(text.Lagometer)+view.Margin <= r.W {
		l.TextIn(style.Small, r.CutRight(width), text.EachPacket, im.Right, style.Muted)
	}
	l.TextIn(style.Small, r, text.Lagometer, im.Left, style.Muted)
}
