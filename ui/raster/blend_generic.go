package raster

import (
	"encoding/binary"
	"math/bits"
)

// layerPixel is a pixel ready to be laid over another, which becomes, in each
// lane, (below·rest + add) / 255.
type layerPixel struct {
	add  uint64 // in lanes, with 128 for the rounding
	rest uint64 // the same weight in each lane
}

// blendLayerGeneric is blendLayer one pixel at a time.
func blendLayerGeneric(row []byte, layer []layerPixel) {
	for i := range layer {
		p := row[4*i : 4*i+4]
		below := spread(binary.LittleEndian.Uint32(p))
		binary.LittleEndian.PutUint32(p, pack(divLanes(below*(layer[i].rest&255)+layer[i].add)))
	}
}

// blendMaskGeneric is blendMask one pixel at a time.
func (s *source) blendMaskGeneric(row []byte, mask []uint8) {
	lanes, alpha := s.lanes, s.alpha
	for x, coverage := range mask {
		if coverage == 0 {
			continue
		}
		p := row[4*x : 4*x+4]
		a := uint64(div255(alpha * uint32(coverage)))
		d := spread(binary.LittleEndian.Uint32(p))
		binary.LittleEndian.PutUint32(p, pack(divLanes(d*(255-a)+lanes*a+halves)))
	}
}

// blendMaskRowsGeneric is blendMaskRows row by row.
func (s *source) blendMaskRowsGeneric(pix []byte, stride int, mask []uint8, width, w, h int) {
	for y := range h {
		s.blendMaskGeneric(pix[y*stride:y*stride+4*w], mask[y*width:y*width+w])
	}
}

// blendMarkedGeneric is blendMarked one pixel at a time.
func (s *source) blendMarkedGeneric(pix []byte, stride int, m *markedRows) {
	lanes, alpha := s.lanes, s.alpha
	for y := range m.rows {
		row, coverage := pix[y*stride:], m.coverage[y*m.stride:]
		marks := m.marks[y*m.stride/markBits:][:m.words]
		for i, word := range marks {
			marks[i] = 0
			for ; word != 0; word &= word - 1 {
				x := i*markBits + bits.TrailingZeros64(word)
				p := row[4*x : 4*x+4]
				a := uint64(div255(alpha * uint32(coverage[x])))
				coverage[x] = 0
				d := spread(binary.LittleEndian.Uint32(p))
				binary.LittleEndian.PutUint32(p, pack(divLanes(d*(255-a)+lanes*a+halves)))
			}
		}
	}
}
