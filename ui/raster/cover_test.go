package raster

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The fast way to cover is the slow one to the last bit, over what is there.
func TestFastCoverIsSlowCover(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		reach := 1 + rng.IntN(1<<10)
		step := rng.IntN(2<<(unitShift+subShift)) - 1<<(unitShift+subShift)
		full := 1 + rng.IntN(255)
		coverage, marks := make([]uint8, 4*markBits+coverWide), make([]uint64, 4+1)
		for i := range coverage {
			coverage[i] = uint8(rng.Uint32() * rng.Uint32N(2))
		}
		blocks := make([]coverBlock, 1+rng.IntN(5))
		for i := range blocks {
			to := rng.IntN(coverWide + 1)
			blocks[i] = coverBlock{
				across: rng.IntN(6*reach<<unitShift) - 3*reach<<unitShift,
				at:     rng.Uint32N(4 * markBits),
				from:   uint16(rng.IntN(to + 1)), to: uint16(to),
			}
		}
		slowCoverage, slowMarks := slices.Clone(coverage), slices.Clone(marks)
		cover(coverage, marks, blocks, step, reach<<unitShift, full)
		coverGeneric(slowCoverage, slowMarks, blocks, step, reach<<unitShift, full)
		if !slices.Equal(coverage, slowCoverage) || !slices.Equal(marks, slowMarks) {
			t.Fatalf("%+v, step %d, reach %d, full %d:\n%v %x, want\n%v %x", blocks, step, reach, full, coverage, marks, slowCoverage, slowMarks)
		}
	}
}

// A line whose reach is 2 px lies 1 px and 40 subpixels from the first of eight pixels,
// and a quarter of a pixel farther from each after it.
func TestCover(t *testing.T) {
	coverage, marks := make([]uint8, 2*markBits+coverWide), make([]uint64, 3)
	coverage[60], coverage[63] = 7, 30
	blocks := []coverBlock{{across: -(one + 40) << unitShift, at: 60, from: 1, to: 7}}
	cover(coverage, marks, blocks, one/4<<unitShift, 2*one<<unitShift, 140)
	// 512 − 296 − 64 = 152, of which at most 140; 88; 24, less than the 30 there; nothing.
	for i, want := range []uint8{7, 140, 88, 30, 0, 0, 0, 0} {
		if coverage[60+i] != want {
			t.Errorf("pixel %d has %d, want %d", i, coverage[60+i], want)
		}
	}
	if marks[0] != 7<<61 || marks[1] != 0 {
		t.Errorf("marks %x, want the pixels 61 to 63", marks)
	}
}
