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
	for _, name := range v.views {
		a.ctx.MarkRing(p.view(name).Inset(1.5))
	}
}

// view returns the place of a view by its name in lessons.
func (p *places) view(name string) raster.Rect {
	switch name {
	case "arena/raw":
		return p.arenas[game.Raw]
	case "arena/interpolated":
		return p.arenas[game.Interpolated]
	case "arena/extrapolated":
		return p.arenas[game.Extrapolated]
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
