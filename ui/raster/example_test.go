package raster_test

import (
	"fmt"

	"snaplab/ui/raster"
)

func ExampleASCII() {
	c := raster.NewCanvas(12, 8, 1)
	c.FillCircle(raster.Point{X: 6, Y: 4}, 3.5, raster.RGB(0xffffff))
	fmt.Print(raster.ASCII(c.Image(), c.Image().Rect))
	// Output:
	// ....:==:....
	// ...=%@@%=...
	// ..:%@@@@%:..
	// ..=@@@@@@=..
	// ..=@@@@@@=..
	// ..:%@@@@%:..
	// ...=%@@%=...
	// ....:==:....
}
