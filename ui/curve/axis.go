package curve

import (
	"math"
	"strconv"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// quantity is what the curve shows of every delay.
type quantity int

const (
	underrunsPerMinute quantity = iota
	shareDry                    // per cent of the frames
	nowError                    // m, root mean square
	correctionSize              // m, 95th percentile
	numQuantities
)

// There is a name for each.
var _ = [numQuantities]string(text.CurveText{}.Shows)

// scale is a scale of the plot's height. One of decades has a place of its own for
// 0, well below all that is more: never is another thing than seldom.
type scale struct {
	decades bool
	floor   float64 // the smallest that is told from less, of decades
	top     float64
	zero    float64 // the share of the height that decades keep for 0
}

// zeroShare is the share of the height that decades keep for 0, if that is enough for
// its word.
const zeroShare, zeroHeight = 0.13, 12

// share returns how high up a value is, 0 to 1.
func (s *scale) share(v float64) float64 {
	if !s.decades {
		return min(max(v, 0)/s.top, 1)
	}
	if v <= 0 {
		return 0
	}
	v = min(max(v, s.floor), s.top)
	return s.zero + (1-s.zero)*math.Log(v/s.floor)/math.Log(s.top/s.floor)
}

// scaleOf returns the scale of a quantity of which most is the largest value.
func scaleOf(q quantity, most float64) scale {
	switch q {
	case underrunsPerMinute:
		top := 10.0
		for top < min(most, 1000) {
			top *= 10
		}
		if most > 1000 {
			top = 3600 // every second frame of 120 a second
		}
		return scale{true, 0.05, top, zeroShare}
	case shareDry:
		return scale{true, 0.005, 100, zeroShare}
	}
	return scale{top: niceTop(most)}
}

// niceTop returns the end of an axis that shows v: 1, 2 or 5 times a power of ten.
func niceTop(v float64) float64 {
	for top := 0.01; ; top *= 10 {
		for _, step := range [3]float64{1, 2, 5} {
			if top*step >= v || top >= 1e6 {
				return top * step
			}
		}
	}
}

// axes draws the grid and its figures.
func (fr *frame) axes(p *plot) {
	v, style, l := fr.p, &fr.m.Theme.Style, fr.c.List()
	figure := style.Small
	figure.Tabular = true
	left := func(level float64, decimals int) {
		y := p.y(level)
		l.FillRect(raster.Rect{X: p.rect.X, Y: y - 0.5, W: p.rect.W, H: 1}, fr.m.Theme.Axis)
		v.buf = strconv.AppendFloat(v.buf[:0], level, 'f', decimals, 64)
		l.TextInBytes(figure, raster.Rect{X: p.rect.X - 34, Y: y - 7, W: 30, H: 14}, v.buf, im.Right, fr.m.Theme.Lens[game.Interpolated])
	}
	if p.scale.decades {
		fr.neverStrip(p)
		left(0, 0)
		step := 10.0
		for p.y(p.scale.top/step)-p.y(p.scale.top) < figureHeight {
			step *= 10
		}
		for level := 0.1; level <= p.scale.top; level *= step {
			if level = math.Round(level*10) / 10; level < 1 {
				left(level, 1)
			} else {
				left(level, 0)
			}
		}
	} else {
		for i := range 3 {
			left(p.scale.top*float64(i)/2, placesOf(p.scale.top, i))
		}
	}
	if p.errorTop > 0 {
		for i := range 3 {
			at := p.errorTop * float64(i) / 2
			v.buf = strconv.AppendFloat(v.buf[:0], at, 'f', placesOf(p.errorTop, i), 64)
			l.TextInBytes(figure, raster.Rect{X: p.rect.X + p.rect.W + 4, Y: p.errorY(at) - 7, W: 30, H: 14}, v.buf, im.Left, fr.m.Theme.Truth)
		}
	}
	fr.delayAxis(p, figure)
}

// figureHeight is how far apart two figures of an axis are at least.
const figureHeight = 13

// placesOf returns the decimals of the i-th of three figures up to top.
func placesOf(top float64, i int) int {
	switch {
	case i == 0:
		return 0
	case top < 1:
		return 2
	case top < 10:
		return 1
	}
	return 0
}

// neverStrip is the place of 0.
func (fr *frame) neverStrip(p *plot) {
	style, l := &fr.m.Theme.Style, fr.c.List()
	r := raster.Rect{X: p.rect.X, Y: p.up(p.scale.zero), W: p.rect.W}
	r.H = p.rect.Y + p.rect.H - r.Y
	l.FillRect(r, raster.Alpha(fr.m.Theme.Good, 0.14))
	l.TextIn(style.Small, r.InsetXY(4, 0), fr.m.Text.Curve.Never, im.Right, fr.m.Theme.Good)
}

// delayAxis draws the delays.
func (fr *frame) delayAxis(p *plot, figure raster.Font) {
	v, style, l := fr.p, &fr.m.Theme.Style, fr.c.List()
	step := delayStep
	for float32(p.reach/step)*44 > p.rect.W {
		step *= 2
	}
	for d := 0 * step; d <= p.reach; d += step {
		x := p.x(d)
		l.FillRect(raster.Rect{X: x - 0.5, Y: p.rect.Y, W: 1, H: p.rect.H}, fr.m.Theme.Axis)
		v.buf = view.Milliseconds(v.buf[:0], d)
		if d+step > p.reach {
			v.buf = append(append(v.buf, ' '), fr.m.Text.Curve.Unit...)
		}
		l.TextInBytes(figure, raster.Rect{X: x - 30, Y: p.rect.Y + p.rect.H + 6, W: 60, H: 14}, v.buf, im.Centre, style.Muted)
	}
}
