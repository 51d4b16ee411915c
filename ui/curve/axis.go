package curve

import (
	"math"
	"slices"

	"snaplab/game"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// quantity is what the curve shows of every delay.
type quantity int

const (
	underrunsPerMinute quantity = iota
	underrunShare               // per cent of the frames
	nowError                    // m, root mean square
	correctionSize              // m, 95th percentile
	rotationError               // °, root mean square
	rotationCorrection          // °, 95th percentile
	wrongState                  // ms a second
	numQuantities
)

// There is a name for each.
var _ = [numQuantities]string(text.CurveText{}.Shows)

// figures are those of the study that only runs of the lens tell, from nowError on.
var figures = [numQuantities]study.Figure{
	nowError: study.ErrorM, correctionSize: study.CorrectionM, rotationError: study.ErrorDeg, rotationCorrection: study.CorrectionDeg, wrongState: study.StateWrong,
}

// errorOf is the quantity that an error is told in of what varies.
var errorOf = [...]quantity{world.Position: nowError, world.Rotation: rotationError, world.Stance: wrongState}

// offered returns the quantities that tell something of the kinds in focus: metres of what
// moves, with its rotation if it turns, degrees of what only turns, and the time in the wrong
// state of what has nothing else.
func (fr *frame) offered() []quantity {
	list := []quantity{underrunsPerMinute, underrunShare}
	switch fr.m.FocusVaries() {
	case world.Rotation:
		return append(list, rotationError, rotationCorrection)
	case world.Stance:
		return append(list, wrongState)
	}
	list = append(list, nowError, correctionSize)
	if _, lenses := fr.m.KindResults(); lenses == nil || slices.Max(lenses.Figures[study.ErrorDeg].Mean) > 0 {
		list = append(list, rotationError)
	}
	return list
}

// shown returns the quantity that is shown of the kinds in focus: the one that was chosen, or
// the like of it.
func (fr *frame) shown() quantity {
	offered := fr.offered()
	switch q := fr.chosen; {
	case slices.Contains(offered, q):
		return q
	case q == correctionSize || q == rotationCorrection:
		return offered[len(offered)-1]
	}
	return errorOf[fr.m.FocusVaries()]
}

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
	case underrunShare:
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
	l, figure := fr.c.List(), fr.m.Theme.Style.Small
	figure.Tabular = true
	left := func(level float64, written string) {
		y := p.y(level)
		l.FillRect(raster.Rect{X: p.rect.X, Y: y - 0.5, W: p.rect.W, H: 1}, fr.m.Theme.Axis)
		l.TextIn(figure, raster.Rect{X: p.rect.X - 34, Y: y - 7, W: 30, H: 14}, written, im.Right, fr.m.Theme.Lens[game.Interpolated])
	}
	if p.scale.decades {
		fr.neverStrip(p)
		left(0, "0")
		step := 10.0
		for p.y(p.scale.top/step)-p.y(p.scale.top) < figureHeight {
			step *= 10
		}
		for level := 0.1; level <= p.scale.top; level *= step {
			level = math.Round(level*10) / 10
			left(level, plain(level))
		}
	} else {
		halves(p.scale.top, left)
	}
	if p.errorTop > 0 {
		halves(p.errorTop, func(level float64, written string) {
			l.TextIn(figure, raster.Rect{X: p.rect.X + p.rect.W + 4, Y: p.errorY(level) - 7, W: 30, H: 14}, written, im.Left, fr.m.Theme.Truth)
		})
	}
	fr.delayAxis(p, figure)
}

// figureHeight is how far apart two figures of an axis are at least.
const figureHeight = 13

// halves calls f for the three figures of an axis up to top: its ends and the middle.
func halves(top float64, f func(level float64, written string)) {
	places := 0
	switch {
	case top < 1:
		places = 2
	case top < 10:
		places = 1
	}
	f(0, "0")
	f(top/2, view.Number(top/2, places))
	f(top, view.Number(top, places))
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
	style, l := &fr.m.Theme.Style, fr.c.List()
	step := delayStep
	for float32(p.reach/step)*44 > p.rect.W {
		step *= 2
	}
	for d := 0 * step; d <= p.reach; d += step {
		x := p.x(d)
		l.FillRect(raster.Rect{X: x - 0.5, Y: p.rect.Y, W: 1, H: p.rect.H}, fr.m.Theme.Axis)
		delay := view.Milliseconds(d)
		if d+step > p.reach {
			delay += " " + fr.m.Text.Curve.Unit
		}
		l.TextIn(figure, raster.Rect{X: x - 30, Y: p.rect.Y + p.rect.H + 6, W: 60, H: 14}, delay, im.Centre, style.Muted)
	}
}
