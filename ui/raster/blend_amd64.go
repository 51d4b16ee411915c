//go:build !purego

package raster

//go:noescape
func blendLayerSSE2(row *byte, layer *layerPixel, n int)

//go:noescape
func blendMaskSSE2(pix *byte, stride int, mask *uint8, width, w, h int, pixel, alpha uint32)

// blendLayer blends layer over row.
func blendLayer(row []byte, layer []layerPixel) {
	if n := len(layer); n > 0 {
		blendLayerSSE2(&row[:4*n][0], &layer[0], n)
	}
}

// blendMask blends s over row, one byte of coverage for each pixel.
func (s *source) blendMask(row []byte, mask []uint8) {
	if n := len(mask); n > 0 {
		blendMaskSSE2(&row[:4*n][0], 0, &mask[0], 0, n, 1, s.pixel, s.alpha)
	}
}

// blendMaskRows blends s over h rows of w pixels, which are stride bytes apart;
// those of the mask are width apart.
func (s *source) blendMaskRows(pix []byte, stride int, mask []uint8, width, w, h int) {
	if w > 0 && h > 0 {
		_, _ = pix[(h-1)*stride+4*w-1], mask[(h-1)*width+w-1]
		blendMaskSSE2(&pix[0], stride, &mask[0], width, w, h, s.pixel, s.alpha)
	}
}
