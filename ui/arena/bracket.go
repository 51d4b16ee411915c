package arena

import (
	"math"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// bracket marks the two samples that an entity is drawn from, and writes out at the lower or
// upper edge of the picture which they are and how it is drawn from them, with its numbers.
func (f *frame) bracket(v *picture, d *interp.Drawn) {
	const line, pad = 15, 6
	samples := f.m.Run.AppendSamples(nil, d.ID)
	from, to := sampleOf(samples, d.From), sampleOf(samples, d.To)
	if from == nil || to == nil {
		return
	}
	list, style := f.c.List(), &f.m.Theme.Style
	f.samplesOf(v, d, from, to)
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

// samplesOf marks the two samples in the picture, the older one hollow, with the way between them
// and on it what is drawn.
func (f *frame) samplesOf(v *picture, d *interp.Drawn, from, to *interp.Sample) {
	const half = 4 // dp of a mark
	list, colour := f.c.List(), f.m.Theme.Style.Foreground
	a, b := v.see.at(from.Pose.Position), v.see.at(to.Pose.Position)
	if from != to && interp.SameSegment(from, to) {
		list.Line(a, b, 1.5, colour)
	}
	list.StrokeRound(raster.Rect{X: a.X - half, Y: a.Y - half, W: 2 * half, H: 2 * half}, 1, 1.5, colour)
	if from != to {
		list.FillRect(raster.Rect{X: b.X - half, Y: b.Y - half, W: 2 * half, H: 2 * half}, colour)
	}
	list.FillCircle(v.see.at(d.Pose.Position), 2.5, f.m.Theme.StateColour(v.shows, d.State))
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
