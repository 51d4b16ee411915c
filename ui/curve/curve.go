// Package curve draws what every other delay would bring on the present link, and lets
// one be chosen: the what-if curve.
package curve

import (
	"slices"
	"time"

	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Panel tells what every other delay would bring, and lets one be chosen. It knows
// it from two sources: what this run has measured, and the forecast.
type Panel struct {
	chosen, shows quantity // what the user has chosen, and what is shown of the kinds in focus
	kept          kept

	basis    basis
	measured bool // anything in this run
	span     time.Duration
	needed   [len(neededShares)]time.Duration // enough for these shares of this run's frames
	half     time.Duration                    // enough for half of the frames
	// What is drawn, at 0, 1, 2 … ms; none where it is not known.
	run      []float64
	forecast struct{ mean, low, high []float64 }
	// What a delay costs, in the unit of errorOf, at some delays.
	delays []time.Duration
	cost   []float64
	least  []time.Duration // at which the run's own cost is known
	past   []float64       // that cost

	reach    time.Duration // the right edge of the plot
	scale    scale
	errorTop float64 // the top of the right axis

	drag  delayDrag
	why   explanation
	keeps string // the tooltip of what the budget takes
}

// basis is what the numbers of a Panel are taken from: while it is the same, they stand.
type basis struct {
	moment         view.Moment
	varies         world.Quantity
	shows          quantity
	reach          time.Duration
	latest, lenses *study.Result
}

// neededShares are the shares of the frames whose needed delay is marked.
var neededShares = [...]float64{0.95, 0.99, 0.995, 1}

// Look is what the user has chosen to see: a quantity.
type Look struct{ chosen quantity }

// Look returns what is chosen.
func (v *Panel) Look() Look { return Look{v.chosen} }

// SetLook chooses what another panel has.
func (v *Panel) SetLook(l Look) { v.chosen = l.chosen }

// Corrections reports whether corrections are shown, of which only runs of the lens tell.
func (v *Panel) Corrections() bool {
	return v.chosen == correctionSize || v.chosen == rotationCorrection
}

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
	*Panel
	c   *im.Context
	m   *view.Model
	act *view.Actions
}

// Draw draws the panel.
func (v *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{v, c, m, act}
	r = view.BeginPanel(c, r)
	c.PushID("curve")
	defer c.PopID()
	fr.shows = fr.shown()
	fr.heading(&r)
	fr.refresh()
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
	c.List().FillRect(at, m.Theme.Plot)
	p := plot{rect: at, reach: v.reach, scale: v.scale, errorTop: v.errorTop}
	p.scale.zero = max(p.scale.zero, float64(zeroHeight/(at.H-plotBand)))
	hand := fr.delayHandle(&p)
	fr.axes(&p)
	if v.known() {
		fr.lines(&p)
	} else {
		empty := m.Text.Curve.Empty
		if m.Study.Working {
			empty = m.Text.Curve.Studying
		}
		c.List().TextIn(c.Style.Small, at, empty, im.Centre, c.Style.Muted)
	}
	fr.markers(&p)
	fr.neededTicks(&p)
	fr.budgetLine(budget)
	fr.readout(&p, &hand)
}

// known reports whether there is anything to draw.
func (v *Panel) known() bool { return len(v.run) > 0 || len(v.forecast.mean) > 0 }

// refresh takes stock of the run when the readings do, and of the forecast when there is
// a new one.
func (fr *frame) refresh() {
	fr.setReach()
	now := basis{fr.m.Moment(), fr.m.FocusVaries(), fr.shows, fr.reach, fr.m.Study.Latest, fr.m.Study.Lenses}
	if fr.basis == now {
		return
	}
	if fr.basis.varies != now.varies || fr.basis.shows != now.shows {
		fr.scale, fr.errorTop = scale{}, 0
	}
	fr.basis = now
	latest, lenses := fr.m.KindResults()
	fr.readRun()
	fr.readForecast()
	fr.readCost(lenses)
	most := 0.0
	for _, values := range [...][]float64{fr.run, fr.forecast.high, fr.forecast.mean} {
		if len(values) > 0 {
			most = max(most, slices.Max(values))
		}
	}
	fr.scale = steady(fr.scale, scaleOf(fr.shows, most), most)
	fr.half = fr.m.Run.WhatIf(fr.m.Focus).Needed(0.5)
	if latest != nil {
		seldom := slices.IndexFunc(latest.InUnderrun.Mean, func(share float64) bool { return share <= 0.5 })
		if seldom < 0 {
			seldom = len(latest.InUnderrun.Mean)
		}
		fr.half = time.Duration(seldom) * time.Millisecond
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
func (fr *frame) readRun() {
	v, w := fr.Panel, fr.m.Run.WhatIf(fr.m.Focus)
	v.span, v.measured = w.Span(), w.Frames() > 0
	for i, share := range neededShares {
		v.needed[i] = w.Needed(share)
	}
	v.least = v.least[:0]
	for i := range costPoints {
		v.least = append(v.least, v.reach*time.Duration(i)/(costPoints-1))
	}
	v.past = fr.m.Run.AppendDelayCost(v.past[:0], fr.m.Focus, fr.m.FocusVaries(), v.least)

	v.run = v.run[:0]
	switch {
	case !v.measured:
	case v.shows == underrunsPerMinute:
		for _, n := range w.AppendUnderruns(nil, v.reach) {
			v.run = append(v.run, float64(n)/max(v.span, time.Second).Minutes())
		}
	case v.shows == underrunShare:
		v.run = w.AppendUnderrunShares(v.run, v.reach)
		for i := range v.run {
			v.run[i] *= percent
		}
	case v.shows == errorOf[fr.m.FocusVaries()]:
		for d := time.Duration(0); d <= v.reach; d += time.Millisecond {
			v.run = append(v.run, between(v.least, v.past, d))
		}
	}
}

// readForecast takes what the forecast says, as far as it goes.
func (fr *frame) readForecast() {
	f := &fr.forecast
	f.mean, f.low, f.high = f.mean[:0], f.low[:0], f.high[:0]
	for d := time.Duration(0); d <= fr.reach; d += time.Millisecond {
		mean, low, high, ok := fr.forecastAt(fr.shows, d)
		if !ok {
			return
		}
		f.mean, f.low, f.high = append(f.mean, mean), append(f.low, low), append(f.high, high)
	}
}

// forecastAt returns what the forecast says of a delay, if it does: the mean, or of
// corrections the 95th percentile, and between what 80 % of its runs lie.
func (fr *frame) forecastAt(q quantity, d time.Duration) (mean, low, high float64, ok bool) {
	latest, lenses := fr.m.KindResults()
	if q < nowError && latest == nil || q >= nowError && (lenses == nil || d > lenses.Last()) {
		return 0, 0, 0, false
	}
	switch q {
	case underrunsPerMinute:
		mean, low, high = latest.Underruns.At(int(d / time.Millisecond))
	case underrunShare:
		mean, low, high = latest.InUnderrun.At(int(d / time.Millisecond))
		mean, low, high = percent*mean, percent*low, percent*high
	default:
		mean, low, high = lenses.Between(figures[q], d)
	}
	return mean, low, high, true
}

// readCost takes what a delay costs: by the forecast, or until there is one by this run.
func (fr *frame) readCost(lenses *study.KindResult) {
	v, of := fr.Panel, errorOf[fr.m.FocusVaries()]
	v.delays, v.cost = append(v.delays[:0], v.least...), append(v.cost[:0], v.past...)
	if lenses != nil {
		v.cost = v.cost[:0]
		for i, d := range v.delays {
			if v.delays[i] = min(d, lenses.Last()); i > 0 && v.delays[i-1] == lenses.Last() {
				v.delays = v.delays[:i]
				break
			}
			cost, _, _ := lenses.Between(figures[of], v.delays[i])
			v.cost = append(v.cost, cost)
		}
	}
	if v.shows >= nowError || !v.measured && lenses == nil {
		v.errorTop = 0
		return
	}
	if top := slices.Max(v.cost); top > v.errorTop || top < 0.3*v.errorTop || v.errorTop == 0 {
		v.errorTop = niceTop(top)
	}
}

// setReach makes room for everything that is marked, but not while the mark is dragged:
// then the scale must stand still.
func (fr *frame) setReach() {
	if fr.drag.active && fr.reach > 0 {
		return
	}
	reach := max(fr.m.FocusDelay(), fr.m.Settings.RequiredDelay(fr.m.FormulaKind(), 2))
	if enough := fr.m.Run.WhatIf(fr.m.Focus).Needed(1); enough <= measure.WhatIfLimit {
		reach = max(reach, enough)
	}
	if r := fr.m.Study.Latest; r != nil {
		reach = max(reach, fr.rareFrom(r, fr.m.FocusPlace()))
	}
	reach = (reach + 20*time.Millisecond + delayStep - 1) / delayStep * delayStep
	fr.reach = min(max(reach, leastReach), measure.WhatIfLimit)
}

// rare is so few underruns a minute that larger delays need not be shown.
const rare = 0.1

// costAt returns what a delay costs, and whether that is known.
func (v *Panel) costAt(d time.Duration) (cost float64, ok bool) {
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
