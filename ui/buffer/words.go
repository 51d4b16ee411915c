package buffer

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// DrawWords writes large what the buffer's panel says: what is needed, what there is,
// what that leaves, and how often it was in underrun. What matters least goes first where
// there is no room.
func (p *Panel) DrawWords(c *im.Context, r raster.Rect, m *view.Model, _ *view.Actions) {
	fr := &frame{p, c, m}
	r = view.BeginPanel(c, r)
	p.frames = m.Run.AppendFrames(p.frames[:0], m.Now-lagSpan)
	fr.refresh()
	ink, text := m.Theme.Style.Foreground, &m.Text.Present
	need, have, left, verdict := fr.balance()
	words := [...]struct {
		said   string
		colour raster.Color
	}{
		{need, ink}, {have, ink}, {left, verdict},
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
