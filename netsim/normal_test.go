package netsim

import (
	"math"
	"math/rand/v2"
	"testing"
)

// phi is Φ from the library, whose last bits differ between platforms.
func phi(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

func TestDrawOfIsTheNormalDistribution(t *testing.T) {
	worst := 0.0
	for z := -8.5; z <= 8.5; z += 1.0 / 997 {
		got := float64(drawOf(z)) / (1 << 64)
		worst = max(worst, math.Abs(got-phi(z)))
	}
	if worst > 1e-10 {
		t.Errorf("off by %.2g, want at most 1e-10", worst)
	}
	t.Logf("largest error %.2g", worst)
	if got := drawOf(0); got != 1<<63 {
		t.Errorf("Φ(0) is %#x, want half of 2^64", got)
	}
}

func TestNormalOfIsTheInverse(t *testing.T) {
	random := rand.NewPCG(1, 1)
	for range 20_000 {
		// Half of them far out.
		draw := random.Uint64() >> (random.Uint64() % 2 * (random.Uint64() % 40))
		z := normalOf(draw)
		if got, want := phi(z), float64(draw)/(1<<64); math.Abs(got-want) > min(1e-10, 1e-5*want) {
			t.Fatalf("normalOf(%#x) = %v, where Φ is %v, want %v", draw, z, got, want)
		}
		if back := drawOf(z); math.Abs(float64(back)-float64(draw)) > 1e-10*(1<<64) {
			t.Fatalf("normalOf(%#x) = %v and back is %#x", draw, z, back)
		}
		if mirrored := normalOf(math.MaxUint64 - draw); mirrored != -z {
			t.Fatalf("normalOf(%#x) = %v, mirrored %v", draw, z, mirrored)
		}
	}
}

func TestNormalOfRisesAndStaysWithinItsLimit(t *testing.T) {
	last := math.Inf(-1)
	for i := range uint64(1 << 14) {
		z := normalOf(i << 50)
		if z <= last {
			t.Fatalf("normalOf(%#x) = %v, not above %v", i<<50, z, last)
		}
		last = z
	}
	for draw, want := range map[uint64]float64{0: -normalLimit, math.MaxUint64: normalLimit} {
		if z := normalOf(draw); z != want {
			t.Errorf("normalOf(%#x) = %v, want %v", draw, z, want)
		}
	}
	if z := normalOf(1 << 63); math.Abs(z) > 1e-15 {
		t.Errorf("the middle is at %v, want 0", z)
	}
}

func TestLnAndCubeRoot(t *testing.T) {
	for x := 0.001; x <= 1000; x *= 1.0007 {
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-15*max(1, math.Abs(want)) {
			t.Errorf("ln(%v) = %v, want %v", x, got, want)
		}
		if got, want := cubeRoot(x), math.Cbrt(x); x >= 1 && math.Abs(got-want) > 1e-14*want {
			t.Errorf("cubeRoot(%v) = %v, want %v", x, got, want)
		}
	}
}
