package ui

import (
	"math"
	"strconv"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// curvePlot is the place and the scales of the what-if curve.
type curvePlot struct {
	rect     raster.Rect
	reach    time.Duration // at the right edge
	top      float64       // underruns a minute at the upper edge
	errorTop float64       // m there
}

func (p *curvePlot) x(d time.Duration) float32 {
	return p.rect.X + p.rect.W*float32(float64(d)/float64(p.reach))
}

// delay returns the whole millisecond at a place, within the plot.
func (p *curvePlot) delay(x float32) time.Duration {
	share := min(1, max(0, float64(x-p.rect.X)/float64(p.rect.W)))
	return time.Duration(math.Round(share*float64(p.reach)/1e6)) * time.Millisecond
}

// decades is a scale that is straight near 0 and logarithmic further up, so that 0 has a
// place: 0, 4, 40 and 400 are nearly as far apart.
func decades(v float64) float64 { return math.Log10(1 + v*9/4) }

func (p *curvePlot) underrunsY(perMinute float64) float32 {
	return p.up(decades(min(perMinute, p.top)) / decades(p.top))
}

func (p *curvePlot) errorY(metres float64) float32 { return p.up(min(metres/p.errorTop, 1)) }

// up returns the y of a share of the height below the band of the marks' names.
func (p *curvePlot) up(share float64) float32 {
	return p.rect.Y + p.rect.H - (p.rect.H-plotBand)*float32(share)
}

// plotBand is the strip at the upper edge in which the formula's marks are named.
const plotBand = 14

// underrunsTop returns the end of the left axis: 40, 400 or 4000 a minute.
func (v *curveView) underrunsTop() float64 {
	top := 40.0
	for _, n := range v.perMinute {
		for n > top && top < 4000 {
			top *= 10
		}
	}
	return top
}

var errorStroke = raster.Stroke{Width: 1.5, Dash: 5, Gap: 4}

// curveAxes draws the grid and its figures.
func (a *App) curveAxes(p *curvePlot) {
	v, style, l := &a.curve, &a.theme.Style, a.ctx.List()
	figure := style.Small
	figure.Tabular = true
	for level := 0.0; level <= p.top; level = max(4, level*10) {
		y := p.underrunsY(level)
		l.FillRect(raster.Rect{X: p.rect.X, Y: y - 0.5, W: p.rect.W, H: 1}, a.theme.Axis)
		v.buf = strconv.AppendFloat(v.buf[:0], level, 'f', 0, 64)
		l.TextInBytes(figure, raster.Rect{X: p.rect.X - 34, Y: y - 7, W: 30, H: 14}, v.buf, im.Right, a.theme.Lens[game.Interpolated])
	}
	for i := range 3 {
		places := 1
		if p.errorTop < 1 {
			places = 2
		}
		at := p.errorTop * float64(i) / 2
		if i == 0 {
			places = 0
		}
		v.buf = strconv.AppendFloat(v.buf[:0], at, 'f', places, 64)
		l.TextInBytes(figure, raster.Rect{X: p.rect.X + p.rect.W + 4, Y: p.errorY(at) - 7, W: 30, H: 14}, v.buf, im.Left, a.theme.Truth)
	}
	step := 100 * time.Millisecond
	for float32(p.reach/step)*44 > p.rect.W {
		step *= 2
	}
	for d := time.Duration(0); d <= p.reach; d += step {
		x := p.x(d)
		l.FillRect(raster.Rect{X: x - 0.5, Y: p.rect.Y, W: 1, H: p.rect.H}, a.theme.Axis)
		v.buf = milliseconds(v.buf[:0], d)
		if d+step > p.reach {
			v.buf = append(append(v.buf, ' '), a.text.Curve.Unit...)
		}
		l.TextInBytes(figure, raster.Rect{X: x - 30, Y: p.rect.Y + p.rect.H + 4, W: 60, H: 14}, v.buf, im.Centre, style.Muted)
	}
}

// curveLines draws how often it would have run dry, and what the delay costs.
func (a *App) curveLines(p *curvePlot) {
	v, l := &a.curve, a.ctx.List()
	l.PushClip(p.rect)
	a.mostlyDry(p)
	v.points = v.points[:0]
	for x := float32(0); x <= p.rect.W; x++ {
		d := time.Duration(float64(x) / float64(p.rect.W) * float64(p.reach))
		v.points = append(v.points, raster.Point{X: p.rect.X + x, Y: p.underrunsY(v.perMinuteAt(d)) - 1})
	}
	colour := a.theme.Lens[game.Interpolated]
	n := len(v.points)
	v.points = append(v.points, raster.Point{X: p.rect.X + p.rect.W, Y: p.rect.Y + p.rect.H}, raster.Point{X: p.rect.X, Y: p.rect.Y + p.rect.H})
	l.FillPolygon(v.points, raster.Alpha(colour, 0.14))
	l.StrokePolyline(v.points[:n], raster.Stroke{Width: 2}, colour)

	v.points = v.points[:0]
	for i, metres := range v.cost {
		v.points = append(v.points, raster.Point{X: p.x(v.delays[i]), Y: p.errorY(metres) - 1})
	}
	l.StrokePolyline(v.points, errorStroke, a.theme.Truth)
	l.PopClip()
}

// mostlyDry marks the delays at which more than half of the frames would have been dry:
// there one spell runs into the next, and few are no good sign.
func (a *App) mostlyDry(p *curvePlot) {
	style, text, l := &a.theme.Style, a.text.Curve.MostlyDry, a.ctx.List()
	r := raster.Rect{X: p.rect.X, Y: p.rect.Y + plotBand, W: p.x(a.curve.advice.half) - p.rect.X, H: p.rect.H - plotBand}
	colour := raster.Alpha(a.theme.Lost, 0.35)
	for x := r.X + 2; x < r.X+r.W; x += 5 {
		l.FillRect(raster.Rect{X: x, Y: r.Y, W: 1, H: r.H}, colour)
	}
	r.Y -= plotBand
	r.H = plotBand
	if style.Small.Measure(text)+4 <= r.W {
		l.TextIn(style.Small, r.InsetXY(2, 0), text, im.Left, a.theme.Lost)
	}
}
