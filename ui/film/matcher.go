package film

// matcher finds the colour of a palette that is nearest to another, and remembers what
// it has found.
type matcher struct {
	palette Palette
	known   []known // by a hash of the colour
}

// known is a colour that was looked for before.
type known struct {
	pixel uint32 // with a bit above to tell it from nothing
	index uint8
}

const matcherBits = 14

func newMatcher(p Palette) *matcher { return &matcher{p, make([]known, 1<<matcherBits)} }

// index returns the place of the nearest colour to a pixel, red in its lowest byte, then
// green and blue: the first of several.
func (m *matcher) index(pixel uint32) uint8 {
	pixel = pixel&0xffffff | 1<<24
	k := &m.known[pixel*2654435761>>(32-matcherBits)]
	if k.pixel != pixel {
		k.pixel, k.index = pixel, m.nearest(int(pixel&0xff), int(pixel>>8&0xff), int(pixel>>16&0xff))
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
