package curve

import (
	"fmt"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// heading draws the heading and the choices of a kind and of what is shown.
func (fr *frame) heading(r *raster.Rect) {
	style, text := &fr.m.Theme.Style, &fr.m.Text.Curve
	row := r.CutTop(view.HeadingHeight)
	const who, what, gap = 92, 132, 8
	heading := text.Heading
	if style.Heading.Measure(heading)+who+what+2*gap > row.W {
		heading = text.HeadingShort
	}
	fr.c.Heading(row, heading)
	offered := fr.offered()
	var names, units []string
	for _, q := range offered {
		names, units = append(names, text.Shows[q]), append(units, text.Units[q])
	}
	shown := slices.Index(offered, fr.shows)
	if fr.c.Dropdown("shows", row.CutRight(what), &shown, im.Dropdown{Items: names, Details: units, Tooltip: text.ShowsTip}).Changed {
		fr.chosen, fr.shows = offered[shown], offered[shown]
	}
	row.CutRight(gap)
	view.ChooseFocus(fr.c, row.CutRight(who), fr.m, fr.act)
}

// legendMark is the width of a line's sample, legendGap that between two entries.
const legendMark, legendGap = 18, 12

// legend names the sources, and the cost where it is drawn.
func (fr *frame) legend(row raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	middle := row.Y + row.H/2
	if fr.errorTop > 0 {
		varies := fr.m.FocusVaries()
		at := row.CutRight(legendMark + style.Small.Measure(text.Errors[varies]) + 1)
		row.CutRight(legendGap)
		l.StrokePolyline([]raster.Point{{X: at.X, Y: middle}, {X: at.X + legendMark - 5, Y: middle}}, errorStroke, fr.m.Theme.Truth)
		fr.legendWords("legend/error", at, text.Errors[varies], text.ErrorTips[varies])
	}
	if len(fr.run) > 0 {
		run, tip := view.Fill(text.Run, view.Count(int(fr.span.Seconds()))), text.RunTip
		if fr.shows >= nowError {
			run, tip = text.RunRecent, text.RunRecentTip
		}
		at := row.CutLeft(legendMark + style.Small.Measure(run) + 1)
		row.CutLeft(legendGap)
		l.FillRect(raster.Rect{X: at.X, Y: middle - 0.75, W: legendMark - 5, H: 1.5}, style.Foreground)
		fr.legendWords("legend/run", at, run, tip)
	}
	fr.forecastLegend(row)
}

// legendWords writes what an entry of the legend is, right of its mark.
func (fr *frame) legendWords(id string, r raster.Rect, words, tip string) {
	fr.c.Hint(id, r, tip)
	r.CutLeft(legendMark)
	fr.c.List().TextIn(fr.c.Style.Small, r, words, im.Left, fr.c.Style.Muted)
}

// forecastLegend names the runs of the forecast.
func (fr *frame) forecastLegend(row raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	latest, lenses := fr.m.KindResults()
	runs, span := 0, time.Duration(0)
	switch {
	case fr.shows < nowError && latest != nil:
		runs, span = latest.Runs, latest.Span
	case fr.shows >= nowError && lenses != nil:
		runs, span = lenses.LensRuns, lenses.LensSpan
	}
	if runs == 0 {
		switch {
		case fr.m.Study.Working:
			l.TextIn(style.Small, row, text.Studying, im.Left, style.Muted)
		case fr.m.Study.Err != nil:
			fr.c.Hint("legend/study", row, text.NoStudyTip)
			l.TextIn(style.Small, row, text.NoStudy, im.Left, style.Muted)
		}
		return
	}
	n, seconds := view.Count(runs), view.Count(int(span.Seconds()))
	long, short := text.Study, text.StudyShort
	if fr.m.Study.Latest.Fewer {
		long, short = text.StudyOne, text.StudyOneShort
	}
	said := view.Fill(long, n, seconds)
	// That of corrections is no mean.
	if fr.shows == correctionSize || fr.shows == rotationCorrection || legendMark+style.Small.Measure(said) > row.W {
		said = view.Fill(short, n, seconds)
	}
	at := row.CutLeft(min(legendMark+style.Small.Measure(said)+1, row.W))
	middle, colour := at.Y+at.H/2, fr.m.Theme.Lens[game.Interpolated]
	l.FillRect(raster.Rect{X: at.X, Y: middle - 5, W: legendMark - 5, H: 10}, raster.Alpha(colour, 0.25))
	l.FillRect(raster.Rect{X: at.X, Y: middle - 1.25, W: legendMark - 5, H: 2.5}, colour)
	fr.legendWords("legend/study", at, said, fr.forecastTip())
}

// forecastTip explains the forecast, and says so where its runs have fewer entities.
func (fr *frame) forecastTip() string {
	text, o := &fr.m.Text.Curve, fr.m.Study.Latest
	if !o.Fewer {
		return text.StudyTip
	}
	return text.StudyTip + "\n" + fmt.Sprintf(text.StudyFewer, fmt.Sprint(o.Entities), fmt.Sprint(fr.m.Run.Entities()))
}
