package film

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// Palette is the colours of a GIF.
type Palette []color.RGBA

const (
	// MaxColours is how many colours a palette may have: all that a byte can say but
	// the transparent one.
	MaxColours  = 255
	transparent = MaxColours
	// Up to exactColours of the most frequent colours, with at least one of
	// exactShare pixels each, stay what they are: the grounds and the words. The
	// others are blends at edges, and stand for their neighbours.
	exactColours = 96
	exactShare   = 5000
)

// Samples counts the colours of pictures, to choose a palette from. The zero value is
// ready.
type Samples struct {
	counts map[uint32]int
}

// Add counts a picture's colours. Its alpha is not looked at.
func (s *Samples) Add(img *image.RGBA) {
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

// Palette returns the colours that stand best for those that were counted: the most
// frequent ones themselves, and for the rest the means of groups that were halved where
// they were largest (median cut). Without a picture it is black. The same pictures give
// the same palette.
func (s *Samples) Palette() Palette {
	shades := make([]shade, 0, len(s.counts))
	for c, n := range s.counts {
		shades = append(shades, shade{[3]uint8{uint8(c >> 16), uint8(c >> 8), uint8(c)}, n})
	}
	slices.SortFunc(shades, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.count, a.count), slices.Compare(a.rgb[:], b.rgb[:]))
	})
	exact := len(shades)
	if exact > MaxColours {
		least := weight(shades) / exactShare
		exact = 0
		for exact < exactColours && shades[exact].count > least {
			exact++
		}
	}
	var p Palette
	for _, c := range shades[:exact] {
		p = append(p, c.colour())
	}
	for _, group := range cut(shades[exact:], MaxColours-exact) {
		p = append(p, mean(group))
	}
	if len(p) == 0 {
		p = Palette{{A: 255}}
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
