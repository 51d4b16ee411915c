package raster

import (
	"math"
	"math/bits"
)

// strokeMask is where a line is put together before it is blended.
type strokeMask struct {
	coverage    []uint8 // of the canvas's size; zero between strokes
	width       int
	height      int
	marks       []uint64 // of each row, a bit for each chunk that may have coverage
	words       int      // of marks per row
	top, bottom int      // rows touched
	clip        pixels

	legs   []leg
	closed bool

	reach int // distance at which coverage ends, half the width + half a pixel
	full  int // greatest coverage: below 255 for lines thinner than a pixel
}

// chunk is how many pixels of a row a bit of the marks stands for: lines leave
// most of a row alone.
const (
	chunkShift = 3
	chunk      = 1 << chunkShift
)

func (m *strokeMask) resize(w, h int) {
	m.coverage, m.width, m.height = make([]uint8, w*h), w, h
	m.words = (w + 64*chunk - 1) / (64 * chunk)
	m.marks = make([]uint64, m.words*h)
}

// mark notes that the pixels [x0, x1) of a row may have coverage.
func (m *strokeMask) mark(y, x0, x1 int) {
	first, last := x0>>chunkShift, (x1-1)>>chunkShift
	row := m.marks[y*m.words : (y+1)*m.words]
	for first>>6 < last>>6 {
		row[first>>6] |= ^uint64(0) << (first & 63)
		first = (first>>6 + 1) << 6
	}
	row[first>>6] |= 2<<(last&63) - 1<<(first&63)
}

// blend blends src where the line is, and clears the mask.
func (m *strokeMask) blend(c *Canvas, src *source) {
	for y := m.top; y < m.bottom; y++ {
		row := m.row(y)
		for i := range m.words {
			word := &m.marks[y*m.words+i]
			for *word != 0 {
				first := bits.TrailingZeros64(*word)
				last := first + bits.TrailingZeros64(^(*word >> first))
				*word &^= 1<<last - 1<<first
				x0 := max((64*i+first)<<chunkShift, m.clip.x0)
				x1 := min((64*i+last)<<chunkShift, m.clip.x1)
				mask := row[x0:x1]
				src.blendMask(c.pixelRow(y, x0, x1), mask)
				clear(mask)
			}
		}
	}
}

func (m *strokeMask) row(y int) []uint8 { return m.coverage[y*m.width : (y+1)*m.width] }

func (m *strokeMask) begin(width int, clip pixels) {
	m.clip, m.top, m.bottom = clip, clip.y1, clip.y0
	m.reach, m.full = (width+one)/2, min(width, 255)
}

// leg is the way from one point of a line to the next, in subpixels. (ux, uy)
// is its direction, of length 1<<unitShift.
type leg struct {
	from, to corner
	ux, uy   int
	length   int
}

const unitShift = 16

// set makes l the leg between two different points. Square root and division are
// exactly rounded by IEEE 754, and the products by an explicit conversion, hence
// the same everywhere.
func (l *leg) set(from, to corner) {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Sqrt(float64(dx*dx + dy*dy))
	perStep := float64(1<<unitShift) / length
	const shift = 2 << unitShift // makes truncation round down
	l.from, l.to = from, to
	l.ux = int(float64(float64(dx)*perStep)+0.5+shift) - shift
	l.uy = int(float64(float64(dy)*perStep)+0.5+shift) - shift
	l.length = int(length + 0.5)
}

// along returns the point at a distance from the start.
func (l *leg) along(d int) corner {
	return corner{l.from.x + (l.to.x-l.from.x)*d/l.length, l.from.y + (l.to.y-l.from.y)*d/l.length}
}

// lineEnd says what becomes of the end of a segment.
type lineEnd struct {
	style  endStyle
	beyond int // how far beyond the end its coverage may reach, in subpixels
}

type endStyle uint8

const (
	square  endStyle = iota // cut off at the end, anti-aliased
	rounded                 // a half disc beyond the end
	mitred                  // the sides go on to where they meet those of the next
)

var cutEnd = lineEnd{square, one / 2}

// gentle is the cosine, times 1<<unitShift, of the turns up to which joins are
// mitred: 26°.
const gentle = 9 << unitShift / 10

// join returns how two legs meet. The mitre of a turn by θ reaches tan(θ/2) =
// sin θ / (1 + cos θ) times as far beyond the end as the sides are away.
func (m *strokeMask) join(a, b *leg) lineEnd {
	cos := (a.ux*b.ux + a.uy*b.uy) >> unitShift
	if cos < gentle {
		return lineEnd{rounded, m.reach}
	}
	sin := abs(a.ux*b.uy-a.uy*b.ux) >> unitShift
	return lineEnd{mitred, m.reach * sin / (1<<unitShift + cos)}
}

// slack widens the range of pixels in a row by what rounded slopes may be off,
// in subpixels.
const slack = 8

// segment adds the line from p to q, in the direction of l, to the mask,
// keeping the greater coverage of a pixel.
func (m *strokeMask) segment(p, q corner, l *leg, start, end lineEnd) {
	reach := m.reach
	// The rows whose middles it may reach.
	low, high := p.y-start.beyond*l.uy>>unitShift, q.y+end.beyond*l.uy>>unitShift
	side := reach*abs(l.ux)>>unitShift + slack
	y0 := max(ceilPixel(min(low, high)-side-one/2), m.clip.y0)
	y1 := min(floorPixel(max(low, high)+side-one/2)+1, m.clip.y1)
	minX := max(floorPixel(min(p.x, q.x)-reach), m.clip.x0)
	maxX := min(ceilPixel(max(p.x, q.x)+reach), m.clip.x1)
	if y0 >= y1 || minX >= maxX {
		return
	}
	m.top, m.bottom = min(m.top, y0), max(m.bottom, y1)
	length := ((q.x-p.x)*l.ux + (q.y-p.y)*l.uy) >> unitShift

	// Two strips bound the segment: that of its width and, across it, that of
	// its length with what its ends reach beyond.
	width := newStrip(l.uy, -l.ux, -reach, reach, p, y0)
	long := newStrip(l.ux, l.uy, -start.beyond, length+end.beyond, p, y0)
	plain := start.style == mitred && end.style == mitred
	for y := y0; y < y1; y++ {
		x0, x1 := width.next(minX, maxX)
		x0, x1 = long.next(x0, x1)
		if x0 >= x1 {
			continue
		}
		m.mark(y, x0, x1)
		row := m.row(y)[x0:x1]
		rx, ry := x0<<subShift+one/2-p.x, y<<subShift+one/2-p.y
		across, along := ry*l.ux-rx*l.uy, ry*l.uy+rx*l.ux
		if plain {
			m.plainRow(row, across, l.uy<<subShift)
		} else {
			m.endRow(row, across, along, length, l, start, end)
		}
	}
}

// strip is the set of points r with low ≤ r·n ≤ high, relative to a point, seen
// row by row: the range of pixels whose middles may lie in it.
type strip struct {
	level     bool // along the rows: a row lies in it or does not
	low, high int  // for the row that is next: of x, in pixels << (unitShift + subShift); of a level strip, of 0
	slope     int  // their change per row
}

func newStrip(nx, ny, low, high int, p corner, y int) strip {
	if nx < 0 || nx == 0 && ny < 0 {
		nx, ny, low, high = -nx, -ny, -high, -low
	}
	dy := y<<subShift + one/2 - p.y
	if nx == 0 {
		return strip{true, low - dy, high - dy, -one}
	}
	slope := -(ny << unitShift) / nx // of x in y, << unitShift
	x := p.x<<unitShift + dy*slope - one/2<<unitShift
	return strip{
		low:   x + low<<(2*unitShift)/nx - slack<<unitShift,
		high:  x + high<<(2*unitShift)/nx + slack<<unitShift,
		slope: slope << subShift,
	}
}

// next narrows a range of pixels to those in the strip and goes on to the next
// row.
func (s *strip) next(x0, x1 int) (int, int) {
	low, high := s.low, s.high
	s.low += s.slope
	s.high += s.slope
	if s.level {
		if low > 0 || high < 0 {
			return x0, x0
		}
		return x0, x1
	}
	const shift = unitShift + subShift
	return max(x0, (low+1<<shift-1)>>shift), min(x1, high>>shift+1)
}

// plainRow adds a row of a segment away from square and round ends: across is
// the distance from the line's middle, in subpixels << unitShift, in the first
// pixel, and step what it loses per pixel.
func (m *strokeMask) plainRow(row []uint8, across, step int) {
	// Without branches: the middle and the edges of a line come too soon to be
	// predicted.
	reach, full := m.reach<<unitShift, m.full
	for x, before := range row {
		negative := across >> 63
		d := (across ^ negative) - negative
		across -= step
		row[x] = uint8(max(min((reach-d)>>unitShift, full), int(before)))
	}
}

// endRow adds a row of a segment that has a square or round end; along is the
// distance from its start along it.
func (m *strokeMask) endRow(row []uint8, across, along, length int, l *leg, start, end lineEnd) {
	for x := range row {
		d, s := abs(across)>>unitShift, along>>unitShift
		coverage := min(m.reach-d, m.full)
		// How much of a pixel's length lies between square ends.
		low, high := s-one/2, s+one/2
		if start.style == square {
			low = max(low, 0)
		}
		if end.style == square {
			high = min(high, length)
		}
		if high-low < one {
			coverage = coverage * max(high-low, 0) >> subShift
		}
		beyond, style := -s, start.style
		if s > length-s {
			beyond, style = s-length, end.style
		}
		if style == rounded && beyond > 0 {
			distance := int(math.Sqrt(float64(d*d+beyond*beyond)) + 0.5)
			coverage = min(coverage, m.reach-distance)
		}
		if coverage > int(row[x]) {
			row[x] = uint8(coverage)
		}
		across -= l.uy << subShift
		along += l.ux << subShift
	}
}
