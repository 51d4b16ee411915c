package curve

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// heading draws the heading and the choices of a kind and of what is shown.
func (fr *frame) heading(r *raster.Rect) {
	v, style, text := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve
	row := r.CutTop(view.HeadingHeight)
	const who, what, gap = 92, 132, 8
	heading := text.Heading
	if style.Heading.Measure(heading)+who+what+2*gap > row.W {
		heading = text.HeadingShort
	}
	fr.c.Heading(row, heading)
	shown := int(v.shows)
	fr.c.Dropdown("shows", row.CutRight(what), &shown, im.Dropdown{Items: text.Shows[:], Details: text.Units[:], Tooltip: text.ShowsTip})
	v.shows = quantity(shown)
	row.CutRight(gap)
	view.ChooseFocus(fr.c, row.CutRight(who), fr.m, fr.act)
}

// legendMark is the width of a line's sample, legendGap that between two entries.
const legendMark, legendGap = 18, 12

// legend names the sources, and the cost where it is drawn.
func (fr *frame) legend(row raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	middle := row.Y + row.H/2
	if v.errorTop > 0 {
		at := row.CutRight(legendMark + style.Small.Measure(text.Error) + 1)
		row.CutRight(legendGap)
		fr.c.Interact("legend/error", at, im.Region{Tooltip: text.ErrorTip, NoFocus: true})
		line := [2]raster.Point{{X: at.X, Y: middle}, {X: at.X + legendMark - 5, Y: middle}}
		l.StrokePolyline(line[:], errorStroke, fr.m.Theme.Truth)
		at.CutLeft(legendMark)
		l.TextIn(style.Small, at, text.Error, im.Left, style.Muted)
	}
	if len(v.run) > 0 {
		tip := text.RunTip
		v.buf = view.Phrase(v.buf[:0], text.Run, view.Count(int(v.span.Seconds())))
		if v.shows == nowError {
			tip = text.RunRecentTip
			v.buf = append(v.buf[:0], text.RunRecent...)
		}
		at := row.CutLeft(legendMark + view.WidthOf(l, style.Small, v.buf) + 1)
		row.CutLeft(legendGap)
		fr.c.Interact("legend/run", at, im.Region{Tooltip: tip, NoFocus: true})
		l.FillRect(raster.Rect{X: at.X, Y: middle - 0.75, W: legendMark - 5, H: 1.5}, style.Foreground)
		at.CutLeft(legendMark)
		l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
	}
	fr.aheadLegend(row)
}

// aheadLegend names the runs ahead.
func (fr *frame) aheadLegend(row raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	o, lenses := fr.m.KindResults()
	runs, span := 0, time.Duration(0)
	switch {
	case v.shows < nowError && o != nil:
		runs, span = o.Runs, o.Span
	case v.shows >= nowError && lenses != nil:
		runs, span = lenses.LensRuns, lenses.LensSpan
	}
	colour := fr.m.Theme.Lens[game.Interpolated]
	if runs == 0 {
		switch {
		case fr.m.Study.Working:
			l.TextIn(style.Small, row, text.Studying, im.Left, style.Muted)
		case fr.m.Study.Err != nil:
			fr.c.Interact("legend/ahead", row, im.Region{Tooltip: text.NoStudyTip, NoFocus: true})
			l.TextIn(style.Small, row, text.NoStudy, im.Left, style.Muted)
		}
		return
	}
	n, seconds := view.Count(runs), view.Count(int(span.Seconds()))
	long, short := text.Ahead, text.AheadShort
	if fr.m.Study.Latest.Fewer {
		long, short = text.AheadOne, text.AheadOneShort
	}
	v.buf = view.Phrase(v.buf[:0], long, n, seconds)
	// That of corrections is no mean.
	if v.shows == correctionSize || legendMark+view.WidthOf(l, style.Small, v.buf) > row.W {
		v.buf = view.Phrase(v.buf[:0], short, n, seconds)
	}
	at := row.CutLeft(min(legendMark+view.WidthOf(l, style.Small, v.buf)+1, row.W))
	fr.c.Interact("legend/ahead", at, im.Region{Tooltip: fr.aheadTip(), NoFocus: true})
	middle := at.Y + at.H/2
	l.FillRect(raster.Rect{X: at.X, Y: middle - 5, W: legendMark - 5, H: 10}, raster.Alpha(colour, 0.25))
	l.FillRect(raster.Rect{X: at.X, Y: middle - 1.25, W: legendMark - 5, H: 2.5}, colour)
	at.CutLeft(legendMark)
	l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
}

// aheadTip explains the study, and says so where its runs have fewer entities.
func (fr *frame) aheadTip() string {
	text, o := &fr.m.Text.Curve, fr.m.Study.Latest
	if !o.Fewer {
		return text.AheadTip
	}
	return text.AheadTip + "\n" + fmt.Sprintf(text.AheadFewer, fmt.Sprint(o.Entities), fmt.Sprint(fr.m.Run.Entities()))
}
