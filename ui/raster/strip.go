package raster

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

// slack widens the range of pixels in a row by what rounded slopes may be off,
// in subpixels.
const slack = 8
