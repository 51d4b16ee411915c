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
	v, l := fr.p, fr.c.List()
	var d time.Duration
	switch {
	case hand.Active || hand.Ring && !hand.Hovered:
		d = fr.m.FocusDelay()
	case hand.Hovered:
		d = p.delay(hand.Pointer.X)
	default:
		return
	}
	if len(v.run) == 0 && !v.ahead.known() || d > p.reach {
		return
	}
	x := p.x(d)
	l.FillRect(raster.Rect{X: x - 0.5, Y: p.rect.Y + plotBand, W: 1, H: p.rect.H - plotBand}, fr.m.Theme.Style.Foreground)
	for _, dot := range [...]struct {
		values []float64
		colour raster.Color
	}{{v.run, fr.m.Theme.Style.Foreground}, {v.ahead.mean, fr.m.Theme.Lens[game.Interpolated]}} {
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
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	hint, withRun, withAhead := p.rect.H >= lowPlot, true, true
	box := raster.Rect{W: readoutLabel + 2*readoutValue + 16, H: readoutRow*float32(numQuantities+1) + 8}
	if p.rect.W < narrowPlot {
		withAhead = v.ahead.known()
		withRun = !withAhead
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
	v.buf = view.Phrase(v.buf[:0], text.At, view.Millis(d))
	l.TextInBytes(strong, row.CutLeft(readoutLabel), v.buf, im.Left, style.Foreground)
	if withRun {
		l.TextIn(style.Small, row.CutLeft(readoutValue), text.RunColumn, im.Right, style.Muted)
	}
	if withAhead {
		l.TextIn(style.Small, row, text.AheadColumn, im.Right, style.Muted)
	}
	for q := range numQuantities {
		row := rows.CutTop(readoutRow)
		font, colour := style.Small, style.Muted
		if q == v.shows {
			font, colour = strong, style.Foreground
		}
		l.TextIn(font, row.CutLeft(readoutLabel), text.Shows[q], im.Left, colour)
		run, ahead := fr.quantitiesAt(q, d)
		if withRun {
			v.buf = run.append(v.buf[:0], q)
			l.TextInBytes(strong, row.CutLeft(readoutValue), v.buf, im.Right, style.Foreground)
		}
		if withAhead {
			v.buf = ahead.append(v.buf[:0], q)
			l.TextInBytes(strong, row, v.buf, im.Right, style.Foreground)
		}
	}
	if hint {
		l.TextIn(style.Small, rows, text.AtHint, im.Left, style.Muted)
	}
}

// known is a number, or that there is none.
type known struct {
	value float64
	is    bool
}

// quantitiesAt returns what each source says of a delay.
func (fr *frame) quantitiesAt(q quantity, d time.Duration) (run, ahead known) {
	v, w, i := fr.p, fr.m.Run.WhatIf(fr.m.Focus), int(d/time.Millisecond)
	o, lenses := fr.m.KindResults()
	switch {
	case q == underrunsPerMinute:
		run = known{float64(w.Underruns(d)) / max(w.Span(), time.Second).Minutes(), v.measured}
		if o != nil {
			mean, _, _ := o.Underruns.At(i)
			ahead = known{mean, true}
		}
	case q == shareDry:
		run = known{percent * w.UnderrunShare(d), v.measured}
		if o != nil {
			mean, _, _ := o.InUnderrun.At(i)
			ahead = known{percent * mean, true}
		}
	case q == nowError:
		run = known{between(v.least, v.past, d), v.measured}
		if lenses != nil && d <= lenses.Last() {
			mean, _, _ := lenses.Between(&lenses.Error, d)
			ahead = known{mean, true}
		}
	case lenses != nil && d <= lenses.Last():
		mean, _, _ := lenses.Between(&lenses.Corrections, d)
		ahead = known{mean, true}
	}
	return run, ahead
}

// append writes it with its unit, where it has one, and no more places than tell.
func (k known) append(dst []byte, q quantity) []byte {
	if !k.is {
		return append(dst, "–"...)
	}
	places := 1
	switch {
	case k.value == 0 || k.value >= 100:
		places = 0
	case k.value < 0.1 || q >= nowError && k.value < 10:
		places = 2
	}
	n := view.Number(k.value, places)
	return append(n.AppendTo(dst), units[q]...)
}

var units = [numQuantities]string{"", " %", " m", " m"}
