// Package buffer draws what there is to draw from: the snapshots buffered ahead of render
// time, the lagometer, the formula with the numbers of now, and the clock.
package buffer

import (
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// lagSpan is how much of the past the lagometer shows.
const lagSpan = 6 * time.Second

// Panel shows what there is to draw from: of the kind in focus, or of the one that
// fares worst.
type Panel struct {
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
	of         view.Moment
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

// frame is a panel with the frame that it is drawn in.
type frame struct {
	c   *im.Context
	m   *view.Model
	act *view.Actions
	p   *Panel
}

// Draw draws the panel. What matters least goes first where there is no room.
func (p *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{c, m, act, p}
	fr.draw(r)
}

func (fr *frame) draw(r raster.Rect) {
	r = view.BeginPanel(fr.c, r)
	v := fr.p
	now := fr.m.Now
	v.frames = fr.m.Run.AppendFrames(v.frames[:0], now-lagSpan)
	v.packets = fr.m.Run.AppendPackets(v.packets[:0], now-lagSpan-time.Second, now)
	v.refresh(fr, now)
	fr.c.PushID("buffer")
	defer fr.c.PopID()

	const line, tall = 16, 20
	fr.heading(&r)
	survival := raster.Rect{}
	if r.H > 140 {
		fr.clockLine(r.CutBottom(line))
		survival = r.CutBottom(line)
	} else {
		survival = r.CutBottom(line)
		fr.clockWarning(&survival)
	}
	fr.survivalLine(survival)
	fr.formulaLine(r.CutBottom(tall))
	fr.c.Separator(r.CutBottom(5))
	if r.H > 76 {
		fr.lagometerCaptions(r.CutBottom(line - 1))
	}
	fr.packetStrip(r.CutBottom(12), now)
	fr.lagometer(r, now)
}

// refresh takes the numbers anew when the other readings are.
func (v *Panel) refresh(fr *frame, now time.Duration) {
	n := &v.numbers
	if n.of == fr.m.Moment() {
		return
	}
	stats := fr.m.Run.Stats(game.Interpolated)
	whatIf := fr.m.Run.WhatIf(fr.m.Focus)
	*n = bufferNumbers{
		of:         fr.m.Moment(),
		inUnderrun: stats.Overall,
		clock:      clockNumbers{stats.Applied, stats.Target, fr.m.Run.TrueOffset(), stats.Steps},
		bytes:      stats.Bytes,
		kbits:      v.bitRate(now),

		enough: whatIf.Needed(1), mostly: whatIf.Needed(0.995), measured: whatIf.Frames() > 0,
	}
	if fr.m.Focus >= 0 {
		n.inUnderrun = stats.Kinds[fr.m.Focus].UnderrunStats
	}
	n.ahead, n.slots = fr.occupancy()
	for k := range world.NumKinds {
		n.bare += 32 * fr.m.Scenario.Count(k) * interp.SlotsFor(fr.m.DelayOf(k), fr.m.Settings.Interval())
	}
}

// bitRate returns what was sent in the last seconds, in kbit/s.
func (v *Panel) bitRate(now time.Duration) float64 {
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
// the delay spans: of the kind in focus, or of the one nearest to an underrun.
func (fr *frame) occupancy() (ahead, slots int) {
	stats := fr.m.Run.Stats(game.Interpolated)
	of := fr.m.Focus
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
		return 0, interp.SlotsFor(fr.have(), fr.m.Settings.Interval())
	}
	return stats.Kinds[of].Ahead, interp.SlotsFor(fr.m.DelayOf(interp.Kind(of)), fr.m.Settings.Interval())
}

// heading draws the heading with the occupancy and the counts of underruns, on
// two lines in a narrow window.
func (fr *frame) heading(r *raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	row := r.CutTop(view.HeadingHeight)
	fr.c.Heading(row, text.Heading)
	row.CutLeft(style.Heading.Measure(text.Heading) + 14)
	if narrow := row.W < 400; narrow {
		second := r.CutTop(view.HeadingHeight - 3)
		fr.underrunCounts(&second)
	} else {
		fr.underrunCounts(&row)
		row.CutRight(12)
	}
	pattern := text.AheadOf
	if v.numbers.slots == 1 {
		pattern = text.AheadOfOne
	}
	v.buf = view.Phrase(v.buf[:0], pattern, view.Count(v.numbers.ahead), view.Count(v.numbers.slots))
	width := view.WidthOf(l, style.Strong, v.buf) + 1
	const gap = 9
	row.CutLeft(fr.slotBoxes(raster.Rect{X: row.X, Y: row.Y, W: min(118, row.W-width-gap), H: row.H}) + gap)
	words := row.CutLeft(width)
	l.TextInBytes(style.Strong, words, v.buf, im.Left, style.Foreground)
	fr.c.Hint("ahead", words, text.AheadTip)
}

// underrunCounts writes how often and how long it was in underrun at the right end of a row, and
// cuts it off. The count has the alarm's colour while the lagometer shows one.
func (fr *frame) underrunCounts(row *raster.Rect) {
	v, style, text := fr.p, &fr.m.Theme.Style, &fr.m.Text.Buffer
	inUnderrun, colour := &v.numbers.inUnderrun, style.Foreground
	v.buf = view.Phrase(v.buf[:0], "%s s · %s %%", view.Number(inUnderrun.InUnderrun.Seconds(), 2), view.Number(100*inUnderrun.UnderrunShare(), 1))
	fr.labelled(row, "underrun", text.InUnderrun, text.UnderrunTip, v.buf, colour)
	row.CutRight(14)
	if fr.recentUnderrun() {
		colour = fr.m.Theme.Lost
	}
	v.buf = view.Phrase(v.buf[:0], "%s", view.Count(inUnderrun.Underruns))
	fr.labelled(row, "underruns", text.Underruns, text.UnderrunsTip, v.buf, colour)
}

// labelled writes a word and a value at the right end of a row, and cuts them off.
func (fr *frame) labelled(row *raster.Rect, id, label, tip string, value []byte, colour raster.Color) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	at := row.CutRight(style.Small.Measure(label) + 6 + view.WidthOf(l, style.Strong, value) + 1)
	fr.c.Hint(id, at, tip)
	l.TextIn(style.Small, at, label, im.Left, style.Muted)
	l.TextInBytes(style.Strong, at, value, im.Right, colour)
}

// recentUnderrun reports whether the lagometer shows a frame in underrun.
func (fr *frame) recentUnderrun() bool {
	for i := range fr.p.frames {
		if k := fr.worstKind(&fr.p.frames[i]); k != nil && k.State.InUnderrun() {
			return true
		}
	}
	return false
}

// worstKind returns the kind in focus, or the one nearest to an underrun or longest in one;
// nil if nothing is there to draw.
func (fr *frame) worstKind(f *measure.FrameSummary) *measure.KindSummary {
	if fr.m.Focus >= 0 {
		if k := &f.Kinds[fr.m.Focus]; k.Measured {
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
func (fr *frame) slotBoxes(r raster.Rect) float32 {
	style, l := &fr.m.Theme.Style, fr.c.List()
	ahead, slots := fr.occupancy()
	slots = max(slots, 1)
	const gap = 3
	width := min(20, (r.W-gap)/float32(slots)-gap)
	if width < 4 {
		return 0
	}
	full, missing := fr.m.Theme.Lens[game.Interpolated], style.Muted
	if ahead == 0 {
		missing = fr.m.Theme.Lost
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
	fr.c.Hint("slots", raster.Rect{X: r.X, Y: r.Y, W: used, H: r.H}, fr.m.Text.Buffer.SlotsTip)
	return used
}
