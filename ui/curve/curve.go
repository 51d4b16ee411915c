// Package curve draws what every other delay would bring on the present link, and lets
// one be chosen: the what-if curve.
package curve

import (
	"slices"
	"time"

	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel tells what every other delay would bring, and lets one be chosen. It knows
// it from two sources: what this run has measured, and runs ahead.
type Panel struct {
	shows quantity
	kept  kept

	of       view.Moment
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
	scale    scale
	errorTop float64 // m, the top of the right axis

	drag   delayDrag
	why    explanation
	keeps  string // the tooltip of what the budget takes
	counts []int
	points []raster.Point
	buf    []byte
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

// Look is what the user has chosen to see: a quantity.
type Look struct{ shows int }

// Look returns what is chosen.
func (v *Panel) Look() Look { return Look{int(v.shows)} }

// SetLook chooses what another panel has.
func (v *Panel) SetLook(l Look) { v.shows = quantity(l.shows) }

// Corrections reports whether corrections are shown, of which only runs of the lens tell.
func (v *Panel) Corrections() bool { return v.shows == correctionSize }

const (
	leastReach = 400 * time.Millisecond // the plot's right edge, at least
	costPoints = 25                     // delays at which this run's cost is computed
	percent    = 100
	// What a plot needs in dp: below the band of names and above the place of 0 one
	// figure's height. In a smaller window there is none.
	leastPlotHeight = plotBand + zeroHeight + figureHeight + 1
	leastPlotWidth  = 44
)

// frame is the panel with the frame that it is drawn in.
type frame struct {
	c   *im.Context
	m   *view.Model
	act *view.Actions
	p   *Panel
}

// Draw draws the panel.
func (v *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{c, m, act, v}
	fr.draw(view.BeginPanel(c, r))
}

func (fr *frame) draw(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	fr.c.PushID("curve")
	defer fr.c.PopID()
	fr.heading(&r)
	v.refresh(fr)
	fr.legend(r.CutTop(view.HeadingHeight - 4))

	budget := r.CutBottom(view.ChoiceHeight)
	r.CutBottom(3)
	at := r
	at.CutBottom(18) // figures of the axis
	at.CutLeft(28)
	at.CutRight(26)
	at.CutTop(2)
	if at.W < leastPlotWidth || at.H < leastPlotHeight {
		fr.budgetLine(budget)
		return
	}
	l.FillRect(at, fr.m.Theme.Plot)
	p := plot{rect: at, reach: v.reach, scale: v.scale, errorTop: v.errorTop}
	p.scale.zero = max(p.scale.zero, float64(zeroHeight/(at.H-plotBand)))
	hand := fr.delayHandle(&p)
	fr.axes(&p)
	if len(v.run) > 0 || v.ahead.known() {
		fr.lines(&p)
	} else {
		empty := text.Empty
		if fr.m.Study.Working {
			empty = text.Studying
		}
		l.TextIn(style.Small, at, empty, im.Centre, style.Muted)
	}
	fr.markers(&p)
	fr.neededTicks(&p)
	fr.budgetLine(budget)
	fr.readout(&p, &hand)
}

// refresh takes stock of the run when the readings do, and of the runs ahead when there
// is something new.
func (v *Panel) refresh(fr *frame) {
	reach := v.reach
	v.setReach(fr)
	ahead := fr.m.Study
	if v.of == fr.m.Moment() && v.reach == reach && v.shown == v.shows && v.source == ahead.Latest && v.lenses == ahead.Lenses {
		return
	}
	v.of, v.shown, v.source, v.lenses = fr.m.Moment(), v.shows, ahead.Latest, ahead.Lenses
	o, lenses := fr.m.KindResults()
	v.readRun(fr)
	v.readAhead(o, lenses)
	v.readCost(lenses)
	most := 0.0
	for _, values := range [...][]float64{v.run, v.ahead.high, v.ahead.mean} {
		if len(values) > 0 {
			most = max(most, slices.Max(values))
		}
	}
	v.scale = steady(v.scale, scaleOf(v.shows, most), most)
	v.half = fr.m.Run.WhatIf(fr.m.Focus).Needed(0.5)
	if o != nil {
		v.half = 0
		for int(v.half/time.Millisecond) < len(o.InUnderrun.Mean) && o.InUnderrun.Mean[v.half/time.Millisecond] > 0.5 {
			v.half += time.Millisecond
		}
	}
}

// steady keeps a scale in metres that still serves, so that it does not dance.
func steady(old, new scale, most float64) scale {
	if !new.decades && !old.decades && most <= old.top && most > 0.3*old.top {
		return old
	}
	return new
}

// readRun takes what this run has measured.
func (v *Panel) readRun(fr *frame) {
	w := fr.m.Run.WhatIf(fr.m.Focus)
	v.span, v.measured = w.Span(), w.Frames() > 0
	for i, share := range neededShares {
		v.needed[i] = w.Needed(share)
	}
	v.least = v.least[:0]
	for i := range costPoints {
		v.least = append(v.least, v.reach*time.Duration(i)/(costPoints-1))
	}
	v.past = fr.m.Run.AppendDelayCost(v.past[:0], fr.m.Focus, v.least)

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
func (v *Panel) readAhead(o, lenses *study.KindResult) {
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
func (v *Panel) readCost(lenses *study.KindResult) {
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
func (v *Panel) setReach(fr *frame) {
	if v.drag.active && v.reach > 0 {
		return
	}
	reach := max(fr.m.FocusDelay(), fr.m.Settings.RequiredDelay(2))
	if enough := fr.m.Run.WhatIf(fr.m.Focus).Needed(1); enough <= measure.WhatIfLimit {
		reach = max(reach, enough)
	}
	if r := fr.m.Study.Latest; r != nil {
		reach = max(reach, v.rareFrom(r, fr.m.FocusPlace()))
	}
	reach = (reach + 20*time.Millisecond + delayStep - 1) / delayStep * delayStep
	v.reach = min(max(reach, leastReach), measure.WhatIfLimit)
}

// rare is so few underruns a minute that larger delays need not be shown.
const rare = 0.1

// costAt returns what a delay costs in metres, and whether that is known.
func (v *Panel) costAt(d time.Duration) (metres float64, ok bool) {
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
