//go:build !purego

package raster

// blendWide is the pixels that are blended at a time.
const blendWide = 4

//go:noescape
func blendLayerSSE2(row *byte, layer *layerPixel, n int)

//go:noescape
func blendMaskSSE2(pix *byte, stride int, mask *uint8, width, w, h int, pixel, alpha uint32)

//go:noescape
func blendMarkedSSE2(pix *byte, stride int, coverage *uint8, marks *uint64, width, words, rows, last int, pixel, alpha uint32)

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

// blendMarked blends s over rows where their pixels are marked, and clears their
// coverage and the marks.
func (s *source) blendMarked(pix []byte, stride int, m *markedRows) {
	last := m.right - blendWide
	if last < max(m.left, 0) {
		s.blendMarkedGeneric(pix, stride, m)
		return
	}
	_, _ = pix[(m.rows-1)*stride+4*m.right-1], m.coverage[(m.rows-1)*m.stride+m.right-1]
	_ = m.marks[(m.rows-1)*m.stride/markBits+m.words-1]
	blendMarkedSSE2(&pix[0], stride, &m.coverage[0], &m.marks[0], m.stride, m.words, m.rows, last, s.pixel, s.alpha)
}
