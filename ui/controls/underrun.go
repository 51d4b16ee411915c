package controls

import (
	"snaplab/game"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// The two pages of underrunControls.
const (
	whenInUnderrun = iota
	whenDrawn
)

const underrunHeight = view.ChoiceHeight + 2 + 2*view.SliderHeight + view.ChoiceHeight + 2*view.ChoiceGap

// underrunControls draws how a kind is drawn, or all of them: on one page what happens when
// it is in an underrun, on the other how it is drawn otherwise.
func (fr *frame) underrunControls(rows *im.Rows) {
	text := &fr.m.Text.Controls
	fr.c.PushID("underrun")
	defer fr.c.PopID()
	c := fr.p
	who := append([]string{text.ForAll}, text.Kinds[:]...)
	area := rows.Next(underrunHeight)
	page := im.Rows{Area: area}
	head := page.Next(view.ChoiceHeight)
	page.Skip(2)
	fr.c.Dropdown("for", head.CutRight(76), &c.forWho, im.Dropdown{Items: who, Tooltip: text.ForTip})
	head.CutRight(4)
	fr.c.Choice("page", head, &c.page, im.Choice{Items: text.UnderrunPages, Tooltips: text.UnderrunPageTips})
	if c.page == whenDrawn {
		fr.underrunChoice(&page, "blend", view.BlendKnob, text.Blends, text.BlendTips)
		fr.underrunSlider(&page, "reckoning", view.MaxDeadReckoningKnob, text.MaxDeadReckoning, text.MaxDeadReckoningTip, fr.m.Theme.Lens[game.Extrapolated])
		fr.underrunChoice(&page, "gap", view.OnGapKnob, text.Gaps, text.GapTips)
		return
	}
	fr.underrunSlider(&page, "extrapolation", view.MaxExtrapolationKnob, text.MaxExtrapolation, text.MaxExtrapolationTip, fr.m.Theme.Late)
	fr.underrunChoice(&page, "policy", view.OnUnderrunKnob, text.Policies, text.PolicyTips)
	fr.underrunSlider(&page, "smoothing", view.SmoothingKnob, text.Smoothing, text.SmoothingTip, fr.m.Theme.Lens[game.Interpolated])
}

// underrunSlider draws a slider for the kind that is chosen, or for all.
func (fr *frame) underrunSlider(rows *im.Rows, id string, k *view.Knob, label, tip string, colour raster.Color) {
	v := k.Get(fr.m.Settings, max(fr.p.forWho-1, 0))
	w := k.Slider(label, tip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	w.Colour = colour
	if fr.c.Slider(id, rows.Next(view.SliderHeight), &v, w).Changed {
		fr.setFor(k, v)
	}
}

func (fr *frame) underrunChoice(rows *im.Rows, id string, k *view.Knob, items, tips []string) {
	v := int(k.Get(fr.m.Settings, max(fr.p.forWho-1, 0)))
	rows.Skip(view.ChoiceGap)
	if fr.c.Choice(id, rows.Next(view.ChoiceHeight), &v, im.Choice{Items: items, Tooltips: tips}).Changed {
		fr.setFor(k, int64(v))
	}
	rows.Skip(view.ChoiceGap)
}

// setFor sets a value for the kind that is chosen, or for all that are not locked.
func (fr *frame) setFor(k *view.Knob, v int64) {
	if fr.p.forWho == 0 {
		fr.act.SetUnlocked(k, v)
		return
	}
	fr.act.Set(k, fr.p.forWho-1, v)
}
