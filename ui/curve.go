package ui

import (
	"slices"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curveView tells what every other delay would have brought, and lets one be chosen.
type curveView struct {
	items []string // whose delay may be chosen, and
	kinds []int    // their kinds; −1: all

	of        moment
	perMinute []float64       // underruns a minute at 0, 1, 2 … ms
	delays    []time.Duration // at which the cost is known
	cost      []float64       // m
	counts    []int
	advice    advice
	span      time.Duration // measured
	reach     time.Duration // the right edge of the plot
	errorTop  float64       // m, the top of the right axis

	drag   delayDrag
	tip    string // what holds under the pointer
	tipOf  time.Duration
	points []raster.Point
	buf    []byte
}

// advice is the delays that stand out.
type advice struct {
	measured                    bool
	enough, mostly, recommended time.Duration
	half                        time.Duration // enough for half of the frames
	cost                        float64       // of the recommended one, m
}

// start forgets what belonged to another run.
func (v *curveView) start() { v.items, v.of = nil, moment{} }

const (
	curveReach = 400 * time.Millisecond // the plot's right edge, at least
	costPoints = 25                     // delays at which the cost is computed
)

func (a *App) curvePanel(r raster.Rect) {
	r = a.panel(r)
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	a.ctx.PushID("curve")
	defer a.ctx.PopID()
	a.curveHeading(&r)
	v.refresh(a)

	a.adviceLine(r.CutBottom(17))
	plot := r
	plot.CutBottom(18) // figures of the axis
	plot.CutLeft(28)
	plot.CutRight(26)
	plot.CutTop(3)
	l.FillRect(plot, a.theme.Plot)
	p := curvePlot{rect: plot, reach: v.reach, top: v.underrunsTop(), errorTop: v.errorTop}
	a.delayHandle(&p)
	a.curveAxes(&p)
	if !v.advice.measured {
		l.TextIn(style.Small, plot, text.Empty, im.Centre, style.Muted)
		a.markers(&p)
		return
	}
	a.curveLines(&p)
	a.markers(&p)
}

// curveHeading draws the heading, the choice of a kind and the legend, which has a line
// of its own in a narrow window.
func (a *App) curveHeading(r *raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	row := r.CutTop(headingHeight)
	a.ctx.Heading(row, text.Heading)
	row.CutLeft(style.Heading.Measure(text.Heading) + 8)
	a.chooseFocus(row.CutLeft(92))
	row.CutLeft(10)

	v.buf = phrase(v.buf[:0], text.Underruns, count(int(v.span.Seconds())))
	const mark, gap = 18, 14
	first, second := widthOf(l, style.Small, v.buf), style.Small.Measure(text.Error)
	if row.W < mark+first+gap+mark+second {
		row = r.CutTop(headingHeight - 4)
	}
	at := row.CutRight(mark + second + 1)
	a.ctx.Interact("legend/error", at, im.Region{Tooltip: text.ErrorTip, NoFocus: true})
	middle := at.Y + at.H/2
	line := [2]raster.Point{{X: at.X, Y: middle}, {X: at.X + mark - 5, Y: middle}}
	l.StrokePolyline(line[:], errorStroke, a.theme.Truth)
	at.CutLeft(mark)
	l.TextIn(style.Small, at, text.Error, im.Left, style.Muted)

	row.CutRight(gap)
	at = row.CutRight(mark + first + 1)
	a.ctx.Interact("legend/underruns", at, im.Region{Tooltip: text.UnderrunsTip, NoFocus: true})
	l.FillRect(raster.Rect{X: at.X, Y: middle - 1, W: mark - 5, H: 2}, a.theme.Lens[game.Interpolated])
	at.CutLeft(mark)
	l.TextInBytes(style.Small, at, v.buf, im.Left, style.Muted)
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

// refresh takes stock of the run when the readings do.
func (v *curveView) refresh(a *App) {
	reach := v.reach
	v.setReach(a)
	if v.of == a.moment() && v.reach == reach {
		return
	}
	v.of = a.moment()
	w := a.session.WhatIf(a.focusKind)
	v.span = w.Span()
	v.advice = advice{measured: w.Frames() > 0, enough: w.Needed(1), mostly: w.Needed(0.995), recommended: w.Recommended(1), half: w.Needed(0.5)}

	v.counts = w.AppendUnderruns(v.counts[:0], v.reach)
	v.perMinute = v.perMinute[:0]
	for _, n := range v.counts {
		v.perMinute = append(v.perMinute, float64(n)/max(v.span, time.Second).Minutes())
	}
	v.delays = v.delays[:0]
	for i := range costPoints {
		v.delays = append(v.delays, v.reach*time.Duration(i)/(costPoints-1))
	}
	v.cost = a.session.AppendDelayCost(v.cost[:0], a.focusKind, v.delays)
	v.advice.cost = v.costAt(v.advice.recommended)
	if top := slices.Max(v.cost); top > v.errorTop || top < 0.3*v.errorTop || v.errorTop == 0 {
		v.errorTop = niceTop(top)
	}
}

// setReach makes room for everything that is marked, but not while the mark is dragged:
// then the scale must stand still.
func (v *curveView) setReach(a *App) {
	if v.drag.active && v.reach > 0 {
		return
	}
	const round = 100 * time.Millisecond
	reach := max(a.focusDelay(), a.settings.RequiredDelay(2))
	if enough := a.session.WhatIf(a.focusKind).Needed(1); enough <= game.WhatIfLimit {
		reach = max(reach, enough)
	}
	reach = (reach + 20*time.Millisecond + round - 1) / round * round
	v.reach = min(max(reach, curveReach), game.WhatIfLimit)
}

// costAt returns the cost of a delay, between the delays at which it is known.
func (v *curveView) costAt(d time.Duration) float64 {
	if len(v.cost) == 0 || v.reach == 0 {
		return 0
	}
	at := float64(d) / float64(v.reach) * float64(len(v.cost)-1)
	i := min(max(int(at), 0), len(v.cost)-2)
	share := min(at-float64(i), 1)
	return v.cost[i] + (v.cost[i+1]-v.cost[i])*share
}

// perMinuteAt returns the underruns a minute at a delay.
func (v *curveView) perMinuteAt(d time.Duration) float64 {
	if len(v.perMinute) == 0 {
		return 0
	}
	return v.perMinute[min(max(int(d/time.Millisecond), 0), len(v.perMinute)-1)]
}

// niceTop returns the end of an axis that shows v: 1, 2 or 5 times a power of ten.
func niceTop(v float64) float64 {
	for top := 0.01; ; top *= 10 {
		for _, step := range [3]float64{1, 2, 5} {
			if top*step >= v || top >= 1e6 {
				return top * step
			}
		}
	}
}

// adviceLine says in one sentence which delay this run asks for.
func (a *App) adviceLine(r raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	a.ctx.Interact("advice", r, im.Region{Tooltip: text.RecommendedTip, NoFocus: true})
	if !v.advice.measured {
		return
	}
	who := word(text.All)
	if a.focusKind >= 0 {
		who = word(a.text.Controls.Kinds[interp.Kind(a.focusKind)])
	}
	if v.advice.recommended > game.WhatIfLimit {
		v.buf = phrase(v.buf[:0], text.TooMuch, millis(game.WhatIfLimit))
	} else {
		delay, cost := millis(v.advice.recommended), number(v.advice.cost, 2)
		v.buf = phrase(v.buf[:0], text.Recommended, who, delay, cost)
		if widthOf(l, style.Small, v.buf) > r.W {
			v.buf = phrase(v.buf[:0], text.RecommendedShort, who, delay, cost)
		}
	}
	l.TextInBytes(style.Small, r, v.buf, im.Left, style.Foreground)
}
