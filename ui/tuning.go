package ui

import (
	"slices"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The tabs of the tuning page.
const (
	tabTable = iota
	tabVersus
	tabLosses
	tabExport
)

// tuningView is the page on which the playback of every kind is tuned, looked at in
// numbers and taken home. It takes the place of the panels below the arenas.
type tuningView struct {
	open  bool
	tab   int
	kinds []interp.Kind // that the scenario has
	run   uint64        // counts the worlds, so that none is taken for another
	of    config.Scenario

	budget      tuningBudget
	portion     portionSize // of the runs in the background, in tenths of a second
	tuningStudy tuningStudy
	table       tuningTable
	versus      versusView
	losses      lossesView
	export      exportView
	buf         []byte
	figures     raster.Font
}

// start takes note of another run.
func (v *tuningView) start(a *App) {
	if !sameWorld(&v.of, &a.scenario) {
		v.run++
	}
	v.of = a.scenario
	v.kinds = v.kinds[:0]
	for k := range world.NumKinds {
		if a.scenario.Count(k) > 0 {
			v.kinds = append(v.kinds, k)
		}
	}
	v.table.of, v.table.actions = nil, nil
}

// sameWorld reports whether two scenarios differ in nothing but their settings.
func sameWorld(a, b *config.Scenario) bool {
	return a.Name == b.Name && a.Seed == b.Seed && a.Duration == b.Duration && a.Measured == b.Measured && slices.Equal(a.Entities, b.Entities) &&
		slices.EqualFunc(a.Script, b.Script, func(x, y config.Timed) bool { return x.At == y.At && x.Fault == y.Fault })
}

// work goes on with what the page shows, while it is open. elapsed is how long the frame
// before took.
func (v *tuningView) work(a *App, elapsed time.Duration) {
	v.portion.smallest, v.portion.largest = 2, 40
	pace := a.pace(v.portion.next(elapsed))
	switch {
	case !v.open || a.present.on:
	case v.tab == tabVersus:
		v.versus.work(a, pace)
	case v.tab != tabLosses:
		v.tuningStudy.work(a, pace)
	}
}

// working reports whether there is more to come without input.
func (v *tuningView) working() bool {
	switch {
	case !v.open:
		return false
	case v.tab == tabVersus:
		return v.versus.working()
	}
	return v.tab != tabLosses && v.tuningStudy.study != nil
}

// toggleTuning opens the page or closes it.
func (a *App) toggleTuning() {
	if a.present.on {
		return // there are no controls to tune with
	}
	a.tuning.open = !a.tuning.open
}

// underArenas returns the place of the panels below the arenas.
func (p *places) underArenas() raster.Rect {
	end := p.curve.Max()
	return raster.Rect{X: p.packets.X, Y: p.packets.Y, W: end.X - p.packets.X, H: end.Y - p.packets.Y}
}

// tuningPage draws the page with the tab that is chosen.
func (a *App) tuningPage(r raster.Rect) {
	r = view.BeginPanel(&a.ctx, r)
	v, text := &a.tuning, &a.model.Text.Tuning
	a.ctx.PushID("tuning")
	defer a.ctx.PopID()
	v.figures = a.theme.Style.Small
	v.figures.Tabular = true
	head := r.CutTop(22)
	r.CutTop(4)
	if a.ctx.Button("close", head.CutRight(26), im.Button{Icon: im.IconClose, Tooltip: text.CloseTip, Quiet: true}) {
		a.toggleTuning()
	}
	head.CutRight(8)
	a.ctx.Heading(head, text.Heading)
	head.CutLeft(a.theme.Style.Heading.Measure(text.Heading) + 12)
	a.ctx.Choice("tab", head.CutLeft(min(336, head.W*0.6)), &v.tab, im.Choice{Items: text.Tabs[:], Tooltips: text.TabTips[:]})
	head.CutLeft(12)
	switch v.tab {
	case tabVersus:
		a.versusTab(head, r)
	case tabLosses:
		a.lossesTab(r)
	case tabExport:
		a.exportTab(head, r)
	default:
		a.tableTab(head, r)
	}
}

// numeral writes a number at the right end of a cell.
func (a *App) numeral(r raster.Rect, t view.Term, colour raster.Color) {
	v := &a.tuning
	v.buf = t.AppendTo(v.buf[:0])
	a.ctx.List().TextInBytes(v.figures, r, v.buf, im.Right, colour)
}
