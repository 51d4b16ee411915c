//go:build !purego

package raster

// narrow is the width of segments up to which the pixels of a row that the line
// does not reach are covered with nothing: a block takes as long as one of its
// pixels.
const narrow = coverWide

// maxReachSSE2 bounds the reach with which distances fit 32 bits.
const maxReachSSE2 = 1 << 29

//go:noescape
func coverSSE2(coverage *uint8, marks *uint64, blocks *coverBlock, n, step, reach, full int)

// cover raises the coverage of blocks. The caller answers for their places.
func cover(coverage []uint8, marks []uint64, blocks []coverBlock, step, reach, full int) {
	if reach >= maxReachSSE2 {
		coverGeneric(coverage, marks, blocks, step, reach, full)
		return
	}
	coverSSE2(&coverage[0], &marks[0], &blocks[0], len(blocks), step, reach, full)
}
