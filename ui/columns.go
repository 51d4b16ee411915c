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
	list  *im.List       // that is being drawn
	whole *raster.Canvas // on which
	parts [game.MaxLenses]column
	part  []column      // those of parts that there are
	late  []raster.Rect // to be drawn after them
	after sync.WaitGroup
}

// column is a part of the window with what is needed to draw on it.
type column struct {
	rects  []raster.Rect // to be drawn
	canvas raster.Canvas
	draw   func() // kept, so that no frame makes one
}

// begin makes ready to draw with a canvas for each arena.
func (v *columns) begin(a *App) {
	v.list, v.whole, v.part = a.list, a.canvas, v.parts[:a.model.Arenas]
	for i := range v.part {
		col := &v.part[i]
		col.rects = col.rects[:0]
		if col.draw == nil {
			col.draw = func() {
				for _, r := range col.rects {
					col.canvas.PartOf(v.whole, r)
					v.list.ReplayIn(&col.canvas, r)
				}
				v.after.Done()
			}
		}
	}
}

// cut divides the window in the middle of the gaps between the pictures, on whole
// pixels. It reports false if they do not stand side by side.
func (v *columns) cut(a *App) bool {
	v.begin(a)
	rest, scale := a.canvas.Bounds(), a.canvas.Scale()
	for i := range v.part {
		r := rest
		if i+1 < len(v.part) {
			from, to := a.arenas.views[i].rect.Max().X, a.arenas.views[i+1].rect.X
			if !(to-from > 2) {
				return false
			}
			end := float32(math.Round(float64((from+to)/2*scale))) / scale
			r = rest.CutLeft(end - rest.X)
		}
		v.part[i].rects = append(v.part[i].rects, r)
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
	v.draw()
}

// replayPanels is replay for some panels, and what else there is is on the canvas
// already. One that shares pixels with others is drawn after them.
func (v *columns) replayPanels(a *App, panels []raster.Rect) {
	if runtime.GOMAXPROCS(0) == 1 {
		for _, r := range panels {
			a.canvas.PushClip(r)
			a.list.ReplayIn(a.canvas, r)
			a.canvas.PopClip()
		}
		return
	}
	v.begin(a)
	v.late = v.late[:0]
	for i, r := range panels {
		if sharesPixels(r, panels[:i]) {
			v.late = append(v.late, r)
			continue
		}
		col := &v.part[i%len(v.part)]
		col.rects = append(col.rects, r)
	}
	v.draw()
	for _, r := range v.late {
		a.canvas.PushClip(r)
		a.list.ReplayIn(a.canvas, r)
		a.canvas.PopClip()
	}
}

// sharesPixels reports whether a panel lies on any of the others.
func sharesPixels(r raster.Rect, others []raster.Rect) bool {
	for i := range others {
		if !r.Intersect(others[i]).Empty() {
			return true
		}
	}
	return false
}

// draw draws what the columns have to.
func (v *columns) draw() {
	v.after.Add(len(v.part))
	for i := range v.part {
		if i > 0 {
			go v.part[i].draw()
		}
	}
	v.part[0].draw()
	v.after.Wait()
}
