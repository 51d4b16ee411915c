package ui

import (
	"time"

	"snaplab/game/study"
	"snaplab/ui/im"
)

// curveWhy says which packets a millisecond less would not have done for.
type curveWhy struct {
	of   whyOf
	text string // what is said
}

// whyOf is what is asked about.
type whyOf struct {
	result *study.Result
	kind   int
	delay  time.Duration
	in     *CurveText
}

// ask returns what to say of the packets that decide a delay.
func (w *curveWhy) ask(a *App, delay time.Duration) string {
	text := &a.text.Curve
	if of := (whyOf{a.lookAhead.known.latest, a.focusKind, delay, text}); of != w.of {
		*w = curveWhy{of: of, text: text.KeepsTip}
		if b := of.result.Why(a.focusPlace(), delay); b != nil {
			w.text = string(appendBreak(append([]byte(text.KeepsTip), '\n'), b, text))
		}
	}
	return w.text
}

// appendBreak says in words what would have broken a smaller delay.
func appendBreak(dst []byte, b *study.Break, text *CurveText) []byte {
	what := appendCause(nil, b, text)
	return phrase(dst, text.Why, number(b.AtS, 2), whole(b.Seed), word(string(what)))
}

// appendCause says which packets a frame that breaks was without.
func appendCause(dst []byte, b *study.Break, text *CurveText) []byte {
	n := len(b.Lost)
	switch {
	case n == 1:
		dst = phrase(dst, text.WhyLost, count(int(b.Lost[0])))
	case n > 1:
		dst = phrase(dst, text.WhyLostMany, count(int(b.Lost[0])), count(int(b.Lost[n-1])))
	case b.Late == 0:
		return append(dst, text.WhyNotDue...)
	}
	if b.Late != 0 {
		if n > 0 {
			dst = append(dst, text.WhyAnd...)
		}
		dst = phrase(dst, text.WhyLate, count(int(b.Late)), number(b.LateMS, 1))
	}
	return dst
}

// keepsTip returns what explains the delay that keeps to the budget. The packets are
// looked for while asked holds.
func (a *App) keepsTip(d time.Duration, ok, asked bool) string {
	v, text := &a.curve, &a.text.Curve
	b := &curveBudgets[v.budget.chosen()]
	o, _ := a.forecast()
	switch {
	case b.longestGap > 0:
		return text.GapTip
	case b.correction > 0:
		return text.CorrectionTip
	case o == nil:
		return text.KeepsRunTip
	case ok && asked && !a.lookAhead.working():
		return v.why.ask(a, d)
	}
	if v.why.of == (whyOf{a.lookAhead.known.latest, a.focusKind, d, text}) {
		return v.why.text
	}
	return text.KeepsTip
}

// asksWhy reports whether the pointer is on the sentence, or the keyboard on the button
// beside it.
func (a *App) asksWhy(keeps *im.Interaction) bool {
	return keeps.Hovered || a.ctx.Focus() == "curve/use"
}
