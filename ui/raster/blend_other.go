//go:build !amd64 || purego

package raster

// blendLayer blends layer over row.
func blendLayer(row []byte, layer []layerPixel) { blendLayerGeneric(row, layer) }

// blendMask blends s over row, one byte of coverage for each pixel.
func (s *source) blendMask(row []byte, mask []uint8) { s.blendMaskGeneric(row, mask) }
