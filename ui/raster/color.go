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

const evenBytes = 0x00ff00ff

// source is a colour made ready for blending: its channels spread over two
// words of two 16-bit lanes each, in the byte order of image.RGBA.
type source struct {
	redBlue    uint32 // R | B<<16
	greenAlpha uint32 // G | 255<<16
	alpha      uint32
}

func newSource(c Color) source {
	return source{uint32(c.R) | uint32(c.B)<<16, uint32(c.G) | 255<<16, uint32(c.A)}
}

// opaque returns the pixel of full coverage of an opaque source.
func (s source) opaque() uint32 { return s.redBlue | s.greenAlpha<<8 }

// over blends s with the weight a (0…255) over the opaque pixel d:
// round((s·a + d·(255−a)) / 255) in each channel, all four at once.
func (s source) over(d, a uint32) uint32 {
	rest := 255 - a
	rb := (d&evenBytes)*rest + s.redBlue*a + 0x00800080
	ga := (d>>8&evenBytes)*rest + s.greenAlpha*a + 0x00800080
	rb = (rb + rb>>8&evenBytes) >> 8 & evenBytes
	ga = (ga + ga>>8&evenBytes) & 0xff00ff00
	return rb | ga
}

// blendRun blends s with one coverage (0…255) over all pixels of row.
func (s source) blendRun(row []byte, coverage uint32) {
	a := div255(s.alpha * coverage)
	switch a {
	case 0:
	case 255:
		fillRun(row, s.opaque())
	default:
		for ; len(row) >= 4; row = row[4:] {
			binary.LittleEndian.PutUint32(row, s.over(binary.LittleEndian.Uint32(row), a))
		}
	}
}

// blendMask blends s over row, one byte of coverage for each pixel.
func (s source) blendMask(row []byte, mask []uint8) {
	if len(row) < 4*len(mask) {
		return
	}
	for i, m := range mask {
		if m == 0 {
			continue
		}
		p := row[4*i : 4*i+4 : 4*i+4]
		a := div255(s.alpha * uint32(m))
		binary.LittleEndian.PutUint32(p, s.over(binary.LittleEndian.Uint32(p), a))
	}
}

// fillRun stores one pixel all over row.
func fillRun(row []byte, pixel uint32) {
	twice := uint64(pixel) | uint64(pixel)<<32
	for ; len(row) >= 8; row = row[8:] {
		binary.LittleEndian.PutUint64(row, twice)
	}
	if len(row) >= 4 {
		binary.LittleEndian.PutUint32(row, pixel)
	}
}
