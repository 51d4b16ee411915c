package curve

import (
	"math"
	"slices"
	"time"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// plot is the place and the scales of the what-if curve.
type plot struct {
	rect     raster.Rect
	reach    time.Duration // at the right edge
	scale    scale
	errorTop float64 // at the upper edge, of the scale at the right; 0: there is none
}

// plotBand is the strip at the upper edge in which the formula's marks are named.
const plotBand = 14

// delayStep is from one figure of the delays' axis to the next, at least.
const delayStep = 100 * time.Millisecond

func (p *plot) x(d time.Duration) float32 {
	return p.rect.X + p.rect.W*float32(float64(d)/float64(p.reach))
}

// delay returns the whole millisecond at a place, within the plot.
func (p *plot) delay(x float32) time.Duration {
	share := min(1, max(0, float64(x-p.rect.X)/float64(p.rect.W)))
	return time.Duration(math.Round(share*float64(p.reach)/1e6)) * time.Millisecond
}

func (p *plot) y(value float64) float32 { return p.up(p.scale.share(value)) }

func (p *plot) errorY(cost float64) float32 { return p.up(min(cost/p.errorTop, 1)) }

// up returns the y of a share of the height below the band of the marks' names.
func (p *plot) up(share float64) float32 {
	return p.rect.Y + p.rect.H - (p.rect.H-plotBand)*float32(share)
}

// The lines of the plot, told apart by more than their colours.
var (
	forecastStroke = raster.Stroke{Width: 2.5}
	runStroke      = raster.Stroke{Width: 1.5}
	errorStroke    = raster.Stroke{Width: 1.5, Dash: 5, Gap: 4}
)

// lines draws what each delay brings: of this run, of the forecast with its band, and
// what it costs.
func (fr *frame) lines(p *plot) {
	l := fr.c.List()
	l.PushClip(p.rect)
	fr.mostlyInUnderrun(p)
	if f := &fr.forecast; len(f.mean) > 0 {
		colour, low := fr.m.Theme.Lens[game.Interpolated], p.trace(f.low)
		slices.Reverse(low)
		l.FillPolygon(append(p.trace(f.high), low...), raster.Alpha(colour, 0.22))
		l.StrokePolyline(p.trace(f.mean), forecastStroke, colour)
	}
	if len(fr.run) > 0 {
		l.StrokePolyline(p.trace(fr.run), runStroke, fr.m.Theme.Style.Foreground)
	}
	if p.errorTop > 0 {
		var points []raster.Point
		for i, cost := range fr.cost {
			points = append(points, raster.Point{X: p.x(fr.delays[i]), Y: p.errorY(cost) - 1})
		}
		l.StrokePolyline(points, errorStroke, fr.m.Theme.Truth)
	}
	l.PopClip()
}

// upright returns a line of a width in dp at a delay, below the band of the marks' names.
func (p *plot) upright(d time.Duration, width float32) raster.Rect {
	return raster.Rect{X: p.x(d) - width/2, Y: p.rect.Y + plotBand, W: width, H: p.rect.H - plotBand}
}

// trace returns the line through values at 0, 1, 2 … ms, as far as they go, with a point
// for each change of height that can be seen.
func (p *plot) trace(values []float64) (line []raster.Point) {
	perPixel := float64(p.reach/time.Millisecond) / float64(p.rect.W)
	end := min(p.rect.W, p.x(time.Duration(len(values)-1)*time.Millisecond)-p.rect.X)
	var last, skipped raster.Point
	pending := false
	for x := float32(0); ; x++ {
		x = min(x, end)
		i := min(int(float64(x)*perPixel+1e-6), len(values)-1)
		at := raster.Point{X: p.rect.X + x, Y: p.y(values[i]) - 1}
		if x > 0 && x < end && at.Y == last.Y {
			skipped, pending = at, true
			continue
		}
		if pending {
			line, pending = append(line, skipped), false
		}
		line = append(line, at)
		if last = at; x >= end {
			return line
		}
	}
}

// mostlyInUnderrun marks the delays at which more than half of the frames would have been
// in an underrun: there one runs into the next, and few are no good sign.
func (fr *frame) mostlyInUnderrun(p *plot) {
	style, text, l := &fr.m.Theme.Style, fr.m.Text.Curve.MostlyInUnderrun, fr.c.List()
	r := raster.Rect{X: p.rect.X, Y: p.rect.Y + plotBand, W: p.x(fr.half) - p.rect.X, H: p.rect.H - plotBand}
	colour := raster.Alpha(fr.m.Theme.Lost, 0.35)
	for x := r.X + 2; x < r.X+r.W; x += 5 {
		l.FillRect(raster.Rect{X: x, Y: r.Y, W: 1, H: r.H}, colour)
	}
	r.Y -= plotBand
	r.H = plotBand
	if style.Small.Measure(text)+4 <= r.W {
		l.TextIn(style.Small, r.InsetXY(2, 0), text, im.Left, fr.m.Theme.Lost)
	}
}
