package raster

// sprite is a mask that is drawn often: coverage 0…255, row by row.
type sprite struct {
	key    uint64
	dx, dy int // from the pixel that holds the centre to the mask's corner
	w, h   int
	mask   []uint8

	// The same in the form that is fastest to blend when nothing is clipped.
	runs   []run
	specks []speck // what is covered outside the runs
}

// run is n pixels of equal coverage in a row, from (x, y) on.
type run struct {
	x, y, n  uint16
	coverage uint8
}

// minRun is the least number of pixels of equal coverage worth a run.
const minRun = 4

// speck is a single pixel.
type speck struct {
	x, y     uint16
	coverage uint8
}

// spriteCache keeps the masks of small circles and shadows. It is a table with
// one place for each hash value; a newcomer takes over the place and its
// memory, so that the size is bounded. The zero value is ready.
type spriteCache struct {
	places []sprite
	row    []int32
}

const spritePlaces = 1 << 12

// place returns the place for key and whether it holds it already. Zero is not
// a key.
func (t *spriteCache) place(key uint64) (*sprite, bool) {
	if t.places == nil {
		t.places = make([]sprite, spritePlaces)
	}
	s := &t.places[key*0x9E3779B97F4A7C15>>52]
	return s, s.key == key
}

// reset gives s the size of a box around the centre pixel and a mask of zeros.
func (s *sprite) reset(key uint64, left, top, right, bottom int) {
	s.key, s.dx, s.dy, s.w, s.h = key, left, top, right-left, bottom-top
	if n := s.w * s.h; cap(s.mask) < n {
		s.mask = make([]uint8, n)
	} else {
		s.mask = s.mask[:n]
		clear(s.mask)
	}
}

// findRuns fills in runs and specks from the mask.
func (s *sprite) findRuns() {
	s.runs, s.specks = s.runs[:0], s.specks[:0]
	for y := range s.h {
		row := s.mask[y*s.w : (y+1)*s.w]
		for x := 0; x < s.w; {
			start, coverage := x, row[x]
			for x < s.w && row[x] == coverage {
				x++
			}
			if coverage == 0 {
				continue
			}
			if n := x - start; n >= minRun {
				s.runs = append(s.runs, run{uint16(start), uint16(y), uint16(n), coverage})
				continue
			}
			for ; start < x; start++ {
				s.specks = append(s.specks, speck{uint16(start), uint16(y), coverage})
			}
		}
	}
}

// ring returns the mask of a ring (a disc for width 0) around the subpixel
// (x, y) of the centre pixel.
func (t *spriteCache) ring(x, y, radius, width int) *sprite {
	key := 1 | uint64(x/spriteStep)<<1 | uint64(y/spriteStep)<<4 | uint64(radius)<<8 | uint64(width)<<24
	s, found := t.place(key)
	if found {
		return s
	}
	b := roundBox{x - radius, y - radius, x + radius, y + radius, radius, width}
	s.reset(key, floorPixel(b.x0), floorPixel(b.y0), ceilPixel(b.x1), ceilPixel(b.y1))
	if len(t.row) < s.w+2 {
		t.row = make([]int32, s.w+2)
	}
	for i := range s.h {
		b.cover(t.row[:s.w+2], s.dy+i, s.dx, s.dx+s.w)
		sum := 0
		for j := range s.w {
			sum += int(t.row[j])
			s.mask[i*s.w+j] = uint8(area255(sum))
		}
		clear(t.row)
	}
	s.findRuns()
	return s
}
