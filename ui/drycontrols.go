package ui

import (
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The two pages of underrunControls.
const (
	whenDry = iota
	whenDrawn
)

const underrunHeight = view.ChoiceHeight + 2 + 2*view.SliderHeight + view.ChoiceHeight + 2*view.ChoiceGap

// underrunControls draws how a kind is drawn, or all of them: on one page what happens when
// it runs dry, on the other how it is drawn otherwise.
func (a *App) underrunControls(rows *im.Rows) {
	text := &a.model.Text.Controls
	a.ctx.PushID("dry")
	defer a.ctx.PopID()
	c := &a.controls
	if c.who == nil {
		c.who = append([]string{text.ForAll}, text.Kinds[:]...)
	}
	area := rows.Next(underrunHeight)
	page := im.Rows{Area: area}
	head := page.Next(view.ChoiceHeight)
	page.Skip(2)
	a.ctx.Dropdown("for", head.CutRight(80), &c.forWho, im.Dropdown{Items: c.who, Tooltip: text.ForTip})
	head.CutRight(4)
	a.ctx.Choice("page", head, &c.underrunPage, im.Choice{Items: text.UnderrunPages, Tooltips: text.UnderrunPageTips})
	if c.underrunPage == whenDrawn {
		a.underrunChoice(&page, "blend", view.BlendKnob, text.Blends, text.BlendTips)
		a.underrunSlider(&page, "reckoning", view.MaxDeadReckoningKnob, text.MaxDeadReckoning, text.MaxDeadReckoningTip, a.theme.Lens[game.Extrapolated])
		a.underrunChoice(&page, "gap", view.OnGapKnob, text.Gaps, text.GapTips)
		return
	}
	a.underrunSlider(&page, "extrapolation", view.MaxExtrapolationKnob, text.MaxExtrapolation, text.MaxExtrapolationTip, a.theme.Late)
	a.underrunChoice(&page, "policy", view.OnUnderrunKnob, text.Policies, text.PolicyTips)
	a.underrunSlider(&page, "smoothing", view.SmoothingKnob, text.Smoothing, text.SmoothingTip, a.theme.Lens[game.Interpolated])
}

// underrunSlider draws a slider for the kind that is chosen, or for all.
func (a *App) underrunSlider(rows *im.Rows, id string, k *view.Knob, label, tip string, colour raster.Color) {
	v := k.Get(&a.settings, max(a.controls.forWho-1, 0))
	w := k.Slider(label, tip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	w.Colour = colour
	if a.ctx.Slider(id, rows.Next(view.SliderHeight), &v, w).Changed {
		a.setFor(k, v)
	}
}

func (a *App) underrunChoice(rows *im.Rows, id string, k *view.Knob, items, tips []string) {
	v := int(k.Get(&a.settings, max(a.controls.forWho-1, 0)))
	rows.Skip(view.ChoiceGap)
	if a.ctx.Choice(id, rows.Next(view.ChoiceHeight), &v, im.Choice{Items: items, Tooltips: tips}).Changed {
		a.setFor(k, int64(v))
	}
	rows.Skip(view.ChoiceGap)
}

// setFor sets a value for the kind that is chosen, or for all that are not locked.
func (a *App) setFor(k *view.Knob, v int64) {
	if a.controls.forWho == 0 {
		a.act.SetUnlocked(k, v)
		return
	}
	k.Set(&a.settings, a.controls.forWho-1, v)
}
