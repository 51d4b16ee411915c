package arena

import (
	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

const (
	outlineLeast = 15 // dp, half the outline around an entity, at least
	labelHeight  = 16
	labelPad     = 5
)

// marks draws the outlines and labels of what is selected and of what is under the
// pointer, and the bracket of what is selected in a paused run.
func (f *frame) marks(v *picture) {
	p, style, list := &f.pointer, &f.m.Theme.Style, f.c.List()
	if p.over != 0 && p.over != f.m.Selected && p.arena == v.arena {
		if d := v.find(p.over); d != nil {
			list.StrokeRound(v.around(d), 4, 1, raster.Alpha(style.Foreground, 0.6))
		}
	}
	if f.m.Selected == 0 {
		return
	}
	d := v.find(f.m.Selected)
	if d == nil {
		f.absent(v)
		return
	}
	box := v.around(d)
	list.StrokeRound(box, 4, 1.5, style.Foreground)
	ground, ink := style.Popup, style.Foreground
	if d.State.InUnderrun() {
		ground, ink = f.m.Theme.StateColour(v.shows, d.State), style.OnAccent
	}
	f.label(v.free, box, f.describe(v, d), ground, ink)
	if v.shows == game.Interpolated && !f.m.Playing {
		f.bracket(v, d)
	}
}

// around returns the rectangle around an entity.
func (v *picture) around(d *interp.Drawn) raster.Rect {
	at, half := v.middle(d), max((v.looks.of(d.Kind).radius+0.4)*v.see.scale(), outlineLeast)
	return raster.Rect{X: at.X - half, Y: at.Y - half, W: 2 * half, H: 2 * half}
}

// label writes a line over a box, or under it where there is no room, always within the
// picture.
func (f *frame) label(picture, box raster.Rect, text string, ground, ink raster.Color) {
	const gap = 3
	list := f.c.List()
	r := raster.Rect{W: f.labelWidth(text), H: labelHeight}
	r.X = box.X + (box.W-r.W)/2
	r.Y = box.Y - gap - r.H
	picture.CutBottom(underField)
	inside := picture.Inset(2)
	if r.Y < inside.Y {
		r.Y = box.Y + box.H + gap
	}
	r.X = max(min(r.X, inside.X+inside.W-r.W), inside.X)
	r.Y = max(min(r.Y, inside.Y+inside.H-r.H), inside.Y)
	list.FillRound(r, 3, ground)
	list.TextIn(f.labelFont(), r, text, im.Centre, ink)
}

func (f *frame) labelFont() raster.Font {
	font := f.sizes.note
	font.Weight, font.Tabular = raster.Bold, true
	return font
}

// labelWidth returns how wide a label is.
func (f *frame) labelWidth(text string) float32 { return f.labelFont().Measure(text) + 2*labelPad }

// absent says that what is selected isn't drawn by the lens.
func (f *frame) absent(v *picture) {
	k, ok := f.m.KindOf(f.m.Selected)
	if !ok {
		return
	}
	nothing := interp.Drawn{ID: f.m.Selected, Kind: k, State: interp.Gone}
	at := raster.Rect{X: v.free.Centre().X, Y: v.free.Y + labelHeight + 8}
	f.label(v.free, at, f.doing(v.shows, &nothing), f.m.Theme.Style.Popup, f.m.Theme.Style.Muted)
}

// name returns an entity's name: "drone 5".
func (f *frame) name(d *interp.Drawn) string {
	kind := ""
	if d.Kind < world.MaxKinds {
		kind = f.m.KindName(d.Kind)
	}
	return kind + " " + view.Count(int(d.ID))
}

// doing returns an entity's name and what a lens does with it: "drone 5 · in underrun,
// extrapolating 42 ms".
func (f *frame) doing(l game.Lens, d *interp.Drawn) string {
	text, name := &f.m.Text.Arena, f.name(d)
	const dot = " · "
	switch d.State {
	case interp.Gone:
		return view.Fill(text.NotDrawn, name)
	case interp.Latest:
		return name + dot + text.Latest
	case interp.Blending:
		if l == game.Extrapolated {
			return name + dot + text.ExtrapolatedToNow
		}
		return name + dot + text.Between
	case interp.Extrapolating:
		return name + dot + view.Fill(text.Extrapolating, view.Milliseconds(f.m.Steady(d.InUnderrun)))
	case interp.Held:
		return name + dot + text.Held
	case interp.Stale:
		return name + dot + text.Stale
	}
	return name
}

// describe returns the label of what is selected: its name, what the lens does with it, and
// its error. Where there is not the room, one of the latter goes: the error if it is in an
// underrun.
func (f *frame) describe(v *picture, d *interp.Drawn) string {
	doing, reading := f.doing(v.shows, d), v.reading.of(f.m, d)
	if !reading.known {
		return doing
	}
	off, room := reading.text(&f.m.Text.Arena), v.rect.W-4
	if f.labelWidth(doing+off) <= room {
		return doing + off
	}
	if short := f.name(d) + off; !d.State.InUnderrun() && f.labelWidth(short) <= room {
		return short
	}
	return doing
}

// errorReading is how far from the truth what is selected is drawn. It is taken when the
// other numbers on the screen are, so that it can be read, and when the state changes.
type errorReading struct {
	taken view.Moment
	id    interp.EntityID
	state interp.State
	in    world.Quantity
	error float64 // in metres, in degrees of what only turns
	known bool    // there is a truth, and of a discrete state that it is another
}

// of returns the reading for what is drawn in a picture.
func (e *errorReading) of(m *view.Model, d *interp.Drawn) errorReading {
	taken := m.Moment()
	if e.taken == taken && e.id == d.ID && e.state == d.State {
		return *e
	}
	*e = errorReading{taken: taken, id: d.ID, state: d.State, in: m.Settings.Kinds.Varies(d.Kind)}
	var state world.State
	e.known = m.Run.Truth(d.ID, m.Now, &state) && state.Alive
	switch e.in {
	case world.Position:
		e.error = float64(state.Pose.Position.Sub(d.Pose.Position).Len())
	case world.Rotation:
		e.error = measure.DegreesBetween(&state.Pose.Rotation, &d.Pose.Rotation)
	case world.Stance:
		e.known = e.known && state.Stance != d.Stance
	}
	return *e
}

// text returns the reading in words.
func (e *errorReading) text(text *text.ArenaText) string {
	switch e.in {
	case world.Rotation:
		return view.Fill(text.OffByDegrees, view.Number(e.error, 1))
	case world.Stance:
		return text.InWrongState
	}
	return view.Fill(text.Off, view.Number(e.error, 2))
}
