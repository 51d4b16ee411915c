//go:build !amd64 || purego

package raster

// narrow is the width of segments up to which the pixels of a row that the line
// does not reach are covered with nothing: never, one at a time.
const narrow = 0

// cover raises the coverage of blocks.
func cover(coverage []uint8, marks []uint64, blocks []coverBlock, step, reach, full int) {
	coverGeneric(coverage, marks, blocks, step, reach, full)
}
