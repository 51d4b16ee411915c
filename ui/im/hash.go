package im

import (
	"math"
	"slices"

	"snaplab/ui/raster"
)

// hash adds what a command draws, and where.
func (l *List) hash(h *Hasher, c *command) {
	h.Floats(c.box.X, c.box.Y)
	h.Floats(c.box.W, c.box.H)
	h.Word(uint64(c.op) | uint64(c.font.Weight)<<8 | bit(c.font.Tabular)<<16 | bit(c.stroke.Closed)<<17 | bit(c.font.Mono)<<18 | uint64(c.count)<<24)
	h.Floats(c.rect.X, c.rect.Y)
	h.Floats(c.rect.W, c.rect.H)
	h.Floats(c.radius, c.width)
	h.Colour(c.colour)
	switch c.op {
	case opText:
		h.Floats(c.font.Size, 0)
		h.text(c.text)
	case opCustom:
		h.Word(c.version)
		h.text(c.text)
	case opPolyline:
		h.Floats(c.stroke.Width, c.stroke.Dash)
		h.Floats(c.stroke.Gap, c.stroke.Phase)
		h.points(l.pointsOf(c))
	case opPolygon:
		h.points(l.pointsOf(c))
	}
}

// Hasher makes a number from what a picture is drawn from, such as the version that
// List.Custom wants. Two pictures share it only by a chance of about 2^-64. It mixes
// words in the manner of FNV-1a, a word instead of a byte at a time, with a rotation
// that carries high bits down again.
type Hasher uint64

// NewHasher returns one that nothing has been added to.
func NewHasher() Hasher { return 0xcbf29ce484222325 }

// Word adds a number.
func (h *Hasher) Word(w uint64) {
	x := (uint64(*h) ^ w) * 0x9e3779b97f4a7c15
	*h = Hasher(x<<29 | x>>35)
}

// Floats adds two numbers.
func (h *Hasher) Floats(a, b float32) {
	h.Word(uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b)))
}

func (h *Hasher) points(points []raster.Point) {
	for _, p := range points {
		h.Floats(p.X, p.Y)
	}
}

// Colour adds a colour.
func (h *Hasher) Colour(c raster.Color) {
	h.Word(uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A))
}

func (h *Hasher) text(s string) {
	h.Word(uint64(len(s)))
	var w uint64
	for i := 0; i < len(s); i++ {
		w = w<<8 | uint64(s[i])
		if i%8 == 7 {
			h.Word(w)
			w = 0
		}
	}
	h.Word(w)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// AppendHashes appends a hash for each part of the window, of the commands that lie
// within it, and returns as rest the hash of all other commands. Lists whose hashes are
// all equal draw the same picture; lists that differ only in the hashes of some parts
// draw pictures that differ only there. The parts must not overlap.
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
				n.Word(others) // how many of the others lie below it
				l.hash(&n, c)
				numbers[p] = uint64(n)
				continue
			}
			others++
			l.hash(&h, c)
		}
	}
	return dst, uint64(h)
}

// within returns the part that a box lies in, −1 if it isn't one.
func within(box raster.Rect, parts []raster.Rect) int {
	end := box.Max()
	return slices.IndexFunc(parts, func(p raster.Rect) bool {
		return box.X >= p.X && box.Y >= p.Y && end.X <= p.X+p.W && end.Y <= p.Y+p.H
	})
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
			low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
			high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
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
