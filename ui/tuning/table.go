package tuning

import (
	"fmt"
	"time"

	"snaplab/game"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// tableTab draws the tab with a row for each kind: how it is played, what that costs, and
// which delay is recommended. status is the place to the right of the tabs.
func (f *frame) tableTab(status, r raster.Rect) {
	f.studyStatus(status)
	f.budgetRow(r.CutTop(22))
	r.CutTop(2)
	footer := r.CutBottom(22)
	columns := columnsOf(r.W)
	f.tableHeads(r.CutTop(tableHead), &columns)
	kinds := f.m.Kinds()
	height := min(32, r.H/float32(max(1, len(kinds))))
	for _, k := range kinds {
		f.c.PushID(world.KindName(k))
		f.tableRow(r.CutTop(height).InsetXY(0, max(0, min(2, (height-17)/2), (height-24)/2)), &columns, k)
		f.c.PopID()
	}
	f.tableFooter(footer)
}

// studyStatus says what the figures are from.
func (f *frame) studyStatus(r raster.Rect) {
	text, style := &f.m.Text.Tuning, &f.m.Theme.Style
	if err := f.m.Study.Err; err != nil {
		f.c.List().TextIn(style.Small, r, err.Error(), im.Right, style.Alarm)
		return
	}
	said := text.Working
	if a := f.answer; a != nil && a.runs > 0 {
		seconds := view.Number(a.span.Seconds(), 0)
		said = view.Fill(text.Measured, view.Count(a.runs), seconds)
		if a.runs == 1 {
			said = view.Fill(text.MeasuredOnce, seconds)
		}
		if !f.current || f.m.Study.Working {
			said += ", " + text.Working
		}
	}
	f.c.Interact("status", r, im.Region{Tooltip: text.MeasuredTip, NoFocus: true})
	f.c.List().TextIn(style.Small, r, said, im.Right, style.Muted)
}

// row returns what is known of a kind, nil while nothing is.
func (f *frame) row(k interp.Kind) *row {
	if f.answer == nil {
		return nil
	}
	return f.answer.kinds[k]
}

// tableRow draws a kind's row.
func (f *frame) tableRow(r raster.Rect, c *tableColumns, k interp.Kind) {
	text, style, l := &f.m.Text.Tuning, &f.m.Theme.Style, f.c.List()
	cut := func(w float32) raster.Rect {
		at := r.CutLeft(w)
		r.CutLeft(c.gap)
		return at
	}
	locked := f.m.Locked[k]
	lock := im.Button{Icon: view.IconUnlocked, Tooltip: text.LockTip, Quiet: true}
	if locked {
		lock.Icon, lock.Tooltip = view.IconLocked, text.LockedTip
	}
	if f.c.Toggle("lock", cut(c.lock), &locked, lock) {
		f.act.Lock(k, locked)
	}
	name := cut(c.name)
	icon := name.CutLeft(13)
	view.KindIcons[k](l, raster.Rect{X: icon.X, Y: icon.Y + (icon.H-10)/2, W: 10, H: 10}, style.Muted)
	l.TextIn(style.Text, name, f.m.KindName(k), im.Left, style.Foreground)

	f.tableDelay(cut(c.delay), c, k)
	f.tableAuto(cut(c.auto), c, k)
	f.tableSlider(cut(c.extrapolate), c, "extrapolate", view.MaxExtrapolationKnob, k, f.m.Theme.Late)
	f.tableDropdown(cut(c.inUnderrun), "underrun", view.OnUnderrunKnob, k, f.m.Text.Controls.Policies, text.Settings[3][2])
	if c.blend > 0 {
		f.tableDropdown(cut(c.blend), "blend", view.BlendKnob, k, text.Blends[:], text.Settings[4][2])
		f.tableSlider(cut(c.smooth), c, "smooth", view.SmoothingKnob, k, f.m.Theme.Lens[game.Interpolated])
	}
	for i := range c.costs {
		f.tableCost(cut(c.cost), k, i)
	}
	f.tableRecommended(r.CutLeft(c.recommend), k)
	r.CutLeft(c.gap)
	f.tableActions(r.CutLeft(c.more), k)
}

// tableDelay draws a kind's delay, to be changed.
func (f *frame) tableDelay(r raster.Rect, c *tableColumns, k interp.Kind) {
	v := int64(f.m.DelayOf(k))
	reach := max(600*view.Msec, v)
	if row := f.row(k); row != nil {
		reach = max(reach, int64(row.delay))
	}
	over := view.Span{Min: 0, Max: (reach + 99*view.Msec) / (100 * view.Msec) * 100 * view.Msec, Scale: im.Linear}
	s := view.DelayKnob.Slider("", fmt.Sprintf(f.m.Text.Controls.KindTip, f.m.KindName(k)), over)
	s.Compact, s.LabelWidth, s.ValueWidth, s.Format, s.Unit = true, noLabel, c.value, view.WholeMilliseconds, "ms"
	s.Colour = f.m.Theme.Lens[game.Interpolated]
	if f.c.Slider("delay", r, &v, s).Changed {
		f.act.SetDelay(int(k), time.Duration(v))
	}
}

// noLabel is the width of a compact slider's label that has none.
const noLabel = 1

// tableAuto draws whether a kind's delay adapts.
func (f *frame) tableAuto(r raster.Rect, c *tableColumns, k interp.Kind) {
	label := f.m.Text.Controls.Auto
	if c.auto < 30 {
		label = f.m.Text.Controls.AutoMark
	}
	on := f.m.Settings.Policies[k].Tuning == interp.Adaptive
	if f.c.Toggle("auto", r, &on, im.Button{Label: label, Tooltip: f.m.Text.Tuning.Settings[1][2]}) {
		tuning := interp.ByHand
		if on {
			tuning = interp.Adaptive
		}
		f.act.Set(view.AdaptiveKnob, int(k), int64(tuning))
	}
}

// tableSlider draws one of a kind's durations.
func (f *frame) tableSlider(r raster.Rect, c *tableColumns, id string, knob *view.Knob, k interp.Kind, colour raster.Color) {
	v := knob.Get(f.m.Settings, int(k))
	tip := f.m.Text.Controls.MaxExtrapolationTip
	if knob == view.SmoothingKnob {
		tip = f.m.Text.Controls.SmoothingTip
	}
	s := knob.Slider("", tip, view.Span{Min: 0, Max: 1000 * view.Msec, Scale: im.Quadratic})
	s.Compact, s.LabelWidth, s.ValueWidth, s.Format, s.Unit, s.Colour = true, noLabel, c.value, view.WholeMilliseconds, "ms", colour
	if f.c.Slider(id, r, &v, s).Changed {
		f.act.Set(knob, int(k), v)
	}
}

// tableDropdown draws one of a kind's choices.
func (f *frame) tableDropdown(r raster.Rect, id string, knob *view.Knob, k interp.Kind, items []string, tip string) {
	v := int(knob.Get(f.m.Settings, int(k)))
	if f.c.Dropdown(id, r, &v, im.Dropdown{Items: items, Tooltip: tip}).Changed {
		f.act.Set(knob, int(k), int64(v))
	}
}

// costPlaces are the places after the point of each cost.
var costPlaces = [numCosts]int{1, 0, 2, 2, 2, 2}

// tableCost writes one of the figures of what a kind's settings cost. They are pale
// while they are those of other settings.
func (f *frame) tableCost(r raster.Rect, k interp.Kind, cost int) {
	row, style := f.row(k), &f.m.Theme.Style
	if row == nil || !row.priced {
		return
	}
	colour := style.Foreground
	if b := &f.m.Budget; !f.current {
		colour = style.Muted
	} else if cost == costUnderruns && row.inUse[cost] > b.PerMinute() || cost == costCorrection && b.Correction > 0 && row.inUse[cost] > float64(b.Correction)/1000 {
		colour = f.m.Theme.Lost
		f.c.List().TextIn(style.Small, r, "!", im.Left, colour)
	}
	f.number(r, view.Number(row.inUse[cost], costPlaces[cost]), colour)
}

// tableRecommended draws the recommended delay as the button that applies it.
func (f *frame) tableRecommended(r raster.Rect, k interp.Kind) {
	row := f.row(k)
	b := im.Button{Label: "…", Tooltip: f.m.Text.Tuning.Recommended[2], Disabled: row == nil || !row.met || f.m.Study.Stale || f.m.Locked[k]}
	if row != nil {
		b.Label, b.Tooltip = f.recommended(k), f.answer.why(k, f.m.Text)+"\n"+f.soFar(k)
		b.Accent = row.met && !f.m.Study.Stale && !f.applied(k)
	}
	if f.c.Button("apply", r, b) {
		f.applyRecommended(k)
	}
}

// recommended returns the recommended delay of a kind in ms, as it is shown. The kind must
// have a row.
func (f *frame) recommended(k interp.Kind) string {
	if row := f.row(k); row.met {
		return view.WholeMilliseconds(int64(row.delay))
	}
	return f.m.Text.Tuning.NoDelay
}

// soFar says what the frames of the run at hand have needed.
func (f *frame) soFar(k interp.Kind) string {
	pattern, needed := f.m.Text.Tuning.SoFar, f.m.Run.WhatIf(int(k)).Needed(1)
	if needed > measure.WhatIfLimit {
		pattern, needed = f.m.Text.Tuning.SoFarTooMuch, measure.WhatIfLimit
	}
	return view.Fill(pattern, view.Millis(needed))
}
