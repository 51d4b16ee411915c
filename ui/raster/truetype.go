package raster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

// outlines is what this package needs of a TrueType font: the character map
// (format 4), advances, simple glyphs (not composed of others) and the pairs of
// a kern table of format 0. Lengths are font units.
type outlines struct {
	unitsPerEm                   int
	ascent, descent, capHeight   int
	glyphCount                   int
	cmap, hmtx, glyf, loca, kern []byte
	longOffsets                  bool
	advances                     int // entries of hmtx with an advance
}

var errTruncated = errors.New("truncated")

// parseOutlines reads the tables of a font file. The result refers to data.
func parseOutlines(data []byte) (*outlines, error) {
	tables := map[string][]byte{}
	if len(data) < 12 || u32(data, 0) != 0x00010000 {
		return nil, errors.New("font: not a TrueType file")
	}
	for i := range u16(data, 4) {
		record := 12 + 16*i
		if record+16 > len(data) {
			return nil, fmt.Errorf("font: table directory: %w", errTruncated)
		}
		tag, offset, length := string(data[record:record+4]), u32(data, record+8), u32(data, record+12)
		if offset > len(data) || length > len(data)-offset {
			return nil, fmt.Errorf("font: table %s: %w", tag, errTruncated)
		}
		tables[tag] = data[offset : offset+length]
	}
	for tag, least := range map[string]int{"head": 54, "hhea": 36, "maxp": 6, "OS/2": 90, "hmtx": 4, "loca": 4, "glyf": 0, "cmap": 4} {
		if len(tables[tag]) < least || tables[tag] == nil {
			return nil, fmt.Errorf("font: table %s: %d bytes, need at least %d", tag, len(tables[tag]), least)
		}
	}
	head, hhea := tables["head"], tables["hhea"]
	f := &outlines{
		unitsPerEm: u16(head, 18), longOffsets: u16(head, 50) != 0,
		ascent: i16(hhea, 4), descent: -i16(hhea, 6), advances: u16(hhea, 34),
		capHeight: i16(tables["OS/2"], 88), glyphCount: u16(tables["maxp"], 4),
		hmtx: tables["hmtx"], glyf: tables["glyf"], loca: tables["loca"],
	}
	if f.unitsPerEm < 16 || f.unitsPerEm > 16384 {
		return nil, fmt.Errorf("font: unitsPerEm is %d, need 16 to 16384", f.unitsPerEm)
	}
	if f.advances < 1 || len(f.hmtx) < 4*f.advances {
		return nil, fmt.Errorf("font: table hmtx: %w", errTruncated)
	}
	if err := f.findCmap(tables["cmap"]); err != nil {
		return nil, err
	}
	f.findKern(tables["kern"])
	return f, nil
}

func (f *outlines) findCmap(cmap []byte) error {
	for i := range u16(cmap, 2) {
		if 4+8*i+8 > len(cmap) {
			break
		}
		offset := u32(cmap, 4+8*i+4)
		if offset+16 > len(cmap) || u16(cmap, offset) != 4 {
			continue
		}
		table := cmap[offset:]
		if 16+4*u16(table, 6) > len(table) {
			return fmt.Errorf("font: table cmap: %w", errTruncated)
		}
		f.cmap = table
		return nil
	}
	return errors.New("font: table cmap: no subtable of format 4")
}

func (f *outlines) findKern(kern []byte) {
	if len(kern) < 18 || u16(kern, 0) != 0 || u16(kern, 2) < 1 || kern[8] != 0 {
		return
	}
	pairs := kern[18:]
	f.kern = pairs[:min(len(pairs), 6*u16(kern, 10))]
}

// glyph returns the glyph of a character; 0 if there is none.
func (f *outlines) glyph(r rune) int {
	if r < 0 || r > 0xFFFF {
		return 0
	}
	n, c := u16(f.cmap, 6)&^1, int(r) // n is twice the number of segments
	// Segments are sorted by their last character.
	i := 2 * sort.Search(n/2, func(i int) bool { return u16(f.cmap, 14+2*i) >= c })
	if i == n {
		return 0
	}
	start := u16(f.cmap, 16+n+i)
	if c < start {
		return 0
	}
	delta, at := u16(f.cmap, 16+2*n+i), 16+3*n+i
	if offset := u16(f.cmap, at); offset != 0 {
		at += offset + 2*(c-start)
		if at+2 > len(f.cmap) || u16(f.cmap, at) == 0 {
			return 0
		}
		c = u16(f.cmap, at)
	}
	if g := (c + delta) & 0xFFFF; g < f.glyphCount {
		return g
	}
	return 0
}

// advance returns the width of a glyph.
func (f *outlines) advance(glyph int) int {
	return u16(f.hmtx, 4*min(glyph, f.advances-1))
}

// eachKern calls visit for each pair of glyphs whose distance is adjusted.
func (f *outlines) eachKern(visit func(left, right, units int)) {
	for p := f.kern; len(p) >= 6; p = p[6:] {
		visit(u16(p, 0), u16(p, 2), i16(p, 4))
	}
}

// outlinePoint is a point of a contour; two curve points in a row have a point
// on the outline halfway between them.
type outlinePoint struct {
	x, y    int
	onCurve bool
	last    bool // of its contour
}

// maxPoints bounds the points of a glyph.
const maxPoints = 4096

// contours appends the points of a glyph to dst.
func (f *outlines) contours(dst []outlinePoint, glyph int) ([]outlinePoint, error) {
	start, end, ok := f.location(glyph)
	if !ok {
		return dst, fmt.Errorf("font: glyph %d: no such glyph", glyph)
	}
	if start == end {
		return dst, nil
	}
	data := f.glyf[start:end]
	if len(data) < 10 {
		return dst, fmt.Errorf("font: glyph %d: %w", glyph, errTruncated)
	}
	count := i16(data, 0)
	if count < 0 {
		return dst, fmt.Errorf("font: glyph %d: composed of others, which is not supported", glyph)
	}
	if count == 0 {
		return dst, nil
	}
	if len(data) < 10+2*count+2 {
		return dst, fmt.Errorf("font: glyph %d: %w", glyph, errTruncated)
	}
	first, points := len(dst), u16(data, 10+2*count-2)+1
	if points > maxPoints {
		return dst, fmt.Errorf("font: glyph %d: %d points, at most %d are supported", glyph, points, maxPoints)
	}
	for range points {
		dst = append(dst, outlinePoint{})
	}
	pts := dst[first:]
	for i := range count {
		if last := u16(data, 10+2*i); last < points {
			pts[last].last = true
		}
	}
	r := byteReader{data: data[10+2*count:]}
	r.skip(r.u16()) // the hinting program
	if !r.points(pts) {
		return dst[:first], fmt.Errorf("font: glyph %d: %w", glyph, errTruncated)
	}
	return dst, nil
}

func (f *outlines) location(glyph int) (start, end int, ok bool) {
	if f.longOffsets {
		if glyph < 0 || 4*glyph+8 > len(f.loca) {
			return 0, 0, false
		}
		start, end = u32(f.loca, 4*glyph), u32(f.loca, 4*glyph+4)
	} else {
		if glyph < 0 || 2*glyph+4 > len(f.loca) {
			return 0, 0, false
		}
		start, end = 2*u16(f.loca, 2*glyph), 2*u16(f.loca, 2*glyph+2)
	}
	return start, end, start <= end && end <= len(f.glyf)
}

func u16(b []byte, i int) int { return int(binary.BigEndian.Uint16(b[i:])) }
func i16(b []byte, i int) int { return int(int16(binary.BigEndian.Uint16(b[i:]))) }
func u32(b []byte, i int) int { return int(binary.BigEndian.Uint32(b[i:])) }
