package raster

import (
	"math"
	"testing"
)

func TestRect(t *testing.T) {
	r := Rect{10, 20, 30, 40}
	for _, tc := range []struct {
		name      string
		got, want Rect
	}{
		{"Inset", r.Inset(5), Rect{15, 25, 20, 30}},
		{"Inset too much", r.Inset(18), Rect{25, 38, 0, 4}},
		{"InsetXY", r.InsetXY(1, 2), Rect{11, 22, 28, 36}},
		{"Offset", r.Offset(-1, 1), Rect{9, 21, 30, 40}},
		{"Intersect", r.Intersect(Rect{0, 30, 15, 100}), Rect{10, 30, 5, 30}},
		{"Intersect nothing", r.Intersect(Rect{0, 0, 5, 5}), Rect{10, 20, 0, 0}},
		{"first Column", r.Column(0, 2, 4), Rect{10, 20, 13, 40}},
		{"last Column", r.Column(1, 2, 4), Rect{27, 20, 13, 40}},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: got %v, want %v", tc.name, tc.got, tc.want)
		}
	}
	if r.Max() != (Point{40, 60}) || r.Centre() != (Point{25, 40}) {
		t.Errorf("Max %v, Centre %v", r.Max(), r.Centre())
	}
	if !r.Contains(Point{10, 20}) || r.Contains(Point{40, 20}) || r.Contains(Point{10, 60}) {
		t.Error("a rectangle has its left and top edges and not the others")
	}
	if r.Empty() || !(Rect{W: 1}).Empty() || !(Rect{W: 1, H: float32(math.NaN())}).Empty() {
		t.Error("Empty")
	}
}

func TestCutsTakeStripsOff(t *testing.T) {
	r := Rect{0, 0, 100, 50}
	for _, tc := range []struct {
		name      string
		got, want Rect
	}{
		{"left", r.CutLeft(10), Rect{0, 0, 10, 50}},
		{"right", r.CutRight(20), Rect{80, 0, 20, 50}},
		{"top", r.CutTop(5), Rect{10, 0, 70, 5}},
		{"bottom", r.CutBottom(15), Rect{10, 35, 70, 15}},
		{"more than there is", r.CutLeft(1000), Rect{10, 5, 70, 30}},
		{"of nothing", r.CutTop(-3), Rect{80, 5, 0, 0}},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: got %v, want %v", tc.name, tc.got, tc.want)
		}
	}
	if r != (Rect{80, 5, 0, 30}) {
		t.Errorf("left over: %v", r)
	}
}

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
