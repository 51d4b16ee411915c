package ui

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// delayControls draws the delays: a slider for all kinds with the switch that lets
// them follow the network, and a row for each kind. A delay that adapts is shown as it
// is applied; moving it takes it in hand again.
func (a *App) delayControls(rows *im.Rows) {
	text := &a.model.Text.Controls
	a.ctx.PushID("delay")
	defer a.ctx.PopID()
	head := rows.Next(view.HeadingHeight)
	open := head.CutRight(18)
	if on := a.tuning.open; a.ctx.Toggle("tune", open, &on, im.Button{Icon: view.IconTable, Tooltip: a.model.Text.Tuning.OpenTip, Quiet: true}) {
		a.toggleTuning()
	}
	a.ctx.Heading(head, text.Delay)
	over := view.Span{Min: 0, Max: 600 * view.Msec, Scale: im.Linear}
	colour := a.theme.Lens[game.Interpolated]

	row := rows.Next(view.SliderHeight)
	auto := row.CutRight(44)
	auto.H = view.ChoiceHeight
	row.CutRight(8)
	on := a.model.AllAdapt()
	if a.ctx.Toggle("auto", auto, &on, im.Button{Label: text.Auto, Tooltip: text.AutoTip}) {
		tuning := interp.ByHand
		if on {
			tuning = interp.Adaptive
		}
		a.act.SetUnlocked(view.AdaptiveKnob, int64(tuning))
	}
	all := int64(a.model.CommonDelay())
	s := view.DelayKnob.Slider(text.AllKinds, text.AllKindsTip, over)
	s.Colour = colour
	if a.ctx.Slider("all", row, &all, s).Changed {
		a.act.SetDelay(-1, time.Duration(all))
	}
	for k := range world.NumKinds {
		v := int64(a.model.DelayOf(k))
		s := view.DelayKnob.Slider(text.Kinds[k], a.controls.tip(text, k), over)
		s.Compact, s.Icon, s.Colour = true, view.KindIcons[k], colour
		s.Format = view.WholeMilliseconds
		s.Unit = "ms"
		s.LabelWidth, s.ValueWidth = 76, 36
		adapts := a.settings.Policies[k].Tuning == interp.Adaptive
		switch {
		case a.scenario.Count(k) == 0:
			s.Disabled = true
		case a.readings.InUnderrun[k]:
			s.Status, s.StatusColour, s.Colour = text.InUnderrunStatus, a.theme.Lost, a.theme.Lost
		case a.model.Locked[k]:
			s.Status = a.model.Text.Tuning.LockMark
		case adapts:
			s.Status, s.StatusColour = text.AutoMark, a.theme.Good
		default:
			s.Status, s.StatusColour = "✓", a.theme.Good
		}
		name := world.KindName(k)
		if a.ctx.Slider(name, rows.Next(view.RowHeight), &v, s).Changed {
			a.act.SetDelay(int(k), time.Duration(v))
		}
		if a.ctx.TakeKey(name, im.KeyA, 0)%2 == 1 {
			tuning := interp.Adaptive
			if adapts {
				tuning = interp.ByHand
			}
			view.AdaptiveKnob.Set(&a.settings, int(k), int64(tuning))
		}
	}
}

// tip returns a kind's tooltip, made once.
func (c *controls) tip(text *text.ControlsText, k interp.Kind) string {
	if c.tips[k] == "" {
		c.tips[k] = fmt.Sprintf(text.KindTip, text.Kinds[k])
	}
	return c.tips[k]
}
