package ui

import (
	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const (
	frameLeast  = 15 // dp, half the frame around an entity, at least
	labelHeight = 16
	labelPad    = 5
)

// marks draws the frames and labels of what is selected and of what is under the
// pointer, and the writing of a paused one.
func (a *App) marks(v *arenaView) {
	p, style := &a.arenas.pick, &a.theme.Style
	if p.over != 0 && p.over != a.model.Selected && p.overLens == v.lens {
		if d := v.find(p.over); d != nil {
			a.ctx.List().StrokeRound(v.frame(d), 4, 1, raster.Alpha(style.Foreground, 0.6))
		}
	}
	if a.model.Selected == 0 {
		return
	}
	d := v.find(a.model.Selected)
	if d == nil {
		a.absent(v)
		return
	}
	frame := v.frame(d)
	a.ctx.List().StrokeRound(frame, 4, 1.5, style.Foreground)
	ground, ink := style.Popup, style.Foreground
	if d.State.InUnderrun() {
		ground, ink = a.theme.StateColour(v.shows, d.State), style.OnAccent
	}
	a.arenas.label = a.appendLabel(a.arenas.label[:0], v, d)
	a.label(v.free, frame, a.arenas.label, ground, ink)
	if v.shows == game.Interpolated && !a.model.Playing {
		a.bracket(v, d)
	}
}

// frame returns the rectangle around an entity.
func (v *arenaView) frame(d *interp.Drawn) raster.Rect {
	m := modelOf(d.Kind)
	at := v.see.at(m.centre(&d.Pose))
	half := max((m.radius+0.4)*v.see.scale(), frameLeast)
	return raster.Rect{X: at.X - half, Y: at.Y - half, W: 2 * half, H: 2 * half}
}

// label writes a line over a frame, or under it where there is no room, always within
// the picture.
func (a *App) label(picture, frame raster.Rect, text []byte, ground, ink raster.Color) {
	const gap = 3
	font, list := a.labelFont(), a.ctx.List()
	r := raster.Rect{W: a.labelWidth(text), H: labelHeight}
	r.X = frame.X + (frame.W-r.W)/2
	r.Y = frame.Y - gap - r.H
	picture.CutBottom(underField)
	inside := picture.Inset(2)
	if r.Y < inside.Y {
		r.Y = frame.Y + frame.H + gap
	}
	r.X = max(min(r.X, inside.X+inside.W-r.W), inside.X)
	r.Y = max(min(r.Y, inside.Y+inside.H-r.H), inside.Y)
	list.FillRound(r, 3, ground)
	list.TextInBytes(font, r, text, im.Centre, ink)
}

func (a *App) labelFont() raster.Font {
	font := a.arenaSizes().note
	font.Weight, font.Tabular = raster.Bold, true
	return font
}

// labelWidth returns how wide a label is.
func (a *App) labelWidth(text []byte) float32 { return a.labelFont().MeasureBytes(text) + 2*labelPad }

// absent says that what is selected isn't drawn by the lens.
func (a *App) absent(v *arenaView) {
	k, ok := a.model.KindOf(a.model.Selected)
	if !ok {
		return
	}
	nothing := interp.Drawn{ID: a.model.Selected, Kind: k, State: interp.Gone}
	at := raster.Rect{X: v.free.Centre().X, Y: v.free.Y + labelHeight + 8}
	a.arenas.label = a.appendDoing(a.arenas.label[:0], v.shows, &nothing)
	a.label(v.free, at, a.arenas.label, a.theme.Style.Popup, a.theme.Style.Muted)
}
