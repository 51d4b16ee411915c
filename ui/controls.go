package ui

import (
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/ui/im"
	"snaplab/ui/raster"
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
	headingHeight = 20
	sliderHeight  = 32 // label and value above the track
	rowHeight     = 19 // all on one line
	choiceHeight  = 22
	choiceGap     = 4
	groupGap      = 9
	networkHeight = headingHeight + 4*sliderHeight + 2*rowHeight + choiceHeight + 2*choiceGap
	delaysHeight  = headingHeight + sliderHeight + int(world.NumKinds)*rowHeight
	columnHeight  = float32(networkHeight + delaysHeight + underrunHeight + faultsHeight + 3*groupGap)
)

// column draws the controls: the network, the delays, what happens when an entity
// runs dry, and what can be made to go wrong. In a low window it scrolls.
func (a *App) column(r raster.Rect) {
	a.ctx.Panel(r)
	// The area is a little wider than the controls, or it would cut off the ring
	// around the one that has the keyboard.
	const ring = 4
	content := a.ctx.BeginScroll("controls", r.InsetXY(padding-ring, 6), columnHeight)
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

func (a *App) separate(rows *im.Rows) { a.ctx.Separator(rows.Next(groupGap)) }

// span is the part of a setting's range that its slider covers, and how.
type span struct {
	min, max int64
	scale    im.Scale
}

// knob is a setting of the table that flags and files share, with what a slider needs
// of it.
type knob struct {
	*config.Setting
	format func(int64) string
	parse  func(string) (int64, error)
}

// newKnob is made once for each setting: a function made anew in every frame would be
// garbage in every frame.
func newKnob(name string) *knob {
	s := config.MustSetting(name)
	return &knob{s, func(v int64) string { return spaced(s.Format(v)) }, s.Parse}
}

// spaced writes a value as a person reads it: "10 Hz" where files and flags have
// "10hz". Both can be typed.
func spaced(text string) string {
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz%")
	unit := text[len(number):]
	if unit == "hz" {
		unit = "Hz"
	}
	return number + " " + unit
}

// slider describes the slider of a knob over a part of its range.
func (k *knob) slider(label, tip string, over span) im.Slider {
	return im.Slider{
		Label: label, Tooltip: tip,
		Min: over.min, Max: over.max, Step: k.Step, Default: k.Default, Scale: over.scale,
		Format: k.format, Parse: k.parse,
	}
}

var (
	rateKnob             = newKnob("rate")
	latencyKnob          = newKnob("latency")
	jitterKnob           = newKnob("jitter")
	lossKnob             = newKnob("loss")
	outageKnob           = newKnob("outage")
	duplicateKnob        = newKnob("duplicate")
	orderKnob            = newKnob("order")
	delayKnob            = newKnob("delay")
	adaptiveKnob         = newKnob("adaptive")
	maxExtrapolationKnob = newKnob("max-extrapolation")
	maxDeadReckoningKnob = newKnob("max-dead-reckoning")
	smoothingKnob        = newKnob("smoothing")
	onUnderrunKnob       = newKnob("on-underrun")
	blendKnob            = newKnob("blend")
	onGapKnob            = newKnob("on-gap")
)

const msec = int64(time.Millisecond)

func (a *App) networkControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("link")
	defer a.ctx.PopID()
	head := rows.Next(headingHeight)
	a.encodingChoice(head.CutRight(64))
	a.ctx.Heading(head, text.Network)
	a.slider(rows, "rate", rateKnob, text.Rate, text.RateTip, span{1000, min(60_000, int64(a.settings.TickRate)), im.Quadratic})
	a.slider(rows, "latency", latencyKnob, text.Latency, text.LatencyTip, span{0, 500 * msec, im.Quadratic})
	a.slider(rows, "jitter", jitterKnob, text.Jitter, text.JitterTip, span{0, 400 * msec, im.Quadratic})
	a.slider(rows, "loss", lossKnob, text.Loss, text.LossTip, span{0, 1_000_000, im.Quadratic})
	a.rowSlider(rows, "outage", outageKnob, text.Outage, text.OutageTip, span{0, 1000 * msec, im.Quadratic})
	a.rowSlider(rows, "duplicate", duplicateKnob, text.Duplicate, text.DuplicateTip, span{0, 1_000_000, im.Quadratic})
	a.choice(rows, "order", orderKnob, text.Orders, text.OrderTips, text.OrderTip)
}

// encodingChoice draws the choice of how snapshots are written.
func (a *App) encodingChoice(r raster.Rect) {
	text, chosen := &a.text.Controls, int(a.settings.Encoding)
	if a.ctx.Dropdown("encoding", r, &chosen, im.Dropdown{Items: text.Encodings[:], Tooltip: text.EncodingTip}).Changed {
		a.settings.Encoding = config.Encoding(chosen)
	}
}

// slider draws a slider that sets one value for all qualifiers of a setting.
func (a *App) slider(rows *im.Rows, id string, k *knob, label, tip string, over span) {
	v := k.Get(&a.settings, 0)
	if a.ctx.Slider(id, rows.Next(sliderHeight), &v, k.slider(label, tip, over)).Changed {
		k.SetAll(&a.settings, v)
	}
}

// rowSlider draws such a slider on one line.
func (a *App) rowSlider(rows *im.Rows, id string, k *knob, label, tip string, over span) {
	v := k.Get(&a.settings, 0)
	w := k.slider(label, tip, over)
	w.Compact, w.LabelWidth, w.ValueWidth = true, 92, 52
	if a.ctx.Slider(id, rows.Next(rowHeight), &v, w).Changed {
		k.SetAll(&a.settings, v)
	}
}

// choice draws the choices of a setting, for all its qualifiers.
func (a *App) choice(rows *im.Rows, id string, k *knob, items, tips []string, tip string) {
	v := int(k.Get(&a.settings, 0))
	rows.Skip(choiceGap)
	if a.ctx.Choice(id, rows.Next(choiceHeight), &v, im.Choice{Items: items, Tooltips: tips, Tooltip: tip}).Changed {
		k.SetAll(&a.settings, int64(v))
	}
	rows.Skip(choiceGap)
}
