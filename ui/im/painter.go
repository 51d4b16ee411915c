package im

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"snaplab/ui/raster"
)

// Painter draws the lists of a window's frames on a canvas. Most of a frame is as it was
// in the one before: the window is divided into panels, and only those are drawn again in
// which something differs, unless that is something outside them all. Where there are
// several cores, several parts of the window are drawn at a time. The picture is the same
// as that of List.Replay. The zero value is ready for a canvas that is always the same.
type Painter struct {
	panels, before []raster.Rect // where they are, and were in the frame before
	inner          []raster.Rect // where what counts for one panel alone lies; they lie apart
	now, drawn     []uint64      // hashes of what lies in each, and of what is on the canvas
	rest           uint64        // that of all else on the canvas
	fresh          bool          // the canvas has the picture of the frame before
	dirty, late    []raster.Rect // the panels to draw, and those of them to draw after the others

	list   *List          // that is drawn
	canvas *raster.Canvas // on which
	parts  []paintedPart
	after  sync.WaitGroup
}

// paintedPart is what is drawn by one goroutine.
type paintedPart struct {
	rects  []raster.Rect
	canvas raster.Canvas
}

// PanelMargin is how far within its rectangle what a panel shows has to lie, in dp, so that
// it shares no pixel with another: a pixel, and what the edge of a clip is rounded by. What
// lies nearer to the edge counts as outside all panels.
const PanelMargin = 2

// Forget has the next Paint draw everything: the canvas has changed.
func (p *Painter) Forget() { p.fresh = false }

// Paint draws a list on a canvas and reports whether there was anything to draw. panels are
// where the panels are. columns are rectangles next to each other from left to right that
// are most of the work: the whole window is drawn in as many parts, which meet in the
// middle of the gaps between them, or in one part if there are none.
func (p *Painter) Paint(list *List, canvas *raster.Canvas, panels, columns []raster.Rect) (changed bool) {
	p.list, p.canvas = list, canvas
	switch same := p.compare(panels); {
	case !same || !p.fresh:
		p.paintAll(columns)
	case len(p.dirty) > 0:
		p.paintDirty(max(len(columns), 1))
	default:
		return false
	}
	p.fresh = true
	return true
}

// Panels returns the panels that the last Paint drew; none if it drew everything, or
// nothing. The slice is valid until the next Paint.
func (p *Painter) Panels() []raster.Rect { return p.dirty }

// compare finds the panels in which the list differs from the one before. It reports false
// if it differs elsewhere.
func (p *Painter) compare(panels []raster.Rect) bool {
	p.panels, p.before = append(p.before[:0], panels...), p.panels
	p.inner = p.inner[:0]
	for _, r := range panels {
		p.inner = append(p.inner, r.Inset(PanelMargin))
	}
	p.now, p.drawn = p.drawn, p.now
	var rest uint64
	p.now, rest = p.list.AppendHashes(p.now[:0], p.inner)
	same := rest == p.rest && slices.Equal(p.panels, p.before)
	p.rest, p.dirty = rest, p.dirty[:0]
	if same {
		for i, n := range p.now {
			if n != p.drawn[i] {
				p.dirty = append(p.dirty, p.panels[i])
			}
		}
	}
	return same
}

// begin makes ready to draw in a number of parts.
func (p *Painter) begin(n int) {
	for len(p.parts) < n {
		p.parts = append(p.parts, paintedPart{})
	}
	p.parts = p.parts[:n]
	for i := range p.parts {
		p.parts[i].rects = p.parts[i].rects[:0]
	}
}

// paintAll draws the whole list.
func (p *Painter) paintAll(columns []raster.Rect) {
	p.begin(len(columns))
	if runtime.GOMAXPROCS(0) == 1 || !p.cut(columns) {
		p.list.Replay(p.canvas)
		return
	}
	p.paint()
}

// cut divides the window in the middle of the gaps between the columns, on whole pixels. It
// reports false if there are none, or they do not stand side by side.
func (p *Painter) cut(columns []raster.Rect) bool {
	rest, scale := p.canvas.Bounds(), p.canvas.Scale()
	for i := range p.parts {
		r := rest
		if i+1 < len(p.parts) {
			from, to := columns[i].Max().X, columns[i+1].X
			if !(to-from > 2) {
				return false
			}
			end := float32(math.Round(float64((from+to)/2*scale))) / scale
			r = rest.CutLeft(end - rest.X)
		}
		p.parts[i].rects = append(p.parts[i].rects, r)
	}
	return len(p.parts) > 0
}

// paintDirty draws the panels that differ, in n parts. One that shares pixels with others is
// drawn after them.
func (p *Painter) paintDirty(n int) {
	alone := runtime.GOMAXPROCS(0) == 1
	p.begin(n)
	p.late = p.late[:0]
	for i, r := range p.dirty {
		if alone || overlaps(r, p.dirty[:i]) {
			p.late = append(p.late, r)
			continue
		}
		part := &p.parts[i%n]
		part.rects = append(part.rects, r)
	}
	if !alone {
		p.paint()
	}
	for _, r := range p.late {
		p.canvas.PushClip(r)
		p.list.ReplayIn(p.canvas, r)
		p.canvas.PopClip()
	}
}

// overlaps reports whether a rectangle lies on any of the others.
func overlaps(r raster.Rect, others []raster.Rect) bool {
	return slices.ContainsFunc(others, func(o raster.Rect) bool { return !r.Intersect(o).Empty() })
}

// paint draws the parts at a time.
func (p *Painter) paint() {
	p.after.Add(len(p.parts) - 1)
	for i := range p.parts[1:] {
		go func() {
			defer p.after.Done()
			p.paintPart(&p.parts[1+i])
		}()
	}
	p.paintPart(&p.parts[0])
	p.after.Wait()
}

func (p *Painter) paintPart(part *paintedPart) {
	for _, r := range part.rects {
		part.canvas.PartOf(p.canvas, r)
		p.list.ReplayIn(&part.canvas, r)
	}
}
