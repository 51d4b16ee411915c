package ui

import (
	"math"
	"runtime"
	"sync"

	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// columns is the window cut upright between the arenas, whose pictures are most of
// the work of a frame, so that they can be drawn at a time. What else there is lies in
// one column or in several; each draws its part of it.
type columns struct {
	list  *im.List // that is being drawn
	parts [game.MaxLenses]column
	part  []column // those of parts that there are
	after sync.WaitGroup
}

// column is a part of the window with what is needed to draw on it.
type column struct {
	rect   raster.Rect
	canvas raster.Canvas
	draw   func() // kept, so that no frame makes one
}

// cut divides the window in the middle of the gaps between the pictures, on whole
// pixels. It reports false if they do not stand side by side.
func (v *columns) cut(a *App) bool {
	rest, scale := a.canvas.Bounds(), a.canvas.Scale()
	v.part = v.parts[:a.places.shown]
	for i := range v.part {
		col := &v.part[i]
		col.rect = rest
		if i+1 < len(v.part) {
			from, to := a.arenas.views[i].rect.Max().X, a.arenas.views[i+1].rect.X
			if !(to-from > 2) {
				return false
			}
			end := float32(math.Round(float64((from+to)/2*scale))) / scale
			col.rect = rest.CutLeft(end - rest.X)
		}
		if col.draw == nil {
			col.draw = func() {
				v.list.Replay(&col.canvas)
				v.after.Done()
			}
		}
	}
	return true
}

// replay draws the App's list on its canvas, the columns at a time where there are
// several cores. The picture is the same.
func (v *columns) replay(a *App) {
	if runtime.GOMAXPROCS(0) == 1 || !v.cut(a) {
		a.list.Replay(a.canvas)
		return
	}
	v.list = a.list
	v.after.Add(len(v.part))
	for i := range v.part {
		col := &v.part[i]
		col.canvas.PartOf(a.canvas, col.rect)
		if i > 0 {
			go col.draw()
		}
	}
	v.part[0].draw()
	v.after.Wait()
}
