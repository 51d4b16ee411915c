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

// begin makes ready to draw a list on a canvas in a number of columns.
func (v *columns) begin(list *im.List, whole *raster.Canvas, n int) {
	v.list, v.whole, v.part = list, whole, v.parts[:n]
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

// cut divides the window in the middle of the gaps between the arenas, on whole pixels. It
// reports false if they do not stand side by side.
func (v *columns) cut(arenas []raster.Rect) bool {
	rest, scale := v.whole.Bounds(), v.whole.Scale()
	for i := range v.part {
		r := rest
		if i+1 < len(v.part) {
			from, to := arenas[i].Max().X, arenas[i+1].X
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

// replay draws a list on a canvas, the columns between the arenas at a time where there are
// several cores. The picture is the same.
func (v *columns) replay(list *im.List, whole *raster.Canvas, arenas []raster.Rect) {
	v.begin(list, whole, len(arenas))
	if runtime.GOMAXPROCS(0) == 1 || !v.cut(arenas) {
		list.Replay(whole)
		return
	}
	v.draw()
}

// replayPanels is replay for some panels with n columns, and what else there is is on the
// canvas already. One that shares pixels with others is drawn after them.
func (v *columns) replayPanels(list *im.List, whole *raster.Canvas, panels []raster.Rect, n int) {
	alone := runtime.GOMAXPROCS(0) == 1
	v.begin(list, whole, n)
	v.late = v.late[:0]
	for i, r := range panels {
		if alone || sharesPixels(r, panels[:i]) {
			v.late = append(v.late, r)
			continue
		}
		col := &v.part[i%len(v.part)]
		col.rects = append(col.rects, r)
	}
	if !alone {
		v.draw()
	}
	for _, r := range v.late {
		whole.PushClip(r)
		list.ReplayIn(whole, r)
		whole.PopClip()
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
