package controls

import (
	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

const (
	networkHeight = view.HeadingHeight + 4*view.SliderHeight + 2*view.RowHeight + view.ChoiceHeight + 2*view.ChoiceGap
	delaysHeight  = view.HeadingHeight + view.SliderHeight + int(world.NumBuiltIn)*view.RowHeight
	// ColumnHeight is what the column needs to be seen without scrolling, in dp.
	ColumnHeight = float32(networkHeight + delaysHeight + underrunHeight + faultsHeight + 3*view.GroupGap)
)

// column draws the controls: the network, the delays, what happens when an entity
// is in underrun, and what can be made to go wrong. In a low window it scrolls.
func (fr *frame) column(r raster.Rect) {
	fr.c.Panel(r)
	// The area is a little wider than the controls, or it would cut off the ring
	// around the one that has the keyboard.
	const ring = 4
	content := fr.c.BeginScroll("controls", r.InsetXY(view.Padding-ring, 6), ColumnHeight)
	rows := im.Rows{Area: content.InsetXY(ring, 0)}
	fr.networkControls(&rows)
	fr.separate(&rows)
	fr.delayControls(&rows)
	fr.separate(&rows)
	fr.underrunControls(&rows)
	fr.separate(&rows)
	fr.faultControls(&rows)
	fr.c.EndScroll()
}

func (fr *frame) separate(rows *im.Rows) { fr.c.Separator(rows.Next(view.GroupGap)) }

func (fr *frame) networkControls(rows *im.Rows) {
	text := &fr.m.Text.Controls
	fr.c.PushID("link")
	defer fr.c.PopID()
	head := rows.Next(view.HeadingHeight)
	fr.encodingChoice(head.CutRight(64))
	fr.c.Heading(head, text.Network)
	slider := func(id string, k *view.Knob, label, tip string, low, high int64) {
		fr.slider(rows, id, k, k.Slider(label, tip, view.Span{Min: low, Max: high, Scale: im.Quadratic}))
	}
	slider("rate", view.RateKnob, text.Rate, text.RateTip, 1000, min(60_000, int64(fr.m.Settings.TickRate)))
	slider("latency", view.LatencyKnob, text.Latency, text.LatencyTip, 0, 500*view.Msec)
	slider("jitter", view.JitterKnob, text.Jitter, text.JitterTip, 0, 400*view.Msec)
	slider("loss", view.LossKnob, text.Loss, text.LossTip, 0, 1_000_000)
	row := func(id string, k *view.Knob, label, tip string, high int64) {
		s := k.Slider(label, tip, view.Span{Max: high, Scale: im.Quadratic})
		s.Compact, s.LabelWidth, s.ValueWidth = true, 92, 52
		fr.slider(rows, id, k, s)
	}
	row("outage", view.OutageKnob, text.Outage, text.OutageTip, 1000*view.Msec)
	row("duplicate", view.DuplicateKnob, text.Duplicate, text.DuplicateTip, 1_000_000)
	fr.choice(rows, "order", view.OrderKnob, im.Choice{Items: text.Orders, Tooltips: text.OrderTips, Tooltip: text.OrderTip})
}

// encodingChoice draws the choice of how snapshots are written.
func (fr *frame) encodingChoice(r raster.Rect) {
	text, chosen := &fr.m.Text.Controls, int(fr.m.Settings.Encoding)
	if fr.c.Dropdown("encoding", r, &chosen, im.Dropdown{Items: text.Encodings[:], Tooltip: text.EncodingTip}).Changed {
		fr.act.Settings().Encoding = config.Encoding(chosen)
	}
}

// slider draws the slider of a setting.
func (fr *frame) slider(rows *im.Rows, id string, k *view.Knob, s im.Slider) {
	v, height := fr.get(k), float32(view.SliderHeight)
	if s.Compact {
		height = view.RowHeight
	}
	if fr.c.Slider(id, rows.Next(height), &v, s).Changed {
		fr.set(k, v)
	}
}

// choice draws the choices of a setting.
func (fr *frame) choice(rows *im.Rows, id string, k *view.Knob, w im.Choice) {
	v := int(fr.get(k))
	rows.Skip(view.ChoiceGap)
	if fr.c.Choice(id, rows.Next(view.ChoiceHeight), &v, w).Changed {
		fr.set(k, int64(v))
	}
	rows.Skip(view.ChoiceGap)
}

// get returns a setting's value: one of playback for the kind that is chosen, or of all.
func (fr *frame) get(k *view.Knob) int64 {
	if k.Scope != config.PerKind {
		return k.Get(fr.m.Settings, 0)
	}
	return k.Get(fr.m.Settings, max(fr.p.forWho-1, 0))
}

// set sets a value for all qualifiers of a setting, but one of playback for the kind that
// is chosen, or for all that are not locked.
func (fr *frame) set(k *view.Knob, v int64) {
	switch k.Scope {
	case config.PerKind:
	case config.PacketsAndKinds:
		fr.act.SetRate(v)
		return
	default:
		fr.act.SetAll(k, v)
		return
	}
	fr.act.Set(k, fr.p.forWho-1, v)
}

// The two pages of underrunControls.
const (
	whenInUnderrun = iota
	whenDrawn
)

const underrunHeight = view.ChoiceHeight + 2 + 2*view.SliderHeight + view.ChoiceHeight + 2*view.ChoiceGap

// underrunControls draws how a kind is drawn, or all of them: on one page what happens when
// it is in an underrun, on the other how it is drawn otherwise.
func (fr *frame) underrunControls(rows *im.Rows) {
	text, lens := &fr.m.Text.Controls, &fr.m.Theme.Lens
	fr.c.PushID("underrun")
	defer fr.c.PopID()
	who := []string{text.ForAll}
	for k := range interp.Kind(fr.m.Settings.Kinds.Len()) {
		who = append(who, fr.m.KindName(k))
	}
	fr.p.forWho = min(fr.p.forWho, len(who)-1)
	page := im.Rows{Area: rows.Next(underrunHeight)}
	head := page.Next(view.ChoiceHeight)
	page.Skip(2)
	fr.c.Dropdown("for", head.CutRight(76), &fr.p.forWho, im.Dropdown{Items: who, Tooltip: text.ForTip})
	head.CutRight(4)
	fr.c.Choice("page", head, &fr.p.page, im.Choice{Items: text.UnderrunPages, Tooltips: text.UnderrunPageTips})
	slider := func(id string, k *view.Knob, label, tip string, colour raster.Color) {
		s := k.Slider(label, tip, view.Span{Max: 1000 * view.Msec, Scale: im.Quadratic})
		s.Colour = colour
		fr.slider(&page, id, k, s)
	}
	if fr.p.page == whenDrawn {
		fr.choice(&page, "blend", view.BlendKnob, im.Choice{Items: text.Blends, Tooltips: text.BlendTips})
		slider("reckoning", view.MaxDeadReckoningKnob, text.MaxDeadReckoning, text.MaxDeadReckoningTip, lens[game.Extrapolated])
		fr.choice(&page, "gap", view.OnGapKnob, im.Choice{Items: text.Gaps, Tooltips: text.GapTips})
		return
	}
	slider("extrapolation", view.MaxExtrapolationKnob, text.MaxExtrapolation, text.MaxExtrapolationTip, fr.m.Theme.Late)
	fr.choice(&page, "policy", view.OnUnderrunKnob, im.Choice{Items: text.Policies, Tooltips: text.PolicyTips})
	slider("smoothing", view.SmoothingKnob, text.Smoothing, text.SmoothingTip, lens[game.Interpolated])
}
