package raster

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// strokeMask holds the coverage of a line while its segments are added, so that
// a pixel that several of them cover is blended once.
type strokeMask struct {
	coverage []uint8 // row by row; zero between strokes
	stride   int     // bytes per row, a multiple of 8
	width    int     // of the canvas
	height   int

	rows        []span // of each row: what the line may have reached
	top, bottom int    // the rows that it may have reached
	clip        pixels

	segments []lineSegment
	closed   bool

	reach int // distance at which coverage ends, half the width + half a pixel
	full  int // greatest coverage: below 255 for lines thinner than a pixel
}

func (m *strokeMask) resize(w, h int) {
	m.width, m.height = w, h
	m.stride = (w + 7) &^ 7
	m.coverage = make([]uint8, m.stride*h)
	m.rows = make([]span, h)
	for y := range m.rows {
		m.rows[y] = span{w, -1}
	}
}

// begin starts a line of a width in subpixels.
func (m *strokeMask) begin(width int, clip pixels) {
	m.clip, m.top, m.bottom = clip, clip.y1, clip.y0
	m.reach, m.full = (width+one)/2, min(width, 255)
}

// blend blends src where the line is, and clears the mask.
func (m *strokeMask) blend(c *Canvas, src *source) {
	lanes, alpha := src.lanes, src.alpha
	for y := m.top; y < m.bottom; y++ {
		touched := m.rows[y]
		m.rows[y] = span{m.width, -1}
		left := touched.first &^ 7
		coverage := m.coverage[y*m.stride : (y+1)*m.stride]
		pix := c.img.Pix[y*c.img.Stride:]
		for x := left; x <= touched.last; x += 8 {
			word := binary.LittleEndian.Uint64(coverage[x:])
			if word == 0 {
				continue // parts of the line far from each other share the row
			}
			binary.LittleEndian.PutUint64(coverage[x:], 0)
			for word != 0 {
				i := bits.TrailingZeros64(word) / 8
				a := div255(alpha * uint32(word>>(8*i)&255))
				blendPixel(pix[4*(x+i):], lanes, a)
				word &^= 255 << (8 * i)
			}
		}
	}
}

// addSegment adds the line from p to q, in the direction of l, to the mask,
// keeping the greater coverage of a pixel.
func (m *strokeMask) addSegment(p, q corner, l *lineSegment, start, end lineEnd) {
	reach := m.reach
	// The rows whose middles it may reach.
	low, high := p.y-start.beyond*l.uy>>unitShift, q.y+end.beyond*l.uy>>unitShift
	side := reach*abs(l.ux)>>unitShift + slack
	box := pixels{
		floorPixel(min(p.x, q.x) - reach), ceilPixel(min(low, high) - side - one/2),
		ceilPixel(max(p.x, q.x) + reach), floorPixel(max(low, high)+side-one/2) + 1,
	}.intersect(m.clip)
	if box.empty() {
		return
	}
	m.top, m.bottom = min(m.top, box.y0), max(m.bottom, box.y1)
	length := ((q.x-p.x)*l.ux + (q.y-p.y)*l.uy) >> unitShift
	inLength := newSlab(l.ux, l.uy, -start.beyond, length+end.beyond, p, box.y0)
	inWidth := newSlab(l.uy, -l.ux, -reach, reach, p, box.y0)
	plain := start.style == mitred && end.style == mitred
	for y := box.y0; y < box.y1; y++ {
		x0, x1 := inWidth.next(box.x0, box.x1)
		x0, x1 = inLength.next(x0, x1)
		if x0 >= x1 {
			continue
		}
		m.rows[y].include(x0, x1-1)
		row := m.coverage[y*m.stride+x0 : y*m.stride+x1]
		rx, ry := x0<<subShift+one/2-p.x, y<<subShift+one/2-p.y
		across, along := ry*l.ux-rx*l.uy, ry*l.uy+rx*l.ux
		if plain {
			m.plainRow(row, across, l)
		} else {
			m.endRow(row, across, along, length, l, start, end)
		}
	}
}

// plainRow adds a row of a segment that has neither a square nor a round end;
// across is the distance of the first pixel from the line's middle, in subpixels
// << unitShift, negative on one side.
func (m *strokeMask) plainRow(row []uint8, across int, l *lineSegment) {
	reach, full, step := m.reach<<unitShift, m.full, l.uy<<subShift
	for x, before := range row {
		row[x] = uint8(max(min((reach-max(across, -across))>>unitShift, full), int(before)))
		across -= step
	}
}

// endRow adds a row of a segment that has a square or round end; across is as in
// plainRow and along the distance of the first pixel from the segment's start in
// its direction, in subpixels << unitShift.
func (m *strokeMask) endRow(row []uint8, across, along, length int, l *lineSegment, start, end lineEnd) {
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

// slab is the set of points r with low ≤ r·n ≤ high, relative to a point. It is
// read row by row: next gives the pixels whose middles may lie in it.
type slab struct {
	level     bool // n is vertical: a row lies in the slab or does not
	low, high int  // bounds of x in the next row, in pixels << (unitShift + subShift); of a level slab, of 0
	slope     int  // their change per row
}

func newSlab(nx, ny, low, high int, p corner, y int) slab {
	if nx < 0 || nx == 0 && ny < 0 {
		nx, ny, low, high = -nx, -ny, -high, -low
	}
	dy := y<<subShift + one/2 - p.y
	if nx == 0 {
		return slab{true, low - dy, high - dy, -one}
	}
	slope := -(ny << unitShift) / nx // of x in y, << unitShift
	x := p.x<<unitShift + dy*slope - one/2<<unitShift
	return slab{
		low:   x + low<<(2*unitShift)/nx - slack<<unitShift,
		high:  x + high<<(2*unitShift)/nx + slack<<unitShift,
		slope: slope << subShift,
	}
}

// next narrows a range of pixels to those in the slab and goes on to the next
// row.
func (s *slab) next(x0, x1 int) (int, int) {
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

// slack widens the range of pixels in a row by the error of rounded slopes, in
// subpixels.
const slack = 8
