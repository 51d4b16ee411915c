package ui

import (
	"fmt"
	"math"
	"time"

	"snaplab/game"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// tuningTable is the tab with a row for each kind: how it is played, what that costs,
// and which delay is recommended.
type tuningTable struct {
	// What is said of an advice, made once for each.
	of           *study.Advice
	in           *text.Text
	labels, whys [world.NumKinds]string

	actions []string // of a row's menu: reset, copy to all, copy to each kind
}

// refresh puts the newest advice into words.
func (t *tuningTable) refresh(a *App) {
	advice := a.tuning.tuningStudy.advice
	if t.of == advice && t.in == a.model.Text && t.actions != nil {
		return
	}
	t.of, t.in = advice, a.model.Text
	text := &a.model.Text.Tuning
	t.actions = append(t.actions[:0], text.ResetKind, text.CopyToAll)
	for _, k := range a.tuning.kinds {
		t.actions = append(t.actions, string(view.Phrase(nil, text.CopyTo, view.Word(a.model.Text.Controls.Kinds[k]))))
	}
	for _, k := range a.tuning.kinds {
		row := a.tuning.tuningStudy.rows[k]
		if row == nil {
			continue
		}
		t.labels[k] = text.NoDelay
		if row.Met {
			t.labels[k] = string(view.Phrase(nil, "%s", view.Number(row.DelayMS, 0)))
		}
		t.whys[k] = string(a.appendWhy(nil, row))
	}
}

// tableTab draws the tab; status is the place beside the tabs.
func (a *App) tableTab(status, r raster.Rect) {
	v := &a.tuning
	v.table.refresh(a)
	a.studyStatus(status)
	a.budgetRow(r.CutTop(22))
	r.CutTop(2)
	footer := r.CutBottom(22)
	columns := columnsOf(r.W)
	c := &columns
	a.tableHeads(r.CutTop(tableHead), c)
	height := min(32, r.H/float32(max(1, len(v.kinds))))
	for _, k := range v.kinds {
		a.ctx.PushID(world.KindName(k))
		a.tableRow(r.CutTop(height).InsetXY(0, max(0, min(2, (height-17)/2), (height-24)/2)), c, k)
		a.ctx.PopID()
	}
	a.tableFooter(footer)
}

// studyStatus says what the figures are from.
func (a *App) studyStatus(r raster.Rect) {
	v, text := &a.tuning, &a.model.Text.Tuning
	style, s := &a.theme.Style, &v.tuningStudy
	switch {
	case s.err != nil:
		a.ctx.List().TextIn(style.Small, r, s.err.Error(), im.Right, style.Alarm)
		return
	case s.advice == nil:
		v.buf = append(v.buf[:0], text.Working...)
	default:
		v.buf = view.Phrase(v.buf[:0], text.Measured, view.Count(s.advice.Seeds), view.Number(s.advice.DurationS, 0))
		if s.advice.Seeds == 1 {
			v.buf = view.Phrase(v.buf[:0], text.MeasuredOnce, view.Number(s.advice.DurationS, 0))
		}
		if !s.stands(a) || s.study != nil {
			v.buf = append(append(v.buf, ", "...), text.Working...)
		}
	}
	a.ctx.Interact("status", r, im.Region{Tooltip: text.MeasuredTip, NoFocus: true})
	a.ctx.List().TextInBytes(style.Small, r, v.buf, im.Right, style.Muted)
}

// tableRow draws a kind's row.
func (a *App) tableRow(r raster.Rect, c *tableColumns, k interp.Kind) {
	text, style, l := &a.model.Text.Tuning, &a.theme.Style, a.ctx.List()
	cut := func(w float32) raster.Rect {
		at := r.CutLeft(w)
		r.CutLeft(c.gap)
		return at
	}
	lock := im.Button{Icon: view.IconUnlocked, Tooltip: text.LockTip, Quiet: true}
	if a.model.Locked[k] {
		lock.Icon, lock.Tooltip = view.IconLocked, text.LockedTip
	}
	a.ctx.Toggle("lock", cut(c.lock), &a.model.Locked[k], lock)
	name := cut(c.name)
	icon := name.CutLeft(13)
	icon.Y, icon.H = icon.Y+(icon.H-10)/2, 10
	icon.W = 10
	view.KindIcons[k](l, icon, style.Muted)
	l.TextIn(style.Text, name, a.model.Text.Controls.Kinds[k], im.Left, style.Foreground)

	a.tableDelay(cut(c.delay), c, k)
	a.tableAuto(cut(c.auto), c, k)
	a.tableSlider(cut(c.extrapolate), c, "extrapolate", view.MaxExtrapolationKnob, k, a.theme.Late)
	a.tableDropdown(cut(c.inUnderrun), "dry", view.OnUnderrunKnob, k, a.model.Text.Controls.Policies, text.Settings[3][2])
	if c.blend > 0 {
		a.tableDropdown(cut(c.blend), "blend", view.BlendKnob, k, text.Blends[:], text.Settings[4][2])
		a.tableSlider(cut(c.smooth), c, "smooth", view.SmoothingKnob, k, a.theme.Lens[game.Interpolated])
	}
	for i := range c.costs {
		a.tableCost(cut(c.cost), k, i)
	}
	a.tableRecommended(r.CutLeft(c.recommend), k)
	r.CutLeft(c.gap)
	a.tableActions(r.CutLeft(c.more), k)
}

// tableDelay draws a kind's delay, to be changed.
func (a *App) tableDelay(r raster.Rect, c *tableColumns, k interp.Kind) {
	v := int64(a.model.DelayOf(k))
	reach := max(600*view.Msec, v)
	if row := a.tuning.tuningStudy.rows[k]; row != nil {
		reach = max(reach, int64(row.DelayMS)*view.Msec)
	}
	s := view.DelayKnob.Slider("", fmt.Sprintf(a.model.Text.Controls.KindTip, a.model.KindName(k)), view.Span{Min: 0, Max: (reach + 99*view.Msec) / (100 * view.Msec) * 100 * view.Msec, Scale: im.Linear})
	s.Compact, s.LabelWidth, s.ValueWidth, s.Format, s.Unit = true, noLabel, c.value, view.WholeMilliseconds, "ms"
	s.Colour = a.theme.Lens[game.Interpolated]
	if a.ctx.Slider("delay", r, &v, s).Changed {
		a.act.SetDelay(int(k), time.Duration(v))
	}
}

// noLabel is the width of a compact slider's label that has none.
const noLabel = 1

// tableAuto draws whether a kind's delay adapts.
func (a *App) tableAuto(r raster.Rect, c *tableColumns, k interp.Kind) {
	label := a.model.Text.Controls.Auto
	if c.auto < 30 {
		label = a.model.Text.Controls.AutoMark
	}
	on := a.settings.Policies[k].Tuning == interp.Adaptive
	if a.ctx.Toggle("auto", r, &on, im.Button{Label: label, Tooltip: a.model.Text.Tuning.Settings[1][2]}) {
		tuning := interp.ByHand
		if on {
			tuning = interp.Adaptive
		}
		view.AdaptiveKnob.Set(&a.settings, int(k), int64(tuning))
	}
}

// tableSlider draws one of a kind's durations.
func (a *App) tableSlider(r raster.Rect, c *tableColumns, id string, knob *view.Knob, k interp.Kind, colour raster.Color) {
	v := knob.Get(&a.settings, int(k))
	tip := a.model.Text.Controls.MaxExtrapolationTip
	if knob == view.SmoothingKnob {
		tip = a.model.Text.Controls.SmoothingTip
	}
	s := knob.Slider("", tip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	s.Compact, s.LabelWidth, s.ValueWidth, s.Format, s.Unit, s.Colour = true, noLabel, c.value, view.WholeMilliseconds, "ms", colour
	if a.ctx.Slider(id, r, &v, s).Changed {
		knob.Set(&a.settings, int(k), v)
	}
}

// tableDropdown draws one of a kind's choices.
func (a *App) tableDropdown(r raster.Rect, id string, knob *view.Knob, k interp.Kind, items []string, tip string) {
	v := int(knob.Get(&a.settings, int(k)))
	if a.ctx.Dropdown(id, r, &v, im.Dropdown{Items: items, Tooltip: tip}).Changed {
		knob.Set(&a.settings, int(k), int64(v))
	}
}

// tableCost writes one of the figures of what a kind's settings cost. They are pale
// while they are those of other settings.
func (a *App) tableCost(r raster.Rect, k interp.Kind, column int) {
	s, style := &a.tuning.tuningStudy, &a.theme.Style
	row := s.rows[k]
	if row == nil {
		return
	}
	colour := style.Foreground
	if !s.stands(a) {
		colour = style.Muted
	}
	u := &row.InUse
	switch column {
	case 0:
		if most := float64(s.about.budget.underruns) / 10; u.UnderrunsPerMin > most && s.stands(a) {
			colour = a.theme.Lost
			a.ctx.List().TextIn(style.Small, r, "!", im.Left, colour)
		}
		a.numeral(r, view.Number(u.UnderrunsPerMin, 1), colour)
	case 1:
		a.numeral(r, view.Number(u.LatencyMS.P50, 0), colour)
	case 2:
		a.numeral(r, view.Number(u.ErrorM.RMS, 2), colour)
	case 3:
		a.numeral(r, view.Number(u.CorrectionP95M, 2), colour)
	case 4:
		a.numeral(r, view.Number(u.StalenessM, 2), colour)
	case 5:
		a.numeral(r, view.Number(u.ExtrapolationErrorM, 2), colour)
	}
}

// tableRecommended draws the recommended delay as the button that applies it.
func (a *App) tableRecommended(r raster.Rect, k interp.Kind) {
	s, t := &a.tuning.tuningStudy, &a.tuning.table
	row := s.rows[k]
	b := im.Button{Label: "…", Tooltip: a.model.Text.Tuning.Recommended[2], Disabled: row == nil || !row.Met || a.model.Locked[k]}
	if row != nil {
		b.Label, b.Tooltip = t.labels[k], t.whys[k]
		b.Accent = row.Met && s.stands(a) && !a.applied(k)
	}
	if a.ctx.Button("apply", r, b) {
		a.applyRecommended(k)
	}
}

// applied reports whether a kind has the recommended delay.
func (a *App) applied(k interp.Kind) bool {
	p, row := &a.settings.Policies[k], a.tuning.tuningStudy.rows[k]
	return row != nil && p.Tuning == interp.ByHand && p.Delay == time.Duration(math.Round(row.DelayMS*1e6))
}
