// Package film plays a run again and makes a file of pictures of it: an animated GIF, whose
// palette is chosen once from samples of the pictures, or numbered PNGs in a ZIP file.
package film

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"slices"
)

// errGIF is wrapped by the errors about a GIF that can't be made.
var errGIF = errors.New("not a GIF")

// maxSide is how many pixels each side of a picture may have: as many as a GIF can say.
const maxSide = 1<<16 - 1

// gifWriter writes pictures as an animated GIF that repeats without end. All pictures
// have the same delay; of each only the rectangle that differs from the one before is
// written. It keeps one picture.
type gifWriter struct {
	out    *bufio.Writer
	size   image.Point
	delay  uint16 // hundredths of a second
	colour *matcher

	last    []byte // the pixels of the picture before, 4 bytes each; nil before the first
	shown   []byte // what a viewer sees of it, as places in the palette
	indexes []byte // scratch
}

// newGIF begins a GIF of pictures of a size in pixels, in the colours of a palette, each
// shown for delay hundredths of a second. Browsers show delays below 2 for a tenth of a
// second. An error wraps errGIF, or is that of writing.
func newGIF(w io.Writer, size image.Point, colours palette, delay int) (*gifWriter, error) {
	switch {
	case size.X < 1 || size.Y < 1 || size.X > maxSide || size.Y > maxSide:
		return nil, fmt.Errorf("%w: the size is %d × %d, want 1 to %d each way", errGIF, size.X, size.Y, maxSide)
	case delay < 1 || delay > 1<<16-1:
		return nil, fmt.Errorf("%w: the delay is %d hundredths of a second, want 1 to %d", errGIF, delay, 1<<16-1)
	case len(colours) < 1 || len(colours) > maxColours:
		return nil, fmt.Errorf("%w: the palette has %d colours, want 1 to %d", errGIF, len(colours), maxColours)
	}
	g := &gifWriter{out: bufio.NewWriter(w), size: size, delay: uint16(delay), colour: newMatcher(colours), shown: make([]byte, size.X*size.Y)}
	return g, g.head(colours)
}

// head writes what comes before the pictures.
func (g *gifWriter) head(colours palette) error {
	const tableOf256 = 0xf7 // a table of 256 colours for all pictures, of 8 bits each
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, uint16(g.size.X))
	b = binary.LittleEndian.AppendUint16(b, uint16(g.size.Y))
	b = append(b, tableOf256, 0, 0)
	var table [3 * 256]byte
	for i, c := range colours {
		copy(table[3*i:], []byte{c.R, c.G, c.B})
	}
	b = append(b, table[:]...)
	// The extension that all programs know for playing it over and over.
	b = append(b, 0x21, 0xff, 11)
	b = append(b, "NETSCAPE2.0"...)
	b = append(b, 3, 1, 0, 0, 0)
	_, err := g.out.Write(b)
	return err
}

// add writes a picture of the GIF's size. Its alpha is not looked at. An error wraps
// errGIF, or is that of writing.
func (g *gifWriter) add(img *image.RGBA) error {
	if img.Rect.Size() != g.size {
		return fmt.Errorf("%w: a picture of %v follows others of %v", errGIF, img.Rect.Size(), g.size)
	}
	changed := g.changed(img)
	const (
		keepAndSeeThrough = 1<<2 | 1 // the next picture goes over this one, and a colour of it shows this one
		bitsOfIndex       = 8
	)
	b := []byte{0x21, 0xf9, 4, keepAndSeeThrough}
	b = binary.LittleEndian.AppendUint16(b, g.delay)
	b = append(b, transparent, 0, 0x2c)
	for _, v := range []int{changed.Min.X, changed.Min.Y, changed.Dx(), changed.Dy()} {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	b = append(b, 0, bitsOfIndex)
	if _, err := g.out.Write(b); err != nil {
		return err
	}
	blocks := blockWriter{out: g.out}
	pack := lzw.NewWriter(&blocks, lzw.LSB, bitsOfIndex)
	g.index(img, changed)
	if _, err := pack.Write(g.indexes); err != nil {
		return err
	}
	if err := pack.Close(); err != nil {
		return err
	}
	g.keep(img)
	return blocks.end()
}

// close writes the end. It does not close the writer.
func (g *gifWriter) close() error {
	if err := g.out.WriteByte(0x3b); err != nil {
		return err
	}
	return g.out.Flush()
}

// rowOf returns the pixels of a row of a picture.
func rowOf(img *image.RGBA, y int) []byte {
	start := y * img.Stride
	return img.Pix[start : start+4*img.Rect.Dx()]
}

// changed returns the smallest rectangle, from the picture's corner, beyond which it is
// as the one before; one pixel if all of it is.
func (g *gifWriter) changed(img *image.RGBA) image.Rectangle {
	if g.last == nil {
		return image.Rectangle{Max: g.size}
	}
	r := image.Rectangle{Min: g.size}
	width := 4 * g.size.X
	for y := range g.size.Y {
		now, before := rowOf(img, y), g.last[y*width:(y+1)*width]
		if string(now) == string(before) {
			continue
		}
		first, last := 0, g.size.X-1
		for string(now[4*first:4*first+4]) == string(before[4*first:4*first+4]) {
			first++
		}
		for string(now[4*last:4*last+4]) == string(before[4*last:4*last+4]) {
			last--
		}
		r.Min.Y = min(r.Min.Y, y)
		r.Max.Y = y + 1
		r.Min.X, r.Max.X = min(r.Min.X, first), max(r.Max.X, last+1)
	}
	if r.Max.Y == 0 {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// index puts the colours of a part of the picture into g.indexes, transparent where a
// viewer sees them already.
func (g *gifWriter) index(img *image.RGBA, part image.Rectangle) {
	g.indexes = slices.Grow(g.indexes[:0], part.Dx()*part.Dy())[:part.Dx()*part.Dy()]
	out := g.indexes
	first := g.last == nil
	for y := part.Min.Y; y < part.Max.Y; y++ {
		now, shown := rowOf(img, y), g.shown[y*g.size.X:][:g.size.X]
		before := now
		if !first {
			before = g.last[4*g.size.X*y:][:4*g.size.X]
		}
		for x := part.Min.X; x < part.Max.X; x++ {
			i := uint8(transparent)
			pixel := binary.LittleEndian.Uint32(now[4*x:])
			if first || pixel != binary.LittleEndian.Uint32(before[4*x:]) {
				if i = g.colour.index(pixel); i == shown[x] && !first {
					i = transparent
				} else {
					shown[x] = i
				}
			}
			out[0] = i
			out = out[1:]
		}
	}
}

// keep remembers the picture for the next.
func (g *gifWriter) keep(img *image.RGBA) {
	if g.last == nil {
		g.last = make([]byte, 4*g.size.X*g.size.Y)
	}
	for y := range g.size.Y {
		copy(g.last[4*g.size.X*y:], rowOf(img, y))
	}
}

// blockWriter writes data as the blocks of at most 255 bytes that a GIF has.
type blockWriter struct {
	out   *bufio.Writer
	block [256]byte // its length, and then its bytes
}

func (w *blockWriter) Write(data []byte) (int, error) {
	for _, b := range data {
		if err := w.WriteByte(b); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

// WriteByte spares the packer a buffer of its own.
func (w *blockWriter) WriteByte(b byte) error {
	w.block[0]++
	w.block[w.block[0]] = b
	if w.block[0] < 255 {
		return nil
	}
	return w.flush()
}

// Flush does nothing: blocks are as long as they can be.
func (w *blockWriter) Flush() error { return nil }

func (w *blockWriter) flush() error {
	_, err := w.out.Write(w.block[:1+int(w.block[0])])
	w.block[0] = 0
	return err
}

// end writes what is left, and the empty block after the last.
func (w *blockWriter) end() error {
	if w.block[0] > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.out.WriteByte(0)
}
