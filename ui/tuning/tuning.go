// Package tuning draws the page on which the playback of every kind is tuned, compared
// with other settings, and exported. It takes the place of the panels below the arenas.
package tuning

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The tabs of the page.
const (
	tabTable = iota
	tabVersus
	tabLosses
	tabExport
)

// Panel is the page with what is known from its runs in the background. Make it with New;
// the zero value has a budget of no underruns.
type Panel struct {
	tab         int
	budget      budget
	portion     view.Portion // of the runs in the background, in tenths of a second
	recommender recommender
	versus      versus
	gap         int64 // that losses are to be survived for, ns
	export      export
}

// New returns a page with the usual budget: one underrun a minute, and nothing else asked
// for.
func New() Panel { return Panel{budget: usualBudget, gap: usualGap} }

// Work goes on with the runs that the open tab shows, for a frame's share of time. It is
// called before each frame in which the page is drawn; elapsed is how long the frame before
// took.
func (p *Panel) Work(m *view.Model, elapsed time.Duration) {
	p.portion.Smallest, p.portion.Largest = 2, 40
	by := pace(m, p.portion.Next(elapsed))
	switch p.tab {
	case tabVersus:
		p.versus.work(m, by)
	case tabTable, tabExport:
		p.recommender.work(m, p.budget, by)
		if p.tab == tabExport {
			p.export.work()
		}
	}
}

// Working reports whether the open tab will show more without input.
func (p *Panel) Working() bool {
	switch p.tab {
	case tabVersus:
		return p.versus.working()
	case tabTable, tabExport:
		return p.recommender.working() || p.tab == tabExport && p.export.writing != nil
	}
	return false
}

// frame is one call of Draw.
type frame struct {
	*Panel
	c   *im.Context
	m   *view.Model
	act *view.Actions

	answer  *answer // the newest, nil while there is none
	current bool    // it is one to the present settings and budget
}

// Draw draws the page with the tab that is chosen.
func (p *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	r = view.BeginPanel(c, r)
	text := &m.Text.Tuning
	c.PushID("tuning")
	defer c.PopID()
	head := r.CutTop(22)
	r.CutTop(4)
	if c.Button("close", head.CutRight(26), im.Button{Icon: im.IconClose, Tooltip: text.CloseTip, Quiet: true}) {
		act.Do(view.ToggleTuning{})
	}
	head.CutRight(8)
	c.Heading(head, text.Heading)
	head.CutLeft(m.Theme.Style.Heading.Measure(text.Heading) + 12)
	c.Choice("tab", head.CutLeft(min(336, head.W*0.6)), &p.tab, im.Choice{Items: text.Tabs[:], Tooltips: text.TabTips[:]})
	head.CutLeft(12)
	f := &frame{Panel: p, c: c, m: m, act: act, answer: p.recommender.answer}
	f.current = f.answer != nil && f.answer.to.is(questionOf(m, p.budget))
	switch p.tab {
	case tabVersus:
		f.versusTab(head, r)
	case tabLosses:
		f.lossesTab(r)
	case tabExport:
		f.exportTab(head, r)
	default:
		f.tableTab(head, r)
	}
}

// figures returns the font of columns of numbers.
func (f *frame) figures() raster.Font {
	font := f.m.Theme.Style.Small
	font.Tabular = true
	return font
}

// number writes a number at the right end of a cell.
func (f *frame) number(r raster.Rect, number string, colour raster.Color) {
	f.c.List().TextIn(f.figures(), r, number, im.Right, colour)
}
