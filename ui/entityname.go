package ui

import (
	"strconv"
	"strings"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/view"
)

// appendName appends an entity's name: "drone 5".
func (a *App) appendName(dst []byte, d *interp.Drawn) []byte {
	if d.Kind < world.NumKinds {
		dst = append(dst, a.model.Text.Controls.Kinds[d.Kind]...)
	}
	return strconv.AppendUint(append(dst, ' '), uint64(d.ID), 10)
}

// appendDoing appends an entity's name and what a lens does with it:
// "drone 5 · dry, extrapolating 42 ms".
func (a *App) appendDoing(dst []byte, l game.Lens, d *interp.Drawn) []byte {
	text := &a.model.Text.Arena
	if d.State == interp.Gone {
		before, after, _ := strings.Cut(text.NotDrawn, "%s")
		return append(a.appendName(append(dst, before...), d), after...)
	}
	dst = a.appendName(dst, d)
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
		dst = view.Phrase(append(dst, dot...), text.Extrapolating, view.Number(a.model.Steady(d.InUnderrun).Seconds()*1000, 0))
	case interp.Held:
		dst = append(append(dst, dot...), text.Held...)
	case interp.Stale:
		dst = append(append(dst, dot...), text.Stale...)
	}
	return dst
}

// appendLabel appends what stands beside what is selected: its name, what the lens does
// with it, and how far off it is. Where there is not the room, one of the latter goes: the
// distance if it is dry.
func (a *App) appendLabel(dst []byte, v *arenaView, d *interp.Drawn) []byte {
	dst = a.appendDoing(dst, v.shows, d)
	doing := len(dst)
	centimetres, known := v.off.of(a, v, d)
	if !known {
		return dst
	}
	off := view.Number(float64(centimetres)/100, 2)
	dst = view.Phrase(dst, a.model.Text.Arena.Off, off)
	room := v.rect.W - 4
	switch {
	case a.labelWidth(dst) <= room:
		return dst
	case d.State.InUnderrun():
		return dst[:doing]
	}
	short := view.Phrase(a.appendName(dst[:0], d), a.model.Text.Arena.Off, off)
	if a.labelWidth(short) <= room {
		return short
	}
	return a.appendDoing(dst[:0], v.shows, d)
}

// nameTag is the tooltip of an entity: its name with what becomes of it, kept until it
// changes.
type nameTag struct {
	key  interp.Drawn // what decides the text
	lens game.Lens
	text string
}

// of returns the text.
func (t *nameTag) of(a *App, l game.Lens, d *interp.Drawn) string {
	key := interp.Drawn{ID: d.ID, Kind: d.Kind, State: d.State, InUnderrun: a.model.Steady(d.InUnderrun)}
	if t.text == "" || key != t.key || l != t.lens {
		t.key, t.lens, t.text = key, l, string(a.appendDoing(nil, l, &key))
	}
	return t.text
}
