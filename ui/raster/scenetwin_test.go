package raster

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// twin draws the benchmark's picture in the straightforward way: each shape is a
// path that golang.org/x/image/vector fills in its bounding box, and each line of
// text goes through a font.Drawer.
type twin struct {
	img  *image.RGBA
	clip image.Rectangle
	face font.Face
	path vector.Rasterizer
	at   Point // of the path's corner
}

func newTwin(tb testing.TB) *twin {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		tb.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 13, DPI: 72})
	if err != nil {
		tb.Fatal(err)
	}
	return &twin{img: image.NewRGBA(image.Rect(0, 0, 1280, 720)), face: face}
}

// fill fills the path that draw makes within a box.
func (t *twin) fill(box Rect, col Color, draw func()) {
	end := box.Max()
	r := image.Rect(int(math.Floor(float64(box.X))), int(math.Floor(float64(box.Y))),
		int(math.Ceil(float64(end.X))), int(math.Ceil(float64(end.Y)))).Intersect(t.clip)
	if r.Empty() {
		return
	}
	t.at = Point{float32(r.Min.X), float32(r.Min.Y)}
	t.path.Reset(r.Dx(), r.Dy())
	draw()
	t.path.Draw(t.img, r, image.NewUniform(col), image.Point{})
}

func (t *twin) rect(r Rect, col Color) {
	to := image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H)).Intersect(t.clip)
	draw.Draw(t.img, to, image.NewUniform(col), image.Point{}, draw.Over)
}

// circle adds a circle of four curves; turn is −1 for the other way round.
func (t *twin) circle(p Point, r, turn float32) {
	const k = 0.5522847
	x, y := p.X-t.at.X, p.Y-t.at.Y
	s := r * turn
	t.path.MoveTo(x+r, y)
	t.path.CubeTo(x+r, y+k*s, x+k*r, y+s, x, y+s)
	t.path.CubeTo(x-k*r, y+s, x-r, y+k*s, x-r, y)
	t.path.CubeTo(x-r, y-k*s, x-k*r, y-s, x, y-s)
	t.path.CubeTo(x+k*r, y-s, x+r, y-k*s, x+r, y)
	t.path.ClosePath()
}

// polyline adds a rectangle for each segment.
func (t *twin) polyline(pts []Point, width float32, col Color) {
	box := Rect{pts[0].X, pts[0].Y, 0, 0}
	for _, p := range pts {
		x1, y1 := max(box.X+box.W, p.X), max(box.Y+box.H, p.Y)
		box.X, box.Y = min(box.X, p.X), min(box.Y, p.Y)
		box.W, box.H = x1-box.X, y1-box.Y
	}
	t.fill(box.Inset(-width), col, func() {
		for i := 1; i < len(pts); i++ {
			a, b := pts[i-1].Add(-t.at.X, -t.at.Y), pts[i].Add(-t.at.X, -t.at.Y)
			dx, dy := b.X-a.X, b.Y-a.Y
			half := width / 2 / float32(math.Hypot(float64(dx), float64(dy)))
			if !(half < 1e6) {
				continue
			}
			dx, dy = dx*half, dy*half
			t.path.MoveTo(a.X-dy, a.Y+dx)
			t.path.LineTo(a.X+dy, a.Y-dx)
			t.path.LineTo(b.X+dy, b.Y-dx)
			t.path.LineTo(b.X-dy, b.Y+dx)
			t.path.ClosePath()
		}
	})
}

func (t *twin) text(p Point, s string, col Color) {
	d := font.Drawer{Dst: t.img, Src: image.NewUniform(col), Face: t.face}
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(p.X * 64), Y: fixed.Int26_6(p.Y * 64)}
	d.DrawString(s)
}

// draw draws what s.draw draws.
func (t *twin) draw(s *scene, frame int) {
	shift := float32(frame%64) * 0.17
	blue, pale := RGB(0x56b4e9), RGB(0xe6e9ee)
	t.clip = t.img.Rect
	t.rect(Rect{0, 0, 1280, 720}, RGB(0x0e1116))
	for panel := range 3 {
		r := Rect{10 + 420*float32(panel), 10, 410, 420}
		t.clip = image.Rect(int(r.X), int(r.Y), int(r.X+r.W), int(r.Y+r.H))
		t.rect(r, RGB(0x161b22))
		for g := float32(0); g < 420; g += 40 {
			t.rect(Rect{r.X + g, r.Y, 1, r.H}, RGB(0x242a33))
			t.rect(Rect{r.X, r.Y + g, r.W, 1}, RGB(0x242a33))
		}
		for i := range s.n {
			p := Point{r.X + float32(i*37%400) + shift, r.Y + float32(i*61%410) + shift/2}
			if s.n == 100 {
				for k, away := range s.trails[i] {
					s.trail[k] = p.Add(away.X, away.Y)
				}
				t.polyline(s.trail[:], 1.5, Alpha(blue, 0.6))
			}
			box := Rect{p.X, p.Y, 0, 0}.Offset(-6.75, -6.75)
			box.W, box.H = 13.5, 13.5
			t.fill(box, Alpha(blue, 0.9), func() { t.circle(p, 6, 1) })
			t.fill(box, Alpha(pale, 0.9), func() { t.circle(p, 6.75, 1); t.circle(p, 5.25, -1) })
		}
	}
	t.clip = t.img.Rect
	for i, line := range s.lines {
		t.text(Point{10 + float32(i/20)*420 + shift, 450 + float32(i%20)*13}, line, pale)
	}
	for k := range 2 {
		for i := range s.plot {
			s.plot[i] = Point{850 + 0.68*float32(i), 560 + 70*wave[(i*2+frame+k*90)%360]}
		}
		t.polyline(s.plot[:], 1.5, blue)
	}
}

// BenchmarkSceneTwin draws the frames of BenchmarkScene in the straightforward
// way.
func BenchmarkSceneTwin(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			t := newTwin(b)
			measureScene(b, newScene(n), t.draw)
		})
	}
}

// The twin's picture is the scene's, but for its typeface, for the sixteenths of
// a pixel by which discs are off, and for the corners that it leaves open where
// lines turn.
func TestSceneLooksLikeItsTwin(t *testing.T) {
	slow, c := newTwin(t), NewCanvas(1280, 720, 1)
	for _, n := range []int{100, 1000} {
		s := newScene(n)
		s.draw(c, 7)
		slow.draw(s, 7)
		sum, far := 0, 0
		for y := range 430 { // the text is below
			for x := range 1280 {
				a, b := c.Image().RGBAAt(x, y), slow.img.RGBAAt(x, y)
				d := abs(int(a.G) - int(b.G))
				sum += d
				if d > 64 {
					far++
				}
			}
		}
		mean, share := float64(sum)/(430*1280), float64(far)/(430*1280)
		if mean > 5 || share > 0.01 {
			t.Errorf("n = %d: off by %.2f on average, by more than 64 in %.2f %% of the pixels", n, mean, 100*share)
		}
	}
}
