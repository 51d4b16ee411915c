package raster

import "math"

// segment adds the line from p to q, in the direction of l, to the mask,
// keeping the greater coverage of a pixel.
func (m *strokeMask) segment(p, q corner, l *leg, start, end lineEnd) {
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
	m.touch(box)
	length := ((q.x-p.x)*l.ux + (q.y-p.y)*l.uy) >> unitShift
	long := newStrip(l.ux, l.uy, -start.beyond, length+end.beyond, p, box.y0)
	plain := start.style == mitred && end.style == mitred
	if plain && box.x1-box.x0 <= narrow {
		m.narrowRows(box, long, p, l)
		return
	}
	width := newStrip(l.uy, -l.ux, -reach, reach, p, box.y0)
	if plain {
		m.plainRows(box, width, long, p, l)
		return
	}
	for y := box.y0; y < box.y1; y++ {
		x0, x1 := width.next(box.x0, box.x1)
		x0, x1 = long.next(x0, x1)
		if x0 < x1 {
			m.mark(y, x0, x1)
			rx, ry := x0<<subShift+one/2-p.x, y<<subShift+one/2-p.y
			across, along := ry*l.ux-rx*l.uy, ry*l.uy+rx*l.ux
			m.endRow(m.row(y, x0, x1), across, along, length, l, start, end)
		}
	}
}

// endRow adds a row of a segment that has a square or round end; across is the
// distance of the first pixel from the line's middle and along that from its
// start along it, in subpixels << unitShift.
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

// narrowRows adds a segment away from square and round ends that is no wider
// than a block: each row is one, and what the line does not reach in it counts
// nothing.
func (m *strokeMask) narrowRows(box pixels, long strip, p corner, l *leg) {
	across := m.across(box.x0, box.y0, p, l)
	at, n := box.y0*m.stride+box.x0, 0
	for range box.y1 - box.y0 {
		x0, x1 := long.next(box.x0, box.x1)
		if x0 < x1 {
			m.blocks[n] = coverBlock{across, uint32(at), uint16(x0 - box.x0), uint16(x1 - box.x0)}
			if n++; n == len(m.blocks) {
				m.flush(n, l)
				n = 0
			}
		}
		at += m.stride
		across += l.ux << subShift
	}
	m.flush(n, l)
}

// plainRows adds any segment away from square and round ends.
func (m *strokeMask) plainRows(box pixels, width, long strip, p corner, l *leg) {
	n := 0
	for y := box.y0; y < box.y1; y++ {
		x0, x1 := width.next(box.x0, box.x1)
		x0, x1 = long.next(x0, x1)
		across := m.across(x0, y, p, l)
		for ; x0 < x1; x0 += coverWide {
			m.blocks[n] = coverBlock{across, uint32(y*m.stride + x0), 0, uint16(min(x1-x0, coverWide))}
			if n++; n == len(m.blocks) {
				m.flush(n, l)
				n = 0
			}
			across -= coverWide * l.uy << subShift
		}
	}
	m.flush(n, l)
}

// across is the distance of a pixel from the line's middle, in subpixels <<
// unitShift, that of one side below zero.
func (m *strokeMask) across(x, y int, p corner, l *leg) int {
	rx, ry := x<<subShift+one/2-p.x, y<<subShift+one/2-p.y
	return ry*l.ux - rx*l.uy
}

// flush puts the first n blocks, of one leg, on the mask.
func (m *strokeMask) flush(n int, l *leg) {
	if n > 0 {
		cover(m.coverage, m.marks, m.blocks[:n], l.uy<<subShift, m.reach<<unitShift, m.full)
	}
}
