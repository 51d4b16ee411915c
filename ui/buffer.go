package ui

import (
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// lagSpan is how much of the past the lagometer shows.
const lagSpan = 6 * time.Second

// bufferView shows what there is to draw from: of the kind in focus, or of the one that
// fares worst.
type bufferView struct {
	frames  []measure.FrameSummary
	packets []game.PacketRecord
	points  []raster.Point
	buf     []byte
	numbers bufferNumbers
	off     struct { // what is said of a clock that is off
		of   time.Duration
		text string
	}
}

// bufferNumbers is what is read as a number, as of the last reading.
type bufferNumbers struct {
	of         moment
	ahead      int
	slots      int
	inUnderrun interp.UnderrunStats
	clock      clockNumbers
	kbits      float64
	bytes      int
	bare       int // bytes of the entities' samples at 32 each
	enough     time.Duration
	mostly     time.Duration // enough for 99.5 % of the frames
	measured   bool
}

// clockNumbers is how well the client's clock is known.
type clockNumbers struct {
	applied, target, truth interp.Offset
	steps                  int
}

// bufferPanel draws the panel. What matters least goes first where there is no room.
func (a *App) bufferPanel(r raster.Rect) {
	r = a.panel(r)
	v := &a.buffer
	now := max(a.session.Now(), 0)
	v.frames = a.session.AppendFrames(v.frames[:0], now-lagSpan)
	v.packets = a.session.AppendPackets(v.packets[:0], now-lagSpan-time.Second, now)
	v.refresh(a, now)
	a.ctx.PushID("buffer")
	defer a.ctx.PopID()

	const line, tall = 16, 20
	a.bufferHeading(&r)
	survival := raster.Rect{}
	if r.H > 140 {
		a.clockLine(r.CutBottom(line))
		survival = r.CutBottom(line)
	} else {
		survival = r.CutBottom(line)
		a.clockWarning(&survival)
	}
	a.survivalLine(survival)
	a.formulaLine(r.CutBottom(tall))
	a.ctx.Separator(r.CutBottom(5))
	if r.H > 76 {
		a.lagometerCaptions(r.CutBottom(line - 1))
	}
	a.packetStrip(r.CutBottom(12), now)
	a.lagometer(r, now)
}

// refresh takes the numbers anew when the other readings are.
func (v *bufferView) refresh(a *App, now time.Duration) {
	n := &v.numbers
	if n.of == a.moment() {
		return
	}
	stats := a.session.Stats(game.Interpolated)
	whatIf := a.session.WhatIf(a.focusKind)
	*n = bufferNumbers{
		of:         a.moment(),
		inUnderrun: stats.Overall,
		clock:      clockNumbers{stats.Applied, stats.Target, a.session.TrueOffset(), stats.Steps},
		bytes:      stats.Bytes,
		kbits:      v.bitRate(now),

		enough: whatIf.Needed(1), mostly: whatIf.Needed(0.995), measured: whatIf.Frames() > 0,
	}
	if a.focusKind >= 0 {
		n.inUnderrun = stats.Kinds[a.focusKind].UnderrunStats
	}
	n.ahead, n.slots = a.occupancy()
	for k := range world.NumKinds {
		n.bare += 32 * a.scenario.Count(k) * interp.SlotsFor(a.delayOf(k), a.settings.Interval())
	}
}

// bitRate returns what was sent in the last seconds, in kbit/s.
func (v *bufferView) bitRate(now time.Duration) float64 {
	const over = 2 * time.Second
	bytes := 0
	for i := range v.packets {
		if v.packets[i].Link.SentAt > now-over {
			bytes += v.packets[i].Link.Size
		}
	}
	return float64(bytes) * 8 / 1000 / min(over, max(now, time.Second)).Seconds()
}

// occupancy returns how many snapshots are ahead of render time, and how many slots
// the delay spans: of the kind in focus, or of the one nearest to running dry.
func (a *App) occupancy() (ahead, slots int) {
	stats := a.session.Stats(game.Interpolated)
	of := a.focusKind
	if of < 0 {
		worst := time.Duration(0)
		for k := range world.NumKinds {
			s := &stats.Kinds[k]
			if margin := s.Delay - s.Needed; s.Measured && (of < 0 || margin < worst) {
				of, worst = int(k), margin
			}
		}
	}
	if of < 0 {
		return 0, interp.SlotsFor(a.have(), a.settings.Interval())
	}
	return stats.Kinds[of].Ahead, interp.SlotsFor(a.delayOf(interp.Kind(of)), a.settings.Interval())
}

// bufferHeading draws the heading with the occupancy and the counts of dry spells, on
// two lines in a narrow window.
func (a *App) bufferHeading(r *raster.Rect) {
	v, style, text, l := &a.buffer, &a.theme.Style, &a.text.Buffer, a.ctx.List()
	row := r.CutTop(headingHeight)
	a.ctx.Heading(row, text.Heading)
	row.CutLeft(style.Heading.Measure(text.Heading) + 14)
	if narrow := row.W < 400; narrow {
		second := r.CutTop(headingHeight - 3)
		a.underrunCounts(&second)
	} else {
		a.underrunCounts(&row)
		row.CutRight(12)
	}
	pattern := text.AheadOf
	if v.numbers.slots == 1 {
		pattern = text.AheadOfOne
	}
	v.buf = phrase(v.buf[:0], pattern, count(v.numbers.ahead), count(v.numbers.slots))
	width := widthOf(l, style.Strong, v.buf) + 1
	const gap = 9
	row.CutLeft(a.slotBoxes(raster.Rect{X: row.X, Y: row.Y, W: min(118, row.W-width-gap), H: row.H}) + gap)
	words := row.CutLeft(width)
	l.TextInBytes(style.Strong, words, v.buf, im.Left, style.Foreground)
	a.ctx.Interact("ahead", words, im.Region{Tooltip: text.AheadTip, NoFocus: true})
}

// underrunCounts writes how often and how long it has run dry at the right end of a row, and
// cuts it off. The count has the alarm's colour while the lagometer shows a dry spell.
func (a *App) underrunCounts(row *raster.Rect) {
	v, style, text := &a.buffer, &a.theme.Style, &a.text.Buffer
	inUnderrun, colour := &v.numbers.inUnderrun, style.Foreground
	v.buf = phrase(v.buf[:0], "%s s · %s %%", number(inUnderrun.InUnderrun.Seconds(), 2), number(100*inUnderrun.UnderrunShare(), 1))
	a.labelled(row, "dry", text.InUnderrun, text.UnderrunTip, v.buf, colour)
	row.CutRight(14)
	if a.recentlyDry() {
		colour = a.theme.Lost
	}
	v.buf = phrase(v.buf[:0], "%s", count(inUnderrun.Underruns))
	a.labelled(row, "underruns", text.Underruns, text.UnderrunsTip, v.buf, colour)
}

// labelled writes a word and a value at the right end of a row, and cuts them off.
func (a *App) labelled(row *raster.Rect, id, label, tip string, value []byte, colour raster.Color) {
	style, l := &a.theme.Style, a.ctx.List()
	at := row.CutRight(style.Small.Measure(label) + 6 + widthOf(l, style.Strong, value) + 1)
	a.ctx.Interact(id, at, im.Region{Tooltip: tip, NoFocus: true})
	l.TextIn(style.Small, at, label, im.Left, style.Muted)
	l.TextInBytes(style.Strong, at, value, im.Right, colour)
}

// recentlyDry reports whether the lagometer shows a dry frame.
func (a *App) recentlyDry() bool {
	for i := range a.buffer.frames {
		if k := a.worstKind(&a.buffer.frames[i]); k != nil && k.State.InUnderrun() {
			return true
		}
	}
	return false
}

// worstKind returns the kind in focus, or the one nearest to running dry or driest; nil
// if nothing is there to draw.
func (a *App) worstKind(f *measure.FrameSummary) *measure.KindSummary {
	if a.focusKind >= 0 {
		if k := &f.Kinds[a.focusKind]; k.Measured {
			return k
		}
		return nil
	}
	var worst *measure.KindSummary
	for k := range f.Kinds {
		if s := &f.Kinds[k]; s.Measured && (worst == nil || s.Margin() < worst.Margin()) {
			worst = s
		}
	}
	return worst
}

// slotBoxes draws the slots that the delay spans: the one behind render time, those
// ahead, and as outlines those missing. It returns the width used.
func (a *App) slotBoxes(r raster.Rect) float32 {
	style, l := &a.theme.Style, a.ctx.List()
	ahead, slots := a.occupancy()
	slots = max(slots, 1)
	const gap = 3
	width := min(20, (r.W-gap)/float32(slots)-gap)
	if width < 4 {
		return 0
	}
	full, missing := a.theme.Lens[game.Interpolated], style.Muted
	if ahead == 0 {
		missing = a.theme.Lost
	}
	box := raster.Rect{X: r.X, Y: r.Y + r.H/2 - 5.5, W: width, H: 11}
	for i := range slots {
		switch {
		case i == 0:
			l.FillRound(box, 2.5, raster.Alpha(full, 0.45))
			box.X += gap // render time stands between it and the others
			l.FillRect(raster.Rect{X: box.X + width - 0.75, Y: r.Y + 1, W: 1.5, H: r.H - 2}, style.Foreground)
			box.X += gap - 1
		case i <= ahead:
			l.FillRound(box, 2.5, full)
		default:
			l.StrokeRound(box, 2.5, 1, missing)
		}
		box.X += width + gap
	}
	used := box.X - gap - r.X
	a.ctx.Interact("slots", raster.Rect{X: r.X, Y: r.Y, W: used, H: r.H}, im.Region{Tooltip: a.text.Buffer.SlotsTip, NoFocus: true})
	return used
}
