package tuning

import (
	"fmt"
	"math"
	"strings"
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
		f.c.PushID(f.m.Settings.Kinds.Name(k))
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
	f.c.Hint("status", r, text.MeasuredTip)
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
	text := &f.m.Text.Tuning
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
	view.KindLabel(f.c, cut(c.name), f.m, k)
	if c.rate > 0 {
		f.tableRate(cut(c.rate), c, k)
		f.number(sentCell(cut(c.kbits)), view.Number(f.m.Run.KindKilobits(k), 1), f.m.Theme.Style.Foreground)
	}
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

// sentCell leaves room between the figures of what is sent and the slider behind them.
func sentCell(r raster.Rect) raster.Rect {
	r.CutRight(6)
	return r
}

// tableRate draws how often each entity of a kind is sent, to be changed.
func (f *frame) tableRate(r raster.Rect, c *tableColumns, k interp.Kind) {
	knob := view.RateKnob
	packets, v := knob.Get(f.m.Settings, 0), knob.Get(f.m.Settings, knob.Of(k))
	s := knob.Slider("", view.Fill(f.m.Text.Tuning.RateTip, f.m.KindName(k)), view.Span{Min: knob.Min, Max: max(packets, knob.Min+knob.Step), Scale: im.Linear})
	const noLabel = 1
	s.Default, s.Compact, s.LabelWidth, s.ValueWidth, s.Unit, s.Colour = packets, true, noLabel, c.value-8, "Hz", f.m.Theme.Lens[game.Raw]
	s.Format = func(v int64) string { return strings.TrimSuffix(knob.Format(v), " Hz") }
	if f.c.Slider("rate", r, &v, s).Changed {
		f.act.SetKindRate(k, v)
	}
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
	if f.cellSlider(r, c, "delay", &v, s, f.m.Theme.Lens[game.Interpolated]) {
		f.act.SetDelay(int(k), time.Duration(v))
	}
}

// cellSlider draws the slider of a duration in a cell and reports whether it was moved.
func (f *frame) cellSlider(r raster.Rect, c *tableColumns, id string, v *int64, s im.Slider, colour raster.Color) bool {
	const noLabel = 1
	s.Compact, s.LabelWidth, s.ValueWidth, s.Format, s.Unit, s.Colour = true, noLabel, c.value, view.WholeMilliseconds, "ms", colour
	return f.c.Slider(id, r, v, s).Changed
}

// tableAuto draws whether a kind's delay adapts.
func (f *frame) tableAuto(r raster.Rect, c *tableColumns, k interp.Kind) {
	label := f.m.Text.Controls.Auto
	if c.auto < 30 {
		label = f.m.Text.Controls.AutoMark
	}
	on := f.m.Settings.Policies[k].Tuning == interp.Adaptive
	if f.c.Toggle("auto", r, &on, im.Button{Label: label, Tooltip: f.m.Text.Tuning.Settings[1][2]}) {
		f.act.SetAdaptive(int(k), on)
	}
}

// tableSlider draws one of a kind's durations.
func (f *frame) tableSlider(r raster.Rect, c *tableColumns, id string, knob *view.Knob, k interp.Kind, colour raster.Color) {
	v := knob.Get(f.m.Settings, int(k))
	tip := f.m.Text.Controls.MaxExtrapolationTip
	if knob == view.SmoothingKnob {
		tip = f.m.Text.Controls.SmoothingTip
	}
	if f.cellSlider(r, c, id, &v, knob.Slider("", tip, view.Span{Max: 1000 * view.Msec, Scale: im.Quadratic}), colour) {
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
	if !f.current {
		colour = style.Muted
	} else if f.over(k, cost) {
		colour = f.m.Theme.Lost
		f.c.List().TextIn(style.Small, r, "!", im.Left, colour)
	}
	value, places := row.inUse[cost], costPlaces[cost]
	said := notAsked
	if cost < costError || row.unit == "" {
		said = view.Number(value, places)
	} else if !math.IsNaN(value) {
		if places = 1; value >= 10 {
			places = 0
		}
		said = view.Number(value, places) + row.unit
	}
	f.number(r, said, colour)
}

// over reports whether one of the figures of a kind is over its budget. It must be known.
func (f *frame) over(k interp.Kind, cost int) bool {
	b, v := &f.m.Budgets[k], f.row(k).inUse[cost]
	perMinute, _ := b.Limits()
	most := &perMinute
	if cost == costCorrection {
		if most = b.Correction; f.m.Settings.Kinds.Varies(k) == world.Rotation {
			most = b.CorrectionDeg
		}
	}
	return (cost == costUnderruns || cost == costCorrection) && most != nil && v > *most
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

// tableColumns are the widths of a row's cells in dp.
type tableColumns struct {
	lock, name, rate, kbits, delay, auto, extrapolate, inUnderrun, blend, smooth, cost, recommend, more, gap float32
	value                                                                                                    float32 // of a slider's figures
	costs                                                                                                    int     // how many there is room for
}

var (
	wideColumns   = tableColumns{18, 72, 66, 42, 98, 38, 80, 62, 66, 72, 51, 76, 28, 6, 34, numCosts}
	narrowColumns = tableColumns{16, 66, 46, 36, 76, 22, 56, 56, 62, 56, 31, 42, 24, 2.4, 30, numCosts}
)

// used returns how wide a row is.
func (c *tableColumns) used() float32 {
	gaps := float32(11 + c.costs)
	return c.lock + c.name + c.rate + c.kbits + c.delay + c.auto + c.extrapolate + c.inUnderrun + c.blend + c.smooth + float32(c.costs)*c.cost + c.recommend + c.more + gaps*c.gap
}

// columnsOf returns the columns for a width: where there is more than they need, sliders
// and figures have it. In a small window the rates are left out, and below the least size the
// path and error smoothing, which the column of controls has too, and the last costs.
func columnsOf(width float32) tableColumns {
	c := wideColumns
	if c.used() > width {
		c = narrowColumns
		if c.used() > width {
			c.rate, c.kbits = 0, 0
		}
		if c.used() > width {
			c.blend, c.smooth = 0, 0
		}
		for c.costs > 1 && c.used() > width {
			c.costs--
		}
	}
	more := max(0, width-c.used())
	if c.rate > 0 {
		c.rate += 0.1 * more
	} else {
		c.delay += 0.1 * more
	}
	c.delay += 0.22 * more
	c.extrapolate += 0.1 * more
	if c.smooth > 0 {
		c.smooth += 0.14 * more
	}
	c.cost += 0.44 * more / float32(c.costs)
	return c
}

const tableHead = 28 // dp: a word and its unit

// tableHeads names the columns.
func (f *frame) tableHeads(r raster.Rect, c *tableColumns) {
	text, style, l := &f.m.Text.Tuning, &f.m.Theme.Style, f.c.List()
	head := func(id string, at raster.Rect, t [3]string, short string, align im.Align) {
		if t[2] != "" {
			f.c.Hint(id, at, t[2])
		}
		if align == im.Right { // a word may reach into the gap
			at.X, at.W = at.X-c.gap/2, at.W+c.gap/2
		}
		if style.Small.Measure(t[0]) > at.W {
			t[0] = short
		}
		if _, unit, ok := strings.Cut(t[1], ", "); ok && style.Small.Measure(t[1]) > at.W {
			t[1] = unit
		}
		l.TextIn(style.Small, at.CutTop(at.H/2), t[0], align, style.Foreground)
		l.TextIn(style.Small, at, t[1], align, style.Muted)
	}
	cut := func(w float32) raster.Rect {
		at := r.CutLeft(w)
		r.CutLeft(c.gap)
		return at
	}
	r.CutLeft(c.lock + c.gap + c.name + c.gap)
	if c.rate > 0 {
		head("head-rate", cut(c.rate), text.Rate, text.RateShort, im.Left)
		head("head-kbits", sentCell(cut(c.kbits)), text.Kbits, text.KbitsShort, im.Right)
	}
	for i, w := range [...]float32{c.delay, c.auto, c.extrapolate, c.inUnderrun, c.blend, c.smooth} {
		if w > 0 {
			head(settingIDs[i], cut(w), text.Settings[i], text.SettingsShort[i], im.Left)
		}
	}
	for i := range c.costs {
		head(costIDs[i], cut(c.cost), text.Costs[i], text.CostsShort[i], im.Right)
	}
	head("head-recommended", r.CutLeft(c.recommend), text.Recommended, text.RecommendedShort, im.Right)
}

var (
	settingIDs = [...]string{"head-delay", "head-auto", "head-extrapolate", "head-underrun", "head-blend", "head-smooth"}
	costIDs    = [numCosts]string{"head-underruns", "head-latency", "head-error", "head-correction", "head-staleness", "head-extrapolation-error"}
)
