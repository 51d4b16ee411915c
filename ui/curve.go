package ui

import (
	"slices"
	"time"

	"snaplab/game"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curveView tells what every other delay would bring, and lets one be chosen. It knows
// it from two sources: what this run has measured, and runs ahead.
type curveView struct {
	items  []string // whose delay may be chosen, and
	kinds  []int    // their kinds; −1: all
	shows  quantity
	budget budgetChoice
	kept   kept

	of       moment
	shown    quantity      // that the numbers below are of
	source   *study.Result // and the runs ahead
	lenses   *study.Result
	measured bool // anything in this run
	span     time.Duration
	needed   [len(neededShares)]time.Duration // enough for these shares of this run's frames
	half     time.Duration                    // enough for half of the frames
	// What is drawn, at 0, 1, 2 … ms; none where it is not known.
	run   []float64
	ahead aheadBand
	// What a delay costs, m, at some delays.
	delays []time.Duration
	cost   []float64
	least  []time.Duration // at which the run's own cost is known
	past   []float64       // that cost

	reach    time.Duration // the right edge of the plot
	scale    curveScale
	errorTop float64 // m, the top of the right axis

	drag     delayDrag
	why      curveWhy
	keeps    string // the tooltip of what the budget takes
	tips     [len(neededShares)]string
	fewerTip string // the legend's of the runs ahead, made of
	fewerOf  *study.Result
	fewerIn  *CurveText
	counts   []int
	points   []raster.Point
	buf      []byte
}

// neededShares are the shares of the frames whose needed delay is marked.
var neededShares = [...]float64{0.95, 0.99, 0.995, 1}

// aheadBand is a number of the runs ahead at 0, 1, 2 … ms.
type aheadBand struct{ mean, low, high []float64 }

func (b *aheadBand) known() bool { return len(b.mean) > 0 }

func (b *aheadBand) reset() { b.mean, b.low, b.high = b.mean[:0], b.low[:0], b.high[:0] }

func (b *aheadBand) add(mean, low, high, factor float64) {
	b.mean, b.low, b.high = append(b.mean, mean*factor), append(b.low, low*factor), append(b.high, high*factor)
}

// start forgets what belonged to another run.
func (v *curveView) start() { v.items, v.of = nil, moment{} }

const (
	curveReach = 400 * time.Millisecond // the plot's right edge, at least
	costPoints = 25                     // delays at which this run's cost is computed
	percent    = 100
	// What a plot needs in dp: below the band of names and above the place of 0 one
	// figure's height. In a smaller window there is none.
	leastPlotHeight = plotBand + zeroHeight + figureHeight + 1
	leastPlotWidth  = 44
)

func (a *App) curvePanel(r raster.Rect) {
	r = a.panel(r)
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
	a.ctx.PushID("curve")
	defer a.ctx.PopID()
	a.curveHeading(&r)
	v.refresh(a)
	a.curveLegend(r.CutTop(headingHeight - 4))

	budget := r.CutBottom(choiceHeight)
	r.CutBottom(3)
	plot := r
	plot.CutBottom(18) // figures of the axis
	plot.CutLeft(28)
	plot.CutRight(26)
	plot.CutTop(2)
	if plot.W < leastPlotWidth || plot.H < leastPlotHeight {
		a.budgetLine(budget)
		return
	}
	l.FillRect(plot, a.theme.Plot)
	p := curvePlot{rect: plot, reach: v.reach, scale: v.scale, errorTop: v.errorTop}
	p.scale.zero = max(p.scale.zero, float64(zeroHeight/(plot.H-plotBand)))
	hand := a.delayHandle(&p)
	a.curveAxes(&p)
	if len(v.run) > 0 || v.ahead.known() {
		a.curveLines(&p)
	} else {
		empty := text.Empty
		if a.lookAhead.working() {
			empty = text.LookingAhead
		}
		l.TextIn(style.Small, plot, empty, im.Centre, style.Muted)
	}
	a.markers(&p)
	a.neededTicks(&p)
	a.budgetLine(budget)
	a.readout(&p, &hand)
}

// focusPlace returns the place of whom the curve is about in a study.Result.
func (a *App) focusPlace() int {
	if a.focusKind < 0 {
		return study.AllKinds
	}
	return a.focusKind
}

// forecast returns what the runs ahead say of whom the curve is about, nil for nothing,
// and the same of errors and corrections, which come later.
func (a *App) forecast() (o, lenses *study.KindResult) {
	k := a.focusPlace()
	if f := a.lookAhead.known.latest; f != nil && f.Kinds[k].Present {
		o = &f.Kinds[k]
	}
	if f := a.lookAhead.known.lenses; f != nil && f.Kinds[k].LensRuns > 0 {
		lenses = &f.Kinds[k]
	}
	return o, lenses
}

// refresh takes stock of the run when the readings do, and of the runs ahead when there
// is something new.
func (v *curveView) refresh(a *App) {
	reach := v.reach
	v.setReach(a)
	ahead := &a.lookAhead.known
	if v.of == a.moment() && v.reach == reach && v.shown == v.shows && v.source == ahead.latest && v.lenses == ahead.lenses {
		return
	}
	v.of, v.shown, v.source, v.lenses = a.moment(), v.shows, ahead.latest, ahead.lenses
	o, lenses := a.forecast()
	v.readRun(a)
	v.readAhead(o, lenses)
	v.readCost(lenses)
	most := 0.0
	for _, values := range [...][]float64{v.run, v.ahead.high, v.ahead.mean} {
		if len(values) > 0 {
			most = max(most, slices.Max(values))
		}
	}
	v.scale = steady(v.scale, scaleOf(v.shows, most), most)
	v.half = a.session.WhatIf(a.focusKind).Needed(0.5)
	if o != nil {
		v.half = 0
		for int(v.half/time.Millisecond) < len(o.InUnderrun.Mean) && o.InUnderrun.Mean[v.half/time.Millisecond] > 0.5 {
			v.half += time.Millisecond
		}
	}
}

// steady keeps a scale in metres that still serves, so that it does not dance.
func steady(old, new curveScale, most float64) curveScale {
	if !new.decades && !old.decades && most <= old.top && most > 0.3*old.top {
		return old
	}
	return new
}

// readRun takes what this run has measured.
func (v *curveView) readRun(a *App) {
	w := a.session.WhatIf(a.focusKind)
	v.span, v.measured = w.Span(), w.Frames() > 0
	for i, share := range neededShares {
		if d := w.Needed(share); d != v.needed[i] {
			v.needed[i], v.tips[i] = d, ""
		}
	}
	v.least = v.least[:0]
	for i := range costPoints {
		v.least = append(v.least, v.reach*time.Duration(i)/(costPoints-1))
	}
	v.past = a.session.AppendDelayCost(v.past[:0], a.focusKind, v.least)

	v.run = v.run[:0]
	switch {
	case !v.measured:
	case v.shows == underrunsPerMinute:
		v.counts = w.AppendUnderruns(v.counts[:0], v.reach)
		for _, n := range v.counts {
			v.run = append(v.run, float64(n)/max(v.span, time.Second).Minutes())
		}
	case v.shows == shareDry:
		v.run = w.AppendUnderrunShares(v.run, v.reach)
		for i := range v.run {
			v.run[i] *= percent
		}
	case v.shows == nowError:
		for d := time.Duration(0); d <= v.reach; d += time.Millisecond {
			v.run = append(v.run, between(v.least, v.past, d))
		}
	}
}

// readAhead takes what the runs ahead say.
func (v *curveView) readAhead(o, lenses *study.KindResult) {
	v.ahead.reset()
	for d := time.Duration(0); d <= v.reach; d += time.Millisecond {
		i := int(d / time.Millisecond)
		switch {
		case v.shows == underrunsPerMinute && o != nil:
			mean, low, high := o.Underruns.At(i)
			v.ahead.add(mean, low, high, 1)
		case v.shows == shareDry && o != nil:
			mean, low, high := o.InUnderrun.At(i)
			v.ahead.add(mean, low, high, percent)
		case v.shows == nowError && lenses != nil && d <= lenses.Last():
			mean, low, high := lenses.Between(&lenses.Error, d)
			v.ahead.add(mean, low, high, 1)
		case v.shows == correctionSize && lenses != nil && d <= lenses.Last():
			mean, low, high := lenses.Between(&lenses.Corrections, d)
			v.ahead.add(mean, low, high, 1)
		default:
			return
		}
	}
}

// readCost takes what a delay costs: by the runs ahead, or until they are there by this
// one.
func (v *curveView) readCost(lenses *study.KindResult) {
	v.delays, v.cost = append(v.delays[:0], v.least...), append(v.cost[:0], v.past...)
	if lenses != nil {
		v.cost = v.cost[:0]
		for i, d := range v.delays {
			if v.delays[i] = min(d, lenses.Last()); i > 0 && v.delays[i-1] == lenses.Last() {
				v.delays = v.delays[:i]
				break
			}
			metres, _, _ := lenses.Between(&lenses.Error, v.delays[i])
			v.cost = append(v.cost, metres)
		}
	}
	if v.shows == nowError || v.shows == correctionSize || !v.measured && lenses == nil {
		v.errorTop = 0
		return
	}
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
	reach := max(a.focusDelay(), a.settings.RequiredDelay(2))
	if enough := a.session.WhatIf(a.focusKind).Needed(1); enough <= game.WhatIfLimit {
		reach = max(reach, enough)
	}
	if d, _ := a.keeping(); d > 0 {
		reach = max(reach, v.kept.rare)
	}
	reach = (reach + 20*time.Millisecond + delayStep - 1) / delayStep * delayStep
	v.reach = min(max(reach, curveReach), game.WhatIfLimit)
}

// rare is so few underruns a minute that larger delays need not be shown.
const rare = 0.1

// costAt returns what a delay costs in metres, and whether that is known.
func (v *curveView) costAt(d time.Duration) (metres float64, ok bool) {
	ok = len(v.delays) > 1 && d <= v.delays[len(v.delays)-1]
	return between(v.delays, v.cost, d), ok
}

// between returns the value at a delay, by the straight line between those that are
// known; 0 if there are none.
func between(delays []time.Duration, values []float64, d time.Duration) float64 {
	if len(values) < 2 || delays[len(delays)-1] == 0 {
		return 0
	}
	i := 0
	for i < len(delays)-2 && delays[i+1] <= d {
		i++
	}
	share := float64(d-delays[i]) / float64(delays[i+1]-delays[i])
	return values[i] + (values[i+1]-values[i])*min(max(share, 0), 1)
}

// valueAt returns the value at a delay of those at 0, 1, 2 … ms, and whether it is known.
func valueAt(values []float64, d time.Duration) (float64, bool) {
	i := int(max(d, 0) / time.Millisecond)
	if i >= len(values) {
		return 0, false
	}
	return values[i], true
}
