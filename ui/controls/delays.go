package controls

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/view"
)

// delayControls draws the delays: a slider for all kinds with the switch that lets
// them follow the network, and a row for each kind. A delay that adapts is shown as it
// is applied; moving it takes it in hand again.
func (fr *frame) delayControls(rows *im.Rows) {
	text := &fr.m.Text.Controls
	fr.c.PushID("delay")
	defer fr.c.PopID()
	head := rows.Next(view.HeadingHeight)
	open := head.CutRight(18)
	if on := fr.m.TuningOpen; fr.c.Toggle("tune", open, &on, im.Button{Icon: view.IconTable, Tooltip: fr.m.Text.Tuning.OpenTip, Quiet: true}) {
		fr.act.Do(view.ToggleTuning{})
	}
	fr.c.Heading(head, text.Delay)
	over := view.Span{Min: 0, Max: 600 * view.Msec, Scale: im.Linear}
	colour := fr.m.Theme.Lens[game.Interpolated]

	row := rows.Next(view.SliderHeight)
	auto := row.CutRight(44)
	auto.H = view.ChoiceHeight
	row.CutRight(8)
	on := fr.m.AllAdapt()
	if fr.c.Toggle("auto", auto, &on, im.Button{Label: text.Auto, Tooltip: text.AutoTip}) {
		fr.act.SetAdaptive(view.AllKinds, on)
	}
	all := int64(fr.m.CommonDelay())
	s := view.DelayKnob.Slider(text.AllKinds, text.AllKindsTip, over)
	s.Colour = colour
	if fr.c.Slider("all", row, &all, s).Changed {
		fr.act.SetDelay(view.AllKinds, time.Duration(all))
	}
	for _, k := range fr.delayKinds() {
		v := int64(fr.m.DelayOf(k))
		s := view.DelayKnob.Slider(fr.m.KindName(k), fmt.Sprintf(text.KindTip, fr.m.KindName(k)), over)
		s.Compact, s.Icon, s.Colour, s.LabelWidth, s.ValueWidth = true, view.ShapeIcons[fr.m.Settings.Kinds.Of(k).Shape], colour, 76, 36
		s.Format, s.Unit = view.WholeMilliseconds, "ms"
		adapts := fr.m.Settings.Policies[k].Tuning == interp.Adaptive
		switch {
		case fr.m.Scenario.Count(k) == 0:
			s.Disabled = true
		case fr.m.Readings.InUnderrun[k]:
			s.Status, s.StatusColour, s.Colour = text.InUnderrunStatus, fr.m.Theme.Lost, fr.m.Theme.Lost
		case fr.m.Locked[k]:
			s.Status = fr.m.Text.Tuning.LockMark
		case adapts:
			s.Status, s.StatusColour = text.AutoMark, fr.m.Theme.Good
		default:
			// The tick goes by the study, as the verdict does.
			if keeps, known := fr.m.Keeps(k); known && keeps {
				s.Status, s.StatusColour = "✓", fr.m.Theme.Good
			} else if known {
				s.Status, s.StatusColour = "!", fr.m.Theme.Lost
			}
		}
		name := fr.m.Settings.Kinds.Name(k)
		if fr.c.Slider(name, rows.Next(view.RowHeight), &v, s).Changed {
			fr.act.SetDelay(int(k), time.Duration(v))
		}
		if fr.c.TakeKey(name, im.KeyA, 0)%2 == 1 {
			fr.act.SetAdaptive(int(k), !adapts)
		}
	}
}

// delayKinds returns the kinds that the column has sliders for: all that the run may have, or
// where they are too many the first of those that it has. The table of delays has all.
func (fr *frame) delayKinds() (kinds []interp.Kind) {
	const room = int(world.NumBuiltIn)
	if n := fr.m.Settings.Kinds.Len(); n > room {
		kinds = fr.m.Kinds()
		return kinds[:min(room, len(kinds))]
	}
	for k := range interp.Kind(fr.m.Settings.Kinds.Len()) {
		kinds = append(kinds, k)
	}
	return kinds
}
