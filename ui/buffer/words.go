package buffer

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// DrawWords writes large what the buffer's panel says: what is needed, what there is,
// what that leaves, and how often it was in underrun. What matters least goes first where
// there is no room.
func (p *Panel) DrawWords(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	fr := &frame{c, m, act, p}
	r = view.BeginPanel(c, r)
	v, text, l := p, &m.Text.Buffer, c.List()
	style := &m.Theme.Style
	v.frames = m.Run.AppendFrames(v.frames[:0], m.Now-lagSpan)
	v.refresh(fr, m.Now)
	need, have := m.Settings.RequiredDelay(m.Settings.LossesExpected()), fr.have()
	verdict, left := text.Spare, have-need
	if left < 0 {
		verdict, left = text.Short, -left
	}
	inUnderrun := style.Foreground
	if fr.recentUnderrun() {
		inUnderrun = m.Theme.Lost
	}
	words := [...]struct {
		pattern string
		value   view.Term
		colour  raster.Color
	}{
		{text.Need, view.Millis(need), style.Foreground},
		{text.Have, view.Millis(have), style.Foreground},
		{verdict, view.Millis(left), style.Foreground},
		{m.Text.Present.Underruns, view.Count(v.numbers.inUnderrun.Underruns), inUnderrun},
		{m.Text.Present.Ahead, view.Count(v.numbers.ahead), style.Foreground},
	}
	const gap = 26
	font := style.Strong
	for font.Size = 22; font.Size > 14; font.Size-- {
		width := float32(-gap)
		for i := range words {
			v.buf = view.Phrase(v.buf[:0], words[i].pattern, words[i].value)
			width += view.WidthOf(l, font, v.buf) + 1 + gap
		}
		if width <= r.W {
			break
		}
	}
	for i := range words {
		v.buf = view.Phrase(v.buf[:0], words[i].pattern, words[i].value)
		width := view.WidthOf(l, font, v.buf) + 1
		if width > r.W {
			return
		}
		l.TextInBytes(font, r.CutLeft(width), v.buf, im.Left, words[i].colour)
		r.CutLeft(gap)
	}
}
