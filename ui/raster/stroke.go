package raster

import (
	"math"
)

// Stroke says how a line is drawn. Lengths are logical pixels. Ends are cut
// square at the end points; joins are mitred where the line turns gently and
// round where it turns sharply.
type Stroke struct {
	Width float32
	// Dash and Gap, both above zero, make the line dashed; Phase is how far
	// into the pattern it starts.
	Dash, Gap, Phase float32
	// Closed joins the last point to the first.
	Closed bool
}

// StrokePolyline draws a line through the points. The whole line is one shape:
// where it crosses itself a translucent colour does not add up. A line whose
// points all fall together is not drawn.
//
// Coverage is that of the distance to the line's middle, a ramp one pixel wide
// across the edge: exact for upright and level lines, at most 1/10 off for
// others.
func (c *Canvas) StrokePolyline(pts []Point, s Stroke, col Color) {
	width, ok := toSub(s.Width, c.scale)
	if !ok || !(s.Width > 0) || len(pts) < 2 || col.A == 0 {
		return
	}
	m := &c.mask
	m.begin(max(width, 1), c.clip)
	if c.beyond(pts, m.reach) || !m.follow(pts, s.Closed, c.scale) {
		return
	}
	dash, okDash := toSub(s.Dash, c.scale)
	gap, okGap := toSub(s.Gap, c.scale)
	phase, okPhase := toSub(s.Phase, c.scale)
	if okDash && okGap && okPhase && dash > 0 && gap > 0 {
		m.dashed(dash, gap, phase)
	} else {
		m.solid()
	}
	src := newSource(col)
	m.blend(c, &src)
}

// beyond reports whether all points lie farther than a distance in subpixels, a
// pixel and rounding, on the same side of the clip.
func (c *Canvas) beyond(pts []Point, distance int) bool {
	room := float32(distance+2*one) / one
	x0, x1 := (float32(c.clip.x0)-room)/c.scale, (float32(c.clip.x1)+room)/c.scale
	y0, y1 := (float32(c.clip.y0)-room)/c.scale, (float32(c.clip.y1)+room)/c.scale
	left, right, above, below := true, true, true, true
	for _, p := range pts {
		left = left && p.X < x0
		right = right && p.X > x1
		above = above && p.Y < y0
		below = below && p.Y > y1
		if !left && !right && !above && !below {
			return false
		}
	}
	return true
}

// follow turns the points into segments, leaving out those without a length. It
// reports false if there is nothing to draw.
func (m *strokeMask) follow(pts []Point, closed bool, scale float32) bool {
	m.segments, m.closed = m.segments[:0], closed
	var first, last corner
	for i, p := range pts {
		at, ok := toCorner(p, scale)
		if !ok {
			return false
		}
		if i == 0 {
			first = at
		} else if at != last {
			m.segments = append(m.segments, segmentBetween(last, at))
		}
		last = at
	}
	if closed && last != first {
		m.segments = append(m.segments, segmentBetween(last, first))
	}
	return len(m.segments) > 0
}

// joint returns the end of segment i where it meets the next one.
func (m *strokeMask) joint(i int) lineEnd {
	if i+1 < len(m.segments) {
		return m.join(&m.segments[i], &m.segments[i+1])
	}
	if m.closed {
		return m.join(&m.segments[i], &m.segments[0])
	}
	return cutEnd
}

func (m *strokeMask) solid() {
	end := cutEnd
	if m.closed {
		end = m.joint(len(m.segments) - 1)
	}
	for i := range m.segments {
		start := end
		end = m.joint(i)
		m.addSegment(m.segments[i].from, m.segments[i].to, &m.segments[i], start, end)
	}
}

// maxDashes bounds the dashes of one line; a pattern too fine for it is drawn
// solid.
const maxDashes = 1 << 14

func (m *strokeMask) dashed(dash, gap, phase int) {
	total, period := 0, dash+gap
	for i := range m.segments {
		total += m.segments[i].length
	}
	if total/period > maxDashes {
		m.solid()
		return
	}
	at := phase % period // position in the pattern
	if at < 0 {
		at += period
	}
	start := cutEnd // of the dash that is being drawn
	for i := range m.segments {
		l := &m.segments[i]
		for d := 0; d < l.length; {
			if at >= dash {
				step := min(period-at, l.length-d)
				d, at, start = d+step, (at+step)%period, cutEnd
				continue
			}
			step := min(dash-at, l.length-d)
			end := cutEnd
			if d+step == l.length && at+step < dash && i+1 < len(m.segments) {
				end = m.joint(i)
			}
			m.addSegment(l.along(d), l.along(d+step), l, start, end)
			d, at, start = d+step, at+step, end
		}
	}
}

// lineSegment leads from one point of a line to the next, in subpixels. (ux, uy) is
// its direction, of length 1<<unitShift.
type lineSegment struct {
	from, to corner
	ux, uy   int
	length   int
}

const unitShift = 16

// segmentBetween returns the segment between two different points. Square root and
// division are exactly rounded by IEEE 754, and the products by an explicit conversion,
// hence the same everywhere.
func segmentBetween(from, to corner) lineSegment {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Sqrt(float64(dx*dx + dy*dy))
	perStep := float64(1<<unitShift) / length
	const shift = 2 << unitShift // makes truncation round down
	return lineSegment{
		from: from, to: to, length: int(length + 0.5),
		ux: int(float64(float64(dx)*perStep)+0.5+shift) - shift,
		uy: int(float64(float64(dy)*perStep)+0.5+shift) - shift,
	}
}

// along returns the point at a distance from the start.
func (l *lineSegment) along(d int) corner {
	return corner{l.from.x + (l.to.x-l.from.x)*d/l.length, l.from.y + (l.to.y-l.from.y)*d/l.length}
}

// lineEnd is how a segment ends.
type lineEnd struct {
	style  endStyle
	beyond int // how far beyond the end its coverage may reach, in subpixels
}

type endStyle uint8

const (
	square  endStyle = iota // cut off at the end, anti-aliased
	rounded                 // a half disc beyond the end
	mitred                  // the sides go on to where they meet those of the next segment
)

var cutEnd = lineEnd{square, one / 2}

// gentle is the cosine, times 1<<unitShift, of the turns up to which joins are
// mitred: 26°.
const gentle = 9 << unitShift / 10

// join returns how two segments meet. The mitre of a turn by θ reaches tan(θ/2) =
// sin θ / (1 + cos θ) times as far beyond the end as the sides are away.
func (m *strokeMask) join(a, b *lineSegment) lineEnd {
	cos := (a.ux*b.ux + a.uy*b.uy) >> unitShift
	if cos < gentle {
		return lineEnd{rounded, m.reach}
	}
	sin := abs(a.ux*b.uy-a.uy*b.ux) >> unitShift
	return lineEnd{mitred, m.reach * sin / (1<<unitShift + cos)}
}
