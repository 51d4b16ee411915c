package ui

import (
	"strconv"
	"time"

	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// bracket writes out, at the lower edge of the picture, which two samples an entity
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
	r := v.rect
	box := r.CutBottom(2*line + 6)
	list.FillRect(box, raster.Alpha(style.Popup, 0.92))
	box = box.InsetXY(pad, 3)
	buf := a.appendSamples(a.arenas.label[:0], d, from, to)
	list.TextInBytes(font, box.CutTop(line), buf, im.Left, style.Foreground)
	buf = a.appendReason(buf[:0], d, from, to)
	list.TextInBytes(font, box.CutTop(line), buf, im.Left, style.Foreground)
	a.arenas.label = buf
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
	dst = a.appendSample(dst, from)
	if d.From != d.To {
		dst = append(dst, " → "...)
		return a.appendSample(dst, to)
	}
	dst = append(dst, ' ')
	return append(dst, a.text.Arena.Newest...)
}

func (a *App) appendSample(dst []byte, s *interp.Sample) []byte {
	dst = append(dst, 'S')
	dst = strconv.AppendUint(dst, uint64(s.Seq), 10)
	dst = append(dst, ' ')
	return append(a.appendServerTime(dst, s.Time), " s"...)
}

// appendReason appends how the entity is drawn from them:
// "α = (5.025 − 5.000) ÷ 0.050 = 0.50", or for how long nothing newer has come.
func (a *App) appendReason(dst []byte, d *interp.Drawn, from, to *interp.Sample) []byte {
	text := &a.text.Arena
	switch {
	case d.State.Dry():
		word := text.CoastingSince
		if d.State != interp.Coasting {
			word = text.HeldSince
		}
		limit := a.settings.Policies[d.Kind].MaxExtrapolation
		dst = fill(dst, word, func(b []byte) []byte { return milliseconds(b, d.Dry) })
		return fill(dst, text.OfAtMost, func(b []byte) []byte { return milliseconds(b, limit) })
	case d.From == d.To:
		return append(dst, text.Exactly...)
	case !interp.SameSegment(from, to):
		return fill(dst, text.Jump, func(b []byte) []byte { return a.appendServerTime(b, to.Time) })
	}
	dst = append(dst, "α = ("...)
	dst = a.appendServerTime(dst, d.Time)
	dst = append(dst, " − "...)
	dst = a.appendServerTime(dst, from.Time)
	dst = append(dst, ") ÷ "...)
	dst = seconds(dst, to.Time.Sub(from.Time))
	dst = append(dst, " = "...)
	return fixed(dst, float64(d.Alpha), 2)
}

// appendServerTime appends the time since the server's clock started, in seconds.
func (a *App) appendServerTime(dst []byte, t interp.ServerTime) []byte {
	return seconds(dst, time.Duration(t)-a.settings.ServerStart)
}

// seconds appends a duration in seconds with milliseconds.
func seconds(dst []byte, d time.Duration) []byte { return fixed(dst, d.Seconds(), 3) }

// fixed appends a number with a fixed count of places.
func fixed(dst []byte, v float64, places int) []byte {
	return strconv.AppendFloat(dst, v, 'f', places, 64)
}
