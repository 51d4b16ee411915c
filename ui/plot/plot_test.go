package plot

import (
	"bytes"
	"image"
	"math"
	"testing"

	"snaplab/ui/raster"
	"snaplab/ui/view"
)

func TestTick(t *testing.T) {
	for _, c := range []struct{ least, want float64 }{{1, 1}, {1.1, 2}, {3, 5}, {5, 5}, {6, 10}, {0.03, 0.05}, {0.011, 0.02}, {450, 500}} {
		if got := tick(c.least); math.Abs(got/c.want-1) > 1e-9 {
			t.Errorf("of at least %v: %v, want %v", c.least, got, c.want)
		}
	}
}

// count returns how many pixels of a part of a picture have about a colour.
func count(img *image.RGBA, r image.Rectangle, c raster.Color) (n int) {
	red, green, blue, _ := c.RGBA()
	off := func(a uint8, b uint32) bool { d := int(a) - int(b>>8); return d > 3 || d < -3 }
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if p := img.RGBAAt(x, y); !off(p.R, red) && !off(p.G, green) && !off(p.B, blue) {
				n++
			}
		}
	}
	return n
}

// A line of zeros lies on the ground, one at the limit on it, and a mark stands where it
// belongs, in both themes; the picture is the same each time.
func TestRender(t *testing.T) {
	for _, theme := range view.Themes {
		plots := []Plot{{
			Title: "car", X: "delay, ms", Y: "underruns a minute", Decades: true, Limit: 1, LimitName: "budget",
			Series: []Series{{Name: "mean", X: []float64{0, 100, 200, 400}, Y: []float64{100, 10, 0, 0}, Low: []float64{50, 5, 0, 0}, High: []float64{200, 20, 1, 0}}},
			Marks:  []Mark{{Name: "recommended", At: 200, Low: 180, High: 210, Good: true}, {Name: "far", At: 900}},
		}}
		img := Render(plots, &theme, 900, 1)
		if img.Rect.Dx() != 900 || img.Rect.Dy() != plotHeight {
			t.Fatalf("%v, want 900 × %d", img.Rect, plotHeight)
		}
		const left, right, bottom = margin + axisWidth, 900 - margin, plotHeight - axisHeight
		x := func(v int) int { return left + (right-left)*v/400 }
		line := theme.Lens[1]
		if n := count(img, image.Rect(x(250), bottom-2, x(390), bottom+2), line); n < x(390)-x(250) {
			t.Errorf("%s: %d pixels of the line at 0", theme.Name, n)
		}
		if n := count(img, image.Rect(x(250), titleHeight, x(390), bottom-zeroHeight), line); n > 0 {
			t.Errorf("%s: %d pixels of the line above 0, where it is 0", theme.Name, n)
		}
		if n := count(img, image.Rect(x(200)-2, titleHeight, x(200)+2, bottom), theme.Good); n < bottom-titleHeight-40 {
			t.Errorf("%s: %d pixels of the mark", theme.Name, n)
		}
		if !bytes.Equal(img.Pix, Render(plots, &theme, 900, 1).Pix) {
			t.Errorf("%s: another picture of the same", theme.Name)
		}
	}
}

// Little to show is no fault.
func TestRenderLittle(t *testing.T) {
	for _, p := range []Plot{
		{}, {Decades: true}, {Series: []Series{{}}},
		{Series: []Series{{X: []float64{5}, Y: []float64{0}}}},
		{Decades: true, Series: []Series{{X: []float64{5}, Y: []float64{1e6}}}, Marks: []Mark{{At: 5}}},
		{Series: []Series{{X: []float64{-5, -1}, Y: []float64{-1, 0}}}},
	} {
		if img := Render([]Plot{p}, &view.Themes[0], 300, 1); img.Rect.Dy() != plotHeight {
			t.Errorf("%+v: %v", p, img.Rect)
		}
	}
}
