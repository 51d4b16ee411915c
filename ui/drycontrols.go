package ui

import (
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// The two pages of underrunControls.
const (
	whenDry = iota
	whenDrawn
)

const underrunHeight = choiceHeight + 2 + 2*sliderHeight + choiceHeight + 2*choiceGap

// underrunControls draws how a kind is drawn, or all of them: on one page what happens when
// it runs dry, on the other how it is drawn otherwise.
func (a *App) underrunControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("dry")
	defer a.ctx.PopID()
	c := &a.controls
	if c.who == nil {
		c.who = append([]string{text.ForAll}, text.Kinds[:]...)
	}
	area := rows.Next(underrunHeight)
	page := im.Rows{Area: area}
	head := page.Next(choiceHeight)
	page.Skip(2)
	a.ctx.Dropdown("for", head.CutRight(76), &c.forWho, im.Dropdown{Items: c.who, Tooltip: text.ForTip})
	head.CutRight(4)
	a.ctx.Choice("page", head, &c.underrunPage, im.Choice{Items: text.UnderrunPages, Tooltips: text.UnderrunPageTips})
	if c.underrunPage == whenDrawn {
		a.underrunChoice(&page, "blend", blendKnob, text.Blends, text.BlendTips)
		a.underrunSlider(&page, "reckoning", maxDeadReckoningKnob, text.MaxDeadReckoning, text.MaxDeadReckoningTip, a.theme.Lens[game.Extrapolated])
		a.underrunChoice(&page, "gap", onGapKnob, text.Gaps, text.GapTips)
		return
	}
	a.underrunSlider(&page, "extrapolation", maxExtrapolationKnob, text.MaxExtrapolation, text.MaxExtrapolationTip, a.theme.Late)
	a.underrunChoice(&page, "policy", onUnderrunKnob, text.Policies, text.PolicyTips)
	a.underrunSlider(&page, "smoothing", smoothingKnob, text.Smoothing, text.SmoothingTip, a.theme.Lens[game.Interpolated])
}

// underrunSlider draws a slider for the kind that is chosen, or for all.
func (a *App) underrunSlider(rows *im.Rows, id string, k *knob, label, tip string, colour raster.Color) {
	v := k.Get(&a.settings, max(a.controls.forWho-1, 0))
	w := k.slider(label, tip, span{0, 1000 * msec, im.Quadratic})
	w.Colour = colour
	if a.ctx.Slider(id, rows.Next(sliderHeight), &v, w).Changed {
		a.setFor(k, v)
	}
}

func (a *App) underrunChoice(rows *im.Rows, id string, k *knob, items, tips []string) {
	v := int(k.Get(&a.settings, max(a.controls.forWho-1, 0)))
	rows.Skip(choiceGap)
	if a.ctx.Choice(id, rows.Next(choiceHeight), &v, im.Choice{Items: items, Tooltips: tips}).Changed {
		a.setFor(k, int64(v))
	}
	rows.Skip(choiceGap)
}

// setFor sets a value for the kind that is chosen, or for all that are not locked.
func (a *App) setFor(k *knob, v int64) {
	if a.controls.forWho == 0 {
		a.setUnlocked(k, v)
		return
	}
	k.Set(&a.settings, a.controls.forWho-1, v)
}
