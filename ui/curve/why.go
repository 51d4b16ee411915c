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
			w.text = string(appendBreak(append([]byte(text.KeepsTip), '\n'), b, text))
		}
	}
	return w.text
}

// appendBreak says in words what would have broken a smaller delay.
func appendBreak(dst []byte, b *study.Break, text *text.CurveText) []byte {
	what := view.AppendCause(nil, b, text)
	return view.Phrase(dst, text.Why, view.Number(b.AtS, 2), view.Whole(b.Seed), view.Word(string(what)))
}

// keepsTip returns what explains the delay that keeps to the budget. The packets are
// looked for while asked holds.
func (fr *frame) keepsTip(d time.Duration, ok, asked bool) string {
	v, text := fr.p, &fr.m.Text.Curve
	b := &fr.m.Budget
	o, _ := fr.m.KindResults()
	switch {
	case b.LongestGap > 0:
		return text.GapTip
	case b.Correction > 0:
		return text.CorrectionTip
	case o != nil && ok && asked && !fr.m.Study.Working:
		return v.why.ask(fr, d)
	}
	if v.why.of == (whyOf{fr.m.Study.Latest, fr.m.Focus, d, text}) {
		return v.why.text
	}
	return text.KeepsTip
}

// asksWhy reports whether the pointer is on the sentence, or the keyboard on the button
// beside it.
func (fr *frame) asksWhy(keeps *im.Interaction) bool {
	return keeps.Hovered || fr.c.Focus() == "curve/use"
}
