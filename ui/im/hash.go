package im

import (
	"math"

	"snaplab/ui/raster"
)

// Hash returns a number that two lists share if they draw the same picture; two
// different ones share it only by a chance of about 2^-64. It is for comparing
// frames of one process.
func (l *List) Hash() uint64 {
	h := newHasher()
	for i := range l.layers {
		h.word(uint64(len(l.layers[i].commands)))
		for j := range l.layers[i].commands {
			l.hash(&h, &l.layers[i].commands[j])
		}
	}
	return uint64(h)
}

func (l *List) hash(h *hasher, c *command) {
	h.word(uint64(c.op) | uint64(c.font.Weight)<<8 | bit(c.font.Tabular)<<16 | bit(c.stroke.Closed)<<17 | uint64(c.count)<<24)
	h.floats(c.rect.X, c.rect.Y)
	h.floats(c.rect.W, c.rect.H)
	h.floats(c.radius, c.width)
	h.colour(c.colour)
	switch c.op {
	case opText:
		h.floats(c.font.Size, 0)
		h.text(l.textOf(c))
	case opCustom:
		h.word(c.version)
		h.name(c.name)
	case opPolyline:
		h.floats(c.stroke.Width, c.stroke.Dash)
		h.floats(c.stroke.Gap, c.stroke.Phase)
		h.points(l.pointsOf(c))
	case opPolygon:
		h.points(l.pointsOf(c))
	}
}

// hasher mixes words in the manner of FNV-1a, a word instead of a byte at a
// time, with a rotation that carries high bits down again.
type hasher uint64

func newHasher() hasher { return 0xcbf29ce484222325 }

func (h *hasher) word(w uint64) {
	x := (uint64(*h) ^ w) * 0x9e3779b97f4a7c15
	*h = hasher(x<<29 | x>>35)
}

func (h *hasher) floats(a, b float32) {
	h.word(uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b)))
}

func (h *hasher) points(points []raster.Point) {
	for _, p := range points {
		h.floats(p.X, p.Y)
	}
}

func (h *hasher) colour(c raster.Color) {
	h.word(uint64(c.R)<<24 | uint64(c.G)<<16 | uint64(c.B)<<8 | uint64(c.A))
}

func (h *hasher) name(s string) { h.text([]byte(s)) }

func (h *hasher) text(s []byte) {
	h.word(uint64(len(s)))
	var w uint64
	for i := 0; i < len(s); i++ {
		w = w<<8 | uint64(s[i])
		if i%8 == 7 {
			h.word(w)
			w = 0
		}
	}
	h.word(w)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
