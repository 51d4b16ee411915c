package curve

import (
	"math"
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
	errorTop float64 // m at the upper edge, of the scale at the right; 0: there is none
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

func (p *plot) errorY(metres float64) float32 { return p.up(min(metres/p.errorTop, 1)) }

// up returns the y of a share of the height below the band of the marks' names.
func (p *plot) up(share float64) float32 {
	return p.rect.Y + p.rect.H - (p.rect.H-plotBand)*float32(share)
}

// The lines of the plot, told apart by more than their colours.
var (
	aheadStroke = raster.Stroke{Width: 2.5}
	runStroke   = raster.Stroke{Width: 1.5}
	errorStroke = raster.Stroke{Width: 1.5, Dash: 5, Gap: 4}
)

// lines draws what each delay brings: of this run, of the runs ahead with their
// band, and what it costs.
func (fr *frame) lines(p *plot) {
	v, l := fr.p, fr.c.List()
	l.PushClip(p.rect)
	fr.mostlyDry(p)
	colour := fr.m.Theme.Lens[game.Interpolated]
	if v.ahead.known() {
		v.points = p.trace(v.points[:0], v.ahead.high)
		n := len(v.points)
		v.points = p.trace(v.points, v.ahead.low)
		for i, j := n, len(v.points)-1; i < j; i, j = i+1, j-1 {
			v.points[i], v.points[j] = v.points[j], v.points[i]
		}
		l.FillPolygon(v.points, raster.Alpha(colour, 0.22))
		v.points = p.trace(v.points[:0], v.ahead.mean)
		l.StrokePolyline(v.points, aheadStroke, colour)
	}
	if len(v.run) > 0 {
		v.points = p.trace(v.points[:0], v.run)
		l.StrokePolyline(v.points, runStroke, fr.m.Theme.Style.Foreground)
	}
	if p.errorTop > 0 {
		v.points = v.points[:0]
		for i, metres := range v.cost {
			v.points = append(v.points, raster.Point{X: p.x(v.delays[i]), Y: p.errorY(metres) - 1})
		}
		l.StrokePolyline(v.points, errorStroke, fr.m.Theme.Truth)
	}
	l.PopClip()
}

// trace appends the line through values at 0, 1, 2 … ms, as far as they go, with a point
// for each change of height that can be seen.
func (p *plot) trace(dst []raster.Point, values []float64) []raster.Point {
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
			dst, pending = append(dst, skipped), false
		}
		dst = append(dst, at)
		if last = at; x >= end {
			return dst
		}
	}
}

// mostlyDry marks the delays at which more than half of the frames would have been dry:
// there one spell runs into the next, and few are no good sign.
func (fr *frame) mostlyDry(p *plot) {
	style, text, l := &fr.m.Theme.Style, fr.m.Text.Curve.MostlyDry, fr.c.List()
	r := raster.Rect{X: p.rect.X, Y: p.rect.Y + plotBand, W: p.x(fr.p.half) - p.rect.X, H: p.rect.H - plotBand}
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
