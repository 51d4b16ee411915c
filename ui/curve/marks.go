package curve

import (
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// markers draws the delays that stand out: the formula's, the one that the budget asks
// for, the one that would have been enough, and the one that is set on top.
func (fr *frame) markers(p *plot) {
	fr.formulaMarks(p)
	v, style, text, l := fr.Panel, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	if d, ok := fr.keeping(); ok && d <= p.reach {
		x, y, says := p.x(d), p.rect.Y+plotBand, fr.m.Verdict()
		low, high := p.x(says.Low), p.x(min(says.High, p.reach))
		l.FillRect(raster.Rect{X: low, Y: y, W: max(high-low, 0), H: p.rect.H - plotBand}, raster.Alpha(fr.m.Theme.Good, 0.3))
		l.FillRect(p.upright(d, 2), fr.m.Theme.Good)
		l.FillPolygon([]raster.Point{{X: x - 5, Y: y - 4}, {X: x + 5, Y: y - 4}, {X: x, Y: y + 4}}, fr.m.Theme.Good)
	}
	delay := fr.m.FocusDelay()
	yours := mark{delay, text.Yours, fr.m.Theme.Lens[game.Interpolated], style.OnAccent, fr.m.Theme.Lens[game.Interpolated]}
	if says := fr.m.Verdict(); says.Settled && !says.Keeps {
		yours.ground, yours.ink, yours.line = fr.m.Theme.Lost, style.Panel, fr.m.Theme.Lost
	}
	marks := [...]mark{{v.needed[len(v.needed)-1], text.Enough, style.Popup, style.Foreground, style.Muted}, yours}
	shown := marks[:]
	if !v.measured {
		shown = marks[1:]
	}
	for i := range shown {
		if shown[i].delay <= p.reach {
			l.FillRect(p.upright(shown[i].delay, 2), shown[i].line)
		}
	}
	row := min(19, (p.rect.H-plotBand)/3)
	for i := range shown {
		if shown[i].delay > p.reach {
			continue
		}
		pill := fr.pill(p, &shown[i], p.rect.Y+plotBand+row*(float32(i)+0.5))
		if v.drag.ring && i+1 == len(shown) {
			fr.c.FocusRing(pill, 3)
		}
	}
}

// formulaMarks draws what the formula asks for, for no, one and two losses in a row.
func (fr *frame) formulaMarks(p *plot) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	free := p.rect.X
	for k := range 3 {
		d := fr.m.Settings.RequiredDelay(fr.m.FormulaKind(), k)
		if d > p.reach {
			break
		}
		x := p.x(d)
		l.StrokePolyline([]raster.Point{{X: x, Y: p.rect.Y}, {X: x, Y: p.rect.Y + p.rect.H}}, raster.Stroke{Width: 1.2, Dash: 2, Gap: 3}, style.Muted)
		losses := view.Fill(fr.m.Text.Curve.Losses, view.Count(k))
		width := style.Small.Measure(losses)
		at := raster.Rect{X: x + 4, Y: p.rect.Y, W: width + 1, H: plotBand}
		if at.X+width > p.rect.X+p.rect.W {
			at.X = x - 4 - width
		}
		next := p.x(fr.m.Settings.RequiredDelay(fr.m.FormulaKind(), k+1))
		if at.X < free || k < 2 && at.X < next && next < at.X+width {
			continue
		}
		free = at.X + width + 4
		l.TextIn(style.Small, at, losses, im.Left, style.Muted)
	}
}

// neededTicks marks below the plot what would have been enough for most frames of this
// run; which, their tooltips say.
func (fr *frame) neededTicks(p *plot) {
	if !fr.measured {
		return
	}
	const half, reach = 4, 7 // dp to each side: of the tick, and of where it answers
	free := float32(-1)
	bottom := p.rect.Y + p.rect.H
	for i := len(neededShares) - 2; i >= 0; i-- { // the last is a mark of its own
		d := fr.needed[i]
		if d > p.reach {
			continue
		}
		x := p.x(d)
		fr.c.List().FillPolygon([]raster.Point{{X: x, Y: bottom}, {X: x + half, Y: bottom + 6}, {X: x - half, Y: bottom + 6}}, fr.m.Theme.Style.Foreground)
		tip := view.Fill(fr.m.Text.Curve.NeededTip, plain(percent*neededShares[i]), view.Millis(d))
		area := raster.Rect{X: x - reach, Y: bottom, W: 2 * reach, H: 8}
		if free >= 0 && area.X+area.W > free {
			area.W = free - area.X // the larger one comes first
		}
		free = area.X
		if area.W > 0 {
			fr.c.Hint("needed/"+strconv.Itoa(i), area, tip)
		}
	}
}

// mark is a delay that stands out, with the pattern and the colours of its label.
type mark struct {
	delay             time.Duration
	pattern           string
	ground, ink, line raster.Color
}

// pill draws a mark's label in the middle of height y, and returns its place.
func (fr *frame) pill(p *plot, m *mark, y float32) raster.Rect {
	style, l := &fr.m.Theme.Style, fr.c.List()
	font, label := style.Small, view.Fill(m.pattern, view.Millis(m.delay))
	font.Weight, font.Tabular = raster.Bold, true
	width := font.Measure(label) + 10
	r := raster.Rect{X: p.x(m.delay) - width/2, Y: y - 8, W: width, H: 16}
	r.X = max(p.rect.X, min(r.X, p.rect.X+p.rect.W-width))
	l.FillRound(r, 3, m.ground)
	if m.ground == style.Popup {
		l.StrokeRound(r, 3, 1, style.PopupBorder)
	}
	l.TextIn(font, r, label, im.Centre, m.ink)
	return r
}
