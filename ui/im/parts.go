package im

import "snaplab/ui/raster"

// AppendHashes appends a number for each part of the window and returns one for all that
// does not lie within one of them. Two lists that have all numbers in common draw the same
// picture; two that differ only in those of some parts draw pictures that differ only
// there. The parts must not overlap.
func (l *List) AppendHashes(dst []uint64, parts []raster.Rect) (numbers []uint64, rest uint64) {
	first := len(dst)
	for range parts {
		dst = append(dst, uint64(NewHasher()))
	}
	numbers = dst[first:]
	others, h := uint64(0), NewHasher()
	for i := range l.layers {
		h.Word(uint64(i))
		for j := range l.layers[i].commands {
			c := &l.layers[i].commands[j]
			if c.op == opPushClip || c.op == opPopClip {
				continue // boxes are clipped
			}
			if p := within(c.box, parts); p >= 0 {
				n := Hasher(numbers[p])
				n.Word(others) // those that lie below it
				l.hashClipped(&n, c)
				numbers[p] = uint64(n)
				continue
			}
			others++
			l.hashClipped(&h, c)
		}
	}
	return dst, uint64(h)
}

// within returns the part that a box lies in, −1 if it isn't one.
func within(box raster.Rect, parts []raster.Rect) int {
	end := box.Max()
	for i := range parts {
		p := &parts[i]
		if box.X >= p.X && box.Y >= p.Y && end.X <= p.X+p.W && end.Y <= p.Y+p.H {
			return i
		}
	}
	return -1
}

func (l *List) hashClipped(h *Hasher, c *command) {
	h.Floats(c.box.X, c.box.Y)
	h.Floats(c.box.W, c.box.H)
	l.hash(h, c)
}

// ReplayIn is Replay without the commands that draw nothing within r, to which the
// canvas must be clipped.
func (l *List) ReplayIn(cv *raster.Canvas, r raster.Rect) { l.replayAll(cv, &r) }

// bounds returns a box around what a command draws.
func (l *List) bounds(c *command) raster.Rect {
	switch c.op {
	case opFillCircle, opStrokeCircle:
		return c.rect.Inset(-(c.radius + c.width + 1))
	case opPolygon, opPolyline:
		points := l.pointsOf(c)
		low, high := points[0], points[0]
		for _, p := range points[1:] {
			// Built-in min and max are calls where there is no instruction for them.
			if p.X < low.X {
				low.X = p.X
			}
			if p.X > high.X {
				high.X = p.X
			}
			if p.Y < low.Y {
				low.Y = p.Y
			}
			if p.Y > high.Y {
				high.Y = p.Y
			}
		}
		box := raster.Rect{X: low.X, Y: low.Y, W: high.X - low.X, H: high.Y - low.Y}
		return box.Inset(-(c.stroke.Width + 1))
	case opText:
		// No sign reaches farther from its place.
		em := c.font.Size
		return raster.Rect{X: c.rect.X - em/2, Y: c.rect.Y - 1.25*em, W: c.width + em, H: 1.75 * em}
	}
	return c.rect
}
