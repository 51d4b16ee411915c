package raster

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDiv255IsExactRounding(t *testing.T) {
	for x := range uint32(255*255 + 1) {
		if got, want := div255(x), (2*x+255)/510; got != want {
			t.Fatalf("div255(%d) = %d, want %d", x, got, want)
		}
	}
}

// blended is the formula that the package promises, one channel at a time.
func blended(colour, below uint8, a uint32) uint8 {
	return uint8(math.Round((float64(colour)*float64(a) + float64(below)*float64(255-a)) / 255))
}

func TestBlendsByTheFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		col := Color{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(rng.Uint32()), A: uint8(rng.Uint32())}
		d := [4]uint8{uint8(rng.Uint32()), uint8(rng.Uint32()), uint8(rng.Uint32()), 255}
		a := rng.Uint32N(256)
		src := newSource(col)
		var got [4]byte
		binary.LittleEndian.PutUint32(got[:], over(src.lanes, binary.LittleEndian.Uint32(d[:]), a))
		want := [4]byte{blended(col.R, d[0], a), blended(col.G, d[1], a), blended(col.B, d[2], a), 255}
		if got != want {
			t.Fatalf("%v over %v with %d/255: got %v, want %v", col, d, a, got, want)
		}
	}
}

// A run and a mask of one value give what blending pixel by pixel gives.
func TestRunsAndMasksBlendAsPixelsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, alpha := range []uint8{0, 1, 127, 254, 255} {
		for coverage := range uint32(256) {
			src := newSource(Color{R: 200, G: 3, B: 77, A: alpha})
			n := 1 + rng.IntN(9)
			run, mask := make([]byte, 4*n), make([]byte, n)
			for i := range run {
				run[i] = uint8(rng.Uint32()) | 255*uint8(i%4/3)
			}
			want := append([]byte(nil), run...)
			masked := append([]byte(nil), run...)
			for i := range n {
				mask[i] = uint8(coverage)
				p := want[4*i:]
				binary.LittleEndian.PutUint32(p, over(src.lanes, binary.LittleEndian.Uint32(p), div255(uint32(alpha)*coverage)))
			}
			src.blendRun(run, coverage)
			src.blendMask(masked, mask)
			if string(run) != string(want) || string(masked) != string(want) {
				t.Fatalf("alpha %d, coverage %d: run %v, mask %v, want %v", alpha, coverage, run, masked, want)
			}
		}
	}
}

// Masks with gaps give what blending pixel by pixel gives.
func TestMasksWithGapsBlendAsPixelsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		src := newSource(Color{R: 200, G: 3, B: 77, A: uint8(rng.Uint32())})
		n := 1 + rng.IntN(60)
		below, mask := make([]byte, 4*n), make([]byte, n)
		for i := range below {
			below[i] = uint8(rng.Uint32()) | 255*uint8(i%4/3)
		}
		want := slices.Clone(below)
		for i := range n {
			if rng.IntN(12) == 0 {
				mask[i] = uint8(rng.Uint32())
			}
			p := want[4*i:]
			binary.LittleEndian.PutUint32(p, over(src.lanes, binary.LittleEndian.Uint32(p), div255(src.alpha*uint32(mask[i]))))
		}
		got := slices.Clone(below)
		src.blendMask(got, mask)
		if string(got) != string(want) {
			t.Fatalf("mask %v, alpha %d: %v, want %v", mask, src.alpha, got, want)
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

func TestAlphaAndMix(t *testing.T) {
	nan := float32(math.NaN())
	c := Color{R: 10, G: 20, B: 30, A: 200}
	for _, tc := range []struct {
		a    float32
		want uint8
	}{{0, 0}, {0.5, 100}, {1, 200}, {2, 200}, {-1, 0}, {nan, 0}} {
		if got := Alpha(c, tc.a); got.A != tc.want || got.R != 10 {
			t.Errorf("Alpha(%v, %v) = %v, want alpha %d", c, tc.a, got, tc.want)
		}
	}
	d := RGB(0x6e8296) // 110, 130, 150
	if got, want := Mix(c, d, 0.2), (Color{R: 30, G: 42, B: 54, A: 211}); got != want {
		t.Errorf("Mix = %v, want %v", got, want)
	}
	if Mix(c, d, 0) != c || Mix(c, d, 1) != d {
		t.Error("Mix at 0 and 1 is not the one and the other colour")
	}
}
