package ui

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
)

// delayControls draws the delays: a slider for all kinds with the switch that lets
// them follow the network, and a row for each kind. A delay that adapts is shown as it
// is applied; moving it takes it in hand again.
func (a *App) delayControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("delay")
	defer a.ctx.PopID()
	head := rows.Next(headingHeight)
	open := head.CutRight(18)
	if on := a.tuning.open; a.ctx.Toggle("tune", open, &on, im.Button{Icon: iconTable, Tooltip: a.text.Tuning.OpenTip, Quiet: true}) {
		a.toggleTuning()
	}
	a.ctx.Heading(head, text.Delay)
	over := span{0, 600 * msec, im.Linear}
	colour := a.theme.Lens[game.Interpolated]

	row := rows.Next(sliderHeight)
	auto := row.CutRight(44)
	auto.H = choiceHeight
	row.CutRight(8)
	on := a.allAdapt()
	if a.ctx.Toggle("auto", auto, &on, im.Button{Label: text.Auto, Tooltip: text.AutoTip}) {
		tuning := interp.ByHand
		if on {
			tuning = interp.Adaptive
		}
		a.setUnlocked(adaptiveKnob, int64(tuning))
	}
	all := a.commonDelay()
	s := delayKnob.slider(text.AllKinds, text.AllKindsTip, over)
	s.Colour = colour
	if a.ctx.Slider("all", row, &all, s).Changed {
		a.setDelay(-1, time.Duration(all))
	}
	for k := range world.NumKinds {
		v := int64(a.delayOf(k))
		s := delayKnob.slider(text.Kinds[k], a.controls.tip(text, k), over)
		s.Compact, s.Icon, s.Colour = true, kindIcons[k], colour
		s.Format = wholeMilliseconds
		s.Unit = "ms"
		s.LabelWidth, s.ValueWidth = 76, 36
		adapts := a.settings.Policies[k].Tuning == interp.Adaptive
		switch {
		case a.scenario.Count(k) == 0:
			s.Disabled = true
		case a.readings.inUnderrun[k]:
			s.Status, s.StatusColour, s.Colour = text.InUnderrunStatus, a.theme.Lost, a.theme.Lost
		case a.tuning.locked[k]:
			s.Status = a.text.Tuning.LockMark
		case adapts:
			s.Status, s.StatusColour = text.AutoMark, a.theme.Good
		default:
			s.Status, s.StatusColour = "✓", a.theme.Good
		}
		name := world.KindName(k)
		if a.ctx.Slider(name, rows.Next(rowHeight), &v, s).Changed {
			a.setDelay(int(k), time.Duration(v))
		}
		if a.ctx.TakeKey(name, im.KeyA, 0)%2 == 1 {
			tuning := interp.Adaptive
			if adapts {
				tuning = interp.ByHand
			}
			adaptiveKnob.Set(&a.settings, int(k), int64(tuning))
		}
	}
}

// wholeMilliseconds is for the rows, where a column of figures needs no unit on each.
func wholeMilliseconds(v int64) string { return string(milliseconds(nil, time.Duration(v))) }

// tip returns a kind's tooltip, made once.
func (c *controls) tip(text *ControlsText, k interp.Kind) string {
	if c.tips[k] == "" {
		c.tips[k] = fmt.Sprintf(text.KindTip, text.Kinds[k])
	}
	return c.tips[k]
}

// delayOf returns the delay of a kind: the one that is set, or while it adapts the one
// that is applied, in whole milliseconds.
func (a *App) delayOf(k interp.Kind) time.Duration {
	if p := &a.settings.Policies[k]; p.Tuning == interp.ByHand {
		return p.Delay
	}
	return a.session.Delay(k).Round(time.Millisecond)
}

// setDelay sets the delay of a kind, or of all kinds that are not locked if it is −1, by
// hand.
func (a *App) setDelay(kind int, d time.Duration) {
	if kind < 0 {
		a.setUnlocked(delayKnob, int64(d))
		a.setUnlocked(adaptiveKnob, int64(interp.ByHand))
		return
	}
	delayKnob.Set(&a.settings, kind, int64(d))
	adaptiveKnob.Set(&a.settings, kind, int64(interp.ByHand))
}

// allAdapt reports whether the delay of every kind adapts, but for locked ones.
func (a *App) allAdapt() bool {
	for k := range a.settings.Policies {
		if !a.tuning.locked[k] && a.settings.Policies[k].Tuning == interp.ByHand {
			return false
		}
	}
	return true
}

// commonDelay returns the delay that most kinds have.
func (a *App) commonDelay() int64 {
	best, most := time.Duration(0), 0
	for k := range world.NumKinds {
		v, n := a.delayOf(k), 0
		for j := range world.NumKinds {
			if a.delayOf(j) == v {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	return int64(best)
}
