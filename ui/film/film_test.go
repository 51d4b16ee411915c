package film

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math/rand/v2"
	"testing"
)

// drawing returns pictures with a few moving squares on a ground: what of each changes
// is little.
func drawing(size image.Point, n int) []*image.RGBA {
	r := rand.New(rand.NewPCG(1, 2))
	var all []*image.RGBA
	for i := range n {
		img := image.NewRGBA(image.Rectangle{Max: size})
		for p := 0; p < len(img.Pix); p += 4 {
			copy(img.Pix[p:], []byte{20, 30, 40, 255})
		}
		for s := range 5 {
			for y := range 6 {
				for x := range 6 {
					img.SetRGBA((3*i+11*s+x)%size.X, (7*s+y)%size.Y, color.RGBA{uint8(40 * s), 200, uint8(r.IntN(3)), 255})
				}
			}
		}
		all = append(all, img)
		if i%3 == 2 {
			all = append(all, img) // nothing changes
		}
	}
	return all
}

func paletteOf(pictures []*image.RGBA) palette {
	var s samples
	for _, img := range pictures {
		s.add(img)
	}
	return s.palette()
}

// TestGIFIsThePictures: what a decoder shows of the file is the pictures, each for its
// time, over and over.
func TestGIFIsThePictures(t *testing.T) {
	pictures := drawing(image.Pt(60, 40), 9)
	var file bytes.Buffer
	g, err := newGIF(&file, image.Pt(60, 40), paletteOf(pictures), 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range pictures {
		if err := g.add(img); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.close(); err != nil {
		t.Fatal(err)
	}
	read, err := gif.DecodeAll(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(read.Image) != len(pictures) || read.LoopCount != 0 || read.Config.Width != 60 || read.Config.Height != 40 {
		t.Fatalf("%d pictures of %d × %d, %d times, want %d of 60 × 40 for ever", len(read.Image), read.Config.Width, read.Config.Height, read.LoopCount, len(pictures))
	}
	shown := image.NewRGBA(image.Rect(0, 0, 60, 40))
	for i, part := range read.Image {
		if read.Delay[i] != 4 || read.Disposal[i] != gif.DisposalNone {
			t.Errorf("picture %d has the delay %d and the disposal %d", i, read.Delay[i], read.Disposal[i])
		}
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			for x := part.Rect.Min.X; x < part.Rect.Max.X; x++ {
				if c := part.At(x, y); part.ColorIndexAt(x, y) != transparent {
					shown.Set(x, y, c)
				}
			}
		}
		if !bytes.Equal(shown.Pix, pictures[i].Pix) {
			t.Fatalf("picture %d is another", i)
		}
	}
	// 9 pictures of 60 × 40 and the table, unpacked, are 22 kB.
	if file.Len() > 5000 {
		t.Errorf("the file has %d bytes: what has not changed is in it", file.Len())
	}
	if got := read.Image[3].Rect; got.Dx() != 1 || got.Dy() != 1 { // the third one again
		t.Errorf("a picture in which nothing changes has a part of %v", got)
	}
}

func TestGIFRefuses(t *testing.T) {
	p := palette{{A: 255}}
	for name, c := range map[string]struct {
		size    image.Point
		colours palette
		delay   int
	}{
		"no width":         {image.Pt(0, 5), p, 4},
		"too high":         {image.Pt(5, 65536), p, 4},
		"no colours":       {image.Pt(5, 5), nil, 4},
		"too many colours": {image.Pt(5, 5), make(palette, 256), 4},
		"no delay":         {image.Pt(5, 5), p, 0},
	} {
		if _, err := newGIF(new(bytes.Buffer), c.size, c.colours, c.delay); !errors.Is(err, errGIF) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
	g, err := newGIF(new(bytes.Buffer), image.Pt(5, 5), p, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.add(image.NewRGBA(image.Rect(0, 0, 5, 6))); !errors.Is(err, errGIF) {
		t.Errorf("a picture of another size: error is %v", err)
	}
}

// full is a writer that is full after so many bytes.
type full int

func (f *full) Write(data []byte) (int, error) {
	if *f -= full(len(data)); *f < 0 {
		return 0, errors.New("the disk is full")
	}
	return len(data), nil
}

// TestGIFWritingFails: the error comes back, wherever it happens.
func TestGIFWritingFails(t *testing.T) {
	pictures := drawing(image.Pt(300, 300), 3)
	write := func(w io.Writer) error {
		g, err := newGIF(w, image.Pt(300, 300), paletteOf(pictures), 4)
		for i := 0; i < len(pictures) && err == nil; i++ {
			err = g.add(pictures[i])
		}
		if err == nil {
			err = g.close()
		}
		return err
	}
	var whole bytes.Buffer
	if err := write(&whole); err != nil {
		t.Fatal(err)
	}
	for _, room := range []full{0, full(whole.Len() / 2), full(whole.Len() - 1)} {
		w := room
		if err := write(&w); err == nil {
			t.Errorf("on a disk with room for %d bytes all is well", room)
		}
	}
}

// TestPalette: the frequent colours are exact, the others near, and the same pictures
// give the same ones.
func TestPalette(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 256, 64))
	for y := range 64 {
		for x := range 256 {
			c := color.RGBA{10, 20, 30, 255} // the ground
			if y >= 32 {
				c = color.RGBA{uint8(x), uint8(255 - x), uint8(8 * (y - 32)), 255} // 256 × 32 blends
			}
			img.SetRGBA(x, y, c)
		}
	}
	p := paletteOf([]*image.RGBA{img})
	if len(p) != maxColours || p[0] != (color.RGBA{10, 20, 30, 255}) {
		t.Errorf("%d colours, the first %v", len(p), p[0])
	}
	m := newMatcher(p)
	worst := 0
	for y := range 64 {
		for x := range 256 {
			c := img.RGBAAt(x, y)
			q := p[m.index(pixelOf(c.R, c.G, c.B))]
			worst = max(worst, abs(int(c.R)-int(q.R)), abs(int(c.G)-int(q.G)), abs(int(c.B)-int(q.B)))
		}
	}
	// 254 groups of a plane of 256 × 256 are about 16 on a side, 8 to the middle, and
	// up to twice that where a group is not a square.
	if worst > 16 {
		t.Errorf("a colour is %d off", worst)
	}
	again := paletteOf([]*image.RGBA{img})
	for i := range p {
		if p[i] != again[i] {
			t.Fatalf("colour %d is %v, and then %v", i, p[i], again[i])
		}
	}
	if got := new(samples).palette(); len(got) != 1 {
		t.Errorf("without a picture there are %d colours", len(got))
	}
}

// TestMatcher is exactly the nearest colour, however often it is asked.
func TestMatcher(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := make(palette, 200)
	for i := range p {
		p[i] = color.RGBA{uint8(r.IntN(256)), uint8(r.IntN(256)), uint8(r.IntN(256)), 255}
	}
	m := newMatcher(p)
	for range 20_000 {
		c := [3]uint8{uint8(r.IntN(64)), uint8(r.IntN(64)), uint8(r.IntN(8))}
		if got, want := m.index(pixelOf(c[0], c[1], c[2])), m.nearest(int(c[0]), int(c[1]), int(c[2])); got != want {
			t.Fatalf("%v is colour %d, want %d", c, got, want)
		}
	}
}

func pixelOf(r, g, b uint8) uint32 { return uint32(r) | uint32(g)<<8 | uint32(b)<<16 | 0xff<<24 }

func abs(v int) int { return max(v, -v) }

func BenchmarkGIFAdd(b *testing.B) {
	pictures := drawing(image.Pt(1280, 720), 4)
	g, err := newGIF(new(bytes.Buffer), image.Pt(1280, 720), paletteOf(pictures), 4)
	if err != nil {
		b.Fatal(err)
	}
	for i := range b.N {
		if err := g.add(pictures[i%len(pictures)]); err != nil {
			b.Fatal(err)
		}
	}
}
