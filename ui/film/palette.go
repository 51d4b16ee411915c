package film

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// palette is the colours of a GIF.
type palette []color.RGBA

const (
	// maxColours is how many colours a palette may have: all that a byte can say but
	// the transparent one.
	maxColours  = 255
	transparent = maxColours
	// Up to exactColours of the most frequent colours, with at least one of
	// exactShare pixels each, stay what they are: the grounds and the words. The
	// others are blends at edges, and stand for their neighbours.
	exactColours = 96
	exactShare   = 5000
)

// samples counts the colours of pictures, to choose a palette from. The zero value is
// ready.
type samples struct {
	counts map[uint32]int
}

// add counts a picture's colours. Its alpha is not looked at.
func (s *samples) add(img *image.RGBA) {
	if s.counts == nil {
		s.counts = map[uint32]int{}
	}
	last, run := uint32(0), 0
	for y := range img.Rect.Dy() {
		row := rowOf(img, y)
		for x := 0; x < len(row); x += 4 {
			c := uint32(row[x])<<16 | uint32(row[x+1])<<8 | uint32(row[x+2])
			if c != last && run > 0 {
				s.counts[last] += run
				run = 0
			}
			last = c
			run++
		}
	}
	if run > 0 {
		s.counts[last] += run
	}
}

// shade is a colour and how often it was seen.
type shade struct {
	rgb   [3]uint8
	count int
}

// palette returns the colours that stand best for those that were counted: the most
// frequent ones themselves, and for the rest the means of groups that were halved where
// they were largest (median cut). Without a picture it is black. The same pictures give
// the same palette.
func (s *samples) palette() palette {
	shades := make([]shade, 0, len(s.counts))
	for c, n := range s.counts {
		shades = append(shades, shade{[3]uint8{uint8(c >> 16), uint8(c >> 8), uint8(c)}, n})
	}
	slices.SortFunc(shades, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.count, a.count), slices.Compare(a.rgb[:], b.rgb[:]))
	})
	exact := len(shades)
	if exact > maxColours {
		least := weight(shades) / exactShare
		exact = 0
		for exact < exactColours && shades[exact].count > least {
			exact++
		}
	}
	var p palette
	for _, c := range shades[:exact] {
		p = append(p, c.colour())
	}
	for _, group := range cut(shades[exact:], maxColours-exact) {
		p = append(p, mean(group))
	}
	if len(p) == 0 {
		p = palette{{A: 255}}
	}
	return p
}

func (s shade) colour() color.RGBA { return color.RGBA{s.rgb[0], s.rgb[1], s.rgb[2], 255} }

// cut divides shades into n groups, or as many as there are shades: the group with the
// most to lose is halved again and again, across its longest side. It orders shades.
func cut(shades []shade, n int) (groups [][]shade) {
	if len(shades) == 0 {
		return nil
	}
	groups = [][]shade{shades}
	for len(groups) < n {
		worst, most := -1, int64(0)
		for i, g := range groups {
			_, side := longest(g)
			if loss := int64(side) * int64(side) * int64(weight(g)); loss > most {
				worst, most = i, loss
			}
		}
		if worst < 0 {
			break
		}
		a, b := halve(groups[worst])
		groups[worst] = a
		groups = append(groups, b)
	}
	return groups
}

// longest returns the channel in which a group reaches farthest, and how far.
func longest(group []shade) (channel int, side int) {
	for c := range 3 {
		lo, hi := group[0].rgb[c], group[0].rgb[c]
		for _, s := range group {
			lo, hi = min(lo, s.rgb[c]), max(hi, s.rgb[c])
		}
		if int(hi-lo) > side {
			channel, side = c, int(hi-lo)
		}
	}
	return channel, side
}

func weight(group []shade) (n int) {
	for _, s := range group {
		n += s.count
	}
	return n
}

// halve divides a group of two shades at least into two of about the same weight.
func halve(group []shade) (a, b []shade) {
	c, _ := longest(group)
	slices.SortFunc(group, func(a, b shade) int {
		return cmp.Or(cmp.Compare(a.rgb[c], b.rgb[c]), slices.Compare(a.rgb[:], b.rgb[:]))
	})
	half, n, i := weight(group)/2, group[0].count, 1
	for i < len(group)-1 && n+group[i].count <= half {
		n += group[i].count
		i++
	}
	return group[:i], group[i:]
}

func mean(group []shade) color.RGBA {
	var sum [3]int
	n := weight(group)
	for _, s := range group {
		for c := range sum {
			sum[c] += int(s.rgb[c]) * s.count
		}
	}
	return color.RGBA{uint8((sum[0] + n/2) / n), uint8((sum[1] + n/2) / n), uint8((sum[2] + n/2) / n), 255}
}

// matcher finds the colour of a palette that is nearest to another, and remembers what
// it has found.
type matcher struct {
	colours palette
	known   []known // by a hash of the colour
}

// known is a colour that was looked for before.
type known struct {
	pixel uint32 // with a bit above to tell it from nothing
	index uint8
}

const matcherBits = 14

func newMatcher(p palette) *matcher { return &matcher{p, make([]known, 1<<matcherBits)} }

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
	for i, c := range m.colours {
		dr, dg, db := r-int(c.R), g-int(c.G), b-int(c.B)
		if d := 3*dr*dr + 6*dg*dg + db*db; d < least {
			least, best = d, uint8(i)
		}
	}
	return best
}
