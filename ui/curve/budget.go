package curve

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

// budget is what may go wrong at most: one of the three.
type budget struct {
	underruns, correction float64 // a minute; m
	longestGap            time.Duration
}

// budgets are those to choose from.
var budgets = []budget{
	{underruns: 0.1}, {underruns: 1}, {underruns: 6}, {underruns: 60},
	{correction: 0.1}, {correction: 0.25}, {correction: 0.5}, {correction: 1},
	{longestGap: 60 * time.Millisecond}, {longestGap: 120 * time.Millisecond}, {longestGap: 250 * time.Millisecond}, {longestGap: 500 * time.Millisecond},
}

// defaultBudget is the place of the one to begin with: at most 1 underrun a minute.
const defaultBudget = 1

// budgetNames returns the budgets in a language.
func budgetNames(text *text.CurveText) (names []string) {
	for _, c := range budgets {
		pattern, value := text.BudgetUnderruns, plain(c.underruns)
		switch {
		case c.longestGap > 0:
			pattern, value = text.BudgetGap, view.Millis(c.longestGap)
		case c.correction > 0:
			pattern, value = text.BudgetCorrection, plain(c.correction)
		}
		names = append(names, view.Fill(pattern, value))
	}
	return names
}

// plain is a number with as many places as it has.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// asked returns it in the words of the study.
func (b *budget) asked() (s study.Budget) {
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
func (fr *frame) keeping() (d time.Duration, ok bool) {
	r, place, k := fr.m.Study.Latest, fr.m.FocusPlace(), &fr.kept
	if r == nil || !r.Kinds[place].Present {
		return 0, false
	}
	if k.of != r || k.budget != fr.budget || k.kind != place {
		b, few := fr.Budget(), rare
		*k = kept{r, fr.budget, place, r.Recommend(place, &b), r.Recommend(place, &study.Budget{Underruns: &few}).Delay}
	}
	if k.needs.Met {
		return k.needs.Delay, k.needs.Settled
	}
	return measure.WhatIfLimit + time.Millisecond, false
}

// budgetLine lets the budget be chosen, says in one sentence what it takes, and puts that
// in force.
func (fr *frame) budgetLine(r raster.Rect) {
	v, style, text := fr.Panel, &fr.m.Theme.Style, &fr.m.Text.Curve
	chosen := v.budget + defaultBudget
	fr.c.Dropdown("budget", r.CutLeft(152), &chosen, im.Dropdown{Items: budgetNames(text), Tooltip: text.BudgetTip})
	v.budget = chosen - defaultBudget
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
	said := view.Fill(text.KeepsFar, view.Millis(d))
	cost, priced := v.costAt(d)
	switch {
	case ok && priced && (v.measured || fr.m.Study.Lenses != nil):
		said = view.Longest(style.Small, r.W,
			view.Fill(text.Keeps, view.Millis(d), view.Number(cost, 2)),
			view.Fill(text.KeepsShort, view.Millis(d), view.Number(cost, 1)), said)
	case ok:
	case d > measure.WhatIfLimit:
		said = view.Fill(text.NoneKeeps, view.Millis(measure.WhatIfLimit))
	case fr.m.Study.Working:
		said = text.LookingAhead
	default:
		return
	}
	fr.c.List().TextIn(style.Small, r, said, im.Left, style.Foreground)
}

// explanation says which packets a millisecond less would not have done for.
type explanation struct {
	of   whyOf
	text string // what is said
}

// whyOf is what is asked about.
type whyOf struct {
	result *study.Result
	kind   int
	delay  time.Duration
	in     *text.CurveText
}

// ask returns what to say of the packets that decide a delay.
func (w *explanation) ask(fr *frame, delay time.Duration) string {
	text := &fr.m.Text.Curve
	if of := (whyOf{fr.m.Study.Latest, fr.m.Focus, delay, text}); of != w.of {
		*w = explanation{of: of, text: text.KeepsTip}
		if b := of.result.Why(fr.m.FocusPlace(), delay); b != nil {
			w.text += "\n" + describeBreak(b, text)
		}
	}
	return w.text
}

// describeBreak says in words what would have broken a smaller delay.
func describeBreak(b *study.Break, text *text.CurveText) string {
	return view.Fill(text.Why, view.Number(b.AtS, 2), view.Count(b.Seed), view.Cause(b, text))
}

// keepsTip returns what explains the delay that keeps to the budget. The packets are
// looked for while asked holds.
func (fr *frame) keepsTip(d time.Duration, ok, asked bool) string {
	text, b := &fr.m.Text.Curve, &budgets[fr.budget+defaultBudget]
	latest, _ := fr.m.Forecast()
	switch {
	case b.longestGap > 0:
		return text.GapTip
	case b.correction > 0:
		return text.CorrectionTip
	case latest == nil:
		return text.KeepsRunTip
	case ok && asked && !fr.m.Study.Working:
		return fr.why.ask(fr, d)
	}
	if fr.why.of == (whyOf{fr.m.Study.Latest, fr.m.Focus, d, text}) {
		return fr.why.text
	}
	return text.KeepsTip
}

// asksWhy reports whether the pointer is on the sentence, or the keyboard on the button
// next to it.
func (fr *frame) asksWhy(keeps *im.Interaction) bool {
	return keeps.Hovered || fr.c.Focus() == "curve/use"
}
