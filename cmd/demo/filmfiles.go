package main

import (
	"cmp"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"

	"snaplab/ui/film"
)

// filmFiles are the files of a film on their way: they have names of their own, next to
// those that they get when all of them are whole. The zero value has none.
type filmFiles struct {
	files  []*os.File
	names  []string // that they get
	folder string   // of numbered pictures, "" for none
	into   string   // the name that it gets
}

// taken reports whether there is something under a name that is not to be lost.
func taken(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	if info.IsDir() {
		inside, err := os.ReadDir(name)
		return err != nil || len(inside) > 0
	}
	return info.Mode().IsRegular() && info.Size() > 0
}

// create makes a file that gets a name in the end.
func (o *filmFiles) create(name string) (io.Writer, error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return nil, cantWrite(name, err)
	}
	o.files, o.names = append(o.files, f), append(o.names, name)
	return f, nil
}

// film returns what makes the film.
func (o *filmFiles) film(name string, rate int) (film.Sink, error) {
	if isGIF(name) {
		f, err := o.create(name)
		return &film.Animation{Out: f, Delay: 100 / rate}, err
	}
	clean := filepath.Clean(name)
	if info, err := os.Stat(clean); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("can't write %s: it is a file, want a folder", name)
	}
	folder, err := os.MkdirTemp(filepath.Dir(clean), "."+filepath.Base(clean)+"-*")
	if err != nil {
		return nil, cantWrite(name, err)
	}
	o.folder, o.into = folder, clean
	return &numberedFiles{folder: folder}, nil
}

// keep gives the files their names.
func (o *filmFiles) keep() error {
	for len(o.files) > 0 {
		f, name := o.files[0], o.names[0]
		err := cmp.Or(f.Chmod(0o644), f.Close())
		if err == nil {
			err = os.Rename(f.Name(), name)
		}
		if err != nil {
			return cantWrite(name, err)
		}
		o.files, o.names = o.files[1:], o.names[1:]
	}
	if o.folder == "" {
		return nil
	}
	return cantWrite(o.into, o.keepFolder())
}

// keepFolder moves the pictures to where they belong. Those of a longer film that was
// there would be taken for the rest of this one, and go.
func (o *filmFiles) keepFolder() error {
	if err := os.MkdirAll(o.into, 0o755); err != nil {
		return err
	}
	made, err := filepath.Glob(filepath.Join(o.folder, "*.png"))
	if err != nil {
		return err
	}
	for n := len(made) + 1; ; n++ {
		if err := os.Remove(filepath.Join(o.into, film.Numbered(n))); err != nil {
			break
		}
	}
	slices.Sort(made)
	for _, from := range made {
		if err := os.Rename(from, filepath.Join(o.into, filepath.Base(from))); err != nil {
			return err
		}
	}
	return os.Remove(o.folder)
}

// discard removes what has not been kept.
func (o *filmFiles) discard() {
	for _, f := range o.files {
		f.Close()
		os.Remove(f.Name())
	}
	if o.folder != "" {
		os.RemoveAll(o.folder)
	}
}

// numberedFiles is a film of numbered pictures in a folder.
type numberedFiles struct {
	folder string
	n      int
}

// Sample does nothing.
func (o *numberedFiles) Sample(*image.RGBA) {}

// Add writes a picture.
func (o *numberedFiles) Add(img *image.RGBA) error {
	o.n++
	f, err := os.OpenFile(filepath.Join(o.folder, film.Numbered(o.n)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return cmp.Or(png.Encode(f, img), f.Close())
}

// Close does nothing: each picture is whole.
func (o *numberedFiles) Close() error { return nil }
