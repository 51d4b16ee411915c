package raster

// FillPolygon fills the polygon with the given corners; the last is joined to
// the first. Where it overlaps itself the non-zero winding rule holds. The
// area of each pixel is exact but for pixels in which the outline crosses
// itself.
func (c *Canvas) FillPolygon(pts []Point, col Color) {
	if len(pts) < 3 {
		return
	}
	a := &c.area
	a.corners = a.corners[:0]
	for _, p := range pts {
		at, ok := toCorner(p, c.scale)
		if !ok {
			return
		}
		a.corners = append(a.corners, at)
	}
	box := bounds(a.corners).intersect(c.clip)
	if box.empty() {
		return
	}
	a.reset(box)
	a.polygon(a.corners)
	src := newSource(col)
	for y := range box.y1 - box.y0 {
		row := c.pixelRow(box.y0+y, box.x0, box.x1)
		a.sweep(y, func(x0, x1 int, coverage uint32) {
			src.blendRun(row[4*x0:4*x1], coverage)
		})
	}
}

// bounds returns the pixels touched by a polygon.
func bounds(pts []corner) pixels {
	b := pixels{maxSub, maxSub, -maxSub, -maxSub}
	for _, p := range pts {
		b.x0, b.y0 = min(b.x0, p.x), min(b.y0, p.y)
		b.x1, b.y1 = max(b.x1, p.x), max(b.y1, p.y)
	}
	return pixelsOf(b.x0, b.y0, b.x1, b.y1)
}

// areaBuffer turns outlines into coverage. Each edge adds to the pixels it
// crosses how much the area to its right grows there; the running sum along a
// row is then the signed area, the winding number where no edge is near.
type areaBuffer struct {
	box     pixels
	stride  int
	steps   []int32 // in half square subpixels; zero outside touched
	touched []span  // per row
	corners []corner
}

// span is a range of pixels of a row, empty when last < first.
type span struct{ first, last int }

func (s *span) include(first, last int) {
	s.first, s.last = min(s.first, first), max(s.last, last)
}

// fullArea is the area of a pixel in half square subpixels.
const fullArea = 2 * one * one

// reset readies the buffer for outlines within a box of pixels.
func (a *areaBuffer) reset(box pixels) {
	a.box, a.stride = box, box.x1-box.x0+2
	height := box.y1 - box.y0
	if n := a.stride * height; len(a.steps) < n {
		a.steps = make([]int32, n+n/2)
	}
	if len(a.touched) < height {
		a.touched = make([]span, height+height/2)
	}
	for y := range height {
		a.touched[y] = span{a.stride, -1}
	}
}

func (a *areaBuffer) polygon(pts []corner) {
	last := pts[len(pts)-1]
	for _, p := range pts {
		a.edge(last, p)
		last = p
	}
}

// edge adds a line. The same line the other way round cancels it exactly.
func (a *areaBuffer) edge(p, q corner) {
	sign := 1
	if p.y > q.y {
		p, q, sign = q, p, -1
	}
	if p.y == q.y {
		return
	}
	right := (a.box.x1 - a.box.x0) << subShift
	top, bottom := a.box.y0<<subShift, a.box.y1<<subShift
	p.x, q.x = p.x-a.box.x0<<subShift, q.x-a.box.x0<<subShift
	dx, dy := q.x-p.x, q.y-p.y
	from, to := max(p.y, top), min(q.y, bottom)
	if from >= to || min(p.x, q.x) >= right {
		return
	}
	x := p.x + (from-p.y)*dx/dy
	for y := from; y < to; {
		next := min((y>>subShift+1)<<subShift, to)
		nextX := p.x + (next-p.y)*dx/dy
		row := y>>subShift - a.box.y0
		if px := x >> subShift; px == nextX>>subShift && x >= 0 && x < right {
			// Most edges of small shapes stay within a pixel.
			a.touched[row].include(px, px+1)
			addStep(a.steps[row*a.stride:], px, x+nextX-px<<(subShift+1), next-y, sign)
		} else {
			a.rowEdge(row, x, y, nextX, next, right, sign)
		}
		x, y = nextX, next
	}
}

// rowEdge adds a line within one row, cut at the sides of the box: what lies
// to the left of the box counts as running along its side, what lies to the
// right covers nothing in it.
func (a *areaBuffer) rowEdge(row, x0, y0, x1, y1, right, sign int) {
	if x0 > x1 {
		// From left to right; what matters is the height, not its direction.
		x0, x1 = x1, x0
		y0, y1 = -y1, -y0
	}
	if x0 >= right {
		return
	}
	dx, dy := x1-x0, y1-y0
	steps := a.steps[row*a.stride : (row+1)*a.stride]
	t := &a.touched[row]
	// Heights are those above y0 at the sides of pixels, wherever the box is.
	y := 0
	if x0 < 0 {
		y = dy
		if x1 > 0 {
			y = -x0 * dy / dx
		}
		addStep(steps, 0, 0, y, sign)
		t.first, t.last = 0, max(t.last, 1)
		if x1 <= 0 {
			return
		}
	}
	end := min(x1, right)
	first, last := max(x0, 0)>>subShift, max(x0, end-1)>>subShift
	t.include(first, last+1)
	for px := first; px <= last; px++ {
		edge := min((px+1)<<subShift, end)
		nextY := dy
		if edge < x1 {
			nextY = (edge - x0) * dy / dx
		}
		start := max(x0, px<<subShift)
		addStep(steps, px, start+edge-px<<(subShift+1), nextY-y, sign)
		y = nextY
	}
}

// addStep adds an edge of the given height in pixel px, at twice the distance
// twiceX from the pixel's left side on average.
func addStep(steps []int32, px, twiceX, height, sign int) {
	part := sign * height * twiceX
	steps[px] += int32(sign*height*2*one - part)
	steps[px+1] += int32(part)
}

// sweep calls emit for the runs of equal coverage (1…255) in a row, from left
// to right, and leaves the row zero. Pixels are relative to the box.
func (a *areaBuffer) sweep(row int, emit func(x0, x1 int, coverage uint32)) {
	t, width := a.touched[row], a.box.x1-a.box.x0
	if t.last < t.first {
		return
	}
	steps := a.steps[row*a.stride : (row+1)*a.stride]
	sum := 0
	for x := t.first; x < width; {
		start := x
		sum += int(steps[x])
		steps[x] = 0
		for x++; x < width && (x > t.last || steps[x] == 0); x++ {
			if x > t.last {
				x = width - 1
			}
		}
		if cov := coverage255(sum); cov != 0 {
			emit(start, x, cov)
		}
	}
	steps[width], steps[width+1] = 0, 0
	a.touched[row] = span{a.stride, -1}
}

// coverage255 turns a signed area in half square subpixels into 0…255.
func coverage255(area int) uint32 {
	return uint32(min(abs(area), fullArea)*255+fullArea/2) >> (2*subShift + 1)
}
