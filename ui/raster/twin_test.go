package raster

import "pgregory.net/rapid"

// The slow twin of every fill: a shape is a function that says whether a point,
// in device pixels, is inside, and a pixel's coverage is the share of 12×12
// points in it that are.
type inside func(x, y float64) bool

func (f inside) coverage(px, py int) float64 {
	n := 0
	for j := range 12 {
		for i := range 12 {
			if f(float64(px)+(float64(i)+0.5)/12, float64(py)+(float64(j)+0.5)/12) {
				n++
			}
		}
	}
	return float64(n) / (12 * 12)
}

// coverageOf draws white on a black canvas and returns the coverage of pixels.
func coverageOf(w, h int, scale float32, draw func(c *Canvas)) func(x, y int) float64 {
	c := NewCanvas(w, h, scale)
	draw(c)
	return func(x, y int) float64 { return float64(c.Image().RGBAAt(x, y).G) / 255 }
}

// compare fails if a pixel's coverage differs from the twin's by more than
// tolerance.
func compare(t rapid.TB, name string, w, h int, got func(x, y int) float64, want inside, tolerance float64) {
	t.Helper()
	for y := range h {
		for x := range w {
			g, s := got(x, y), want.coverage(x, y)
			if d := g - s; d > tolerance || d < -tolerance {
				t.Fatalf("%s: pixel (%d, %d) has coverage %.3f, the twin says %.3f ± %.3f", name, x, y, g, s, tolerance)
			}
		}
	}
}
