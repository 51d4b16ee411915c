package raster

// coverBlock is some of eight pixels in a row, which a plain line covers.
type coverBlock struct {
	across   int    // from the middle of the line to the first, in subpixels << unitShift
	at       uint32 // of the first on the mask
	from, to uint16 // the pixels that there are
}

// coverWide is the pixels of a block.
const coverWide = 8

// coverGeneric raises the coverage of the blocks' pixels to that of a line, and
// marks those that it reaches. Across is less by step with each pixel; reach is
// where coverage ends.
func coverGeneric(coverage []uint8, marks []uint64, blocks []coverBlock, step, reach, full int) {
	for i := range blocks {
		b := &blocks[i]
		across := b.across - int(b.from)*step
		row := coverage[b.at+uint32(b.from) : b.at+uint32(b.to)]
		bits, bit := uint64(0), uint64(1)<<b.from
		// Without branches: the middle and the edges of a line come too soon to
		// be predicted.
		for x, before := range row {
			negative := across >> 63
			here := max(min((reach-(across^negative-negative))>>unitShift, full), 0)
			across -= step
			row[x] = uint8(max(here, int(before)))
			bits |= bit & uint64(-here>>63)
			bit <<= 1
		}
		word, shift := b.at/markBits, b.at%markBits
		marks[word] |= bits << shift
		marks[word+1] |= bits >> (markBits - shift)
	}
}
