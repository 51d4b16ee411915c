package ui

import (
	"slices"

	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// presentPage returns what is shown under the arenas: the lesson while one is on.
func (a *App) presentPage() presentPage {
	if a.lessons.on != nil {
		return presentLesson
	}
	return a.present.page
}

// presentLesson shows the lesson in the presentation mode, beside the view that its step
// speaks of, the buffer unless it is another. Its pages are turned by the keys that turn
// those of the mode otherwise.
func (a *App) presentLesson(r raster.Rect) {
	v := &a.lessons
	shown := r
	at := shown.CutLeft(r.W * 0.55)
	shown.CutLeft(view.Margin)
	p := places{arenas: a.places.arenas, shown: a.model.Arenas}
	switch {
	case slices.Contains(v.views, "curve"):
		p.curve = shown
		a.curvePanel(shown)
	case slices.Contains(v.views, "packets"):
		p.packets = shown
		a.timeline.Draw(&a.ctx, shown, &a.model, &a.act)
	default:
		p.buffer = shown
		a.buffer.Draw(&a.ctx, shown, &a.model, &a.act)
	}
	a.lessonPanel(at)
	a.markViews(&p)
}
