package raster

import "math"

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
