package raster

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"
)

// wild draws a coordinate that may be anything.
func wild(t *rapid.T) float32 {
	return rapid.OneOf(
		rapid.Float32Range(-10, 60),
		rapid.Float32(),
		rapid.SampledFrom([]float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32, 1e6, -1e6, 0}),
	).Draw(t, "coordinate")
}

func wildPoint(t *rapid.T) Point { return Point{wild(t), wild(t)} }

// drawWild draws one thing of any kind anywhere.
func drawWild(t *rapid.T, c *Canvas) {
	r := Rect{wild(t), wild(t), wild(t), wild(t)}
	pts := make([]Point, rapid.IntRange(0, 6).Draw(t, "n"))
	for i := range pts {
		pts[i] = wildPoint(t)
	}
	cam := Tilted(mgl32.Vec3{}, wild(t), 20, 20, Rect{0, 0, 40, 30})
	switch rapid.IntRange(0, 10).Draw(t, "what") {
	case 0:
		c.FillRect(r, white)
	case 1:
		c.FillRound(r, wild(t), white)
	case 2:
		c.StrokeRound(r, wild(t), wild(t), white)
	case 3:
		c.FillCircle(wildPoint(t), wild(t), white)
	case 4:
		c.StrokeCircle(wildPoint(t), wild(t), wild(t), white)
	case 5:
		c.FillPolygon(pts, white)
	case 6:
		c.StrokePolyline(pts, Stroke{Width: wild(t), Closed: true}, white)
	case 7:
		c.StrokePolyline(pts, Stroke{Width: 1, Dash: wild(t), Gap: wild(t), Phase: wild(t)}, white)
	case 8:
		c.Text(Font{Size: min(wild(t), 200)}, wildPoint(t), "Ab1 …\xff✕", white)
	case 9:
		c.DrawMesh(Box(mgl32.Vec3{wild(t), 0, 0}, mgl32.Vec3{5, 5, wild(t)}), mgl32.Ident4(), &cam, Paint{Fill: white, Outline: white, OutlineWidth: wild(t)})
	case 10:
		c.DrawShadow(mgl32.Vec3{wild(t), wild(t), 0}, wild(t), &cam, white)
	}
}

// Whatever is drawn, nothing panics, nothing outside the clip changes, and the
// picture stays opaque.
func TestNothingLeavesTheClip(t *testing.T) {
	c := NewCanvas(60, 45, 1.5)
	rapid.Check(t, func(t *rapid.T) {
		c.FillRect(c.Bounds(), RGB(0x123456))
		c.PushClip(Rect{10, 8, 20, 12})
		for range 3 {
			drawWild(t, c)
		}
		c.PopClip()
		inside := image.Rect(15, 12, 45, 30) // the clip times the scale
		for y := range 45 {
			for x := range 60 {
				p := c.Image().RGBAAt(x, y)
				if p.A != 255 {
					t.Fatalf("pixel (%d, %d) has alpha %d", x, y, p.A)
				}
				if !image.Pt(x, y).In(inside) && (p.R != 0x12 || p.G != 0x34 || p.B != 0x56) {
					t.Fatalf("pixel (%d, %d) outside the clip became %v", x, y, p)
				}
			}
		}
	})
}

// What is drawn within a clip is what would be drawn there without it.
func TestClipDoesNotChangeWhatIsInside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := NewCanvas(40, 30, 1), NewCanvas(40, 30, 1)
		b.PushClip(Rect{11, 7, 17, 13})
		pts := []Point{drawPoint(t, -20, 60), drawPoint(t, -20, 60), drawPoint(t, -20, 60), drawPoint(t, -20, 60)}
		r := Rect{pts[0].X, pts[0].Y, 30, 20}
		what := rapid.IntRange(0, 6).Draw(t, "what")
		for _, c := range []*Canvas{a, b} {
			switch what {
			case 0:
				c.FillPolygon(pts, white)
			case 1:
				c.StrokePolyline(pts, Stroke{Width: 2}, white)
			case 2:
				c.FillRound(r, 6, white)
			case 3:
				c.StrokeRound(r, 6, 2, white)
			case 4:
				c.FillCircle(pts[0], 9, white)
			case 5:
				c.StrokeCircle(pts[0], 9, 1.5, white)
			case 6:
				c.Text(Font{Size: 13}, pts[0], "Clipped", white)
			}
		}
		for y := 7; y < 20; y++ {
			for x := 11; x < 28; x++ {
				p, q := a.Image().RGBAAt(x, y), b.Image().RGBAAt(x, y)
				if p != q {
					t.Fatalf("pixel (%d, %d): %v without the clip, %v with it", x, y, p, q)
				}
			}
		}
	})
}

func TestClipsNestAndSnap(t *testing.T) {
	c := NewCanvas(20, 20, 2)
	c.PushClip(Rect{1.2, 0, 5, 10}) // 2.4…12.4 px, rounded to 2…12
	c.PushClip(Rect{4, 4, 100, 1})  // 8… and 8…10 px
	c.FillRect(c.Bounds(), white)
	c.PopClip()
	c.PopClip()
	c.PopClip() // one too many does nothing
	n := 0
	for y := range 20 {
		for x := range 20 {
			if c.Image().RGBAAt(x, y).R == 255 {
				n++
				if x < 8 || x >= 12 || y < 8 || y >= 10 {
					t.Errorf("pixel (%d, %d) is set", x, y)
				}
			}
		}
	}
	if n != 4*2 {
		t.Errorf("%d pixels set, want 8", n)
	}
}

func TestResize(t *testing.T) {
	c := NewCanvas(0, -3, float32(math.NaN()))
	if w, h := c.Size(); w != 1 || h != 1 || c.Scale() != 1 {
		t.Errorf("got %d×%d at %v, want 1×1 at 1", w, h, c.Scale())
	}
	c.PushClip(Rect{})
	c.Resize(30, 20, 2)
	c.FillRect(c.Bounds(), white)
	if got := c.Image().RGBAAt(29, 19); got.R != 255 {
		t.Errorf("the last pixel is %v after a resize", got)
	}
	if c.Image().Stride != 4*30 {
		t.Errorf("stride %d, want 120", c.Image().Stride)
	}
}

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
	part.FillRect(part.Bounds(), white)
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
	part.FillRect(part.Bounds(), RGB(0xff0000))
	if got := c.Image().RGBAAt(5, 1); got.G != 255 {
		t.Errorf("a part that was resized still draws on the whole: %v", got)
	}
}
