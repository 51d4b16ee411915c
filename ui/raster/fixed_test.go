package raster

import (
	"math"
	"testing"
)

func TestToSub(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, tc := range []struct {
		v, scale float32
		want     int
	}{
		{0, 1, 0},
		{1, 1, 256},
		{1, 1.5, 384},
		{-1, 2, -512},
		{1.0 / 512, 1, 1},  // half a subpixel goes up
		{-1.0 / 512, 1, 0}, // also below zero
		{-3.0 / 512, 1, -1},
		{1e9, 1, maxSub},
		{-1e9, 1, -maxSub},
		{inf, 1, maxSub},
		{-inf, 1, -maxSub},
	} {
		if got, ok := toSub(tc.v, tc.scale); got != tc.want || !ok {
			t.Errorf("toSub(%v, %v) = %v, %v, want %v", tc.v, tc.scale, got, ok, tc.want)
		}
	}
	if _, ok := toSub(float32(math.NaN()), 1); ok {
		t.Error("NaN has a place")
	}
}

func TestSincosDegrees(t *testing.T) {
	for d := -800.0; d <= 800; d += 0.37 {
		sin, cos := sincosDegrees(d)
		wantSin, wantCos := math.Sincos(d * math.Pi / 180)
		if math.Abs(sin-wantSin) > 1e-14 || math.Abs(cos-wantCos) > 1e-14 {
			t.Fatalf("%v°: got %v, %v, want %v, %v", d, sin, cos, wantSin, wantCos)
		}
	}
	for d, want := range map[float64][2]float64{0: {0, 1}, 90: {1, 0}, 180: {0, -1}, 270: {-1, 0}, -90: {-1, 0}, 360: {0, 1}} {
		if sin, cos := sincosDegrees(d); sin != want[0] || cos != want[1] {
			t.Errorf("%v°: got %v, %v, want exactly %v", d, sin, cos, want)
		}
	}
}
