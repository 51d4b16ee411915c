package raster

import "testing"

// Drawn in two halves at a time, a frame is the same to the last bit.
func TestPartsMakeTheWhole(t *testing.T) {
	for _, n := range []int{0, 100} {
		whole, halves := NewCanvas(1280, 720, 1), newTwoCores(n)
		defer halves.stop()
		s := newScene(n)
		for frame := range 3 {
			s.draw(whole, frame)
			halves.draw(frame)
			if string(whole.Image().Pix) != string(halves.whole.Image().Pix) {
				t.Fatalf("n = %d: frame %d differs", n, frame)
			}
		}
	}
}

// So is the sheet, cut anywhere, but for the outlines of its meshes.
func TestSheetInParts(t *testing.T) {
	whole := NewCanvas(960, 600, 1.5)
	drawSheet(whole, false)
	var part Canvas
	for cut := float32(310.3); cut < 640; cut += 47 {
		c := NewCanvas(960, 600, 1.5)
		for _, r := range []Rect{{0, 0, cut, 400}, {cut, 0, 640 - cut, 400}} {
			part.PartOf(c, r)
			drawSheet(&part, false)
		}
		if string(c.Image().Pix) != string(whole.Image().Pix) {
			t.Errorf("cut at %v it is another picture", cut)
		}
	}
}

func TestPartStaysWithinTheClipOfTheWhole(t *testing.T) {
	c := NewCanvas(12, 4, 1)
	c.PushClip(Rect{2, 1, 6, 2})
	var part Canvas
	part.PartOf(c, Rect{4.4, 0, 8, 4}) // from 4 on
	part.PopClip()                     // there is none to return to
	part.Clear(white)
	checkPicture(t, c, `
............
....@@@@....
....@@@@....
............
`)
	if !part.Visible(Rect{7.5, 2, 3, 3}) || part.Visible(Rect{8, 1, 3, 3}) || part.Visible(Rect{0, 0, 4, 4}) {
		t.Error("Visible is wrong about what touches the part")
	}
	part.Resize(12, 4, 1)
	part.Clear(RGB(0xff0000))
	if got := c.Image().RGBAAt(5, 1); got.G != 255 {
		t.Errorf("a part that was resized still draws on the whole: %v", got)
	}
}
