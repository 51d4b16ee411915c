package raster

import "math"

// Stroke says how a line is drawn. Lengths are logical pixels. Ends are cut
// square at the end points, joins are round.
type Stroke struct {
	Width float32
	// Dash and Gap, both above zero, make the line dashed; Phase is where in
	// the pattern it starts.
	Dash, Gap, Phase float32
	// Closed joins the last point to the first.
	Closed bool
}

// StrokePolyline draws a line through the points. The whole line is one shape:
// where it crosses itself a translucent colour does not add up.
//
// Coverage is that of the distance to the line's middle, a ramp one pixel wide
// across the edge: exact for upright and level lines, at most 1/16 off for
// others.
func (c *Canvas) StrokePolyline(pts []Point, s Stroke, col Color) {
	width, ok := toSub(s.Width, c.scale)
	if !ok || !(s.Width > 0) || len(pts) < 2 || col.A == 0 {
		return
	}
	m := &c.mask
	m.begin(max(width, 1), c.clip)
	m.points = m.points[:0]
	for _, p := range pts {
		x, okX := toSub(p.X, c.scale)
		y, okY := toSub(p.Y, c.scale)
		if !okX || !okY {
			return
		}
		// Points that fall together would be segments without a direction.
		if n := len(m.points); n == 0 || m.points[n-1] != (corner{x, y}) {
			m.points = append(m.points, corner{x, y})
		}
	}
	if n := len(m.points); s.Closed && n > 1 && m.points[0] == m.points[n-1] {
		m.points = m.points[:n-1]
	}
	if len(m.points) < 2 {
		return
	}
	dash, okDash := toSub(s.Dash, c.scale)
	gap, okGap := toSub(s.Gap, c.scale)
	phase, okPhase := toSub(s.Phase, c.scale)
	if okDash && okGap && okPhase && dash > 0 && gap > 0 {
		m.dashed(s.Closed, dash, gap, phase)
	} else {
		m.solid(s.Closed)
	}
	src := newSource(col)
	for y := m.top; y < m.bottom; y++ {
		t := &m.touched[y]
		if t.first <= t.last {
			mask := m.row(y)[t.first : t.last+1]
			src.blendMask(c.pixelRow(y, t.first, t.last+1), mask)
			clear(mask)
		}
		*t = span{m.width, -1}
	}
}

// strokeMask is where a line is put together before it is blended.
type strokeMask struct {
	coverage    []uint8 // of the canvas's size; zero between strokes
	width       int
	touched     []span // per row; empty between strokes
	top, bottom int    // rows touched
	clip        pixels
	points      []corner

	reach int // distance at which coverage ends, half the width + half a pixel
	full  int // greatest coverage: below 256 for lines thinner than a pixel
}

func (m *strokeMask) resize(w, h int) {
	m.coverage, m.width = make([]uint8, w*h), w
	m.touched = make([]span, h)
	for y := range m.touched {
		m.touched[y] = span{w, -1}
	}
}

func (m *strokeMask) row(y int) []uint8 { return m.coverage[y*m.width : (y+1)*m.width] }

func (m *strokeMask) begin(width int, clip pixels) {
	m.clip, m.top, m.bottom = clip, clip.y1, clip.y0
	m.reach, m.full = (width+one)/2, min(width, 255)
}

func (m *strokeMask) solid(closed bool) {
	n := len(m.points)
	for i := 1; i < n; i++ {
		m.segment(m.points[i-1], m.points[i], closed || i > 1, closed || i < n-1)
	}
	if closed {
		m.segment(m.points[n-1], m.points[0], true, true)
	}
}

// maxDashes bounds the dashes of one line; a pattern too fine for it is drawn
// solid.
const maxDashes = 1 << 14

func (m *strokeMask) dashed(closed bool, dash, gap, phase int) {
	count := len(m.points)
	if !closed {
		count--
	}
	total := 0
	for i := range count {
		total += distance(m.points[i], m.points[(i+1)%len(m.points)])
	}
	period := dash + gap
	if total/period > maxDashes {
		m.solid(closed)
		return
	}
	at := phase % period // position in the pattern
	if at < 0 {
		at += period
	}
	joined := false // the dash goes on from the segment before
	for i := range count {
		p, q := m.points[i], m.points[(i+1)%len(m.points)]
		length := distance(p, q)
		along := func(d int) corner {
			return corner{p.x + (q.x-p.x)*d/length, p.y + (q.y-p.y)*d/length}
		}
		for d := 0; d < length; {
			if at >= dash {
				step := min(period-at, length-d)
				d, at = d+step, (at+step)%period
				joined = false
				continue
			}
			step := min(dash-at, length-d)
			goesOn := d+step == length && at+step < dash && i < count-1
			m.segment(along(d), along(d+step), joined && d == 0, goesOn)
			d, at = d+step, at+step
			joined = goesOn
		}
	}
}

// distance between two points in subpixels, at least 1.
func distance(p, q corner) int {
	dx, dy := q.x-p.x, q.y-p.y
	return max(1, int(math.Sqrt(float64(dx*dx+dy*dy))+0.5))
}

// unitShift is the scale of unit vectors.
const unitShift = 16

// segment adds the line from p to q to the mask, keeping the greater coverage
// of a pixel. An end that is round has a half disc beyond it.
func (m *strokeMask) segment(p, q corner, roundStart, roundEnd bool) {
	dx, dy := q.x-p.x, q.y-p.y
	if dx == 0 && dy == 0 {
		return
	}
	reach := m.reach
	y0 := max(floorPixel(min(p.y, q.y)-reach), m.clip.y0)
	y1 := min(ceilPixel(max(p.y, q.y)+reach), m.clip.y1)
	minX := max(floorPixel(min(p.x, q.x)-reach), m.clip.x0)
	maxX := min(ceilPixel(max(p.x, q.x)+reach), m.clip.x1)
	if y0 >= y1 || minX >= maxX {
		return
	}
	m.top, m.bottom = min(m.top, y0), max(m.bottom, y1)

	exact := math.Sqrt(float64(dx*dx + dy*dy))
	unit := func(v int) int { return int(math.Floor(float64(v<<unitShift)/exact + 0.5)) }
	ux, uy := unit(dx), unit(dy)
	length := int(exact + 0.5)

	// A row meets the strip around the line where |x − middle| ≤ half.
	steep := abs(uy) > 1<<unitShift/256
	middle, slope, half := 0, 0, 0
	if steep {
		slope = dx << unitShift / dy
		half = reach << unitShift / abs(uy)
		middle = p.x<<unitShift + (y0<<subShift+one/2-p.y)*slope
	}
	for y := y0; y < y1; y++ {
		x0, x1 := minX, maxX
		if steep {
			centre := middle >> unitShift
			x0 = max(x0, (centre-half-one/2)>>subShift)
			x1 = min(x1, (centre+half+one/2)>>subShift+1)
			middle += slope << subShift
		}
		if x0 >= x1 {
			continue
		}
		t := &m.touched[y]
		t.first, t.last = min(t.first, x0), max(t.last, x1-1)
		ry, rx := y<<subShift+one/2-p.y, x0<<subShift+one/2-p.x
		m.line(m.row(y)[x0:x1], line{
			across: ry*ux - rx*uy, acrossStep: -uy << subShift,
			along: ry*uy + rx*ux, alongStep: ux << subShift,
			length: length << unitShift, roundStart: roundStart, roundEnd: roundEnd,
		})
	}
}

// line is a segment as seen along a row of pixels: the position across and
// along it, in subpixels << unitShift, and how they change per pixel.
type line struct {
	across, acrossStep   int
	along, alongStep     int
	length               int
	roundStart, roundEnd bool
}

func (m *strokeMask) line(row []uint8, l line) {
	reach, full := m.reach<<unitShift, m.full
	for x := range row {
		d := abs(l.across)
		var coverage int
		if before, after := -l.along, l.along-l.length; before <= -one/2<<unitShift && after <= -one/2<<unitShift {
			coverage = min((reach-d)>>unitShift, full)
		} else {
			coverage = m.end(d, max(before, after), before > after && l.roundStart || before <= after && l.roundEnd)
		}
		if coverage > int(row[x]) {
			row[x] = uint8(coverage)
		}
		l.across += l.acrossStep
		l.along += l.alongStep
	}
}

// end is the coverage near an end of a segment, at the distances across it and
// beyond its end (negative before it).
func (m *strokeMask) end(across, beyond int, round bool) int {
	across, beyond = across>>unitShift, beyond>>unitShift
	switch {
	case !round:
		ramp := min(max(one/2-beyond, 0), one)
		return min(m.reach-across, m.full) * ramp >> subShift
	case beyond > 0:
		if across >= m.reach || beyond >= m.reach {
			return 0
		}
		across = int(math.Sqrt(float64(across*across+beyond*beyond)) + 0.5)
	}
	return min(m.reach-across, m.full)
}
