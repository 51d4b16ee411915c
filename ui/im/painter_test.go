package im

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"snaplab/ui/raster"
)

// paintedList draws a square of a colour in each of four panels, and one more outside them.
func paintedList(panels []raster.Rect, colours []uint8, outside uint8) *List {
	l := new(List)
	l.Reset()
	l.FillRect(raster.Rect{W: 400, H: 100}, raster.Color{R: outside, A: 255})
	for i, r := range panels {
		l.FillRound(r.Inset(5), 4, raster.Color{R: colours[i], G: 200, A: 255})
	}
	return l
}

// TestPainter: what is painted after any changes is what Replay draws, on one core and on
// several, and no more is drawn than differs.
func TestPainter(t *testing.T) {
	apart := []raster.Rect{{X: 0, W: 95, H: 100}, {X: 100, W: 95, H: 100}, {X: 200, W: 95, H: 100}, {X: 300, W: 95, H: 100}}
	overlapping := slices.Clone(apart)
	overlapping[2].X -= 20
	for _, cores := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		for name, panels := range map[string][]raster.Rect{"apart": apart, "overlapping": overlapping} {
			for _, columns := range [][]raster.Rect{nil, panels[:2], panels} {
				name := fmt.Sprintf("%d cores, %s, %d columns", cores, name, len(columns))
				rng := rand.New(rand.NewPCG(3, uint64(cores)))
				var p Painter
				canvas, want := raster.NewCanvas(400, 100, 1), raster.NewCanvas(400, 100, 1)
				colours, outside := make([]uint8, 4), uint8(0)
				var before []uint8
				for step := range 60 {
					if step > 0 {
						switch i := rng.IntN(6); {
						case i < 4:
							colours[i] = uint8(rng.IntN(3))
						case i == 4:
							outside = uint8(rng.IntN(3))
						}
					}
					l := paintedList(panels, colours, outside)
					l.Replay(want)
					changed := p.Paint(l, canvas, panels, columns)
					if string(canvas.Image().Pix) != string(want.Image().Pix) {
						t.Fatalf("%s: step %d paints another picture", name, step)
					}
					now := append(slices.Clone(colours), outside)
					if changed == slices.Equal(now, before) {
						t.Fatalf("%s: step %d from %v to %v paints: %v", name, step, before, now, changed)
					}
					if before != nil && before[4] == outside && name == "apart" {
						var differ []raster.Rect
						for i, r := range panels {
							if before[i] != colours[i] {
								differ = append(differ, r)
							}
						}
						if !slices.Equal(p.Panels(), differ) {
							t.Errorf("%s: step %d paints %v, want %v", name, step, p.Panels(), differ)
						}
					}
					before = now
				}
				p.Forget()
				if !p.Paint(paintedList(panels, colours, outside), canvas, panels, columns) {
					t.Errorf("%s: a canvas that was forgotten is not painted", name)
				}
			}
		}
	}
}

// TestPainterDrawsColumnsAtATime: with several cores each column has a canvas of its own,
// unless the columns do not stand side by side.
func TestPainterDrawsColumnsAtATime(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	side := []raster.Rect{{X: 0, W: 95, H: 100}, {X: 100, W: 95, H: 100}, {X: 200, W: 200, H: 100}}
	for _, c := range []struct {
		name    string
		columns []raster.Rect
		want    int
	}{{"side by side", side, 3}, {"touching", []raster.Rect{{W: 100, H: 100}, {X: 100, W: 300, H: 100}}, 1}, {"none", nil, 1}} {
		var mu sync.Mutex
		canvases := map[*raster.Canvas]bool{}
		l := new(List)
		l.Reset()
		l.Custom(raster.Rect{W: 400, H: 100}, "all", 1, func(cv *raster.Canvas, _ raster.Rect) {
			mu.Lock()
			defer mu.Unlock()
			canvases[cv] = true
		})
		var p Painter
		p.Paint(l, raster.NewCanvas(400, 100, 1), side, c.columns)
		if len(canvases) != c.want {
			t.Errorf("%s: %d canvases are drawn on, want %d", c.name, len(canvases), c.want)
		}
	}
}
