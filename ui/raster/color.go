package raster

import (
	"encoding/binary"
	"image/color"
)

// Color is a colour in sRGB with straight (not premultiplied) alpha.
type Color = color.NRGBA

// RGB returns the opaque colour 0xRRGGBB.
func RGB(hex uint32) Color {
	return Color{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// Alpha returns c with its alpha multiplied by a, which is clamped to [0, 1].
func Alpha(c Color, a float32) Color {
	c.A = uint8(div255(uint32(c.A) * unit255(a)))
	return c
}

// Mix returns the colour the share t of the way from a to b, channel by
// channel in sRGB; t is clamped to [0, 1].
func Mix(a, b Color, t float32) Color {
	w := unit255(t)
	mix := func(x, y uint8) uint8 { return uint8(div255(uint32(x)*(255-w) + uint32(y)*w)) }
	return Color{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: mix(a.A, b.A)}
}

// unit255 maps [0, 1] to 0…255, rounding half up; NaN counts as 0.
func unit255(t float32) uint32 {
	if !(t > 0) {
		return 0
	}
	// The product is exact in float64, so it does not matter whether a
	// platform fuses it with the addition.
	return uint32(float64(min(t, 1))*255 + 0.5)
}

// div255 divides by 255 rounding half up, exactly, for x ≤ 255².
func div255(x uint32) uint32 {
	x += 128
	return (x + x>>8) >> 8
}

// Channels are blended four at a time, in the 16-bit lanes of a word. A lane
// holds at most 255² + 128, so none runs over.
const (
	lowBytes = 0x00ff00ff00ff00ff // of each lane
	halves   = 0x0080008000800080 // 128 in each lane
)

// divLanes divides each lane by 255, rounded half up; the results are the high
// bytes of the lanes. The 128 must have been added.
func divLanes(x uint64) uint64 { return x + x>>8&lowBytes }

// spread puts the bytes of a pixel into lanes: R, B, G, A.
func spread(pixel uint32) uint64 { return (uint64(pixel) | uint64(pixel)<<24) & lowBytes }

// pack makes a pixel of the high bytes of lanes.
func pack(lanes uint64) uint32 {
	lanes = lanes >> 8 & lowBytes
	return uint32(lanes | lanes>>24)
}

// source is a colour prepared for blending.
type source struct {
	lanes uint64 // R, B, G, 255
	pixel uint32 // R, G, B, 255 in the byte order of image.RGBA
	alpha uint32
}

func newSource(c Color) source {
	return source{
		lanes: uint64(c.R) | uint64(c.B)<<16 | uint64(c.G)<<32 | 255<<48,
		pixel: uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | 255<<24,
		alpha: uint32(c.A),
	}
}

// over blends the lanes of a colour with the weight a (0…255) over the opaque pixel d:
// round((s·a + d·(255−a)) / 255) in each channel.
func over(lanes uint64, d, a uint32) uint32 {
	below := spread(d)
	// s·a + d·(255−a) = d·255 + (s−d)·a: what a lane of s−d borrows comes back.
	return pack(divLanes(below<<8 - below + (lanes-below)*uint64(a) + halves))
}

// blendPixel blends the lanes of a colour with the weight a over the pixel at p.
func blendPixel(p []byte, lanes uint64, a uint32) {
	binary.LittleEndian.PutUint32(p, over(lanes, binary.LittleEndian.Uint32(p), a))
}

// premultiplied returns s with the coverage w as a pixel with that alpha.
func (s *source) premultiplied(w uint32) uint32 {
	return pack(divLanes(s.lanes*uint64(w) + halves))
}

// blendRun blends s with one coverage (0…255) over all pixels of row.
func (s *source) blendRun(row []byte, coverage uint32) {
	a := div255(s.alpha * coverage)
	switch a {
	case 0:
		return
	case 255:
		fillRun(row, s.pixel)
		return
	}
	// Two pixels at a time: their red and blue, then their green and alpha.
	redBlue := s.lanes & 0x00ff00ff * uint64(a)
	greenAlpha := s.lanes >> 32 * uint64(a)
	redBlue += redBlue<<32 + halves
	greenAlpha += greenAlpha<<32 + halves
	rest := uint64(255 - a)
	for ; len(row) >= 8; row = row[8:] {
		below := binary.LittleEndian.Uint64(row)
		even := divLanes(below&lowBytes*rest + redBlue)
		odd := divLanes(below>>8&lowBytes*rest + greenAlpha)
		binary.LittleEndian.PutUint64(row, even>>8&lowBytes|odd&^lowBytes)
	}
	if len(row) >= 4 {
		blendPixel(row, s.lanes, a)
	}
}

// fillRun stores one pixel all over row: a few, then copies of what is there.
func fillRun(row []byte, pixel uint32) {
	const block = 64
	twice := uint64(pixel) | uint64(pixel)<<32
	head := row[:min(len(row), block)]
	for ; len(head) >= 8; head = head[8:] {
		binary.LittleEndian.PutUint64(head, twice)
	}
	if len(head) >= 4 {
		binary.LittleEndian.PutUint32(head, pixel)
	}
	for done := block; done < len(row); done *= 2 {
		copy(row[done:], row[:done])
	}
}

// blendMask blends s over row, with one byte of coverage for each pixel.
func (s *source) blendMask(row []byte, mask []uint8) {
	lanes, alpha := s.lanes, s.alpha
	for x, coverage := range mask {
		if coverage != 0 {
			blendPixel(row[4*x:4*x+4], lanes, div255(alpha*uint32(coverage)))
		}
	}
}
