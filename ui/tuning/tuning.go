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
// the zero value asks for losses to be survived for no time.
type Panel struct {
	tab     int
	portion view.Portion // of the runs of A and B, in tenths of a second
	answer  *answer      // the newest, nil while there is none
	versus  versus
	gap     int64 // that losses are to be survived for, ns
	export  export
}

// New returns a page.
func New() Panel { return Panel{gap: usualGap} }

// ShowsCosts reports whether the open tab shows what the delays in use cost, which the study
// works out where it is asked to.
func (p *Panel) ShowsCosts() bool { return p.tab == tabTable || p.tab == tabExport }

// Work goes on with the comparison that the open tab shows, for a frame's share of time. It is
// called before each frame in which the page is drawn; elapsed is how long the frame before
// took.
func (p *Panel) Work(m *view.Model, elapsed time.Duration) {
	p.portion.Smallest, p.portion.Largest = 2, 40
	by := pace(m, p.portion.Next(elapsed))
	if p.tab == tabVersus {
		p.versus.work(m, by)
	} else if p.tab == tabExport {
		p.export.work()
	}
}

// Working reports whether the open tab will show more without input.
func (p *Panel) Working() bool {
	return p.tab == tabVersus && p.versus.working() || p.tab == tabExport && p.export.writing != nil
}

// frame is one call of Draw.
type frame struct {
	*Panel
	c   *im.Context
	m   *view.Model
	act *view.Actions

	current bool // the answer is one to the present settings and budget, with its costs
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
	f := &frame{Panel: p, c: c, m: m, act: act}
	p.refresh(m)
	f.current = p.answer != nil && !m.Study.CostsStale && p.answer.of == answerOf{m.Study.Latest, m.Study.Costs} && p.answer.runs > 0
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
