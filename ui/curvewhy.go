package ui

import (
	"time"

	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// curveWhy says which packets a millisecond less would not have done for. They are looked
// for in one of the runs ahead, a little in each frame, while somebody asks.
type curveWhy struct {
	of   whyOf
	job  *study.Explainer
	text string // what is said
}

// whyOf is what is asked about.
type whyOf struct {
	forecast *study.Forecast
	kind     int
	delay    time.Duration
	in       *text.CurveText
}

// whyPortions is how much is done in a frame: about half a millisecond of it.
const whyPortions = 4

// working reports whether more is to come.
func (w *curveWhy) working() bool { return w.job != nil }

// ask goes on looking for the packets that decide a delay, and returns what to say of it
// so far.
func (w *curveWhy) ask(a *App, o *study.KindForecast, delay time.Duration) string {
	text := &a.model.Text.Curve
	of := whyOf{a.study.Latest, a.model.Focus, delay, text}
	if of != w.of {
		*w = curveWhy{of: of, text: text.KeepsTip}
		if at := int(delay / time.Millisecond); at < len(o.Tight) && o.Tight[at] >= 0 {
			kind := a.model.Focus
			if kind < 0 {
				kind = study.AllKinds
			}
			if job, err := study.NewExplainer(a.question(), o.Tight[at], kind, delay); err == nil {
				w.job = job
				w.text += "\n" + text.WhyLooking
			}
		}
	}
	if w.job == nil {
		return w.text
	}
	n := whyPortions
	if w.job.Step(func() bool { n--; return n < 0 }) {
		w.text = text.KeepsTip
		if b := w.job.Break(); b != nil {
			w.text = string(appendBreak(append([]byte(text.KeepsTip), '\n'), b, text))
		}
		w.job = nil
	}
	return w.text
}

// drop ends the looking: nobody asks any more.
func (w *curveWhy) drop() {
	if w.job != nil {
		*w = curveWhy{}
	}
}

// appendBreak says in words what would have broken a smaller delay.
func appendBreak(dst []byte, b *study.Break, text *text.CurveText) []byte {
	what := view.AppendCause(nil, b, text)
	return view.Phrase(dst, text.Why, view.Number(b.AtS, 2), view.Whole(b.Seed), view.Word(string(what)))
}

// keepsTip returns what explains the delay that keeps to the budget. The packets are
// looked for while asked holds.
func (a *App) keepsTip(d time.Duration, ok, asked bool) string {
	v, text := &a.curve, &a.model.Text.Curve
	b := &curveBudgets[v.budget.chosen()]
	o, _ := a.model.Forecast()
	switch {
	case b.longestGap > 0:
		return text.GapTip
	case b.correction > 0:
		return text.CorrectionTip
	case o == nil:
		return text.KeepsRunTip
	case ok && asked && !a.study.Working:
		return v.why.ask(a, o, d)
	}
	v.why.drop()
	if v.why.of == (whyOf{a.study.Latest, a.model.Focus, d, text}) {
		return v.why.text
	}
	return text.KeepsTip
}

// asksWhy reports whether the pointer is on the sentence, or the keyboard on the button
// beside it.
func (a *App) asksWhy(keeps *im.Interaction) bool {
	return keeps.Hovered || a.ctx.Focus() == "curve/use"
}
