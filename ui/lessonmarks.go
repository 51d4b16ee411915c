package ui

import (
	"snaplab/game"
	"snaplab/ui/raster"
)

// markLesson marks the controls and views that the step of the lesson speaks of.
func (a *App) markLesson(p *places) {
	v := &a.lessons
	if v.on == nil {
		return
	}
	a.ctx.Mark(v.controls)
	a.markViews(p)
}

// markViews marks the views among them that have a place.
func (a *App) markViews(p *places) {
	for _, name := range a.lessons.views {
		if r := a.viewIn(p, name); !r.Empty() {
			a.ctx.MarkRing(r.Inset(1.5))
		}
	}
}

// viewIn returns the place of a view by its name in lessons, an empty one if it is not
// shown.
func (a *App) viewIn(p *places, name string) raster.Rect {
	switch name {
	case "arena/raw":
		return p.arenas[game.Raw]
	case "arena/interpolated":
		return p.arenas[game.Interpolated]
	case "arena/extrapolated":
		return p.arenas[game.Extrapolated]
	case "arena/beside":
		switch {
		case a.model.Lenses() == game.NumLenses:
			return raster.Rect{}
		case p.shown < a.model.Lenses():
			return p.arenas[game.Raw] // which it has taken
		}
		return p.arenas[game.Fourth]
	case "packets":
		return p.packets
	case "curve":
		return p.curve
	}
	return p.buffer
}

// inBuffersPlace reports whether the lesson's panel is where the buffer is, since the
// lesson speaks of the curve.
func (v *lessonsView) inBuffersPlace() bool { return v.on != nil && v.on.Shows("curve") }
