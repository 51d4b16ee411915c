package film

import (
	"archive/zip"
	"fmt"
	"image"
	"image/png"
	"io"
	"strconv"
	"strings"
)

// Sink takes the pictures of a film.
type Sink interface {
	// Sample is shown some of the pictures, spread over the film, before the first.
	Sample(img *image.RGBA)
	// Add takes the next picture. It keeps no hold of it.
	Add(img *image.RGBA) error
	// Close ends the film after the last picture.
	Close() error
}

// Animation is a Sink that makes an animated GIF, in a palette from the samples.
type Animation struct {
	// Out is where the file goes, Delay how many hundredths of a second each
	// picture is shown.
	Out   io.Writer
	Delay int

	samples samples
	gif     *gifWriter
}

// Sample counts the picture's colours.
func (a *Animation) Sample(img *image.RGBA) { a.samples.add(img) }

// Add writes a picture. The errors are those of newGIF and GIF.Add.
func (a *Animation) Add(img *image.RGBA) (err error) {
	if a.gif == nil {
		if a.gif, err = newGIF(a.Out, img.Rect.Size(), a.samples.palette(), a.Delay); err != nil {
			return err
		}
	}
	return a.gif.add(img)
}

// Close ends the GIF. Without a picture there is none.
func (a *Animation) Close() error {
	if a.gif == nil {
		return fmt.Errorf("%w: it has no picture", errGIF)
	}
	return a.gif.close()
}

// Archive is a Sink that makes a ZIP file of numbered PNGs. Make it with NewArchive.
type Archive struct {
	out *zip.Writer
	n   int
}

// NewArchive begins a file.
func NewArchive(w io.Writer) *Archive { return &Archive{out: zip.NewWriter(w)} }

// Sample does nothing.
func (a *Archive) Sample(*image.RGBA) {}

// Add writes a picture.
func (a *Archive) Add(img *image.RGBA) error {
	a.n++
	w, err := a.out.CreateHeader(&zip.FileHeader{Name: Numbered(a.n), Method: zip.Store}) // a PNG is packed
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// Close ends the file.
func (a *Archive) Close() error { return a.out.Close() }

// IsNumbered reports whether a file is named as a picture of a film is.
func IsNumbered(name string) bool {
	n, err := strconv.Atoi(strings.TrimSuffix(name, ".png"))
	return err == nil && name == Numbered(n)
}

// Numbered returns the name of the n-th picture, counted from 1: in the order of names
// they are in the order of time.
func Numbered(n int) string { return fmt.Sprintf("%05d.png", n) }
