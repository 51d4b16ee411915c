// Package plot draws numbers over a delay, or over any setting, as a picture for a page or a
// pull request: with titled axes, bands and marks, in a theme's colours.
package plot

import (
	"image"
	"math"
	"strconv"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Plot is one plot of a picture. X and Y title its axes, with their units.
type Plot struct {
	Title, X, Y string
	// Decades gives the height a scale of decades, which keeps a place of its own for 0:
	// never is another thing than seldom.
	Decades bool
	Series  []Series
	// Limit is a level that is not to be exceeded, named LimitName; 0 for none.
	Limit     float64
	LimitName string
	Marks     []Mark
}

// Series is a line of finite numbers. X must rise. Low and High are a band about it, nil for none.
type Series struct {
	Name            string
	X, Y, Low, High []float64
}

// Mark is a vertical line at an X that stands out, and the interval in which it is certain;
// Good and Bad mark it as such.
type Mark struct {
	Name          string
	At, Low, High float64
	Good, Bad     bool
}

// What a plot needs, in dp.
const (
	plotHeight                         = 300
	titleHeight, axisHeight, axisWidth = 44, 40, 62
	margin, figureHeight, zeroHeight   = 14, 16, 22
	xTicks, yTicks, decadesShown       = 8, 4, 5
	floorOfDecades, dashes             = 0.01, 5
)

// Render draws plots below one another in a picture of a width in dp, of which each is scale
// pixels.
func Render(plots []Plot, t *view.Theme, width int, scale float32) *image.RGBA {
	w, h := float32(width), float32(plotHeight*len(plots))
	c := raster.NewCanvas(int(w*scale), int(h*scale), scale)
	c.FillRect(c.Bounds(), t.Style.Panel)
	var l im.List
	for i := range plots {
		p := painter{&plots[i], t, &l, raster.Rect{X: margin + axisWidth, Y: float32(i*plotHeight) + titleHeight, W: w - axisWidth - 2*margin, H: plotHeight - titleHeight - axisHeight}, 0, 0, 0, 0}
		p.draw()
	}
	l.Replay(c)
	return c.Image()
}

// painter draws a plot.
type painter struct {
	*Plot
	t               *view.Theme
	l               *im.List
	r               raster.Rect
	x0, x1, y1, low float64 // the ends of the axes; low is the smallest that decades tell from 0
}

func (p *painter) draw() {
	p.extent()
	style := &p.t.Style
	p.l.FillRect(p.r, p.t.Plot)
	p.l.TextIn(style.Strong, raster.Rect{X: margin, Y: p.r.Y - titleHeight, W: p.r.W + axisWidth, H: titleHeight - 18}, p.Title, im.Left, style.Foreground)
	p.l.TextIn(style.Small, raster.Rect{X: margin, Y: p.r.Y - 20, W: p.r.W, H: 18}, p.Y, im.Left, style.Muted)
	p.l.TextIn(style.Small, raster.Rect{X: p.r.X, Y: p.r.Max().Y + 20, W: p.r.W, H: 16}, p.X, im.Right, style.Muted)
	p.axes()
	if p.Limit > 0 {
		y := p.y(p.Limit)
		p.l.StrokePolyline([]raster.Point{{X: p.r.X, Y: y}, {X: p.r.Max().X, Y: y}}, raster.Stroke{Width: 1.5, Dash: dashes, Gap: dashes}, p.t.Lost)
		p.l.TextIn(style.Small, raster.Rect{X: p.r.X, Y: y - figureHeight, W: p.r.W - 6, H: figureHeight}, p.LimitName, im.Right, p.t.Lost)
	}
	for i := range p.Series {
		p.series(i)
	}
	for i := range p.Marks {
		p.mark(i)
	}
}

// extent finds the ends of the axes.
func (p *painter) extent() {
	p.x0, p.x1, p.y1 = math.Inf(1), math.Inf(-1), p.Limit
	for _, s := range p.Series {
		for i, x := range s.X {
			p.x0, p.x1, p.y1 = min(p.x0, x), max(p.x1, x), max(p.y1, s.Y[i])
			if s.High != nil {
				p.y1 = max(p.y1, s.High[i])
			}
		}
	}
	if !(p.x1 > p.x0) {
		p.x0, p.x1 = min(p.x0, 0), max(p.x1, p.x0+1, 1)
	}
	if !(p.y1 > 0) {
		p.y1 = 1
	}
	if !p.Decades {
		step := tick(p.y1 / yTicks)
		p.y1 = step * math.Ceil(p.y1/step)
		return
	}
	p.y1 = math.Pow(10, math.Ceil(math.Log10(max(p.y1, 10*floorOfDecades))))
	p.low = max(floorOfDecades, p.y1/math.Pow(10, decadesShown))
}

// tick returns the round number of at least so much: 1, 2 or 5 times a power of ten.
func tick(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, step := range [...]float64{1, 2, 5} {
		if step*power >= least*(1-1e-9) {
			return step * power
		}
	}
	return 10 * power
}

func (p *painter) x(v float64) float32 {
	return p.r.X + p.r.W*float32((min(max(v, p.x0), p.x1)-p.x0)/(p.x1-p.x0))
}

func (p *painter) y(v float64) float32 {
	if !p.Decades {
		return p.r.Max().Y - p.r.H*float32(min(max(v, 0), p.y1)/p.y1)
	}
	if v <= 0 {
		return p.r.Max().Y
	}
	share := math.Log(min(max(v, p.low), p.y1)/p.low) / math.Log(p.y1/p.low)
	return p.r.Max().Y - zeroHeight - (p.r.H-zeroHeight)*float32(share)
}

// axes draws the grid and its figures.
func (p *painter) axes() {
	figure := p.t.Style.Small
	figure.Tabular = true
	level := func(v float64) {
		y := p.y(v)
		p.l.FillRect(raster.Rect{X: p.r.X, Y: y - 0.5, W: p.r.W, H: 1}, p.t.Axis)
		p.l.TextIn(figure, raster.Rect{X: margin, Y: y - figureHeight/2, W: axisWidth - 8, H: figureHeight}, plain(v), im.Right, p.t.Style.Muted)
	}
	level(0)
	if p.Decades {
		for v := p.low; v <= p.y1*1.001; v *= 10 {
			level(v)
		}
	} else {
		for i, step := 1, tick(p.y1/yTicks); float64(i)*step <= p.y1*1.001; i++ {
			level(float64(i) * step)
		}
	}
	step := tick((p.x1 - p.x0) / xTicks)
	for v := math.Ceil(p.x0/step) * step; v <= p.x1*1.001; v += step {
		x := p.x(v)
		p.l.FillRect(raster.Rect{X: x - 0.5, Y: p.r.Y, W: 1, H: p.r.H}, p.t.Axis)
		p.l.TextIn(figure, raster.Rect{X: x - 40, Y: p.r.Max().Y + 3, W: 80, H: figureHeight}, plain(v), im.Centre, p.t.Style.Muted)
	}
}

// plain is a number with as many places as it has.
func plain(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }

// series draws a line with its band, told from the others by its dashes too, and its name.
func (p *painter) series(i int) {
	s := &p.Series[i]
	colour := p.t.Lens[(i+1)%len(p.t.Lens)]
	if s.High != nil {
		points := make([]raster.Point, 0, 2*len(s.X))
		for j, x := range s.X {
			points = append(points, raster.Point{X: p.x(x), Y: p.y(s.High[j])})
		}
		for j := len(s.X) - 1; j >= 0; j-- {
			points = append(points, raster.Point{X: p.x(s.X[j]), Y: p.y(s.Low[j])})
		}
		p.l.FillPolygon(points, raster.Alpha(colour, 0.25))
	}
	points := make([]raster.Point, len(s.X))
	for j, x := range s.X {
		points[j] = raster.Point{X: p.x(x), Y: p.y(s.Y[j])}
	}
	stroke := raster.Stroke{Width: 2}
	if i > 0 {
		stroke.Dash, stroke.Gap = float32(4*i+4), 3
	}
	p.l.StrokePolyline(points, stroke, colour)
	const key, row = 26, 17
	y := p.r.Y - 11
	x := p.r.Max().X
	for _, other := range p.Series[i:] {
		x -= p.t.Style.Small.Measure(other.Name) + key + row
	}
	p.l.StrokePolyline([]raster.Point{{X: x, Y: y}, {X: x + key - 4, Y: y}}, stroke, colour)
	p.l.TextIn(p.t.Style.Small, raster.Rect{X: x + key, Y: y - row/2, W: 300, H: row}, s.Name, im.Left, p.t.Style.Foreground)
}

// mark draws a mark with its interval and its name.
func (p *painter) mark(i int) {
	m := &p.Marks[i]
	if m.At < p.x0 || m.At > p.x1 {
		return
	}
	colour := p.t.Truth
	switch {
	case m.Good:
		colour = p.t.Good
	case m.Bad:
		colour = p.t.Lost
	}
	if m.High > m.Low {
		x := p.x(m.Low)
		p.l.FillRect(raster.Rect{X: x, Y: p.r.Y, W: p.x(m.High) - x, H: p.r.H}, raster.Alpha(colour, 0.2))
	}
	x := p.x(m.At)
	p.l.FillRect(raster.Rect{X: x - 1, Y: p.r.Y, W: 2, H: p.r.H}, colour)
	font := p.t.Style.Small
	w := font.Measure(m.Name) + 10
	at := raster.Rect{X: min(x+4, p.r.Max().X-w), Y: p.r.Y + 4 + float32(i)*(figureHeight+4), W: w, H: figureHeight}
	p.l.FillRound(at, 3, p.t.Style.Popup)
	p.l.TextIn(font, at, m.Name, im.Centre, colour)
}
