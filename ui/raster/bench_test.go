package raster

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// BenchmarkCopyFrame copies a frame of 1280×720: the yardstick of the others.
func BenchmarkCopyFrame(b *testing.B) {
	src, dst := make([]byte, 1280*720*4), make([]byte, 1280*720*4)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		copy(dst, src)
	}
}

// BenchmarkScene draws a frame as the program does: three panels with a 40 px
// grid, n discs with outlines in each (at n = 100 with trails), 40 lines of text
// and two plots, everything moved by a part of a pixel from frame to frame. On
// two cores each draws one half of the frame.
func BenchmarkScene(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("n=%d/cores=1", n), func(b *testing.B) {
			c := NewCanvas(1280, 720, 1)
			measureScene(b, newScene(n), func(s *scene, frame int) { s.draw(c, frame) })
		})
		b.Run(fmt.Sprintf("n=%d/cores=2", n), func(b *testing.B) {
			h := newTwoCores(n)
			defer h.stop()
			measureScene(b, newScene(n), func(_ *scene, frame int) { h.draw(frame) })
		})
	}
}

// measureScene measures a way to draw a scene once its caches are full.
func measureScene(b *testing.B, s *scene, draw func(s *scene, frame int)) {
	for i := range 64 {
		draw(s, i)
	}
	b.ReportAllocs()
	frame := 0
	for b.Loop() {
		draw(s, frame)
		frame++
	}
}

// twoCores draws a scene on two cores.
type twoCores struct {
	whole *Canvas
	parts [2]Canvas
	scene [2]*scene // each has scratch memory
	start chan int  // a frame for the right half
	done  chan struct{}
}

func newTwoCores(n int) *twoCores {
	h := &twoCores{whole: NewCanvas(1280, 720, 1), start: make(chan int), done: make(chan struct{})}
	for i := range h.parts {
		h.parts[i].PartOf(h.whole, Rect{float32(640 * i), 0, 640, 720})
		h.scene[i] = newScene(n)
	}
	go func() {
		for frame := range h.start {
			h.scene[1].draw(&h.parts[1], frame)
			h.done <- struct{}{}
		}
	}()
	return h
}

func (h *twoCores) draw(frame int) {
	h.start <- frame
	h.scene[0].draw(&h.parts[0], frame)
	<-h.done
}

func (h *twoCores) stop() { close(h.start) }

// scene is the benchmark's picture.
type scene struct {
	n      int
	lines  []string
	trails [100][60]Point // away from their discs
	trail  [60]Point
	plot   [600]Point
}

func newScene(n int) *scene {
	s := &scene{n: n}
	for i := range s.trails {
		for k := range s.trails[i] {
			sin, cos := wave[(k*3+i*7)%360], wave[(k*3+i*7+90)%360]
			s.trails[i][k] = Point{-2.4 * float32(k) * cos, -1.6 * float32(k) * sin}
		}
	}
	for i := range 40 {
		line := fmt.Sprintf("line %02d: shows 268 ms ago, off by 0.04 m, need 230 ms, have 200 ms", i)
		s.lines = append(s.lines, line[:60])
	}
	return s
}

func (s *scene) draw(c *Canvas, frame int) {
	shift := float32(frame%64) * 0.17
	blue, pale := RGB(0x56b4e9), RGB(0xe6e9ee)
	c.FillRect(c.Bounds(), RGB(0x0e1116))
	for panel := range 3 {
		r := Rect{10 + 420*float32(panel), 10, 410, 420}
		c.PushClip(r)
		c.FillRect(r, RGB(0x161b22))
		for g := float32(0); g < 420; g += 40 {
			c.FillRect(Rect{r.X + g, r.Y, 1, r.H}, RGB(0x242a33))
			c.FillRect(Rect{r.X, r.Y + g, r.W, 1}, RGB(0x242a33))
		}
		for i := range s.n {
			p := Point{r.X + float32(i*37%400) + shift, r.Y + float32(i*61%410) + shift/2}
			if s.n == 100 {
				for k, away := range s.trails[i] {
					s.trail[k] = p.Add(away.X, away.Y)
				}
				c.StrokePolyline(s.trail[:], Stroke{Width: 1.5}, Alpha(blue, 0.6))
			}
			c.FillCircle(p, 6, Alpha(blue, 0.9))
			c.StrokeCircle(p, 6, 1.5, Alpha(pale, 0.9))
		}
		c.PopClip()
	}
	for i, line := range s.lines {
		c.Text(Font{Size: 13}, Point{10 + float32(i/20)*420 + shift, 450 + float32(i%20)*13}, line, pale)
	}
	for k := range 2 {
		for i := range s.plot {
			s.plot[i] = Point{850 + 0.68*float32(i), 560 + 70*wave[(i*2+frame+k*90)%360]}
		}
		c.StrokePolyline(s.plot[:], Stroke{Width: 1.5}, blue)
	}
}

// wave is a sine by degrees.
var wave = func() (w [360]float32) {
	for i := range w {
		sin, _ := sincosDegrees(float64(i))
		w[i] = float32(sin)
	}
	return w
}()

// BenchmarkMesh draws one small solid with its shadow, turned a little more each
// time.
func BenchmarkMesh(b *testing.B) {
	cam := Tilted(mgl32.Vec3{}, 55, 40, 30, Rect{0, 0, 320, 240})
	for name, m := range map[string]*Mesh{
		"car":  Merge(Box(mgl32.Vec3{0, 0, 0.6}, mgl32.Vec3{4.4, 2, 0.8}), Box(mgl32.Vec3{-0.3, 0, 1.3}, mgl32.Vec3{2.2, 1.7, 0.7})),
		"ball": Sphere(mgl32.Vec3{0, 0, 1}, 1, 12),
	} {
		b.Run(name, func(b *testing.B) {
			c := NewCanvas(320, 240, 1)
			b.ReportAllocs()
			turn := 0
			for b.Loop() {
				turn++
				c.DrawShadow(mgl32.Vec3{}, 2, &cam, Alpha(RGB(0), 0.4))
				c.DrawMesh(m, mgl32.HomogRotate3DZ(float32(turn)*0.1), &cam, Paint{Fill: RGB(0x56b4e9)})
			}
		})
	}
}
