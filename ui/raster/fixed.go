package raster

// Everything is drawn in integers. Coordinates are first rounded to 1/256 of a
// device pixel; these are called subpixels here.
const (
	subShift = 8
	one      = 1 << subShift // subpixels in a pixel

	// maxSub bounds coordinates to ±2^20 pixels; what lies beyond is moved
	// to the bound.
	maxSub = 1 << (20 + subShift)
)

// toSub rounds v logical pixels to subpixels, half up, and clamps the result
// to ±maxSub. It reports false for NaN.
//
// The product of two float32 is exact in float64, so that fusing it with the
// addition, as some platforms do, gives the same bits.
func toSub(v, scale float32) (int, bool) {
	s := float64(v) * float64(scale) * one
	switch {
	case s != s:
		return 0, false
	case s > maxSub:
		return maxSub, true
	case s < -maxSub:
		return -maxSub, true
	}
	return int(s+0.5+maxSub) - maxSub, true
}

// floorPixel and ceilPixel give the pixel edge at or before and at or after a
// subpixel.
func floorPixel(s int) int { return s >> subShift }
func ceilPixel(s int) int  { return (s + one - 1) >> subShift }

// abs is the absolute value.
func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}
