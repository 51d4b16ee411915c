package ui

import (
	"math"
	"slices"
	"strconv"

	"snaplab/game/measure"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// versusTable draws a row for each kind, with A's figures, B's and what differs.
func (a *App) versusTable(r raster.Rect) {
	v, text, style, l := &a.tuning.versus, &a.model.Text.Tuning.Versus, &a.theme.Style, a.ctx.List()
	nameWidth, gap := float32(80), float32(14)
	if r.W < 960 {
		nameWidth, gap = 66, 8
	}
	measures := min(len(text.Measures), max(1, int((r.W-nameWidth)/100))) // the first, where there is no room for all
	// In a narrow window there is no room for A's figures: B's and the difference say
	// them too.
	narrow := r.W < 960
	cells := func(row raster.Rect, measure int) (out [3]raster.Rect) {
		at := row.Column(measure, measures, gap)
		share := float32(0.42)
		if narrow {
			share = 0.62
		}
		out[2] = at.CutRight(at.W * share)
		if !narrow {
			out[0] = at.CutLeft(at.W / 2)
		}
		out[1] = at
		return out
	}
	head := r.CutTop(30)
	head.CutLeft(nameWidth)
	words := head.CutTop(15)
	for m := range measures {
		at := words.Column(m, measures, gap)
		a.ctx.Interact(versusIDs[m], at, im.Region{Tooltip: text.Measures[m][2], NoFocus: true})
		t := &a.tuning
		t.buf = view.Phrase(t.buf[:0], "%s %s", view.Word(text.Measures[m][0]), view.Word(text.Measures[m][1]))
		l.TextInBytes(style.Small, at, t.buf, im.Right, style.Foreground)
		for i, name := range [3]string{text.A, text.B, text.Difference} {
			l.TextIn(style.Small, cells(head, m)[i], name, im.Right, style.Muted)
		}
	}
	if v.shown == nil {
		return
	}
	outdated := v.about != v.question(a)
	minutes := v.shown.Duration().Minutes() * float64(v.taken)
	height := min(28, r.H/float32(max(1, len(a.tuning.kinds))))
	for _, k := range a.tuning.kinds {
		row := r.CutTop(height)
		name := row.CutLeft(nameWidth)
		icon := name.CutLeft(13)
		view.KindIcons[k](l, raster.Rect{X: icon.X, Y: icon.Y + (icon.H-10)/2, W: 10, H: 10}, style.Muted)
		l.TextIn(style.Text, name, a.model.Text.Controls.Kinds[k], im.Left, style.Foreground)
		for m := range measures {
			of := func(side int) float64 { return versusFigure(&v.sides[k][side], m, minutes) }
			a.versusCells(cells(row, m), of(0), of(1), versusPlaces[m], outdated)
		}
	}
}

var (
	versusIDs    = [...]string{"head-underruns", "head-dry", "head-ago", "head-off", "head-jump", "head-rough"}
	versusPlaces = [...]int{1, 2, 0, 3, 2, 2}
)

// versusFigure returns one of the measures of a kind.
func versusFigure(r *measure.KindReport, measure int, minutes float64) float64 {
	switch measure {
	case 0:
		return float64(r.Underruns) / minutes
	case 1:
		return 100 * r.UnderrunShare
	case 2:
		return r.Latency.P50
	case 3:
		return r.Error.RMS
	case 4:
		return r.Correction.P95
	}
	return r.RoughnessMPS
}

// versusCells writes A's figure, B's and the difference, with its sign and an arrow that
// says which way: every measure is better the less it is.
func (a *App) versusCells(cells [3]raster.Rect, was, is float64, places int, outdated bool) {
	style, l := &a.theme.Style, a.ctx.List()
	strong, muted := style.Foreground, style.Muted
	if outdated {
		strong = muted
	}
	a.numeral(cells[0], view.Number(was, places), muted)
	a.numeral(cells[1], view.Number(is, places), strong)
	v := &a.tuning
	colour, worse, sign := a.theme.Good, false, "−"
	if is > was {
		colour, worse, sign = a.theme.Lost, true, "+"
	}
	v.buf = strconv.AppendFloat(append(v.buf[:0], sign...), math.Abs(is-was), 'f', places, 64)
	if zero(v.buf) {
		l.TextIn(v.figures, cells[2], "0", im.Right, muted)
		return
	}
	if outdated {
		colour = muted
	}
	font := v.figures
	font.Weight = raster.Bold
	width := l.TextInBytes(font, cells[2], v.buf, im.Right, colour)
	arrow(l, raster.Point{X: cells[2].Max().X - width - 7, Y: cells[2].Centre().Y}, worse, colour)
}

// zero reports whether a number is nothing but noughts as it is written.
func zero(figures []byte) bool {
	return !slices.ContainsFunc(figures, func(c byte) bool { return c >= '1' && c <= '9' })
}

// arrow draws a small triangle that points up or down.
func arrow(l *im.List, p raster.Point, up bool, colour raster.Color) {
	d := float32(3)
	if !up {
		d = -d
	}
	corners := [3]raster.Point{{X: p.X, Y: p.Y - d}, {X: p.X - 3, Y: p.Y + d*0.7}, {X: p.X + 3, Y: p.Y + d*0.7}}
	l.FillPolygon(corners[:], colour)
}
