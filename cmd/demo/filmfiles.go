package main

import (
	"cmp"
	"image"
	"image/png"
	"os"

	"snaplab/cmd/demo/save"
	"snaplab/ui/film"
)

// filmFiles are the files of a film on their way: they get their names when all of them
// are whole. The zero value has none.
type filmFiles struct {
	force  bool
	files  []*save.File
	folder *save.Folder // of numbered pictures, nil for none
}

// create makes a file that gets a name in the end.
func (o *filmFiles) create(name string) (*save.File, error) {
	f, err := save.Create(name, o.force)
	if err == nil {
		o.files = append(o.files, f)
	}
	return f, err
}

// film returns what makes the film.
func (o *filmFiles) film(name string, rate int) (film.Sink, error) {
	if isGIF(name) {
		f, err := o.create(name)
		return &film.Animation{Out: f, Delay: 100 / rate}, err
	}
	folder, err := save.CreateFolder(name, o.force)
	o.folder = folder
	return &numberedFiles{folder: folder}, err
}

// keep gives the files their names.
func (o *filmFiles) keep() error {
	for _, f := range o.files {
		if err := f.Keep(nil); err != nil {
			return err
		}
	}
	if o.folder == nil {
		return nil
	}
	// Pictures of a longer film that was there would be taken for the rest of this one.
	return o.folder.Keep(film.IsNumbered)
}

// discard removes what has not been kept.
func (o *filmFiles) discard() {
	for _, f := range o.files {
		f.Discard()
	}
	if o.folder != nil {
		o.folder.Discard()
	}
}

// numberedFiles is a film of numbered pictures in a folder.
type numberedFiles struct {
	folder *save.Folder
	n      int
}

// Sample does nothing.
func (o *numberedFiles) Sample(*image.RGBA) {}

// Add writes a picture.
func (o *numberedFiles) Add(img *image.RGBA) error {
	o.n++
	f, err := os.OpenFile(o.folder.Path(film.Numbered(o.n)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return cmp.Or(png.Encode(f, img), f.Sync(), f.Close())
}

// Close does nothing: each picture is whole.
func (o *numberedFiles) Close() error { return nil }
