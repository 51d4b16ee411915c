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
	numbers bufferNumbers
}

// bufferNumbers is what is read as a number, as of the last reading.
type bufferNumbers struct {
	of         view.Moment
	ahead      int
	slots      int
	inUnderrun interp.UnderrunStats
	applied    interp.Offset // how well the client's clock is known
	target     interp.Offset
	truth      interp.Offset
	steps      int
	sent, came float64 // kbit/s
	bytes      int
	bare       int // bytes of the entities' samples at 32 each
	enough     time.Duration
	mostly     time.Duration // enough for 99.5 % of the frames
	measured   bool
}

// frame is a panel with the frame that it is drawn in.
type frame struct {
	*Panel
	c *im.Context
	m *view.Model
}

// Draw draws the panel. What matters least goes first where there is no room.
// The simple view has no formula and no clock.
func (p *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, _ *view.Actions) {
	fr := &frame{p, c, m}
	r = view.BeginPanel(c, r)
	p.frames = m.Run.AppendFrames(p.frames[:0], m.Now-lagSpan)
	p.packets = m.Run.AppendPackets(p.packets[:0], m.Now-lagSpan-time.Second, m.Now)
	fr.refresh()
	c.PushID("buffer")
	defer c.PopID()

	const line, tall = 16, 20
	fr.heading(&r)
	if m.Simple {
		fr.lagometerCaptions(r.CutBottom(line - 1))
		fr.packetStrip(r.CutBottom(12))
		fr.lagometer(r)
		return
	}
	whole := r.H > 140
	if whole {
		fr.clockLine(r.CutBottom(line))
	}
	survival := r.CutBottom(line)
	if !whole {
		fr.clockWarning(&survival)
	}
	fr.survivalLine(survival)
	fr.formulaLine(r.CutBottom(tall))
	c.Separator(r.CutBottom(5))
	if r.H > 76 {
		fr.lagometerCaptions(r.CutBottom(line - 1))
	}
	fr.packetStrip(r.CutBottom(12))
	fr.lagometer(r)
}

// refresh takes the numbers anew when the other readings are.
func (fr *frame) refresh() {
	n := &fr.numbers
	if n.of == fr.m.Moment() {
		return
	}
	stats := fr.m.Run.Stats(game.Interpolated)
	whatIf := fr.m.Run.WhatIf(fr.m.Focus)
	*n = bufferNumbers{
		of:         fr.m.Moment(),
		inUnderrun: stats.Overall,
		applied:    stats.Applied, target: stats.Target, truth: fr.m.Run.TrueOffset(), steps: stats.Steps,
		bytes:  stats.Bytes,
		enough: whatIf.Needed(1), mostly: whatIf.Needed(0.995), measured: whatIf.Frames() > 0,
	}
	if fr.m.Focus >= 0 {
		n.inUnderrun = stats.Kinds[fr.m.Focus].UnderrunStats
	}
	n.sent, n.came = fr.bitRates()
	n.ahead, n.slots = fr.occupancy()
	for k := range world.MaxKinds {
		n.bare += 32 * fr.m.Scenario.Count(k) * interp.SlotsFor(fr.m.DelayOf(k), fr.m.Settings.KindInterval(k))
	}
}

// bitRates returns what was sent in the last seconds, and what arrived, with headers, in kbit/s.
func (fr *frame) bitRates() (sent, came float64) {
	const over = 2 * time.Second
	kbit := 8.0 / 1000 / min(over, max(fr.m.Now, time.Second)).Seconds()
	for i := range fr.packets {
		p := &fr.packets[i]
		size := kbit * float64(p.Link.Size+measure.HeaderBytes)
		if p.Link.SentAt > fr.m.Now-over {
			sent += size
		}
		if p.Arrived && p.Link.ArrivesAt > fr.m.Now-over {
			came += size
		}
	}
	return sent, came
}

// occupancy returns how many snapshots are ahead of render time, and how many slots
// the delay spans: of the kind in focus, or of the one nearest to an underrun.
func (fr *frame) occupancy() (ahead, slots int) {
	stats := fr.m.Run.Stats(game.Interpolated)
	of := fr.m.Focus
	if of < 0 {
		worst := time.Duration(0)
		for k := range world.MaxKinds {
			s := &stats.Kinds[k]
			if margin := s.Delay - s.Needed; s.Measured && (of < 0 || margin < worst) {
				of, worst = int(k), margin
			}
		}
	}
	if of < 0 {
		return 0, interp.SlotsFor(fr.have(), fr.m.Settings.KindInterval(fr.m.FormulaKind()))
	}
	return stats.Kinds[of].Ahead, interp.SlotsFor(fr.m.DelayOf(interp.Kind(of)), fr.m.Settings.KindInterval(interp.Kind(of)))
}

// heading draws the heading with the occupancy and the counts of underruns, on
// two lines in a narrow window.
func (fr *frame) heading(r *raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
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
	if fr.numbers.slots == 1 {
		pattern = text.AheadOfOne
	}
	said := view.Fill(pattern, view.Count(fr.numbers.ahead), view.Count(fr.numbers.slots))
	width := style.Strong.Measure(said) + 1
	const gap = 9
	row.CutLeft(fr.slotBoxes(raster.Rect{X: row.X, Y: row.Y, W: min(118, row.W-width-gap), H: row.H}) + gap)
	words := row.CutLeft(width)
	l.TextIn(style.Strong, words, said, im.Left, style.Foreground)
	fr.c.Hint("ahead", words, text.AheadTip)
}

// underrunCounts writes how often and how long it was in underrun at the right end of a row,
// and cuts that off.
func (fr *frame) underrunCounts(row *raster.Rect) {
	style, text, l, n := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List(), &fr.numbers.inUnderrun
	labelled := func(id, label, tip, value string, colour raster.Color) {
		at := row.CutRight(style.Small.Measure(label) + 6 + style.Strong.Measure(value) + 1)
		fr.c.Hint(id, at, tip)
		l.TextIn(style.Small, at, label, im.Left, style.Muted)
		l.TextIn(style.Strong, at, value, im.Right, colour)
	}
	share := view.Fill("%s s · %s %%", view.Number(n.InUnderrun.Seconds(), 2), view.Number(100*n.UnderrunShare(), 1))
	count := view.Count(n.Underruns)
	if n.Total == 0 { // nothing was drawn yet, which is no underrun either
		share, count = fr.m.Text.Arena.None, fr.m.Text.Arena.None
	}
	labelled("underrun", text.InUnderrun, text.UnderrunTip, share, style.Foreground)
	row.CutRight(14)
	labelled("underruns", text.Underruns, text.UnderrunsTip, count, fr.underrunColour())
}

// underrunColour returns the colour of the number of underruns: the alarm's while the
// lagometer shows one.
func (fr *frame) underrunColour() raster.Color {
	for i := range fr.frames {
		if k := fr.worstKind(&fr.frames[i]); k != nil && k.State.InUnderrun() {
			return fr.m.Theme.Lost
		}
	}
	return fr.m.Theme.Style.Foreground
}

// worstKind returns the kind in focus, or the one nearest to an underrun or longest in one;
// nil if nothing is there to draw.
func (fr *frame) worstKind(f *measure.FrameSummary) *measure.KindSummary {
	var worst *measure.KindSummary
	for k := range f.Kinds {
		s := &f.Kinds[k]
		if s.Measured && (fr.m.Focus == k || fr.m.Focus < 0 && (worst == nil || s.Margin() < worst.Margin())) {
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
