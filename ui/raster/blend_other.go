//go:build !amd64 || purego

package raster

// blendWide is the pixels that are blended at a time.
const blendWide = 1

// blendLayer blends layer over row.
func blendLayer(row []byte, layer []layerPixel) { blendLayerGeneric(row, layer) }

// blendMask blends s over row, one byte of coverage for each pixel.
func (s *source) blendMask(row []byte, mask []uint8) { s.blendMaskGeneric(row, mask) }

// blendMaskRows blends s over h rows of w pixels, which are stride bytes apart;
// those of the mask are width apart.
func (s *source) blendMaskRows(pix []byte, stride int, mask []uint8, width, w, h int) {
	s.blendMaskRowsGeneric(pix, stride, mask, width, w, h)
}

// blendMarked blends s over rows where their pixels are marked, and clears their
// coverage and the marks.
func (s *source) blendMarked(pix []byte, stride int, m *markedRows) {
	s.blendMarkedGeneric(pix, stride, m)
}
