package raster

import (
	"flag"
	"image/color"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Property tests draw the same cases in every run, so that one that fails has found a
// fault of the change at hand. -rapid.seed=0 draws new ones.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}

// ascii returns a canvas's picture as text, a character for a pixel and a line for
// a row: from '.' for black to '@' for white.
func ascii(c *Canvas) string {
	const ramp = ".:-=+*#%@"
	img := c.Image()
	var b strings.Builder
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			grey := color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y
			b.WriteByte(ramp[int(grey)*(len(ramp)-1)/255])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// checkPicture compares a canvas with a picture as ascii draws it.
func checkPicture(t *testing.T, c *Canvas, want string) {
	t.Helper()
	if got := "\n" + ascii(c); got != want {
		t.Errorf("got:%swant:%s", got, want)
	}
}

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
