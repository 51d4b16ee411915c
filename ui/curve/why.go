package curve

import (
	"time"

	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

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
