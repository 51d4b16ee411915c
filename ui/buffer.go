package ui

import (
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// lagSpan is how much of the past the lagometer shows.
const lagSpan = 6 * time.Second

// bufferView shows what there is to draw from: of the kind in focus, or of the one that
// fares worst.
type bufferView struct {
	frames  []game.FrameSummary
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
	at       time.Duration
	known    bool
	focus    int
	ahead    int
	slots    int
	dry      interp.DryStats
	clock    clockNumbers
	kbits    float64
	bytes    int
	bare     int // bytes of the entities' samples at 32 each
	enough   time.Duration
	mostly   time.Duration // enough for 99.5 % of the frames
	measured bool
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
	if r.H > 140 {
		a.clockLine(r.CutBottom(line))
	}
	a.survivalLine(r.CutBottom(line))
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
	if n.known && n.at == a.readings.at && n.focus == a.focusKind && a.playing {
		return
	}
	stats := a.session.Stats(game.Interpolated)
	whatIf := a.session.WhatIf(a.focusKind)
	*n = bufferNumbers{
		at: a.readings.at, known: true, focus: a.focusKind,
		dry:   stats.Overall,
		clock: clockNumbers{stats.Applied, stats.Target, a.session.TrueOffset(), stats.Steps},
		bytes: stats.Bytes,
		kbits: v.bitRate(now),

		enough: whatIf.Needed(1), mostly: whatIf.Needed(0.995), measured: whatIf.Frames() > 0,
	}
	if a.focusKind >= 0 {
		n.dry = stats.Kinds[a.focusKind].DryStats
	}
	n.ahead, n.slots = a.occupancy()
	for k := range game.NumKinds {
		n.bare += 32 * a.scenario.Count(k) * interp.SlotsFor(a.settings.Policies[k].Delay, a.settings.Interval())
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
// the delay spans: of the kind in focus, or of the one that has the fewest ahead for
// its delay.
func (a *App) occupancy() (ahead, slots int) {
	stats := a.session.Stats(game.Interpolated)
	interval := a.settings.Interval()
	if k := a.focusKind; k >= 0 {
		return stats.Kinds[k].Ahead, interp.SlotsFor(a.settings.Policies[k].Delay, interval)
	}
	missing := -1
	for k := range game.NumKinds {
		if a.scenario.Count(k) == 0 {
			continue
		}
		s := interp.SlotsFor(a.settings.Policies[k].Delay, interval)
		if m := s - stats.Kinds[k].Ahead; m > missing {
			missing, ahead, slots = m, stats.Kinds[k].Ahead, s
		}
	}
	return ahead, slots
}

// bufferHeading draws the heading with the occupancy and the counts of dry spells, on
// two lines in a narrow window.
func (a *App) bufferHeading(r *raster.Rect) {
	v, style, text, l := &a.buffer, &a.theme.Style, &a.text.Buffer, a.ctx.List()
	n := &v.numbers
	row := r.CutTop(headingHeight)
	a.ctx.Heading(row, text.Heading)
	row.CutLeft(style.Heading.Measure(text.Heading) + 14)
	counts := row
	if narrow := row.W < 400; narrow {
		counts = r.CutTop(headingHeight - 3)
	}

	v.buf = phrase(v.buf[:0], text.AheadOf, count(n.ahead), count(n.slots))
	width := widthOf(l, style.Strong, v.buf)
	boxes := row
	boxes.W = min(118, row.W-width-10)
	used := a.slotBoxes(boxes)
	row.CutLeft(used + 9)
	words := row.CutLeft(width + 2)
	l.TextInBytes(style.Strong, words, v.buf, im.Left, style.Foreground)
	a.ctx.Interact("ahead", words, im.Region{Tooltip: text.AheadTip, NoFocus: true})

	// From the right: dry, then underruns.
	alarm, plain := a.theme.Lost, style.Foreground
	if !a.recentlyDry() {
		alarm = plain
	}
	counts.W = row.X + row.W - counts.X
	v.buf = phrase(v.buf[:0], "%s s · %s %%", number(n.dry.Dry.Seconds(), 2), number(100*n.dry.GapRatio(), 1))
	width = widthOf(l, style.Strong, v.buf)
	value := counts.CutRight(width + 1)
	l.TextInBytes(style.Strong, value, v.buf, im.Right, plain)
	label := counts.CutRight(style.Small.Measure(text.Dry) + 6)
	l.TextIn(style.Small, label, text.Dry, im.Left, style.Muted)
	a.ctx.Interact("dry", raster.Rect{X: label.X, Y: label.Y, W: label.W + value.W, H: label.H}, im.Region{Tooltip: text.DryTip, NoFocus: true})

	counts.CutRight(14)
	v.buf = phrase(v.buf[:0], "%s", count(n.dry.Underruns))
	width = widthOf(l, style.Strong, v.buf)
	value = counts.CutRight(width + 1)
	l.TextInBytes(style.Strong, value, v.buf, im.Right, alarm)
	label = counts.CutRight(style.Small.Measure(text.Underruns) + 6)
	l.TextIn(style.Small, label, text.Underruns, im.Left, style.Muted)
	a.ctx.Interact("underruns", raster.Rect{X: label.X, Y: label.Y, W: label.W + value.W, H: label.H}, im.Region{Tooltip: text.UnderrunsTip, NoFocus: true})
}

// recentlyDry reports whether the lagometer shows a dry frame.
func (a *App) recentlyDry() bool {
	for i := range a.buffer.frames {
		if k := a.worstKind(&a.buffer.frames[i]); k != nil && k.State.Dry() {
			return true
		}
	}
	return false
}

// worstKind returns the kind in focus, or the one nearest to running dry or driest; nil
// if nothing is there to draw.
func (a *App) worstKind(f *game.FrameSummary) *game.KindSummary {
	if a.focusKind >= 0 {
		if k := &f.Kinds[a.focusKind]; k.Measured {
			return k
		}
		return nil
	}
	var worst *game.KindSummary
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
