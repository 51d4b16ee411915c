package tuning

import (
	"math"
	"strconv"
	"strings"

	"snaplab/game/measure"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// versusTable draws a row for each kind, with A's figures, B's and what differs.
func (f *frame) versusTable(r raster.Rect) {
	v, text, style, l := &f.versus, &f.m.Text.Tuning.Versus, &f.m.Theme.Style, f.c.List()
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
		f.c.Hint(versusIDs[m], at, text.Measures[m][2])
		l.TextIn(style.Small, at, text.Measures[m][0]+" "+text.Measures[m][1], im.Right, style.Foreground)
		for i, name := range [3]string{text.A, text.B, text.Difference} {
			l.TextIn(style.Small, cells(head, m)[i], name, im.Right, style.Muted)
		}
	}
	if v.shown == nil {
		return
	}
	outdated := !v.about.is(v.pair(f.m))
	minutes := v.shown.Duration().Minutes() * float64(v.taken)
	kinds := f.m.Kinds()
	height := min(28, r.H/float32(max(1, len(kinds))))
	for _, k := range kinds {
		row := r.CutTop(height)
		name := row.CutLeft(nameWidth)
		icon := name.CutLeft(13)
		view.KindIcons[k](l, raster.Rect{X: icon.X, Y: icon.Y + (icon.H-10)/2, W: 10, H: 10}, style.Muted)
		l.TextIn(style.Text, name, f.m.KindName(k), im.Left, style.Foreground)
		for m := range measures {
			of := func(side int) float64 { return versusFigure(&v.sides[k][side], m, minutes) }
			f.versusCells(cells(row, m), of(0), of(1), versusPlaces[m], outdated)
		}
	}
}

var (
	versusIDs    = [...]string{"head-underruns", "head-underrun-share", "head-latency", "head-error", "head-correction", "head-roughness"}
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
func (f *frame) versusCells(cells [3]raster.Rect, was, is float64, places int, outdated bool) {
	style, l := &f.m.Theme.Style, f.c.List()
	strong, muted := style.Foreground, style.Muted
	if outdated {
		strong = muted
	}
	f.number(cells[0], view.Number(was, places), muted)
	f.number(cells[1], view.Number(is, places), strong)
	colour, worse, sign := f.m.Theme.Good, false, "−"
	if is > was {
		colour, worse, sign = f.m.Theme.Lost, true, "+"
	}
	difference := sign + strconv.FormatFloat(math.Abs(is-was), 'f', places, 64)
	font := f.figures()
	if !strings.ContainsAny(difference, "123456789") { // as it is written
		l.TextIn(font, cells[2], "0", im.Right, muted)
		return
	}
	if outdated {
		colour = muted
	}
	font.Weight = raster.Bold
	width := l.TextIn(font, cells[2], difference, im.Right, colour)
	arrow(l, raster.Point{X: cells[2].Max().X - width - 7, Y: cells[2].Centre().Y}, worse, colour)
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
