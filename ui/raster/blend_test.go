package raster

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The fast ways to blend are the slow ones to the last bit, and touch nothing
// beside their pixels.
func TestFastBlendingIsSlowBlending(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		n := rng.IntN(40)
		src := newSource(Color{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(rng.Uint32()), A: uint8(rng.Uint32())})
		mask, layer := make([]uint8, n), make([]layerPixel, n)
		for i := range mask {
			mask[i] = uint8(rng.Uint32() * rng.Uint32N(2))
			w := weights{newSource(Color{R: 1, G: 200, B: 3, A: uint8(rng.Uint32())}), src}
			layer[i] = w.of(uint32(mask[i]), rng.Uint32N(256))
		}
		below := make([]byte, 4*(n+2))
		for i := range below {
			below[i] = uint8(rng.Uint32()) | 255*uint8(i%4/3)
		}
		for name, pair := range map[string][2]func(row []byte){
			"mask": {func(row []byte) { src.blendMask(row, mask) }, func(row []byte) { src.blendMaskGeneric(row, mask) }},
			"rows": {
				func(row []byte) { src.blendMaskRows(row, 4*7, mask, 5, min(3, n), n/7) },
				func(row []byte) { src.blendMaskRowsGeneric(row, 4*7, mask, 5, min(3, n), n/7) },
			},
			"layer": {func(row []byte) { blendLayer(row, layer) }, func(row []byte) { blendLayerGeneric(row, layer) }},
		} {
			fast, slow := append([]byte(nil), below...), append([]byte(nil), below...)
			pair[0](fast[4:])
			pair[1](slow[4 : 4+4*n])
			if string(fast) != string(slow) {
				t.Fatalf("%s of %d pixels over %v: %v, want %v", name, n, below, fast, slow)
			}
		}
	}
}

// Marked pixels are blended alike, and cleared, wherever rows and words end.
func TestFastMarkedBlendingIsSlowBlending(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		words, rows := 1+rng.IntN(3), 1+rng.IntN(3)
		width := words * markBits
		right := 1 + rng.IntN(width)
		left := rng.IntN(right)
		src := newSource(Color{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(rng.Uint32()), A: uint8(rng.Uint32())})
		coverage, marks := make([]uint8, rows*width), make([]uint64, rows*words)
		for range 30 {
			at := rng.IntN(rows)*width + left + rng.IntN(right-left)
			coverage[at] = uint8(rng.Uint32())
			marks[at/markBits] |= 1 << (at % markBits)
		}
		below := make([]byte, 4*width*rows)
		for i := range below {
			below[i] = uint8(rng.Uint32()) | 255*uint8(i%4/3)
		}
		m := func() *markedRows {
			return &markedRows{slices.Clone(coverage), slices.Clone(marks), width, words, rows, left, right}
		}
		fast, slow := slices.Clone(below), slices.Clone(below)
		fastRows, slowRows := m(), m()
		src.blendMarked(fast, 4*width, fastRows)
		src.blendMarkedGeneric(slow, 4*width, slowRows)
		if !slices.Equal(fast, slow) {
			t.Fatalf("coverage %v, marks %x, pixels %d to %d: %v, want %v", coverage, marks, left, right, fast, slow)
		}
		if slices.Max(fastRows.coverage) != 0 || slices.Max(slowRows.coverage) != 0 || slices.Max(fastRows.marks) != 0 || slices.Max(slowRows.marks) != 0 {
			t.Fatalf("coverage %v, marks %x, pixels %d to %d: not cleared", coverage, marks, left, right)
		}
	}
}

// A mask that does not fit its pixels is refused.
func TestBlendingStaysInItsRow(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("five pixels were blended into four")
		}
	}()
	src := newSource(white)
	src.blendMask(make([]byte, 16, 64)[:16:16], []uint8{9, 9, 9, 9, 9})
}

func BenchmarkBlendMask(b *testing.B) {
	src := newSource(Color{R: 200, G: 100, B: 50, A: 230})
	row, mask := make([]byte, 4*13), make([]uint8, 13)
	for i := range mask {
		mask[i] = uint8(i * 20)
	}
	b.Run("fast", func(b *testing.B) {
		for b.Loop() {
			src.blendMask(row, mask)
		}
	})
	b.Run("slow", func(b *testing.B) {
		for b.Loop() {
			src.blendMaskGeneric(row, mask)
		}
	})
}
