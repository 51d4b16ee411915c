//go:build !purego

package raster

//go:noescape
func blendLayerSSE2(row *byte, layer *layerPixel, n int)

//go:noescape
func blendMaskSSE2(row *byte, mask *uint8, n int, pixel, alpha uint32)

// blendLayer blends layer over row.
func blendLayer(row []byte, layer []layerPixel) {
	if n := len(layer); n > 0 {
		blendLayerSSE2(&row[:4*n][0], &layer[0], n)
	}
}

// blendMask blends s over row, one byte of coverage for each pixel.
func (s *source) blendMask(row []byte, mask []uint8) {
	if n := len(mask); n > 0 {
		blendMaskSSE2(&row[:4*n][0], &mask[0], n, s.pixel, s.alpha)
	}
}
