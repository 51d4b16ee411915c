package tuning

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
	"snaplab/ui/view"
)

// lossesTab draws how many packets in a row were lost how often, and which delay survives
// a gap.
func (f *frame) lossesTab(r raster.Rect) {
	f.c.PushID("losses")
	defer f.c.PopID()
	link := &f.m.Readings.Link
	k := study.LossesIn(time.Duration(f.gap), f.m.Settings.KindInterval(f.m.FormulaKind()))
	right := r.CutRight(max(300, r.W*0.38))
	r.CutRight(24)
	f.lossBars(r, link, k)
	f.gapSide(right, link, k)
}

// lossBars draws the histogram. Runs that k losses survive are solid, longer ones are in
// another colour and hatched.
func (f *frame) lossBars(r raster.Rect, link *measure.LinkStats, k int) {
	text, style, l := &f.m.Text.Tuning.Losses, &f.m.Theme.Style, f.c.List()
	runs, most, bars := 0, 1, max(lossBarsAtLeast, k+1)
	for i, n := range link.LossRuns {
		runs, most = runs+n, max(most, n)
		if n > 0 {
			bars = max(bars, i+2)
		}
	}
	bars = min(bars, len(link.LossRuns))
	heading := text.None
	if runs > 0 {
		heading = view.Fill(text.Heading, view.Count(runs), view.Count(link.Lost), view.Count(link.Sent))
	}
	l.TextIn(style.Text, r.CutTop(20), heading, im.Left, style.Foreground)
	r.CutTop(4)
	foot := r.CutBottom(32)
	l.FillRect(r, f.m.Theme.Plot)
	l.TextIn(style.Small, raster.Rect{X: foot.X, Y: foot.Y + 16, W: foot.W, H: 16}, text.Axis, im.Centre, style.Muted)
	f.c.Hint("bars", r, text.AxisTip)
	const gap, figures = 4, 16
	figure := func(at raster.Rect, y float32, number string, colour raster.Color) {
		l.TextIn(f.figures(), raster.Rect{X: at.X - gap, Y: y, W: at.W + 2*gap, H: figures}, number, im.Centre, colour)
	}
	for i, n := range link.LossRuns[:bars] {
		at := r.Column(i, bars, gap)
		colour, tooLong := f.m.Theme.Lens[game.Interpolated], i+1 > k
		if tooLong {
			colour = f.m.Theme.Lost
		}
		length := strconv.Itoa(i + 1)
		if i == len(link.LossRuns)-1 {
			length = view.Fill(text.More, view.Count(i+1))
		}
		figure(at, foot.Y, length, style.Muted)
		if n == 0 {
			continue
		}
		// A root keeps single runs in sight next to hundreds.
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
		figure(at, bar.Y-figures, strconv.Itoa(n), style.Foreground)
	}
}

const (
	lossBarsAtLeast = 8
	usualGap        = 120 * view.Msec
)

// gapSide draws the gap to survive, what it costs by the formula, and the button
// that sets it.
func (f *frame) gapSide(r raster.Rect, link *measure.LinkStats, k int) {
	text, style, l := &f.m.Text.Tuning.Losses, &f.m.Theme.Style, f.c.List()
	interval, jitter := f.m.Settings.KindInterval(f.m.FormulaKind()), f.m.Settings.Down.Jitter
	rows := im.Rows{Area: r, Gap: 4}
	longestGap := im.Slider{
		Label: text.LongestGap[0], Tooltip: text.LongestGap[1], Max: int64(time.Second), Step: 10 * view.Msec, Default: usualGap, Scale: im.Quadratic,
		Format: view.DelayKnob.Format, Parse: parseGap, Colour: f.m.Theme.Lens[game.Interpolated],
	}
	f.c.Slider("gap", rows.Next(view.SliderHeight), &f.gap, longestGap)
	line := func(font raster.Font, said string) {
		l.TextIn(font, rows.Next(20), said, im.Left, style.Foreground)
	}
	line(style.Text, view.Fill(text.Losses, view.Millis(time.Duration(f.gap)), view.Millis(interval), view.Count(k)))
	need := (interp.RequiredDelay(interval, jitter, k) + time.Millisecond - 1).Truncate(time.Millisecond)
	line(style.Strong, view.Fill(text.Need, view.Count(k), view.Millis(interval), view.Millis(jitter), view.Millis(need)))

	survived, runs := 0, 0
	for i, n := range link.LossRuns {
		runs += n
		if i < k {
			survived += n
		}
	}
	said := text.NothingLost
	if runs > 0 {
		said = view.Fill(text.Survives, view.Number(100*float64(survived)/float64(runs), 1), view.Count(survived), view.Count(runs))
	}
	line(style.Text, said)

	rows.Skip(4)
	row := rows.Next(24)
	l.TextIn(style.Text, row.CutLeft(style.Text.Measure(text.For)+6), text.For, im.Left, style.Muted)
	view.ChooseFocus(f.c, row.CutLeft(96), f.m, f.act)
	row.CutLeft(8)
	label := view.Fill(text.Use, view.Millis(need))
	use := row.CutLeft(style.Button.Measure(label) + 2*style.Padding + 16)
	if f.c.Button("use", use, im.Button{Label: label, Tooltip: text.UseTip, Accent: true, Disabled: int64(need) > view.DelayKnob.Max}) {
		f.act.SetFocusDelay(need)
		who := f.m.Text.Curve.All
		if f.m.Focus >= 0 {
			who = f.m.FocusName()
		}
		f.act.Say(view.Fill(text.Used, who, view.Millis(need)))
	}
	rows.Skip(6)
	legend := rows.Next(18)
	box := legend.CutLeft(12)
	l.FillRect(raster.Rect{X: box.X, Y: box.Y + 4, W: 10, H: 10}, f.m.Theme.Lens[game.Interpolated])
	l.TextIn(style.Small, legend.CutLeft(style.Small.Measure(text.Survived)+16).InsetXY(4, 0), text.Survived, im.Left, style.Muted)
	box = legend.CutLeft(12)
	l.StrokeRound(raster.Rect{X: box.X, Y: box.Y + 4, W: 10, H: 10}, 0, 1, f.m.Theme.Lost)
	for y := range 2 {
		l.FillRect(raster.Rect{X: box.X, Y: box.Y + 7 + 4*float32(y), W: 10, H: 1.5}, f.m.Theme.Lost)
	}
	l.TextIn(style.Small, legend.InsetXY(4, 0), text.Lost, im.Left, style.Muted)
}
