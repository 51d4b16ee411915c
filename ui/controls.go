package ui

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// controls is what the column of controls remembers.
type controls struct {
	scenes []string // names of the scenarios to choose from
	forWho int      // whom the settings for running dry are for: 0 all, else 1 + kind
	tips   [game.NumKinds]string
	who    []string // the names to choose forWho from
}

const (
	headingHeight = 20
	sliderHeight  = 33 // label and value above the track
	rowHeight     = 20 // all on one line
	choiceHeight  = 23
	groupGap      = 9
	columnHeight  = 2*8 + 3*headingHeight + 2*groupGap + 10*sliderHeight + 8*rowHeight + 3*(choiceHeight+6)
)

// column draws the controls: the network, the delays, and what happens when an entity
// runs dry. In a low window it scrolls.
func (a *App) column(r raster.Rect) {
	a.ctx.Panel(r)
	inner := r.InsetXY(padding, 6)
	content := a.ctx.BeginScroll("controls", inner, columnHeight-12)
	rows := im.Rows{Area: content}
	a.networkControls(&rows)
	a.separate(&rows)
	a.delayControls(&rows)
	a.separate(&rows)
	a.dryControls(&rows)
	a.ctx.EndScroll()
}

func (a *App) separate(rows *im.Rows) { a.ctx.Separator(rows.Next(groupGap)) }

// span is the part of a setting's range that its slider covers, and how.
type span struct {
	min, max int64
	scale    im.Scale
}

// sliderFor describes a slider for a setting of the table that flags and files share.
func sliderFor(s *game.Setting, label, tip string, over span) im.Slider {
	return im.Slider{
		Label: label, Tooltip: tip,
		Min: over.min, Max: over.max, Step: s.Step, Default: s.Default, Scale: over.scale,
		Format: s.Format, Parse: s.Parse,
	}
}

var (
	settingRate             = game.MustSetting("rate")
	settingLatency          = game.MustSetting("latency")
	settingJitter           = game.MustSetting("jitter")
	settingLoss             = game.MustSetting("loss")
	settingOutage           = game.MustSetting("outage")
	settingDuplicate        = game.MustSetting("duplicate")
	settingOrder            = game.MustSetting("order")
	settingDelay            = game.MustSetting("delay")
	settingMaxExtrapolation = game.MustSetting("max-extrapolation")
	settingMaxDeadReckoning = game.MustSetting("max-dead-reckoning")
	settingSmoothing        = game.MustSetting("smoothing")
	settingOnDry            = game.MustSetting("on-dry")
	settingBlend            = game.MustSetting("blend")
)

const msec = int64(time.Millisecond)

func (a *App) networkControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("link")
	defer a.ctx.PopID()
	a.ctx.Heading(rows.Next(headingHeight), text.Network)
	a.slider(rows, "rate", settingRate, text.Rate, text.RateTip, span{1000, min(60_000, int64(a.settings.TickRate)), im.Quadratic})
	a.slider(rows, "latency", settingLatency, text.Latency, text.LatencyTip, span{0, 500 * msec, im.Quadratic})
	a.slider(rows, "jitter", settingJitter, text.Jitter, text.JitterTip, span{0, 400 * msec, im.Quadratic})
	a.slider(rows, "loss", settingLoss, text.Loss, text.LossTip, span{0, 1_000_000, im.Quadratic})
	a.slider(rows, "outage", settingOutage, text.Outage, text.OutageTip, span{0, 1000 * msec, im.Quadratic})
	a.slider(rows, "duplicate", settingDuplicate, text.Duplicate, text.DuplicateTip, span{0, 1_000_000, im.Quadratic})
	a.choice(rows, "order", settingOrder, []string{text.FIFO, text.Free}, []string{text.FIFOTip, text.FreeTip}, text.OrderTip)
}

// slider draws a slider that sets one value for all qualifiers of a setting.
func (a *App) slider(rows *im.Rows, id string, s *game.Setting, label, tip string, over span) {
	v := s.Get(&a.settings, 0)
	if a.ctx.Slider(id, rows.Next(sliderHeight), &v, sliderFor(s, label, tip, over)).Changed {
		s.SetAll(&a.settings, v)
	}
}

// choice draws the choices of a setting, for all its qualifiers.
func (a *App) choice(rows *im.Rows, id string, s *game.Setting, items, tips []string, tip string) {
	v := int(s.Get(&a.settings, 0))
	if a.ctx.Choice(id, rows.Next(choiceHeight), &v, im.Choice{Items: items, Tooltips: tips, Tooltip: tip}).Changed {
		s.SetAll(&a.settings, int64(v))
	}
	rows.Skip(6)
}

func (a *App) delayControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("delay")
	defer a.ctx.PopID()
	a.ctx.Heading(rows.Next(headingHeight), text.Delay)
	over := span{0, 600 * msec, im.Linear}
	colour := a.theme.Lens[game.Interpolated]

	all := a.commonDelay()
	s := sliderFor(settingDelay, text.AllKinds, text.AllKindsTip, over)
	s.Colour = colour
	if a.ctx.Slider("all", rows.Next(sliderHeight), &all, s).Changed {
		settingDelay.SetAll(&a.settings, all)
	}
	for k := range game.NumKinds {
		v := settingDelay.Get(&a.settings, int(k))
		s := sliderFor(settingDelay, text.Kinds[k], a.controls.tip(text, k), over)
		s.Compact, s.Icon, s.Colour = true, kindIcons[k], colour
		s.Format = wholeMilliseconds
		s.Unit = "ms"
		s.LabelWidth, s.ValueWidth = 76, 36
		switch {
		case a.scenario.Count(k) == 0:
			s.Disabled = true
		case a.readings.dry[k]:
			s.Status, s.StatusColour, s.Colour = text.Dryness, a.theme.Lost, a.theme.Lost
		default:
			s.Status, s.StatusColour = "✓", a.theme.Good
		}
		if a.ctx.Slider(game.KindName(k), rows.Next(rowHeight), &v, s).Changed {
			settingDelay.Set(&a.settings, int(k), v)
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

// commonDelay returns the delay that most kinds have.
func (a *App) commonDelay() int64 {
	best, most := int64(0), 0
	for k := range game.NumKinds {
		v, n := settingDelay.Get(&a.settings, int(k)), 0
		for j := range game.NumKinds {
			if settingDelay.Get(&a.settings, int(j)) == v {
				n++
			}
		}
		if n > most {
			best, most = v, n
		}
	}
	return best
}

func (a *App) dryControls(rows *im.Rows) {
	text := &a.text.Controls
	a.ctx.PushID("dry")
	defer a.ctx.PopID()
	c := &a.controls
	if c.who == nil {
		c.who = append([]string{text.ForAll}, text.Kinds[:]...)
	}
	head := rows.Next(headingHeight)
	a.ctx.Dropdown("for", head.CutRight(92), &c.forWho, im.Dropdown{Items: c.who, Tooltip: text.ForTip})
	a.ctx.Heading(head, text.Dry)
	rows.Skip(3)

	a.drySlider(rows, "extrapolation", settingMaxExtrapolation, text.MaxExtrapolation, text.MaxExtrapolationTip, a.theme.Late)
	a.dryChoice(rows, "policy", settingOnDry, []string{text.Hold, text.Stale, text.Hide}, []string{text.HoldTip, text.StaleTip, text.HideTip})
	a.drySlider(rows, "smoothing", settingSmoothing, text.Smoothing, text.SmoothingTip, a.theme.Lens[game.Interpolated])
	a.dryChoice(rows, "blend", settingBlend, []string{text.Linear, text.Hermite}, []string{text.LinearTip, text.HermiteTip})
	a.drySlider(rows, "reckoning", settingMaxDeadReckoning, text.MaxDeadReckoning, text.MaxDeadReckoningTip, a.theme.Lens[game.Extrapolated])
}

// drySlider draws a slider for the kind that is chosen, or for all.
func (a *App) drySlider(rows *im.Rows, id string, s *game.Setting, label, tip string, colour raster.Color) {
	v := s.Get(&a.settings, max(a.controls.forWho-1, 0))
	w := sliderFor(s, label, tip, span{0, 1000 * msec, im.Quadratic})
	w.Colour = colour
	if a.ctx.Slider(id, rows.Next(sliderHeight), &v, w).Changed {
		a.setFor(s, v)
	}
}

func (a *App) dryChoice(rows *im.Rows, id string, s *game.Setting, items, tips []string) {
	v := int(s.Get(&a.settings, max(a.controls.forWho-1, 0)))
	if a.ctx.Choice(id, rows.Next(choiceHeight), &v, im.Choice{Items: items, Tooltips: tips}).Changed {
		a.setFor(s, int64(v))
	}
	rows.Skip(6)
}

// setFor sets a value for the kind that is chosen, or for all.
func (a *App) setFor(s *game.Setting, v int64) {
	if a.controls.forWho == 0 {
		s.SetAll(&a.settings, v)
		return
	}
	s.Set(&a.settings, a.controls.forWho-1, v)
}
