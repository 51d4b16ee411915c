package ui

import (
	"math"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// bracket writes out, at the lower or upper edge of the picture, which two samples an entity
// is drawn from and how, with its numbers.
func (a *App) bracket(v *arenaView, d *interp.Drawn) {
	const line, pad = 15, 6
	p := &a.arenas.pick
	p.samples = a.session.AppendSamples(p.samples[:0], d.ID)
	from, to := sampleOf(p.samples, d.From), sampleOf(p.samples, d.To)
	if from == nil || to == nil {
		return
	}
	font, list, style := a.theme.Style.Small, a.ctx.List(), &a.theme.Style
	font.Tabular = true
	p.which = a.appendSamples(p.which[:0], d, from, to)
	p.how = a.appendReason(p.how[:0], d, from, to)

	box, frame := v.rect, v.frame(d)
	width := max(view.WidthOf(list, font, p.which), view.WidthOf(list, font, p.how))
	if room := box.W - 2*pad; width > room { // in half sizes, of which there are few
		font.Size = float32(math.Floor(float64(2*font.Size*room/width))) / 2
	}
	box.W = min(width+2*pad, box.W)
	box = box.CutBottom(2*line + 2)
	if frame.Y+frame.H > box.Y {
		box.Y = v.rect.Y // it must not cover what it speaks of
	}
	list.FillRound(box, pictureRadius, raster.Alpha(style.Popup, 0.92))
	box = box.InsetXY(pad, 1)
	list.TextInBytes(font, box.CutTop(line), p.which, im.Left, style.Foreground)
	list.TextInBytes(font, box.CutTop(line), p.how, im.Left, style.Foreground)
}

// sampleOf returns the sample that a packet brought, nil if it is not there.
func sampleOf(samples []interp.Sample, seq uint32) *interp.Sample {
	for i := range samples {
		if samples[i].Seq == seq {
			return &samples[i]
		}
	}
	return nil
}

// appendSamples appends what the entity is drawn from: "S100 5.000 s → S101 5.050 s".
func (a *App) appendSamples(dst []byte, d *interp.Drawn, from, to *interp.Sample) []byte {
	first := view.Number(float64(from.Seq), 0)
	if d.From == d.To {
		return view.Phrase(dst, a.model.Text.Arena.Newest, first, a.model.ServerTime(from.Time))
	}
	return view.Phrase(dst, a.model.Text.Arena.Bracket, first, a.model.ServerTime(from.Time), view.Number(float64(to.Seq), 0), a.model.ServerTime(to.Time))
}

// appendReason appends how the entity is drawn from them:
// "α = (5.025 − 5.000) ÷ 0.050 = 0.50", or for how long nothing newer has come.
func (a *App) appendReason(dst []byte, d *interp.Drawn, from, to *interp.Sample) []byte {
	text := &a.model.Text.Arena
	switch {
	case d.State.InUnderrun():
		why := text.ExtrapolatingFor
		if d.State != interp.Extrapolating {
			why = text.HeldFor
		}
		limit := a.settings.Policies[d.Kind].MaxExtrapolation
		return view.Phrase(dst, why, view.Number(d.InUnderrun.Seconds()*1000, 0), view.Number(limit.Seconds()*1000, 0))
	case d.From == d.To:
		return append(dst, text.Exactly...)
	case !interp.SameSegment(from, to):
		return view.Phrase(dst, text.Jump, a.model.ServerTime(to.Time))
	}
	return view.Phrase(dst, text.Alpha, a.model.ServerTime(d.Time), a.model.ServerTime(from.Time),
		view.Number(to.Time.Sub(from.Time).Seconds(), 3), view.Number(float64(d.Alpha), 2))
}
