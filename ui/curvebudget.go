package ui

import (
	"strconv"
	"time"

	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// curveBudget is what may go wrong at most: one of the three.
type curveBudget struct {
	underruns, correction float64 // a minute; m
	longestGap            time.Duration
}

// curveBudgets are those to choose from.
var curveBudgets = []curveBudget{
	{underruns: 0.1}, {underruns: 1}, {underruns: 6}, {underruns: 60},
	{correction: 0.1}, {correction: 0.25}, {correction: 0.5}, {correction: 1},
	{longestGap: 60 * time.Millisecond}, {longestGap: 120 * time.Millisecond}, {longestGap: 250 * time.Millisecond}, {longestGap: 500 * time.Millisecond},
}

// usualBudget is the place of the one to begin with: at most 1 underrun a minute.
const usualBudget = 1

// budgetChoice is which of them holds.
type budgetChoice struct {
	from  int // usualBudget
	items []string
	in    *text.CurveText // the language of items
}

func (b *budgetChoice) chosen() int { return b.from + usualBudget }

// name writes the budgets in a language.
func (b *budgetChoice) name(text *text.CurveText) {
	if b.in == text {
		return
	}
	b.in, b.items = text, nil
	for _, c := range curveBudgets {
		var s []byte
		switch {
		case c.longestGap > 0:
			s = view.Phrase(nil, text.BudgetGap, view.Millis(c.longestGap))
		case c.correction > 0:
			s = view.Phrase(nil, text.BudgetCorrection, plain(c.correction))
		default:
			s = view.Phrase(nil, text.BudgetUnderruns, plain(c.underruns))
		}
		b.items = append(b.items, string(s))
	}
}

// plain is a number with as many places as it has.
func plain(v float64) view.Term { return view.Word(strconv.FormatFloat(v, 'f', -1, 64)) }

// keeping returns the smallest delay that keeps to the budget, and whether there is one
// up to the largest and enough is known. It is that of the runs ahead, or where there
// are none what this run has measured.
func (a *App) keeping() (d time.Duration, ok bool) {
	b := &curveBudgets[a.curve.budget.chosen()]
	o, lenses := a.model.Forecast()
	switch {
	case b.longestGap > 0:
		d, ok = study.DelayForGap(b.longestGap, &a.settings), true
	case b.correction > 0 && lenses != nil:
		d, ok = lenses.SmallestFor(b.correction), true
	case b.correction > 0:
	case o != nil:
		d, ok = o.Smallest(b.underruns), true
	case a.curve.measured:
		d, ok = a.session.WhatIf(a.model.Focus).Recommended(b.underruns), true
	}
	return d, ok && d <= measure.WhatIfLimit
}

// budgetLine lets the budget be chosen, says in one sentence what it takes, and puts that
// in force.
func (a *App) budgetLine(r raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.model.Text.Curve, a.ctx.List()
	v.budget.name(text)
	chosen := v.budget.chosen()
	a.ctx.Dropdown("budget", r.CutLeft(152), &chosen, im.Dropdown{Items: v.budget.items, Tooltip: text.BudgetTip})
	v.budget.from = chosen - usualBudget
	r.CutLeft(8)
	d, ok := a.keeping()
	button := r.CutRight(52)
	r.CutRight(6)
	keeps := a.ctx.Interact("keeps", r, im.Region{Tooltip: v.keeps, NoFocus: true})
	v.keeps = a.keepsTip(d, ok, a.asksWhy(&keeps))
	use := im.Button{Label: text.Use, Tooltip: v.keeps, Disabled: !ok}
	if ok && d == a.model.FocusDelay() {
		use.Label, use.Disabled = text.InUse, true
	}
	if a.ctx.Button("use", button, use) {
		a.act.SetFocusDelay(d)
	}
	cost, priced := v.costAt(d)
	switch {
	case ok && priced && (v.measured || a.study.Lenses != nil):
		v.buf = view.Phrase(v.buf[:0], text.Keeps, view.Millis(d), view.Number(cost, 2))
		if view.WidthOf(l, style.Small, v.buf) > r.W {
			v.buf = view.Phrase(v.buf[:0], text.KeepsShort, view.Millis(d), view.Number(cost, 1))
		}
		if view.WidthOf(l, style.Small, v.buf) > r.W {
			v.buf = view.Phrase(v.buf[:0], text.KeepsFar, view.Millis(d))
		}
	case ok:
		v.buf = view.Phrase(v.buf[:0], text.KeepsFar, view.Millis(d))
	case d > measure.WhatIfLimit:
		v.buf = view.Phrase(v.buf[:0], text.NoneKeeps, view.Millis(measure.WhatIfLimit))
	case a.study.Working:
		v.buf = append(v.buf[:0], text.LookingAhead...)
	default:
		return
	}
	l.TextInBytes(style.Small, r, v.buf, im.Left, style.Foreground)
}
