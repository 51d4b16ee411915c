package ui

import (
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// budgetRow draws the sliders of what may go wrong at most.
func (a *App) budgetRow(r raster.Rect) {
	v, text := &a.tuning, &a.model.Text.Tuning
	b := &v.budget
	width := (r.W - 2*12) / 3
	row := func(id string, v *int64, s im.Slider) {
		at := r.CutLeft(width)
		r.CutLeft(12)
		s.Compact, s.LabelWidth, s.ValueWidth = true, a.theme.Style.Text.Measure(s.Label)+12, min(54, 0.26*width)
		a.ctx.Slider(id, at, v, s)
	}
	row("underruns", &b.underruns, im.Slider{
		Label: text.Budget[0][0], Tooltip: text.Budget[0][1], Max: 600, Step: 1, Default: defaultBudget.underruns, Scale: im.Quadratic,
		Format: formatPerMinute, Parse: parsePerMinute,
	})
	row("correction", &b.correction, im.Slider{
		Label: text.Budget[1][0], Tooltip: text.Budget[1][1], Max: 2000, Step: 10, Scale: im.Quadratic,
		Format: formatCorrection, Parse: parseMetres, Unit: "m",
	})
	row("silence", &b.longestGap, im.Slider{
		Label: text.Budget[2][0], Tooltip: text.Budget[2][1], Max: int64(study.MaxDelay), Step: 10 * view.Msec, Scale: im.Quadratic,
		Format: formatGap, Parse: parseGap, Unit: "ms",
	})
}

// tableFooter draws why the largest delay is recommended, and the buttons for all kinds.
func (a *App) tableFooter(r raster.Rect) {
	v, text, style := &a.tuning, &a.model.Text.Tuning, &a.theme.Style
	const gap = 6
	button := func(id, label, tip string, disabled bool) bool {
		at := r.CutRight(style.Button.Measure(label) + 2*style.Padding)
		r.CutRight(gap)
		return a.ctx.Button(id, at, im.Button{Label: label, Tooltip: tip, Disabled: disabled})
	}
	r.Y, r.H = r.Y+2, r.H-2
	if button("reset-all", text.ResetAll, text.ResetAllTip, false) {
		for k := range world.NumKinds {
			if !a.model.Locked[k] {
				a.resetKind(k)
			}
		}
	}
	if button("apply-all", text.ApplyAll, text.ApplyAllTip, v.tuningStudy.advice == nil) {
		for _, k := range v.kinds {
			if !a.model.Locked[k] {
				a.applyRecommended(k)
			}
		}
	}
	worst := a.neediest()
	if worst < 0 {
		return
	}
	v.buf = view.Phrase(v.buf[:0], "%s, %s ms: ", view.Word(a.model.Text.Controls.Kinds[worst]), view.Word(v.table.labels[worst]))
	v.buf = append(v.buf, v.table.whys[worst]...)
	a.ctx.Interact("why", r, im.Region{Tooltip: v.table.whys[worst], NoFocus: true})
	a.ctx.List().TextInBytes(style.Small, r, v.buf, im.Left, style.Foreground)
}

// neediest returns the kind in focus, or the one for which the largest delay is
// recommended; −1 while nothing is.
func (a *App) neediest() int {
	s, worst := &a.tuning.tuningStudy, -1
	for _, k := range a.tuning.kinds {
		row := s.rows[k]
		if row == nil {
			continue
		}
		if int(k) == a.model.Focus {
			return int(k)
		}
		if worst < 0 || row.DelayMS > s.rows[worst].DelayMS {
			worst = int(k)
		}
	}
	return worst
}

// tableActions draws the menu of a row: reset, and copy to others.
func (a *App) tableActions(r raster.Rect, k interp.Kind) {
	v := &a.tuning
	chosen := -1
	if !a.ctx.Dropdown("more", r, &chosen, im.Dropdown{Items: v.table.actions, Tooltip: a.model.Text.Tuning.MoreTip}).Changed {
		return
	}
	switch from := a.settings.Policies[k]; chosen {
	case 0:
		a.resetKind(k)
	case 1:
		for to := range world.NumKinds {
			if !a.model.Locked[to] {
				a.settings.Policies[to] = from
			}
		}
	default:
		if to := v.kinds[chosen-2]; !a.model.Locked[to] {
			a.settings.Policies[to] = from
		} else {
			a.say(string(view.Phrase(nil, a.model.Text.Tuning.IsLocked, view.Word(a.model.Text.Controls.Kinds[to]))))
		}
	}
}

// resetKind gives a kind the playback that every run has by default.
func (a *App) resetKind(k interp.Kind) {
	defaults := config.DefaultSettings()
	a.settings.Policies[k] = defaults.Policies[k]
}

// applyRecommended gives a kind the delay that is recommended, if there is one.
func (a *App) applyRecommended(k interp.Kind) {
	if row := a.tuning.tuningStudy.rows[k]; row != nil && row.Met {
		a.act.SetDelay(int(k), time.Duration(math.Round(row.DelayMS*1e6)))
	}
}

// appendWhy says why a delay is recommended and no smaller one.
func (a *App) appendWhy(dst []byte, row *study.KindAdvice) []byte {
	text, b := &a.model.Text.Tuning, row.Why.Break
	less := view.Number(row.DelayMS-1, 0)
	switch {
	case !row.Met:
		return view.Phrase(dst, text.WhyNone, view.Millis(study.MaxDelay))
	case row.DelayMS == 0:
		return append(dst, text.WhyZero...)
	case row.Why.Decided == "longest-gap":
		advice := a.tuning.tuningStudy.advice
		return view.Phrase(dst, text.WhyGap, view.Count(*advice.Budget.LossesToSurvive), view.Number(advice.Link.IntervalMS, 1), view.Number(advice.Link.JitterMS, 1), view.Number(*advice.Budget.LongestGapMS, 0))
	case row.Why.Decided == "correction":
		return view.Phrase(dst, text.WhyCorrection, less, view.Number(*a.tuning.tuningStudy.advice.Budget.CorrectionP95M, 2))
	}
	dst = view.Phrase(dst, text.WhyDry, less, view.Number(row.Why.LessPerMin, 1))
	if b == nil {
		return append(dst, '.')
	}
	dst = view.Phrase(dst, text.WhyAt, view.Number(b.AtS, 2), view.Whole(b.Seed))
	return append(view.AppendCause(dst, b, &a.model.Text.Curve), '.')
}
