package curve

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// budgetsOf returns the budgets to choose from for what varies so. The usual underruns hold
// with those of corrections and gaps.
func budgetsOf(varies world.Quantity) (list []config.Budget) {
	corrections := [...]string{world.Position: "0.1m 0.25m 0.5m 1m", world.Rotation: "2deg 5deg 10deg 20deg", world.Stance: ""}
	for _, part := range [...]config.Assignment{{Name: "underruns", Value: "0.1/min 1/min 6/min 60/min"}, {Name: "correction", Value: corrections[varies]}, {Name: "longest-gap", Value: "60ms 120ms 250ms 500ms"}} {
		for _, value := range strings.Fields(part.Value) {
			var b config.Budgets
			_ = b.Assign(nil, config.Assignment{Name: part.Name, Value: value}) // a test has them all
			list = append(list, b[0])
		}
	}
	list[1].Underruns = nil // the default
	return list
}

// budgetNames returns budgets in a language.
func budgetNames(budgets []config.Budget, text *text.CurveText) (names []string) {
	for i := range budgets {
		b := &budgets[i]
		perMinute, _ := b.Limits()
		pattern, value := text.BudgetUnderruns, plain(perMinute)
		switch {
		case b.LongestGap != nil:
			pattern, value = text.BudgetGap, view.Millis(*b.LongestGap)
		case b.CorrectionDeg != nil:
			pattern, value = text.BudgetCorrectionDeg, plain(*b.CorrectionDeg)
		case b.Correction != nil:
			pattern, value = text.BudgetCorrection, plain(*b.Correction)
		}
		names = append(names, view.Fill(pattern, value))
	}
	return names
}

// plain is a number with as many places as it has.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// kept is from which delay on underruns are so rare that no more need be shown.
type kept struct {
	of   *study.Result
	kind int
	rare time.Duration
}

func (v *Panel) rareFrom(r *study.Result, place int) time.Duration {
	if k := &v.kept; (k.of != r || k.kind != place) && r.Kinds[place].Present {
		few := rare
		var budgets config.Budgets
		budgets.SetAll(config.Budget{Underruns: &few})
		*k = kept{r, place, 0}
		if place == study.AllKinds {
			k.rare = r.RecommendAll(&budgets).Delay
		} else {
			k.rare = r.Recommend(place, &budgets[place]).Delay
		}
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
	v, style, text := fr.Panel, &fr.m.Theme.Style, &fr.m.Text.Curve
	choices, present := budgetsOf(fr.m.FocusVaries()), fr.m.FocusBudget()
	chosen := slices.IndexFunc(choices, func(b config.Budget) bool { return b.Equal(present) })
	if chosen < 0 { // set elsewhere
		chosen, choices = len(choices), append(choices, *present)
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
	said := view.Fill(text.KeepsFar, view.Millis(d))
	cost, priced := v.costAt(d)
	of := errorOf[fr.m.FocusVaries()]
	switch {
	case ok && priced && (v.measured || fr.m.Study.Lenses != nil):
		said = view.Longest(style.Small, r.W,
			view.Fill(text.Keeps, view.Millis(d), of.write(cost, true)),
			view.Fill(text.KeepsShort, view.Millis(d), of.write(cost, true)), said)
	case ok:
	case d > measure.WhatIfLimit:
		said = view.Fill(text.NoneKeeps, view.Millis(measure.WhatIfLimit))
	case fr.m.Study.Working:
		said = text.Studying
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
	text, b := &fr.m.Text.Curve, fr.m.FocusBudget()
	latest, _ := fr.m.KindResults()
	switch {
	case b.LongestGap != nil:
		return text.GapTip
	case b.Correction != nil || b.CorrectionDeg != nil:
		return text.CorrectionTip
	case latest != nil && ok && asked && !fr.m.Study.Working:
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
