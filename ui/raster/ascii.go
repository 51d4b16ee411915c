package raster

import (
	"image"
	"image/color"
	"strings"
)

// ASCII returns a part of an image as text, one character for a pixel and one
// line for a row: from '.' for black to '@' for white.
func ASCII(img image.Image, r image.Rectangle) string {
	const ramp = ".:-=+*#%@"
	r = r.Intersect(img.Bounds())
	var b strings.Builder
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			grey := color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y
			b.WriteByte(ramp[int(grey)*(len(ramp)-1)/255])
		}
		b.WriteByte('\n')
	}
	return b.String()
}
