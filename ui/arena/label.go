package arena

import (
	"strconv"
	"strings"

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
	f.text = f.appendLabel(f.text[:0], v, d)
	f.label(v.free, box, f.text, ground, ink)
	if v.shows == game.Interpolated && !f.m.Playing {
		f.bracket(v, d)
	}
}

// around returns the rectangle around an entity.
func (v *picture) around(d *interp.Drawn) raster.Rect {
	m := modelOf(d.Kind)
	at := v.see.at(m.centre(&d.Pose))
	half := max((m.radius+0.4)*v.see.scale(), outlineLeast)
	return raster.Rect{X: at.X - half, Y: at.Y - half, W: 2 * half, H: 2 * half}
}

// label writes a line over a box, or under it where there is no room, always within the
// picture.
func (f *frame) label(picture, box raster.Rect, text []byte, ground, ink raster.Color) {
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
	list.TextInBytes(f.labelFont(), r, text, im.Centre, ink)
}

func (f *frame) labelFont() raster.Font {
	font := f.sizes.note
	font.Weight, font.Tabular = raster.Bold, true
	return font
}

// labelWidth returns how wide a label is.
func (f *frame) labelWidth(text []byte) float32 {
	return f.labelFont().MeasureBytes(text) + 2*labelPad
}

// absent says that what is selected isn't drawn by the lens.
func (f *frame) absent(v *picture) {
	k, ok := f.m.KindOf(f.m.Selected)
	if !ok {
		return
	}
	nothing := interp.Drawn{ID: f.m.Selected, Kind: k, State: interp.Gone}
	at := raster.Rect{X: v.free.Centre().X, Y: v.free.Y + labelHeight + 8}
	f.text = f.appendDoing(f.text[:0], v.shows, &nothing)
	f.label(v.free, at, f.text, f.m.Theme.Style.Popup, f.m.Theme.Style.Muted)
}

// appendName appends an entity's name: "drone 5".
func (f *frame) appendName(dst []byte, d *interp.Drawn) []byte {
	if d.Kind < world.NumKinds {
		dst = append(dst, f.m.KindName(d.Kind)...)
	}
	return strconv.AppendUint(append(dst, ' '), uint64(d.ID), 10)
}

// appendDoing appends an entity's name and what a lens does with it:
// "drone 5 · in underrun, extrapolating 42 ms".
func (f *frame) appendDoing(dst []byte, l game.Lens, d *interp.Drawn) []byte {
	text := &f.m.Text.Arena
	if d.State == interp.Gone {
		before, after, _ := strings.Cut(text.NotDrawn, "%s")
		return append(f.appendName(append(dst, before...), d), after...)
	}
	dst = f.appendName(dst, d)
	const dot = " · "
	switch d.State {
	case interp.Latest:
		dst = append(append(dst, dot...), text.Latest...)
	case interp.Blending:
		if l == game.Extrapolated {
			return append(append(dst, dot...), text.Guessed...)
		}
		dst = append(append(dst, dot...), text.Between...)
	case interp.Extrapolating:
		dst = view.Phrase(append(dst, dot...), text.Extrapolating, view.Number(f.m.Steady(d.InUnderrun).Seconds()*1000, 0))
	case interp.Held:
		dst = append(append(dst, dot...), text.Held...)
	case interp.Stale:
		dst = append(append(dst, dot...), text.Stale...)
	}
	return dst
}

// appendLabel appends what stands beside what is selected: its name, what the lens does
// with it, and its error. Where there is not the room, one of the latter goes: the error if
// it is in an underrun.
func (f *frame) appendLabel(dst []byte, v *picture, d *interp.Drawn) []byte {
	dst = f.appendDoing(dst, v.shows, d)
	doing := len(dst)
	reading := v.reading.of(f.m, v, d)
	if !reading.known {
		return dst
	}
	dst = reading.append(dst, &f.m.Text.Arena)
	room := v.rect.W - 4
	switch {
	case f.labelWidth(dst) <= room:
		return dst
	case d.State.InUnderrun():
		return dst[:doing]
	}
	short := reading.append(f.appendName(dst[:0], d), &f.m.Text.Arena)
	if f.labelWidth(short) <= room {
		return short
	}
	return f.appendDoing(dst[:0], v.shows, d)
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
func (e *errorReading) of(m *view.Model, v *picture, d *interp.Drawn) errorReading {
	taken := m.Moment()
	if e.taken == taken && e.id == d.ID && e.state == d.State {
		return *e
	}
	*e = errorReading{taken: taken, id: d.ID, state: d.State, in: world.Varies(d.Kind)}
	e.known = m.Run.Truth(d.ID, m.Now, &v.state) && v.state.Alive
	switch e.in {
	case world.Position:
		e.error = float64(v.state.Pose.Position.Sub(d.Pose.Position).Len())
	case world.Rotation:
		e.error = measure.DegreesBetween(&v.state.Pose.Rotation, &d.Pose.Rotation)
	case world.Stance:
		e.known = e.known && v.state.Stance != d.Stance
	}
	return *e
}

// append appends the reading in words.
func (e *errorReading) append(dst []byte, text *text.ArenaText) []byte {
	switch e.in {
	case world.Rotation:
		return view.Phrase(dst, text.OffByDegrees, view.Number(e.error, 1))
	case world.Stance:
		return append(dst, text.InWrongState...)
	}
	return view.Phrase(dst, text.Off, view.Number(e.error, 2))
}
