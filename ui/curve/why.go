package curve

import (
	"time"

	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// explanation says which packets a millisecond less would not have done for. They are looked
// for in one of the forecast's runs, a little in each frame, while somebody asks.
type explanation struct {
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
func (w *explanation) working() bool { return w.job != nil }

// ask goes on looking for the packets that decide a delay, and returns what to say of it
// so far.
func (w *explanation) ask(fr *frame, o *study.KindForecast, delay time.Duration) string {
	text := &fr.m.Text.Curve
	of := whyOf{fr.m.Study.Latest, fr.m.Focus, delay, text}
	if of != w.of {
		*w = explanation{of: of, text: text.KeepsTip}
		if at := int(delay / time.Millisecond); at < len(o.Tight) && o.Tight[at] >= 0 {
			kind := fr.m.Focus
			if kind < 0 {
				kind = study.AllKinds
			}
			if job, err := study.NewExplainer(fr.m.Study.Question, o.Tight[at], kind, delay); err == nil {
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
			w.text += "\n" + describeBreak(b, text)
		}
		w.job = nil
	}
	return w.text
}

// drop ends the looking: nobody asks any more.
func (w *explanation) drop() {
	if w.job != nil {
		*w = explanation{}
	}
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
		return fr.why.ask(fr, latest, d)
	}
	fr.why.drop()
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
