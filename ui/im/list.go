package im

import "snaplab/ui/raster"

// The layers of a List, drawn in this order. A popup opened within a popup lies
// on the next one; tooltips lie on all.
const (
	layerBase = iota
	layerPopup
	layerNested
	layerTip
	numLayers
)

// List is a frame's drawing commands in the order of drawing. It is reused
// from frame to frame: what a frame put in is gone when the next one begins.
// The zero value is an empty list. Not safe for concurrent use.
//
// The drawing methods mirror those of raster.Canvas; commands that could not
// show anything (empty rectangles, wholly transparent colours) are left out.
type List struct {
	layers  [numLayers]layer
	current int
	points  []raster.Point // of all polygons and lines, in one piece
	style   *Style         // names the colours in the textual form; may be nil
}

type layer struct {
	commands []command
	clips    []raster.Rect // open ones, each already intersected with those outside it
}

type op uint8

const (
	opPushClip op = iota
	opPopClip
	opFillRect
	opFillRound
	opStrokeRound
	opFillCircle
	opStrokeCircle
	opPolygon
	opPolyline
	opText
	opCustom
)

// command is one drawing operation; which fields mean something depends on op.
type command struct {
	op            op
	box           raster.Rect // around what it draws, within the clip
	rect          raster.Rect // a point in X, Y for circles and text
	radius, width float32     // the width is a text's too
	colour        raster.Color
	font          raster.Font
	text          string // or the name of a custom command
	first, count  int    // of List.points
	stroke        raster.Stroke
	version       uint64
	draw          func(*raster.Canvas, raster.Rect)
}

// Reset empties the list and keeps its memory. A Context does this in Begin.
func (l *List) Reset() {
	for i := range l.layers {
		clear(l.layers[i].commands) // lets go of custom functions
		l.layers[i].commands = l.layers[i].commands[:0]
		l.layers[i].clips = l.layers[i].clips[:0]
	}
	l.points = l.points[:0]
	l.current = layerBase
}

func (l *List) add(c command) {
	y := &l.layers[l.current]
	c.box = l.clip(l.bounds(&c))
	y.commands = append(y.commands, c)
}

// PushClip restricts what follows to r, within the clips already pushed.
func (l *List) PushClip(r raster.Rect) {
	y := &l.layers[l.current]
	inner := r
	if n := len(y.clips); n > 0 {
		inner = r.Intersect(y.clips[n-1])
	}
	y.clips = append(y.clips, inner)
	l.add(command{op: opPushClip, rect: r})
}

// PopClip undoes the last PushClip. One too many does nothing.
func (l *List) PopClip() {
	y := &l.layers[l.current]
	if n := len(y.clips); n > 0 {
		y.clips = y.clips[:n-1]
		l.add(command{op: opPopClip})
	}
}

// clip returns the visible part of r under the pushed clips.
func (l *List) clip(r raster.Rect) raster.Rect {
	y := &l.layers[l.current]
	if n := len(y.clips); n > 0 {
		return r.Intersect(y.clips[n-1])
	}
	return r
}

// FillRect fills a rectangle.
func (l *List) FillRect(r raster.Rect, c raster.Color) {
	if !r.Empty() && c.A > 0 {
		l.add(command{op: opFillRect, rect: r, colour: c})
	}
}

// FillRound fills a rectangle with round corners.
func (l *List) FillRound(r raster.Rect, radius float32, c raster.Color) {
	if !r.Empty() && c.A > 0 {
		l.add(command{op: opFillRound, rect: r, radius: radius, colour: c})
	}
}

// StrokeRound draws the outline of a rectangle with round corners.
func (l *List) StrokeRound(r raster.Rect, radius, width float32, c raster.Color) {
	if !r.Empty() && width > 0 && c.A > 0 {
		l.add(command{op: opStrokeRound, rect: r, radius: radius, width: width, colour: c})
	}
}

// FillCircle fills a disc.
func (l *List) FillCircle(p raster.Point, radius float32, c raster.Color) {
	if radius > 0 && c.A > 0 {
		l.add(command{op: opFillCircle, rect: at(p), radius: radius, colour: c})
	}
}

// StrokeCircle draws a circle's line.
func (l *List) StrokeCircle(p raster.Point, radius, width float32, c raster.Color) {
	if radius > 0 && width > 0 && c.A > 0 {
		l.add(command{op: opStrokeCircle, rect: at(p), radius: radius, width: width, colour: c})
	}
}

// FillPolygon fills a polygon; the points are copied.
func (l *List) FillPolygon(points []raster.Point, c raster.Color) {
	if len(points) > 2 && c.A > 0 {
		l.points = append(l.points, points...)
		l.add(command{op: opPolygon, first: len(l.points) - len(points), count: len(points), colour: c})
	}
}

// StrokePolyline draws a line through the points, which are copied.
func (l *List) StrokePolyline(points []raster.Point, s raster.Stroke, c raster.Color) {
	if len(points) > 1 && s.Width > 0 && c.A > 0 {
		l.points = append(l.points, points...)
		l.add(command{op: opPolyline, first: len(l.points) - len(points), count: len(points), stroke: s, colour: c})
	}
}

// Line draws a straight line of a width.
func (l *List) Line(a, b raster.Point, width float32, c raster.Color) {
	l.StrokePolyline([]raster.Point{a, b}, raster.Stroke{Width: width}, c)
}

// Text writes s with its baseline's left end at p and returns the width.
func (l *List) Text(f raster.Font, p raster.Point, s string, c raster.Color) float32 {
	w := f.Measure(s)
	l.write(f, p, s, w, c)
	return w
}

// write is Text for a text whose width is known.
func (l *List) write(f raster.Font, p raster.Point, s string, width float32, c raster.Color) {
	if s != "" && c.A > 0 {
		l.add(command{op: opText, rect: at(p), width: width, font: f, text: s, colour: c})
	}
}

// Custom leaves a place in the list to a function that draws straight on the
// canvas, clipped to r: for pictures of thousands of points, which would be
// slow to copy and to hash. The list can't see what draw does, so the caller
// gives a version that changes whenever the picture would.
func (l *List) Custom(r raster.Rect, name string, version uint64, draw func(*raster.Canvas, raster.Rect)) {
	if !r.Empty() && draw != nil {
		l.add(command{op: opCustom, rect: r, text: name, version: version, draw: draw})
	}
}

// Replay draws the list. Clips left open are closed, layer by layer.
func (l *List) Replay(cv *raster.Canvas) { l.replayAll(cv, nil) }

// replayAll draws the commands that draw within a rectangle, all for nil.
func (l *List) replayAll(cv *raster.Canvas, in *raster.Rect) {
	for i := range l.layers {
		open := 0
		for j := range l.layers[i].commands {
			c := &l.layers[i].commands[j]
			switch c.op {
			case opPushClip:
				open++
			case opPopClip:
				open--
			default:
				if in != nil && !overlap(&c.box, in) {
					continue
				}
			}
			l.replay(cv, c)
		}
		for ; open > 0; open-- {
			cv.PopClip()
		}
	}
}

func overlap(a, b *raster.Rect) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

func (l *List) replay(cv *raster.Canvas, c *command) {
	p := raster.Point{X: c.rect.X, Y: c.rect.Y}
	switch c.op {
	case opPushClip:
		cv.PushClip(c.rect)
	case opPopClip:
		cv.PopClip()
	case opFillRect:
		cv.FillRect(c.rect, c.colour)
	case opFillRound:
		cv.FillRound(c.rect, c.radius, c.colour)
	case opStrokeRound:
		cv.StrokeRound(c.rect, c.radius, c.width, c.colour)
	case opFillCircle:
		cv.FillCircle(p, c.radius, c.colour)
	case opStrokeCircle:
		cv.StrokeCircle(p, c.radius, c.width, c.colour)
	case opPolygon:
		cv.FillPolygon(l.pointsOf(c), c.colour)
	case opPolyline:
		cv.StrokePolyline(l.pointsOf(c), c.stroke, c.colour)
	case opText:
		cv.Text(c.font, p, c.text, c.colour)
	case opCustom:
		if cv.Visible(c.rect) {
			cv.PushClip(c.rect)
			c.draw(cv, c.rect)
			cv.PopClip()
		}
	}
}

func (l *List) pointsOf(c *command) []raster.Point { return l.points[c.first : c.first+c.count] }

func at(p raster.Point) raster.Rect { return raster.Rect{X: p.X, Y: p.Y} }
