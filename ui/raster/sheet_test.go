package raster

import (
	"fmt"
	"hash/fnv"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// sheetDigests are the FNV-1a digests of the sheets' pixels.
var sheetDigests = [5]string{"64d7222f775deb36", "cb5e4cdc0e540761", "478149b25a65cccc", "73e2df1e41d08b2e", "d7726c0f59c405a9"}

// The sheet has everything that can be drawn. Its digests pin the picture; the
// same numbers must come out on every platform. To see it after a change, set
// RASTER_SHEET to a folder: the sheets are written there as PNG files.
func TestSheetIsTheSameEverywhere(t *testing.T) {
	for _, tc := range []struct {
		scale float32
		light bool
		want  string
	}{
		{1, false, sheetDigests[0]},
		{1.5, false, sheetDigests[1]},
		{2, false, sheetDigests[2]},
		{1, true, sheetDigests[3]},
		{2, true, sheetDigests[4]},
	} {
		c := NewCanvas(int(640*tc.scale), int(400*tc.scale), tc.scale)
		drawSheet(c, tc.light)
		h := fnv.New64a()
		h.Write(c.Image().Pix)
		if got := fmt.Sprintf("%016x", h.Sum64()); got != tc.want {
			t.Errorf("scale %v, light %v: digest %s, want %s", tc.scale, tc.light, got, tc.want)
		}
		if dir := os.Getenv("RASTER_SHEET"); dir != "" {
			writePNG(t, c, filepath.Join(dir, fmt.Sprintf("sheet-%v-light-%v.png", tc.scale, tc.light)))
		}
	}
}

func writePNG(t *testing.T, c *Canvas, path string) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, c.Image()); err != nil {
		t.Fatal(err)
	}
}

func drawSheet(c *Canvas, light bool) {
	back, ink, blue := RGB(0x0e1116), RGB(0xe6e9ee), RGB(0x56b4e9)
	if light {
		back, ink, blue = RGB(0xf2f3f6), RGB(0x1c2026), RGB(0x0072b2)
	}
	c.FillRect(c.Bounds(), back)
	drawLetters(c, back, ink)
	drawShapes(c, ink, blue)
	drawSolids(c, Rect{8, 204, 300, 188}, back, ink, blue)
}

func drawLetters(c *Canvas, back, ink Color) {
	panel := Rect{8, 8, 300, 188}
	c.FillRound(panel, 8, Mix(back, ink, 0.05))
	c.StrokeRound(panel, 8, 1, Mix(back, ink, 0.15))
	y := float32(28)
	for _, line := range []struct {
		font Font
		text string
	}{
		{Font{Bold, 15, false, false}, "Snapshot Interpolation Lab"},
		{Font{Regular, 13, false, false}, "Latency, jitter: To AV Ta We. 12.34 ms — ½"},
		{Font{Medium, 13, true, false}, "0123456789 offset 60.4 ms ≥ (1 + k)·I"},
		{Font{Bold, 13, true, false}, "0123456789 need 230 ms, have 200 ms"},
		{Font{Regular, 11, false, false}, "Survives no lost packet at this jitter. Enough: 268 ms"},
		{Font{Medium, 11, false, false}, "NETWORK, SERVER → CLIENT"},
		{Font{Regular, 13, false, false}, "▸▾▴◂✕✓⏸⏹⏵⏭⏮☰▤◐⚙✚●■◆▲○□◇△↺↻"},
		{Font{Regular, 20, false, false}, "▸▾▴◂✕✓⏸⏹⏵⏭⏮☰▤◐⚙✚"},
	} {
		c.Text(line.font, Point{20, y}, line.text, ink)
		y += line.font.LineHeight() + 4
	}
}

func drawShapes(c *Canvas, ink, blue Color) {
	for i := range 8 {
		w := 0.5 + 0.5*float32(i)
		x := 336 + 40*float32(i)
		c.StrokeCircle(Point{x, 24}, 10, w, blue)
		c.FillCircle(Point{x, 50}, w, blue)
		c.FillCircle(Point{x, 78}, 3*w, Alpha(blue, 0.8))
		c.StrokePolyline([]Point{{x - 14, 100}, {x + 10, 110}, {x - 10, 125}, {x + 14, 140}}, Stroke{Width: w}, ink)
		c.StrokePolyline([]Point{{x - 14, 160}, {x + 14, 150}}, Stroke{Width: w, Dash: 4, Gap: 3}, blue)
		c.StrokeRound(Rect{x - 14, 170, 28, 20}, 5, w, ink)
		c.StrokePolyline([]Point{{x - 14, 204}, {x + 14, 204}, {x + 14, 216}, {x - 14, 216}}, Stroke{Width: w, Closed: true}, ink)
	}
	ring := make([]Point, 40)
	for i, p := range RegularPlan(len(ring), 1) {
		ring[i] = Point{390 + float32(15*p[0]), 250 + float32(11*p[1])}
	}
	c.StrokePolyline(ring, Stroke{Width: 1, Dash: 4, Gap: 3, Closed: true}, ink)
	c.FillPolygon([]Point{{340, 235}, {355, 250}, {340, 265}, {325, 250}}, blue)
	c.FillPolygon([]Point{{440, 235}, {450, 265}, {425, 246}, {455, 246}, {430, 265}}, blue)
	fillFading(c, Rect{480, 235, 60, 30}, blue)
	c.FillRect(Rect{560.5, 235.25, 59.25, 29.5}, Alpha(blue, 0.5))
	plot := make([]Point, 200)
	for i := range plot {
		sin, _ := sincosDegrees(float64(i) * 8)
		plot[i] = Point{322 + 1.5*float32(i), 330 + float32(45*float32(sin))}
	}
	c.StrokePolyline(plot, Stroke{Width: 6}, Alpha(blue, 0.25))
	c.StrokePolyline(plot, Stroke{Width: 1.5}, blue)
}

// fillFading fills r with a colour that fades out from its top to its bottom, a row of
// pixels at a time.
func fillFading(c *Canvas, r Rect, col Color) {
	x0, y0, x1, y1, _ := c.corners(r)
	for y := floorPixel(y0); y < ceilPixel(y1); y++ {
		middle := min(max(y<<subShift+one/2-y0, 0), y1-y0)
		faded := uint32((middle*255 + (y1-y0)/2) / (y1 - y0))
		col.A = uint8(255 - faded)
		c.fillBox(x0, max(y0, y<<subShift), x1, min(y1, (y+1)<<subShift), newSource(col))
	}
}

func drawSolids(c *Canvas, view Rect, back, ink, blue Color) {
	cam := Tilted(mgl32.Vec3{0, -0.5, 0}, 55, 34, 22, view)
	c.PushClip(view)
	defer c.PopClip()
	c.FillRect(view, Mix(back, ink, 0.03))
	for i := float32(-24); i <= 24; i += 4 {
		for _, line := range [2][2]mgl32.Vec3{{{i, -24, 0}, {i, 24, 0}}, {{-24, i, 0}, {24, i, 0}}} {
			a, _ := cam.Project(line[0])
			b, _ := cam.Project(line[1])
			c.StrokePolyline([]Point{a, b}, Stroke{Width: 1}, Alpha(ink, 0.08))
		}
	}
	car := Merge(Box(mgl32.Vec3{0, 0, 0.6}, mgl32.Vec3{4.4, 2, 0.8}), Box(mgl32.Vec3{-0.3, 0, 1.3}, mgl32.Vec3{2.2, 1.7, 0.7}).Tinted(0.25))
	ball := Sphere(mgl32.Vec3{0, 0, 1}, 1, 24)
	walker := Merge(Prism(RegularPlan(8, 0.5), 0, 1.5), Sphere(mgl32.Vec3{0, 0, 2}, 0.5, 10))
	for i := range 5 {
		paint := Paint{Fill: blue}
		switch i {
		case 3:
			paint.Outline, paint.OutlineWidth = ink, 1.5
		case 4:
			paint.Fill = Alpha(blue, 0.4)
		}
		for j, m := range []*Mesh{car, ball, walker} {
			at := mgl32.Vec3{-14 + 7*float32(i), 6 - 6*float32(j), 0}
			// Quarter turns of 3, 4 and 5: a rotation without rounded sines.
			turn := [5][2]float32{{1, 0}, {0.8, 0.6}, {0.6, 0.8}, {0, 1}, {-0.6, 0.8}}[i]
			model := mgl32.Mat4{turn[0], turn[1], 0, 0, -turn[1], turn[0], 0, 0, 0, 0, 1, 0, at[0], at[1], at[2], 1}
			c.DrawShadow(at, 1.9, &cam, Alpha(RGB(0), 0.45))
			c.DrawMesh(m, model, &cam, paint)
		}
	}
}

// Several goroutines may draw, each on its own canvas.
func TestCanvasesAreIndependent(t *testing.T) {
	pictures := make(chan string)
	for range 4 {
		go func() {
			c := NewCanvas(640, 400, 1)
			drawSheet(c, false)
			pictures <- string(c.Image().Pix)
		}()
	}
	first := <-pictures
	for range 3 {
		if <-pictures != first {
			t.Error("two canvases differ")
		}
	}
}

// Drawn again, the sheet needs no memory.
func TestDrawingDoesNotAllocate(t *testing.T) {
	c := NewCanvas(640, 400, 1)
	s := newScene(100)
	s.draw(c, 0)
	if n := testing.AllocsPerRun(5, func() { s.draw(c, 0) }); n > 0 {
		t.Errorf("shapes and text: %v allocations", n)
	}
	cam := Tilted(mgl32.Vec3{}, 50, 20, 20, Rect{0, 0, 300, 300})
	m := Sphere(mgl32.Vec3{}, 3, 12)
	draw := func() {
		c.DrawShadow(mgl32.Vec3{}, 3, &cam, RGB(0))
		c.DrawMesh(m, mgl32.Ident4(), &cam, Paint{Fill: white, Outline: white, OutlineWidth: 1})
	}
	draw()
	if n := testing.AllocsPerRun(5, draw); n > 0 {
		t.Errorf("meshes: %v allocations", n)
	}
}
