package ui

import (
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// controls is what the column of controls remembers.
type controls struct {
	scenes       []string // names of the scenarios to choose from, and
	titles       []string // what they are called in the window's language
	network      networkChoices
	comparison   [2]im.Group // of the choices of what is beside
	forWho       int         // whom the settings for running dry are for: 0 all, else 1 + kind
	underrunPage int         // whenDry or whenDrawn
	tips         [world.NumKinds]string
	who          []string // the names to choose forWho from

	seed      uint64 // of seedLabel
	seedLabel string
}

const (
	networkHeight = view.HeadingHeight + 4*view.SliderHeight + 2*view.RowHeight + view.ChoiceHeight + 2*view.ChoiceGap
	delaysHeight  = view.HeadingHeight + view.SliderHeight + int(world.NumKinds)*view.RowHeight
	columnHeight  = float32(networkHeight + delaysHeight + underrunHeight + faultsHeight + 3*view.GroupGap)
)

// column draws the controls: the network, the delays, what happens when an entity
// runs dry, and what can be made to go wrong. In a low window it scrolls.
func (a *App) column(r raster.Rect) {
	a.ctx.Panel(r)
	// The area is a little wider than the controls, or it would cut off the ring
	// around the one that has the keyboard.
	const ring = 4
	content := a.ctx.BeginScroll("controls", r.InsetXY(view.Padding-ring, 6), columnHeight)
	rows := im.Rows{Area: content.InsetXY(ring, 0)}
	a.networkControls(&rows)
	a.separate(&rows)
	a.delayControls(&rows)
	a.separate(&rows)
	a.underrunControls(&rows)
	a.separate(&rows)
	a.faultControls(&rows)
	a.ctx.EndScroll()
}

func (a *App) separate(rows *im.Rows) { a.ctx.Separator(rows.Next(view.GroupGap)) }

func (a *App) networkControls(rows *im.Rows) {
	text := &a.model.Text.Controls
	a.ctx.PushID("link")
	defer a.ctx.PopID()
	head := rows.Next(view.HeadingHeight)
	a.encodingChoice(head.CutRight(64))
	a.ctx.Heading(head, text.Network)
	a.slider(rows, "rate", view.RateKnob, text.Rate, text.RateTip, view.Span{Min: 1000, Max: min(60_000, int64(a.settings.TickRate)), Scale: im.Quadratic})
	a.slider(rows, "latency", view.LatencyKnob, text.Latency, text.LatencyTip, view.Span{Min: 0, Max: 500 * view.Msec, Scale: im.Quadratic})
	a.slider(rows, "jitter", view.JitterKnob, text.Jitter, text.JitterTip, view.Span{Min: 0, Max: 400 * view.Msec, Scale: im.Quadratic})
	a.slider(rows, "loss", view.LossKnob, text.Loss, text.LossTip, view.Span{Min: 0, Max: 1_000_000, Scale: im.Quadratic})
	a.rowSlider(rows, "outage", view.OutageKnob, text.Outage, text.OutageTip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	a.rowSlider(rows, "duplicate", view.DuplicateKnob, text.Duplicate, text.DuplicateTip, view.Span{Min: 0, Max: 1_000_000, Scale: im.Quadratic})
	a.choice(rows, "order", view.OrderKnob, text.Orders, text.OrderTips, text.OrderTip)
}

// encodingChoice draws the choice of how snapshots are written.
func (a *App) encodingChoice(r raster.Rect) {
	text, chosen := &a.model.Text.Controls, int(a.settings.Encoding)
	if a.ctx.Dropdown("encoding", r, &chosen, im.Dropdown{Items: text.Encodings[:], Tooltip: text.EncodingTip}).Changed {
		a.settings.Encoding = config.Encoding(chosen)
	}
}

// slider draws a slider that sets one value for all qualifiers of a setting.
func (a *App) slider(rows *im.Rows, id string, k *view.Knob, label, tip string, over view.Span) {
	v := k.Get(&a.settings, 0)
	if a.ctx.Slider(id, rows.Next(view.SliderHeight), &v, k.Slider(label, tip, over)).Changed {
		k.SetAll(&a.settings, v)
	}
}

// rowSlider draws such a slider on one line.
func (a *App) rowSlider(rows *im.Rows, id string, k *view.Knob, label, tip string, over view.Span) {
	v := k.Get(&a.settings, 0)
	w := k.Slider(label, tip, over)
	w.Compact, w.LabelWidth, w.ValueWidth = true, 92, 52
	if a.ctx.Slider(id, rows.Next(view.RowHeight), &v, w).Changed {
		k.SetAll(&a.settings, v)
	}
}

// choice draws the choices of a setting, for all its qualifiers.
func (a *App) choice(rows *im.Rows, id string, k *view.Knob, items, tips []string, tip string) {
	v := int(k.Get(&a.settings, 0))
	rows.Skip(view.ChoiceGap)
	if a.ctx.Choice(id, rows.Next(view.ChoiceHeight), &v, im.Choice{Items: items, Tooltips: tips, Tooltip: tip}).Changed {
		k.SetAll(&a.settings, int64(v))
	}
	rows.Skip(view.ChoiceGap)
}
