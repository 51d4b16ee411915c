package curve

import (
	"slices"
	"strconv"
	"time"

	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

const gap = int64(time.Millisecond)

// budgets are those to choose from. Underruns hold with all of them.
var budgets = []view.Budget{
	{Underruns: 1}, {Underruns: 10}, {Underruns: 60}, {Underruns: 600},
	{Underruns: 10, Correction: 100}, {Underruns: 10, Correction: 250}, {Underruns: 10, Correction: 500}, {Underruns: 10, Correction: 1000},
	{Underruns: 10, LongestGap: 60 * gap}, {Underruns: 10, LongestGap: 120 * gap}, {Underruns: 10, LongestGap: 250 * gap}, {Underruns: 10, LongestGap: 500 * gap},
}

// budgetNames returns budgets in a language.
func budgetNames(budgets []view.Budget, text *text.CurveText) (names []string) {
	for _, b := range budgets {
		pattern, value := text.BudgetUnderruns, plain(b.PerMinute())
		switch {
		case b.LongestGap > 0:
			pattern, value = text.BudgetGap, view.Millis(time.Duration(b.LongestGap))
		case b.Correction > 0:
			pattern, value = text.BudgetCorrection, plain(float64(b.Correction)/1000)
		}
		names = append(names, view.Fill(pattern, value))
	}
	return names
}

// plain is a number with as many places as it has.
func plain(v float64) view.Term { return view.Word(strconv.FormatFloat(v, 'f', -1, 64)) }

// kept is from which delay on underruns are so rare that no more need be shown.
type kept struct {
	of   *study.Result
	kind int
	rare time.Duration
}

func (v *Panel) rareFrom(r *study.Result, place int) time.Duration {
	if k := &v.kept; (k.of != r || k.kind != place) && r.Kinds[place].Present {
		few := rare
		*k = kept{r, place, r.Recommend(place, &study.Budget{Underruns: &few}).Delay}
	}
	return v.kept.rare
}

// keeping returns the recommended delay for the budget, and whether there is one and it is
// settled.
func (fr *frame) keeping() (d time.Duration, ok bool) {
	switch v := fr.m.Verdict(); {
	case !v.Known:
		return 0, false
	case v.Met:
		return v.Recommendation.Delay, v.Settled
	}
	return measure.WhatIfLimit + time.Millisecond, false
}

// budgetLine lets the budget be chosen, says in one sentence what it takes, and puts that
// in force.
func (fr *frame) budgetLine(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Curve, fr.c.List()
	choices := budgets
	chosen := slices.Index(choices, fr.m.Budget)
	if chosen < 0 { // set elsewhere
		chosen, choices = len(choices), append(choices[:len(choices):len(choices)], fr.m.Budget)
	}
	if fr.c.Dropdown("budget", r.CutLeft(152), &chosen, im.Dropdown{Items: budgetNames(choices, text), Tooltip: text.BudgetTip}).Changed {
		fr.act.SetBudget(choices[chosen])
	}
	r.CutLeft(8)
	d, ok := fr.keeping()
	button := r.CutRight(52)
	r.CutRight(6)
	keeps := fr.c.Interact("keeps", r, im.Region{Tooltip: v.keeps, NoFocus: true})
	v.keeps = fr.keepsTip(d, ok, fr.asksWhy(&keeps))
	use := im.Button{Label: text.Use, Tooltip: v.keeps, Disabled: !ok}
	if ok && d == fr.m.FocusDelay() {
		use.Label, use.Disabled = text.InUse, true
	}
	if fr.c.Button("use", button, use) {
		fr.act.SetFocusDelay(d)
	}
	cost, priced := v.costAt(d)
	switch {
	case ok && priced && (v.measured || fr.m.Study.Lenses != nil):
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
	case fr.m.Study.Working:
		v.buf = append(v.buf[:0], text.Studying...)
	default:
		return
	}
	l.TextInBytes(style.Small, r, v.buf, im.Left, style.Foreground)
}
