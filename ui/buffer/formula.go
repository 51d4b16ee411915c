package buffer

import (
	"time"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// have returns the delay that the formula is held against: of the kind in focus, or
// the smallest.
func (fr *frame) have() time.Duration {
	if fr.m.Focus >= 0 {
		return fr.m.DelayOf(interp.Kind(fr.m.Focus))
	}
	return fr.m.Run.SmallestDelay()
}

// formulaLine writes the formula with its numbers: what is needed, what there is, and
// what that leaves. Whether that will do is the verdict's to say.
func (fr *frame) formulaLine(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	k := fr.m.Settings.LossesExpected()
	need, have := fr.m.Settings.RequiredDelay(k), fr.have()
	colour, verdict, left := style.Foreground, text.Spare, have-need
	if left < 0 {
		verdict, left = text.Short, -left
	}
	fr.c.Interact("formula", r, im.Region{Tooltip: text.FormulaTip, NoFocus: true})

	v.buf = view.Phrase(v.buf[:0], verdict, view.Millis(left))
	l.TextInBytes(style.Strong, r.CutRight(view.WidthOf(l, style.Strong, v.buf)+1), v.buf, im.Right, colour)

	v.buf = view.Phrase(v.buf[:0], text.Have, view.Millis(have))
	haveWidth := view.WidthOf(l, style.Strong, v.buf)
	v.buf = view.Phrase(v.buf[:0], text.Need, view.Millis(need))
	needWidth := view.WidthOf(l, style.Strong, v.buf)
	v.buf = fr.appendSum(v.buf[:0], k)
	sumWidth := view.WidthOf(l, style.Small, v.buf)
	symbols := style.Strong.Measure(text.Formula)

	// The symbols go first where there is no room, then the sum.
	gap := min(10, max(3, (r.W-haveWidth-needWidth-2)/2))
	r.CutRight(gap)
	room := r.W - haveWidth - needWidth - gap
	if room >= sumWidth+gap+symbols+gap {
		l.TextIn(style.Strong, r.CutLeft(symbols+1), text.Formula, im.Left, style.Foreground)
		r.CutLeft(gap)
	}
	if room >= sumWidth+8 {
		l.TextInBytes(style.Small, r.CutLeft(sumWidth+1), v.buf, im.Left, style.Muted)
		r.CutLeft(5)
	}
	v.buf = view.Phrase(v.buf[:0], text.Need, view.Millis(need))
	l.TextInBytes(style.Strong, r.CutLeft(needWidth+1), v.buf, im.Left, colour)
	r.CutLeft(gap)
	v.buf = view.Phrase(v.buf[:0], text.Have, view.Millis(have))
	at := r.CutLeft(haveWidth + 1)
	l.TextInBytes(style.Strong, at, v.buf, im.Left, style.Foreground)
	fr.c.Interact("have", at, im.Region{Tooltip: text.HaveTip, NoFocus: true})
}

// appendSum appends the formula with the numbers of now.
func (fr *frame) appendSum(dst []byte, k int) []byte {
	return view.Phrase(dst, "(1 + %s)·%s + %s =", view.Count(k), view.Millis(fr.m.Settings.Interval()), view.Millis(fr.m.Settings.Down.Jitter))
}

// survivalLine says in words what the delay survives, and what has been enough so far.
func (fr *frame) survivalLine(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	n := &v.numbers
	fr.c.Interact("enough", r, im.Region{Tooltip: text.EnoughTip, NoFocus: true})
	survives := func(dst []byte) []byte {
		switch k := interp.LossesSurvived(fr.have(), fr.m.Settings.Interval(), fr.m.Settings.Down.Jitter); k {
		case -1:
			return append(dst, text.NotEvenOne...)
		case 0:
			return append(dst, text.SurvivesNone...)
		case 1:
			return append(dst, text.SurvivesOne...)
		default:
			return view.Phrase(dst, text.Survives, view.Count(k))
		}
	}
	v.buf = survives(v.buf[:0])
	if n.measured {
		whole := len(v.buf)
		v.buf = view.Phrase(append(v.buf, ' '), text.EnoughShares, view.Millis(n.enough), view.Millis(n.mostly))
		if view.WidthOf(l, style.Small, v.buf) > r.W {
			v.buf = view.Phrase(append(v.buf[:whole], ' '), text.Enough, view.Millis(n.enough))
			if view.WidthOf(l, style.Small, v.buf) > r.W {
				v.buf = v.buf[:whole]
			}
		}
	}
	l.TextInBytes(style.Small, r, v.buf, im.Left, style.Muted)
}

// clockBound is how wrong the clock may be before it is worth a warning.
const clockBound = interp.Offset(5 * time.Millisecond)

// clockOff returns how wrong the client's clock is, and whether that is worth a warning.
func (fr *frame) clockOff() (off interp.Offset, warn bool) {
	c := &fr.p.numbers.clock
	off = c.applied - c.truth
	return off, off > clockBound || off < -clockBound
}

// clockWarning says at the right end of a row that the clock is off, if it is, and cuts
// the words off: for a window that has no room for the whole line.
func (fr *frame) clockWarning(r *raster.Rect) {
	off, warn := fr.clockOff()
	if !warn {
		return
	}
	v, style, l := fr.p, &fr.m.Theme.Style, fr.c.List()
	font := style.Small
	font.Weight, font.Tabular = raster.Bold, true
	v.buf = view.Phrase(v.buf[:0], fr.m.Text.Buffer.ClockOff, view.Number(float64(off)/1e6, 1))
	at := r.CutRight(view.WidthOf(l, font, v.buf) + 1)
	r.CutRight(8)
	l.TextInBytes(font, at, v.buf, im.Right, fr.m.Theme.Lost)
	fr.c.Interact("clock", at, im.Region{Tooltip: fr.offTip(time.Duration(off)), NoFocus: true})
}

// clockLine writes what the client makes of the server's clock, and what the
// connection costs. What there is no room for is left out.
func (fr *frame) clockLine(r raster.Rect) {
	v, style, text, l := fr.p, &fr.m.Theme.Style, &fr.m.Text.Buffer, fr.c.List()
	c := &v.numbers.clock
	font := style.Small
	font.Tabular = true
	const gap = 12

	tip := text.ClockTip
	all := r
	off, warn := fr.clockOff()
	left := func(pattern string, colour raster.Color, terms ...view.Term) {
		v.buf = view.Phrase(v.buf[:0], pattern, terms...)
		width := view.WidthOf(l, font, v.buf)
		if width > r.W {
			r.W = 0
			return
		}
		l.TextInBytes(font, r.CutLeft(width+1), v.buf, im.Left, colour)
		r.CutLeft(gap - 2)
	}
	ms := func(o interp.Offset) view.Term { return view.Number(float64(o)/1e6, 1) }
	if warn { // first: whatever there is no room for, it isn't this
		left(text.Off, fr.m.Theme.Lost, ms(off))
		tip = fr.offTip(time.Duration(off))
	} else {
		left(text.Clock, style.Muted)
	}

	right := func(pattern, id, tip string, terms ...view.Term) bool {
		v.buf = view.Phrase(v.buf[:0], pattern, terms...)
		width := view.WidthOf(l, font, v.buf)
		if width+gap > r.W {
			return false
		}
		at := r.CutRight(width + 1)
		l.TextInBytes(font, at, v.buf, im.Right, style.Muted)
		fr.c.Interact(id, at, im.Region{Tooltip: tip, NoFocus: true})
		r.CutRight(gap)
		return true
	}
	kilo := func(n float64) view.Term { // without a tenth that nobody reads
		if n >= 100 {
			return view.Number(n, 0)
		}
		return view.Number(n, 1)
	}
	bytes := kilo(float64(v.numbers.bytes) / 1000)
	if r.W > 440 {
		right(text.BytesEstimate, "bytes", text.BytesTip, bytes, kilo(float64(v.numbers.bare)/1000))
	} else {
		right(text.Bytes, "bytes", text.BytesTip, bytes)
	}
	encoding := fr.m.Text.Controls.Encodings[fr.m.Run.Settings().Encoding]
	right(text.Rate, "rate", text.RateTip, kilo(v.numbers.kbits), view.Word(encoding))

	left(text.Offset, style.Foreground, ms(c.applied))
	left(text.True, style.Muted, ms(c.truth))
	left(text.Slew, style.Muted, ms(c.target-c.applied))
	left(text.Steps, style.Muted, view.Count(c.steps))
	fr.c.Interact("clock", all, im.Region{Tooltip: tip, NoFocus: true})
}

// offTip explains a clock that is off; it is written anew when the number is.
func (fr *frame) offTip(off time.Duration) string {
	n := &fr.p.off
	if rounded := off.Round(100 * time.Microsecond); n.text == "" || n.of != rounded {
		n.of = rounded
		n.text = view.Fill(fr.m.Text.Message.Clock, view.Number(float64(rounded)/1e6, 1))
	}
	return n.text
}
