package ui

import (
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
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
	in    *CurveText // the language of items
}

func (b *budgetChoice) chosen() int { return b.from + usualBudget }

// name writes the budgets in a language.
func (b *budgetChoice) name(text *CurveText) {
	if b.in == text {
		return
	}
	b.in, b.items = text, nil
	for _, c := range curveBudgets {
		var s []byte
		switch {
		case c.longestGap > 0:
			s = phrase(nil, text.BudgetGap, millis(c.longestGap))
		case c.correction > 0:
			s = phrase(nil, text.BudgetCorrection, plain(c.correction))
		default:
			s = phrase(nil, text.BudgetUnderruns, plain(c.underruns))
		}
		b.items = append(b.items, string(s))
	}
}

// plain is a number with as many places as it has.
func plain(v float64) term { return word(strconv.FormatFloat(v, 'f', -1, 64)) }

// asked returns it in the words of the study.
func (b *curveBudget) asked() (s study.Budget) {
	switch {
	case b.longestGap > 0:
		s.LongestGap = &b.longestGap
	case b.correction > 0:
		s.Correction = &b.correction
	default:
		s.Underruns = &b.underruns
	}
	return s
}

// kept is what a budget was found to need.
type kept struct {
	of     *study.Result
	budget int
	kind   int
	needs  study.Recommendation
	rare   time.Duration // from which on underruns are so rare that no more need be shown
}

// keeping returns the recommended delay for the budget, and whether there is one and it is
// settled.
func (a *App) keeping() (d time.Duration, ok bool) {
	v, place := &a.curve, a.focusPlace()
	r, chosen := a.lookAhead.known.latest, v.budget.chosen()
	if r == nil || !r.Kinds[place].Present {
		return 0, false
	}
	if k := &v.kept; k.of != r || k.budget != chosen || k.kind != place {
		b, few := curveBudgets[chosen].asked(), rare
		*k = kept{r, chosen, place, r.Recommend(place, &b), r.Recommend(place, &study.Budget{Underruns: &few}).Delay}
	}
	if rec := &v.kept.needs; rec.Met {
		return rec.Delay, rec.Settled
	}
	return game.WhatIfLimit + time.Millisecond, false
}

// budgetLine lets the budget be chosen, says in one sentence what it takes, and puts that
// in force.
func (a *App) budgetLine(r raster.Rect) {
	v, style, text, l := &a.curve, &a.theme.Style, &a.text.Curve, a.ctx.List()
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
	if ok && d == a.focusDelay() {
		use.Label, use.Disabled = text.InUse, true
	}
	if a.ctx.Button("use", button, use) {
		a.setFocusDelay(d)
	}
	cost, priced := v.costAt(d)
	switch {
	case ok && priced && (v.measured || a.lookAhead.known.lenses != nil):
		v.buf = phrase(v.buf[:0], text.Keeps, millis(d), number(cost, 2))
		if widthOf(l, style.Small, v.buf) > r.W {
			v.buf = phrase(v.buf[:0], text.KeepsShort, millis(d), number(cost, 1))
		}
		if widthOf(l, style.Small, v.buf) > r.W {
			v.buf = phrase(v.buf[:0], text.KeepsFar, millis(d))
		}
	case ok:
		v.buf = phrase(v.buf[:0], text.KeepsFar, millis(d))
	case d > game.WhatIfLimit:
		v.buf = phrase(v.buf[:0], text.NoneKeeps, millis(game.WhatIfLimit))
	case a.lookAhead.working():
		v.buf = append(v.buf[:0], text.LookingAhead...)
	default:
		return
	}
	l.TextInBytes(style.Small, r, v.buf, im.Left, style.Foreground)
}
