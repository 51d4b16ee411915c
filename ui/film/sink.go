package film

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
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
	out     io.Writer
	packed  bytes.Buffer // the last picture
	entries []archived
	at      int64 // where the next entry begins
}

// archived is an entry of the file.
type archived struct {
	name           string
	sum, size, off uint32
}

// NewArchive begins a file.
func NewArchive(w io.Writer) *Archive { return &Archive{out: w} }

// Sample does nothing.
func (a *Archive) Sample(*image.RGBA) {}

// Add writes a picture, as it is: a PNG is packed. The library's archive/zip would do it, with
// packers that make the browser's program larger by a twentieth.
func (a *Archive) Add(img *image.RGBA) error {
	a.packed.Reset()
	if err := png.Encode(&a.packed, img); err != nil {
		return err
	}
	e := archived{Numbered(len(a.entries) + 1), crc32.ChecksumIEEE(a.packed.Bytes()), uint32(a.packed.Len()), uint32(a.at)}
	head := append(e.appendHead([]byte("PK\x03\x04")), e.name...)
	a.at += int64(len(head) + a.packed.Len())
	if a.at > math.MaxUint32 || len(a.entries) == math.MaxUint16 {
		return fmt.Errorf("a ZIP file has room for 4 GB and %d pictures", math.MaxUint16)
	}
	a.entries = append(a.entries, e)
	if _, err := a.out.Write(head); err != nil {
		return err
	}
	_, err := a.out.Write(a.packed.Bytes())
	return err
}

// appendHead appends what both forms of an entry's header have, from the version of the format
// that it needs on: 2.0, no flags, stored, 1 January 1980, checksum, both sizes, the length of
// the name, nothing extra.
func (e *archived) appendHead(dst []byte) []byte {
	le := binary.LittleEndian
	for _, v := range []uint16{20, 0, 0, 0, 1<<5 | 1} {
		dst = le.AppendUint16(dst, v)
	}
	dst = le.AppendUint32(le.AppendUint32(le.AppendUint32(dst, e.sum), e.size), e.size)
	return le.AppendUint16(le.AppendUint16(dst, uint16(len(e.name))), 0)
}

// Close writes the directory, which ends the file.
func (a *Archive) Close() error {
	le := binary.LittleEndian
	var dir []byte
	for i := range a.entries {
		e := &a.entries[i]
		dir = e.appendHead(append(dir, "PK\x01\x02\x14\x00"...)) // made by version 2.0
		dir = append(dir, make([]byte, 2+2+2+4)...)              // no comment, first disk, no attributes
		dir = append(le.AppendUint32(dir, e.off), e.name...)
	}
	n, size := uint16(len(a.entries)), uint32(len(dir))
	dir = append(dir, "PK\x05\x06\x00\x00\x00\x00"...)
	dir = le.AppendUint16(le.AppendUint16(dir, n), n)
	dir = le.AppendUint32(le.AppendUint32(dir, size), uint32(a.at))
	_, err := a.out.Write(append(dir, 0, 0))
	return err
}

// IsNumbered reports whether a file is named as a picture of a film is.
func IsNumbered(name string) bool {
	n, err := strconv.Atoi(strings.TrimSuffix(name, ".png"))
	return err == nil && name == Numbered(n)
}

// Numbered returns the name of the n-th picture, counted from 1: in the order of names
// they are in the order of time.
func Numbered(n int) string { return fmt.Sprintf("%05d.png", n) }
