package arena

import (
	"math"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// bracket writes out, at the lower or upper edge of the picture, which two samples an entity
// is drawn from and how, with its numbers.
func (f *frame) bracket(v *picture, d *interp.Drawn) {
	const line, pad = 15, 6
	samples := f.m.Run.AppendSamples(nil, d.ID)
	from, to := sampleOf(samples, d.From), sampleOf(samples, d.To)
	if from == nil || to == nil {
		return
	}
	list, style := f.c.List(), &f.m.Theme.Style
	font := style.Small
	font.Tabular = true
	drawnFrom, reason := f.drawnFrom(d, from, to), f.reason(d, from, to)

	box, around := v.rect, v.around(d)
	width := max(font.Measure(drawnFrom), font.Measure(reason))
	if room := box.W - 2*pad; width > room { // in half sizes, of which there are few
		font.Size = float32(math.Floor(float64(2*font.Size*room/width))) / 2
	}
	box.W = min(width+2*pad, box.W)
	box = box.CutBottom(2*line + 2)
	if around.Max().Y > box.Y {
		box.Y = v.rect.Y // it must not cover what it speaks of
	}
	list.FillRound(box, pictureRadius, raster.Alpha(style.Popup, 0.92))
	box = box.InsetXY(pad, 1)
	list.TextIn(font, box.CutTop(line), drawnFrom, im.Left, style.Foreground)
	list.TextIn(font, box.CutTop(line), reason, im.Left, style.Foreground)
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

// drawnFrom says what the entity is drawn from: "S100 5.000 s → S101 5.050 s".
func (f *frame) drawnFrom(d *interp.Drawn, from, to *interp.Sample) string {
	first := view.Count(int(from.Seq))
	if d.From == d.To {
		return view.Fill(f.m.Text.Arena.Newest, first, f.m.ServerTime(from.Time))
	}
	return view.Fill(f.m.Text.Arena.Bracket, first, f.m.ServerTime(from.Time), view.Count(int(to.Seq)), f.m.ServerTime(to.Time))
}

// reason says how the entity is drawn from them: "α = (5.025 − 5.000) ÷ 0.050 = 0.50", or
// for how long nothing newer has come.
func (f *frame) reason(d *interp.Drawn, from, to *interp.Sample) string {
	text := &f.m.Text.Arena
	switch {
	case d.State.InUnderrun():
		why := text.ExtrapolatingFor
		if d.State != interp.Extrapolating {
			why = text.HeldFor
		}
		limit := f.m.Settings.Policies[d.Kind].MaxExtrapolation
		return view.Fill(why, view.Milliseconds(d.InUnderrun), view.Milliseconds(limit))
	case d.From == d.To:
		return text.Exactly
	case !interp.SameSegment(from, to):
		return view.Fill(text.Jump, f.m.ServerTime(to.Time))
	}
	return view.Fill(text.Alpha, f.m.ServerTime(d.Time), f.m.ServerTime(from.Time),
		view.Number(to.Time.Sub(from.Time).Seconds(), 3), view.Number(float64(d.Alpha), 2))
}
