package controls

import (
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

const (
	networkHeight = view.HeadingHeight + 4*view.SliderHeight + 2*view.RowHeight + view.ChoiceHeight + 2*view.ChoiceGap
	delaysHeight  = view.HeadingHeight + view.SliderHeight + int(world.NumKinds)*view.RowHeight
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
	fr.slider(rows, "rate", view.RateKnob, text.Rate, text.RateTip, view.Span{Min: 1000, Max: min(60_000, int64(fr.m.Settings.TickRate)), Scale: im.Quadratic})
	fr.slider(rows, "latency", view.LatencyKnob, text.Latency, text.LatencyTip, view.Span{Min: 0, Max: 500 * view.Msec, Scale: im.Quadratic})
	fr.slider(rows, "jitter", view.JitterKnob, text.Jitter, text.JitterTip, view.Span{Min: 0, Max: 400 * view.Msec, Scale: im.Quadratic})
	fr.slider(rows, "loss", view.LossKnob, text.Loss, text.LossTip, view.Span{Min: 0, Max: 1_000_000, Scale: im.Quadratic})
	fr.rowSlider(rows, "outage", view.OutageKnob, text.Outage, text.OutageTip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	fr.rowSlider(rows, "duplicate", view.DuplicateKnob, text.Duplicate, text.DuplicateTip, view.Span{Min: 0, Max: 1_000_000, Scale: im.Quadratic})
	fr.choice(rows, "order", view.OrderKnob, text.Orders, text.OrderTips, text.OrderTip)
}

// encodingChoice draws the choice of how snapshots are written.
func (fr *frame) encodingChoice(r raster.Rect) {
	text, chosen := &fr.m.Text.Controls, int(fr.m.Settings.Encoding)
	if fr.c.Dropdown("encoding", r, &chosen, im.Dropdown{Items: text.Encodings[:], Tooltip: text.EncodingTip}).Changed {
		fr.act.Settings().Encoding = config.Encoding(chosen)
	}
}

// slider draws a slider that sets one value for all qualifiers of a setting.
func (fr *frame) slider(rows *im.Rows, id string, k *view.Knob, label, tip string, over view.Span) {
	v := k.Get(fr.m.Settings, 0)
	if fr.c.Slider(id, rows.Next(view.SliderHeight), &v, k.Slider(label, tip, over)).Changed {
		fr.act.SetAll(k, v)
	}
}

// rowSlider draws such a slider on one line.
func (fr *frame) rowSlider(rows *im.Rows, id string, k *view.Knob, label, tip string, over view.Span) {
	v := k.Get(fr.m.Settings, 0)
	w := k.Slider(label, tip, over)
	w.Compact, w.LabelWidth, w.ValueWidth = true, 92, 52
	if fr.c.Slider(id, rows.Next(view.RowHeight), &v, w).Changed {
		fr.act.SetAll(k, v)
	}
}

// choice draws the choices of a setting, for all its qualifiers.
func (fr *frame) choice(rows *im.Rows, id string, k *view.Knob, items, tips []string, tip string) {
	v := int(k.Get(fr.m.Settings, 0))
	rows.Skip(view.ChoiceGap)
	if fr.c.Choice(id, rows.Next(view.ChoiceHeight), &v, im.Choice{Items: items, Tooltips: tips, Tooltip: tip}).Changed {
		fr.act.SetAll(k, int64(v))
	}
	rows.Skip(view.ChoiceGap)
}
