package ui

import (
	"math"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/study"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// lossesView is the tab of packets lost in a row.
type lossesView struct {
	longestGap int64 // to survive, ns

	use string // on the button, for a delay and in a language
	of  time.Duration
	in  *text.LossesText
}

// useLabel returns what the button says, made anew when that changes.
func (v *lossesView) useLabel(text *text.LossesText, need time.Duration) string {
	if v.of != need || v.in != text {
		v.of, v.in, v.use = need, text, string(view.Phrase(nil, text.Use, view.Millis(need)))
	}
	return v.use
}

// lossesTab draws how many packets in a row were lost how often, and which delay survives
// a silence.
func (a *App) lossesTab(r raster.Rect) {
	a.ctx.PushID("losses")
	defer a.ctx.PopID()
	link := &a.readings.Link
	k := study.LossesIn(time.Duration(a.tuning.losses.longestGap), a.settings.Interval())
	right := r.CutRight(max(300, r.W*0.38))
	r.CutRight(24)
	a.lossBars(r, link, k)
	a.gapSide(right, link, k)
}

// lossBars draws the histogram. Runs that k losses survive are solid, longer ones are in
// another colour and hatched.
func (a *App) lossBars(r raster.Rect, link *measure.LinkStats, k int) {
	v, text, style, l := &a.tuning, &a.model.Text.Tuning.Losses, &a.theme.Style, a.ctx.List()
	runs := 0
	for _, n := range link.LossRuns {
		runs += n
	}
	v.buf = view.Phrase(v.buf[:0], text.Heading, view.Count(runs), view.Count(link.Lost), view.Count(link.Sent))
	if runs == 0 {
		v.buf = append(v.buf[:0], text.None...)
	}
	head := r.CutTop(20)
	l.TextInBytes(style.Text, head, v.buf, im.Left, style.Foreground)
	r.CutTop(4)
	foot := r.CutBottom(32)
	l.FillRect(r, a.theme.Plot)
	l.TextIn(style.Small, raster.Rect{X: foot.X, Y: foot.Y + 16, W: foot.W, H: 16}, text.Axis, im.Centre, style.Muted)
	a.ctx.Interact("bars", r, im.Region{Tooltip: text.AxisTip, NoFocus: true})
	bars := lossBarsAtLeast
	for i, n := range link.LossRuns {
		if n > 0 {
			bars = max(bars, i+2)
		}
	}
	bars = min(max(bars, k+1), len(link.LossRuns))
	most := 1
	for _, n := range link.LossRuns {
		most = max(most, n)
	}
	const gap, figures = 4, 16
	for i := range bars {
		at := r.Column(i, bars, gap)
		n := link.LossRuns[i]
		colour, tooLong := a.theme.Lens[game.Interpolated], i+1 > k
		if tooLong {
			colour = a.theme.Lost
		}
		v.buf = strconv.AppendInt(v.buf[:0], int64(i+1), 10)
		if i == len(link.LossRuns)-1 {
			v.buf = view.Phrase(v.buf[:0], text.More, view.Count(i+1))
		}
		l.TextInBytes(v.figures, raster.Rect{X: at.X - gap, Y: foot.Y, W: at.W + 2*gap, H: 16}, v.buf, im.Centre, style.Muted)
		if n == 0 {
			continue
		}
		// A root keeps single runs in sight beside hundreds.
		height := max(3, (r.H-figures)*float32(math.Sqrt(float64(n)/float64(most))))
		bar := raster.Rect{X: at.X, Y: r.Y + r.H - height, W: at.W, H: height}
		if tooLong {
			l.StrokeRound(bar.Inset(0.5), 0, 1, colour)
			for y := bar.Y + 3; y < bar.Max().Y; y += 5 {
				l.FillRect(raster.Rect{X: bar.X, Y: y, W: bar.W, H: 1.5}, colour)
			}
		} else {
			l.FillRect(bar, colour)
		}
		v.buf = strconv.AppendInt(v.buf[:0], int64(n), 10)
		l.TextInBytes(v.figures, raster.Rect{X: at.X - gap, Y: bar.Y - figures, W: at.W + 2*gap, H: figures}, v.buf, im.Centre, style.Foreground)
	}
}

const lossBarsAtLeast = 8

// gapSide draws the silence to survive, what it costs by the formula, and the button
// that sets it.
func (a *App) gapSide(r raster.Rect, link *measure.LinkStats, k int) {
	v, text, style, l := &a.tuning, &a.model.Text.Tuning.Losses, &a.theme.Style, a.ctx.List()
	interval, jitter := a.settings.Interval(), a.settings.Down.Jitter
	rows := im.Rows{Area: r, Gap: 4}
	longestGap := im.Slider{
		Label: text.LongestGap[0], Tooltip: text.LongestGap[1], Max: int64(time.Second), Step: 10 * view.Msec, Default: defaultGap, Scale: im.Quadratic,
		Format: view.DelayKnob.Format, Parse: parseGap, Colour: a.theme.Lens[game.Interpolated],
	}
	a.ctx.Slider("silence", rows.Next(view.SliderHeight), &v.losses.longestGap, longestGap)
	line := func(height float32, font raster.Font, colour raster.Color) {
		l.TextInBytes(font, rows.Next(height), v.buf, im.Left, colour)
	}
	v.buf = view.Phrase(v.buf[:0], text.Losses, view.Millis(time.Duration(v.losses.longestGap)), view.Millis(interval), view.Count(k))
	line(20, style.Text, style.Foreground)
	need := (interp.RequiredDelay(interval, jitter, k) + time.Millisecond - 1).Truncate(time.Millisecond)
	v.buf = view.Phrase(v.buf[:0], text.Need, view.Count(k), view.Millis(interval), view.Millis(jitter), view.Millis(need))
	line(20, style.Strong, style.Foreground)

	survived, runs := 0, 0
	for i, n := range link.LossRuns {
		runs += n
		if i < k {
			survived += n
		}
	}
	if runs == 0 {
		v.buf = append(v.buf[:0], text.NothingLost...)
	} else {
		v.buf = view.Phrase(v.buf[:0], text.Survives, view.Number(100*float64(survived)/float64(runs), 1), view.Count(survived), view.Count(runs))
	}
	line(20, style.Text, style.Foreground)

	rows.Skip(4)
	row := rows.Next(24)
	l.TextIn(style.Text, row.CutLeft(style.Text.Measure(text.For)+6), text.For, im.Left, style.Muted)
	view.ChooseFocus(&a.ctx, row.CutLeft(96), &a.model, &a.act)
	row.CutLeft(8)
	label := v.losses.useLabel(text, need)
	use := row.CutLeft(style.Button.Measure(label) + 2*style.Padding + 16)
	if a.ctx.Button("use", use, im.Button{Label: label, Tooltip: text.UseTip, Accent: true, Disabled: int64(need) > view.DelayKnob.Max}) {
		a.act.SetFocusDelay(need)
		who := a.model.Text.Curve.All
		if a.model.Focus >= 0 {
			who = a.model.Text.Controls.Kinds[a.model.Focus]
		}
		a.say(string(view.Phrase(nil, text.Used, view.Word(who), view.Millis(need))))
	}
	rows.Skip(6)
	legend := rows.Next(18)
	box := legend.CutLeft(12)
	l.FillRect(raster.Rect{X: box.X, Y: box.Y + 4, W: 10, H: 10}, a.theme.Lens[game.Interpolated])
	l.TextIn(style.Small, legend.CutLeft(style.Small.Measure(text.Survived)+16).InsetXY(4, 0), text.Survived, im.Left, style.Muted)
	box = legend.CutLeft(12)
	l.StrokeRound(raster.Rect{X: box.X, Y: box.Y + 4, W: 10, H: 10}, 0, 1, a.theme.Lost)
	for y := range 2 {
		l.FillRect(raster.Rect{X: box.X, Y: box.Y + 7 + 4*float32(y), W: 10, H: 1.5}, a.theme.Lost)
	}
	l.TextIn(style.Small, legend.InsetXY(4, 0), text.Lost, im.Left, style.Muted)
}

const defaultGap = 120 * view.Msec
