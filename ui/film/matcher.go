package film

// matcher finds the colour of a palette that is nearest to another, and remembers what
// it has found.
type matcher struct {
	palette Palette
	known   []known // by a hash of the colour
}

// known is a colour that was looked for before.
type known struct {
	rgb   uint32 // with a bit above to tell it from nothing
	index uint8
}

const matcherBits = 14

func newMatcher(p Palette) *matcher { return &matcher{p, make([]known, 1<<matcherBits)} }

// index returns the place of the nearest colour, the first of several.
func (m *matcher) index(r, g, b uint8) uint8 {
	rgb := 1<<24 | uint32(r)<<16 | uint32(g)<<8 | uint32(b)
	k := &m.known[rgb*2654435761>>(32-matcherBits)]
	if k.rgb != rgb {
		k.rgb, k.index = rgb, m.nearest(int(r), int(g), int(b))
	}
	return k.index
}

// nearest weighs the channels by about how bright they are to the eye.
func (m *matcher) nearest(r, g, b int) (best uint8) {
	least := 1 << 30
	for i, c := range m.palette {
		dr, dg, db := r-int(c.R), g-int(c.G), b-int(c.B)
		if d := 3*dr*dr + 6*dg*dg + db*db; d < least {
			least, best = d, uint8(i)
		}
	}
	return best
}
