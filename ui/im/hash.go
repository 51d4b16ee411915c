package im

import (
	"math"

	"snaplab/ui/raster"
)

// Hash returns a number that two lists share if they draw the same picture; two
// different ones share it only by a chance of about 2^-64. It is for comparing
// frames of one process.
func (l *List) Hash() uint64 {
	h := NewHasher()
	for i := range l.layers {
		h.Word(uint64(len(l.layers[i].commands)))
		for j := range l.layers[i].commands {
			l.hash(&h, &l.layers[i].commands[j])
		}
	}
	return uint64(h)
}

func (l *List) hash(h *Hasher, c *command) {
	h.Word(uint64(c.op) | uint64(c.font.Weight)<<8 | bit(c.font.Tabular)<<16 | bit(c.stroke.Closed)<<17 | uint64(c.count)<<24)
	h.Floats(c.rect.X, c.rect.Y)
	h.Floats(c.rect.W, c.rect.H)
	h.Floats(c.radius, c.width)
	h.Colours(c.colour, c.bottom)
	switch c.op {
	case opText:
		h.Floats(c.font.Size, 0)
		h.text(l.textOf(c))
	case opCustom:
		h.Word(c.version)
		h.name(c.name)
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

// Colours adds two colours.
func (h *Hasher) Colours(a, b raster.Color) {
	h.Word(uint64(a.R)<<56 | uint64(a.G)<<48 | uint64(a.B)<<40 | uint64(a.A)<<32 |
		uint64(b.R)<<24 | uint64(b.G)<<16 | uint64(b.B)<<8 | uint64(b.A))
}

func (h *Hasher) name(s string) { h.text([]byte(s)) }

func (h *Hasher) text(s []byte) {
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
