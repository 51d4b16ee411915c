package ui

import (
	"fmt"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curveHeading draws the heading and the choices of a kind and of what is shown.
func (a *App) curveHeading(r *raster.Rect) {
	v, style, text := &a.curve, &a.theme.Style, &a.text.Curve
	row := r.CutTop(headingHeight)
	const who, what, gap = 92, 132, 8
	heading := text.Heading
	if style.Heading.Measure(heading)+who+what+2*gap > row.W {
		heading = text.HeadingShort
	}
	a.ctx.Heading(row, heading)
	shown := int(v.shows)
	a.ctx.Dropdown("shows", row.CutRight(what), &shown, im.Dropdown{Items: text.Shows[:], Details: text.Units[:], Tooltip: text.ShowsTip})
	v.shows = quantity(shown)
	row.CutRight(gap)
	a.chooseFocus(row.CutRight(who))
}

// chooseFocus lets the kind be chosen that curve and buffer are about, of those that
// there are.
func (a *App) chooseFocus(r raster.Rect) {
	v := &a.curve
	if v.items == nil {
		v.items, v.kinds = append(v.items, a.text.Curve.All), append(v.kinds[:0], -1)
		for k := range game.NumKinds {
			if a.scenario.Count(k) > 0 {
				v.items, v.kinds = append(v.items, a.text.Controls.Kinds[k]), append(v.kinds, int(k))
			}
		}
	}
	chosen := max(slices.Index(v.kinds, a.focusKind), 0)
	a.ctx.Dropdown("for", r, &chosen, im.Dropdown{Items: v.items, Tooltip: a.text.Curve.ForTip})
	a.focusKind = v.kinds[chosen]
}

// focusDelay returns the delay that is set for whom the curve is about.
func (a *App) focusDelay() time.Duration {
	if a.focusKind >= 0 {
		return a.delayOf(interp.Kind(a.focusKind))
	}
	return time.Duration(a.commonDelay())
}

// setFocusDelay changes it.
func (a *App) setFocusDelay(d time.Duration) { a.setDelay(a.focusKind, d) }

// legendMark is the width of a line's sample, legendGap that between two entries.
const legendMark, legendGap = 18, 12

// curveLegend names the sources, and the cost where it is drawn.
func (a *App) curveLegend(row raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	middle := row.Y + row.H/2
	if v.errorTop > 0 {
		at := row.CutRight(legendMark + style.Small.Measure(text.Error) + 1)
		row.CutRight(legendGap)
		a.ctx.Interact("legend/error", at, im.Region{Tooltip: text.ErrorTip, NoFocus: true})
		line := [2]raster.Point{{X: at.X, Y: middle}, {X: at.X + legendMark - 5, Y: middle}}
		l.StrokePolyline(line[:], errorStroke, a.theme.Truth)
		at.CutLeft(legendMark)
		l.TextIn(style.Small, at, text.Error, im.Left, style.Muted)
	}
	if len(v.run) > 0 {
		tip := text.RunTip
		v.buf = phrase(v.buf[:0], text.Run, count(int(v.span.Seconds())))
		if v.shows == nowError {
			tip = text.RunRecentTip
			v.buf = append(v.buf[:0], text.RunRecent...)
		}
		at := row.CutLeft(legendMark + widthOf(l, style.Small, v.buf) + 1)
		row.CutLeft(legendGap)
		a.ctx.Interact("legend/run", at, im.Region{Tooltip: tip, NoFocus: true})
		l.FillRect(raster.Rect{X: at.X, Y: middle - 0.75, W: legendMark - 5, H: 1.5}, style.Foreground)
		at.CutLeft(legendMark)
		l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
	}
	a.aheadLegend(row)
}

// aheadLegend names the runs ahead.
func (a *App) aheadLegend(row raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	o, lenses := a.forecast()
	runs, span := 0, time.Duration(0)
	switch {
	case v.shows < nowError && o != nil:
		runs, span = o.Runs, o.Span
	case v.shows >= nowError && lenses != nil:
		runs, span = lenses.LensRuns, lenses.LensSpan
	}
	colour := a.theme.Lens[game.Interpolated]
	if runs == 0 {
		switch {
		case a.lookAhead.working():
			l.TextIn(style.Small, row, text.LookingAhead, im.Left, style.Muted)
		case a.lookAhead.known.err != nil:
			a.ctx.Interact("legend/ahead", row, im.Region{Tooltip: text.NoLookAheadTip, NoFocus: true})
			l.TextIn(style.Small, row, text.NoLookAhead, im.Left, style.Muted)
		}
		return
	}
	n, seconds := count(runs), count(int(span.Seconds()))
	long, short := text.Ahead, text.AheadShort
	if a.lookAhead.known.latest.Fewer {
		long, short = text.AheadOne, text.AheadOneShort
	}
	v.buf = phrase(v.buf[:0], long, n, seconds)
	// That of corrections is no mean.
	if v.shows == correctionSize || legendMark+widthOf(l, style.Small, v.buf) > row.W {
		v.buf = phrase(v.buf[:0], short, n, seconds)
	}
	at := row.CutLeft(min(legendMark+widthOf(l, style.Small, v.buf)+1, row.W))
	a.ctx.Interact("legend/ahead", at, im.Region{Tooltip: a.aheadTip(), NoFocus: true})
	middle := at.Y + at.H/2
	l.FillRect(raster.Rect{X: at.X, Y: middle - 5, W: legendMark - 5, H: 10}, raster.Alpha(colour, 0.25))
	l.FillRect(raster.Rect{X: at.X, Y: middle - 1.25, W: legendMark - 5, H: 2.5}, colour)
	at.CutLeft(legendMark)
	l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
}

// aheadTip explains the runs ahead, and says so where they have fewer entities.
func (a *App) aheadTip() string {
	v, text, o := &a.curve, &a.text.Curve, a.lookAhead.known.latest
	if !o.Fewer {
		return text.AheadTip
	}
	if v.fewerOf != o || v.fewerIn != text {
		v.fewerOf, v.fewerIn = o, text
		has := fmt.Sprintf(text.AheadFewer, fmt.Sprint(o.Entities), fmt.Sprint(a.session.Entities()))
		v.fewerTip = text.AheadTip + "\n" + has
	}
	return v.fewerTip
}
