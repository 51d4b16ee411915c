package buffer

import (
	"strings"
	"time"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// have returns the delay that the formula is held against.
func (fr *frame) have() time.Duration { return fr.m.DelayOf(fr.m.FormulaKind()) }

// balance says what the formula needs, what there is, and what that leaves.
func (fr *frame) balance() (need, have, left string) {
	text := &fr.m.Text.Buffer
	of := fr.m.FormulaKind()
	needed, delay := fr.m.Settings.RequiredDelay(of, fr.m.Settings.LossesExpected(of)), fr.have()
	left = view.Fill(text.Spare, view.Millis(delay-needed))
	if delay < needed {
		left = view.Fill(text.Short, view.Millis(needed-delay))
	}
	return view.Fill(text.Need, view.Millis(needed)), view.Fill(text.Have, view.Millis(delay)), left
}

// formulaLine writes the formula with its numbers: what is needed, what there is, and
// what that leaves. Whether that will do is the verdict's to say.
func (fr *frame) formulaLine(r raster.Rect) {
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	need, have, left := fr.balance()
	of := fr.m.FormulaKind()
	sum := view.Fill("(1 + %s)·%s + %s =", view.Count(fr.m.Settings.LossesExpected(of)), view.Millis(fr.m.Settings.KindInterval(of)), view.Millis(fr.m.Settings.Down.Jitter))
	fr.c.Hint("formula", r, text.FormulaTip)
	l.TextIn(style.Strong, r.CutRight(style.Strong.Measure(left)+1), left, im.Right, style.Foreground)
	haveWidth, needWidth := style.Strong.Measure(have), style.Strong.Measure(need)
	sumWidth, symbols := style.Small.Measure(sum), style.Strong.Measure(text.Formula)

	// The symbols go first where there is no room, then the sum.
	gap := min(10, max(3, (r.W-haveWidth-needWidth-2)/2))
	r.CutRight(gap)
	room := r.W - haveWidth - needWidth - gap
	if room >= sumWidth+gap+symbols+gap {
		l.TextIn(style.Strong, r.CutLeft(symbols+1), text.Formula, im.Left, style.Foreground)
		r.CutLeft(gap)
	}
	if room >= sumWidth+8 {
		l.TextIn(style.Small, r.CutLeft(sumWidth+1), sum, im.Left, style.Muted)
		r.CutLeft(5)
	}
	l.TextIn(style.Strong, r.CutLeft(needWidth+1), need, im.Left, style.Foreground)
	r.CutLeft(gap)
	at := r.CutLeft(haveWidth + 1)
	l.TextIn(style.Strong, at, have, im.Left, style.Foreground)
	fr.c.Hint("have", at, text.HaveTip)
}

// survivalLine says in words what the delay survives, and what has been enough so far.
func (fr *frame) survivalLine(r raster.Rect) {
	style, text, n := &fr.m.Theme.Style, &fr.m.Text.Buffer, &fr.numbers
	fr.c.Hint("enough", r, text.EnoughTip)
	var said string
	switch k := interp.LossesSurvived(fr.have(), fr.m.Settings.KindInterval(fr.m.FormulaKind()), fr.m.Settings.Down.Jitter); k {
	case -1:
		said = text.NotEvenOne
	case 0:
		said = text.SurvivesNone
	case 1:
		said = text.SurvivesOne
	default:
		said = view.Fill(text.Survives, view.Count(k))
	}
	if n.measured {
		said = view.Longest(style.Small, r.W,
			said+" "+view.Fill(text.EnoughShares, view.Millis(n.enough), view.Millis(n.mostly)),
			said+" "+view.Fill(text.Enough, view.Millis(n.enough)), said)
	}
	fr.c.List().TextIn(style.Small, r, said, im.Left, style.Muted)
}

// clockBound is how wrong the clock may be before it is worth a warning.
const clockBound = interp.Offset(5 * time.Millisecond)

// clockOff returns how wrong the client's clock is, and whether that is worth a warning.
func (fr *frame) clockOff() (off interp.Offset, warn bool) {
	off = fr.numbers.applied - fr.numbers.truth
	return off, off > clockBound || off < -clockBound
}

// millis writes an offset in ms.
func millis(o interp.Offset) string { return view.Number(float64(o)/1e6, 1) }

// clockWarning says at the right end of a row that the clock is off, if it is, and cuts
// the words off: for a window that has no room for the whole line.
func (fr *frame) clockWarning(r *raster.Rect) {
	off, warn := fr.clockOff()
	if !warn {
		return
	}
	font := fr.m.Theme.Style.Small
	font.Weight, font.Tabular = raster.Bold, true
	said := view.Fill(fr.m.Text.Buffer.ClockOff, millis(off))
	at := r.CutRight(font.Measure(said) + 1)
	r.CutRight(8)
	fr.c.List().TextIn(font, at, said, im.Right, fr.m.Theme.Lost)
	fr.c.Hint("clock", at, view.Fill(fr.m.Text.Message.Clock, millis(off)))
}

// clockLine writes what the client makes of the server's clock, and what the
// connection costs. What there is no room for is left out.
func (fr *frame) clockLine(r raster.Rect) {
	style, text, l, n := &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List(), &fr.numbers
	font := style.Small
	font.Tabular = true
	const gap = 12

	tip := text.ClockTip
	all := r
	off, warn := fr.clockOff()
	left := func(said string, colour raster.Color) {
		width := font.Measure(said)
		if width > r.W {
			r.W = 0
			return
		}
		l.TextIn(font, r.CutLeft(width+1), said, im.Left, colour)
		r.CutLeft(gap - 2)
	}
	if warn { // first: whatever there is no room for, it isn't this
		left(view.Fill(text.Off, millis(off)), fr.m.Theme.Lost)
		tip = view.Fill(fr.m.Text.Message.Clock, millis(off))
	} else {
		left(text.Clock, style.Muted)
	}

	right := func(id, said, tip string) {
		if width := font.Measure(said); width+gap <= r.W {
			at := r.CutRight(width + 1)
			l.TextIn(font, at, said, im.Right, style.Muted)
			fr.c.Hint(id, at, tip)
			r.CutRight(gap)
		}
	}
	kilo := func(n float64) string { // without a tenth that nobody reads
		if n >= 100 {
			return view.Number(n, 0)
		}
		return view.Number(n, 1)
	}
	pattern := text.Bytes
	if r.W > 440 {
		pattern = text.BytesEstimate
	}
	right("bytes", view.Fill(pattern, kilo(float64(n.bytes)/1000), kilo(float64(n.bare)/1000)), text.BytesTip)
	encoding := fr.m.Text.Controls.Encodings[fr.m.Run.Settings().Encoding]
	if r.W < 400 { // what is said first is worth more
		encoding = ""
	}
	right("rate", strings.TrimRight(view.Fill(text.Rate, kilo(n.sent), kilo(n.came), encoding), " "), text.RateTip)

	left(view.Fill(text.Offset, millis(n.applied)), style.Foreground)
	left(view.Fill(text.True, millis(n.truth)), style.Muted)
	left(view.Fill(text.Slew, millis(n.target-n.applied)), style.Muted)
	left(view.Fill(text.Steps, view.Count(n.steps)), style.Muted)
	fr.c.Hint("clock", all, tip)
}

// DrawWords writes large what the buffer's panel says: what is needed, what there is,
// what that leaves, and how often it was in underrun. What matters least goes first where
// there is no room.
func (p *Panel) DrawWords(c *im.Context, r raster.Rect, m *view.Model, _ *view.Actions) {
	fr := &frame{p, c, m}
	r = view.BeginPanel(c, r)
	p.frames = m.Run.AppendFrames(p.frames[:0], m.Now-lagSpan)
	fr.refresh()
	ink, text := m.Theme.Style.Foreground, &m.Text.Present
	need, have, left := fr.balance()
	words := [...]struct {
		said   string
		colour raster.Color
	}{
		{need, ink}, {have, ink}, {left, ink},
		{view.Fill(text.Underruns, view.Count(p.numbers.inUnderrun.Underruns)), fr.underrunColour()},
		{view.Fill(text.Ahead, view.Count(p.numbers.ahead)), ink},
	}
	const gap = 26
	font := m.Theme.Style.Strong
	for font.Size = 22; font.Size > 14; font.Size-- {
		width := float32(-gap)
		for _, w := range words {
			width += font.Measure(w.said) + 1 + gap
		}
		if width <= r.W {
			break
		}
	}
	for _, w := range words {
		width := font.Measure(w.said) + 1
		if width > r.W {
			return
		}
		c.List().TextIn(font, r.CutLeft(width), w.said, im.Left, w.colour)
		r.CutLeft(gap)
	}
}
