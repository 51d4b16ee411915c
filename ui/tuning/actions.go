package tuning

import (
	"snaplab/game/config"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// tableFooter draws why the largest delay is recommended, and the buttons for all kinds.
func (f *frame) tableFooter(r raster.Rect) {
	text, style := &f.m.Text.Tuning, &f.m.Theme.Style
	const gap = 6
	button := func(id, label, tip string, disabled bool) bool {
		at := r.CutRight(style.Button.Measure(label) + 2*style.Padding)
		r.CutRight(gap)
		return f.c.Button(id, at, im.Button{Label: label, Tooltip: tip, Disabled: disabled})
	}
	r.Y, r.H = r.Y+2, r.H-2
	if button("reset-all", text.ResetAll, text.ResetAllTip, false) {
		for k := range interp.Kind(f.m.Settings.Kinds.Len()) {
			if !f.m.Locked[k] {
				f.resetKind(k)
			}
		}
	}
	if button("apply-all", text.ApplyAll, text.ApplyAllTip, f.answer == nil || f.m.Study.Stale) {
		for _, k := range f.m.Kinds() {
			if !f.m.Locked[k] {
				f.applyRecommended(k)
			}
		}
	}
	worst, ok := f.neediest()
	if !ok {
		return
	}
	why := f.answer.why(worst, f.m.Text)
	f.c.Hint("why", r, why)
	said := view.Fill("%s, %s ms: ", f.m.KindName(worst), f.recommended(worst)) + why
	f.c.List().TextIn(style.Small, r, said, im.Left, style.Foreground)
}

// neediest returns the kind in focus, or the one for which the largest delay is
// recommended, and whether anything is recommended yet.
func (f *frame) neediest() (worst interp.Kind, ok bool) {
	for _, k := range f.m.Kinds() {
		row := f.row(k)
		switch {
		case row == nil:
			continue
		case int(k) == f.m.Focus:
			return k, true
		case !ok || row.delay > f.row(worst).delay:
			worst, ok = k, true
		}
	}
	return worst, ok
}

// tableActions draws the menu of a row: reset, and copy to others.
func (f *frame) tableActions(r raster.Rect, k interp.Kind) {
	text, kinds := &f.m.Text.Tuning, f.m.Kinds()
	items := []string{text.ResetKind, text.CopyToAll}
	for _, to := range kinds {
		items = append(items, view.Fill(text.CopyTo, f.m.KindName(to)))
	}
	chosen := -1
	if !f.c.Dropdown("more", r, &chosen, im.Dropdown{Items: items, Tooltip: text.MoreTip}).Changed {
		return
	}
	policies := &f.act.Settings().Policies
	switch from := policies[k]; chosen {
	case 0:
		f.resetKind(k)
	case 1:
		for to := range policies {
			if !f.m.Locked[to] {
				policies[to] = from
			}
		}
	default:
		to := kinds[chosen-2]
		if f.m.Locked[to] {
			f.act.Say(view.Fill(text.IsLocked, f.m.KindName(to)))
			return
		}
		policies[to] = from
	}
}

// resetKind gives a kind the playback that every run has by default.
func (f *frame) resetKind(k interp.Kind) {
	defaults := config.DefaultSettings()
	f.act.Settings().Policies[k] = defaults.Policies[k]
}

// applyRecommended gives a kind the delay that is recommended, if there is one.
func (f *frame) applyRecommended(k interp.Kind) {
	if row := f.row(k); row != nil && row.met && !f.m.Study.Stale {
		f.act.SetDelay(int(k), row.delay)
	}
}

// applied reports whether a kind has the recommended delay.
func (f *frame) applied(k interp.Kind) bool {
	p, row := &f.m.Settings.Policies[k], f.row(k)
	return row != nil && p.Tuning == interp.ByHand && p.Delay == row.delay
}
