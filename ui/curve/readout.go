package curve

import (
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// readout writes what the delay under the pointer brings, or the one that is set while
// that is dragged or has the keyboard.
func (fr *frame) readout(p *plot, hand *im.Interaction) {
	l := fr.c.List()
	var d time.Duration
	switch {
	case hand.Active || hand.Ring && !hand.Hovered:
		d = fr.m.FocusDelay()
	case hand.Hovered:
		d = p.delay(hand.Pointer.X)
	default:
		return
	}
	if !fr.known() || d > p.reach {
		return
	}
	x := p.x(d)
	l.FillRect(p.upright(d, 1), fr.m.Theme.Style.Foreground)
	for _, dot := range [...]struct {
		values []float64
		colour raster.Color
	}{{fr.run, fr.m.Theme.Style.Foreground}, {fr.forecast.mean, fr.m.Theme.Lens[game.Interpolated]}} {
		if value, ok := valueAt(dot.values, d); ok {
			l.FillCircle(raster.Point{X: x, Y: p.y(value) - 1}, 3.5, dot.colour)
		}
	}
	fr.readoutBox(p, x, d)
}

// The readout's columns and rows, and a plot that is too small for all of them.
const (
	readoutLabel, readoutValue = 76, 56
	readoutRow                 = 14
	narrowPlot, lowPlot        = 340, 110
)

// readoutBox is its table: a row for each quantity, a column for each source. In a small
// plot there is room for one of them.
func (fr *frame) readoutBox(p *plot, x float32, d time.Duration) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	hint, withRun, withForecast := p.rect.H >= lowPlot, true, true
	box := raster.Rect{W: readoutLabel + 2*readoutValue + 16, H: readoutRow*float32(len(fr.offered())+1) + 8}
	if p.rect.W < narrowPlot {
		withForecast = len(fr.forecast.mean) > 0
		withRun = !withForecast
		box.W -= readoutValue
	}
	if hint {
		box.H += readoutRow
	}
	box.X, box.Y = x+12, p.rect.Y+p.rect.H-box.H-2
	if box.X+box.W > p.rect.X+p.rect.W+20 {
		box.X = x - 12 - box.W
	}
	box.X = max(box.X, p.rect.X-24)
	l.FillRound(box, 4, style.Popup)
	l.StrokeRound(box, 4, 1, style.PopupBorder)
	rows := box.InsetXY(8, 4)
	row := rows.CutTop(readoutRow)
	strong := style.Small
	strong.Weight, strong.Tabular = raster.Bold, true
	l.TextIn(strong, row.CutLeft(readoutLabel), view.Fill(text.At, view.Millis(d)), im.Left, style.Foreground)
	if withRun {
		l.TextIn(style.Small, row.CutLeft(readoutValue), text.RunColumn, im.Right, style.Muted)
	}
	if withForecast {
		l.TextIn(style.Small, row, text.StudyColumn, im.Right, style.Muted)
	}
	for _, q := range fr.offered() {
		row := rows.CutTop(readoutRow)
		font, colour := style.Small, style.Muted
		if q == fr.shows {
			font, colour = strong, style.Foreground
		}
		l.TextIn(font, row.CutLeft(readoutLabel), text.Shows[q], im.Left, colour)
		if withRun {
			l.TextIn(strong, row.CutLeft(readoutValue), q.write(fr.runAt(q, d)), im.Right, style.Foreground)
		}
		if withForecast {
			mean, _, _, known := fr.forecastAt(q, d)
			l.TextIn(strong, row, q.write(mean, known), im.Right, style.Foreground)
		}
	}
	if hint {
		l.TextIn(style.Small, rows, text.AtHint, im.Left, style.Muted)
	}
}

// runAt returns what this run says of a delay, if it does.
func (fr *frame) runAt(q quantity, d time.Duration) (value float64, known bool) {
	w := fr.m.Run.WhatIf(fr.m.Focus)
	switch q {
	case underrunsPerMinute:
		value = float64(w.Underruns(d)) / max(w.Span(), time.Second).Minutes()
	case underrunShare:
		value = percent * w.UnderrunShare(d)
	case errorOf[fr.m.FocusVaries()]:
		value = between(fr.least, fr.past, d)
	default:
		return 0, false
	}
	return value, fr.measured
}

// write writes a value with its unit, where it has one, and no more places than tell; a
// dash if it is not known.
func (q quantity) write(value float64, known bool) string {
	places := 1
	switch {
	case !known:
		return "–"
	case value == 0 || value >= 100 || q == wrongState:
		places = 0
	case value < 0.1 || (q == nowError || q == correctionSize) && value < 10:
		places = 2
	}
	return view.Number(value, places) + units[q]
}

var units = [numQuantities]string{"", " %", " m", " m", "°", "°", " ms/s"}
