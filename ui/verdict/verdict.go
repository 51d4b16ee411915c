// Package verdict draws the one line that says whether the delay in use will do, and which is
// recommended. It is the same in the window, in the presentation mode and in lessons.
package verdict

import (
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
	"snaplab/ui/view"
)

// Panel is the strip. The zero value is ready for use.
type Panel struct{ why reason }

// reason is why a delay is recommended, and what that is of.
type reason struct {
	of   reasonOf
	text string
}

type reasonOf struct {
	result *study.Result
	place  int
	delay  time.Duration
	needed time.Duration // by this run so far; 0 where nothing is measured
	budget config.Budget
	in     *text.Text
}

// part is a piece of the line.
type part struct {
	text   string
	colour raster.Color
	strong bool
}

// Draw draws the panel.
func (p *Panel) Draw(c *im.Context, r raster.Rect, m *view.Model, act *view.Actions) {
	r = view.BeginPanel(c, r)
	c.PushID("verdict")
	defer c.PopID()
	text, style, v := &m.Text.Verdict, &m.Theme.Style, m.Verdict()
	button := func(id, label, tip string, accent, disabled bool) bool {
		at := r.CutRight(style.Button.Measure(label)+2*style.Padding).InsetXY(0, -3)
		r.CutRight(view.Margin)
		return c.Button(id, at, im.Button{Label: label, Tooltip: tip, Accent: accent, Disabled: disabled})
	}
	recommended := v.Recommendation.Delay
	if offered := v.Known && v.Settled && v.Met; offered {
		if button("why", text.Why, p.reason(m, v), false, false) {
			act.Say(p.why.text[strings.LastIndexByte(p.why.text, '\n')+1:])
		}
		if (recommended != m.FocusDelay() || v.Mixed) && button("use", view.Fill(text.Use, view.Millis(recommended)), text.UseTip, true, false) {
			act.SetFocusDelay(recommended)
		}
	}
	p.line(c, r, m, lineParts(m))
}

// line writes as many of the parts as there is room for, in smaller letters where that helps.
func (p *Panel) line(c *im.Context, r raster.Rect, m *view.Model, parts []part) {
	style := &m.Theme.Style
	font := func(size float32, strong bool) raster.Font {
		f := style.Text
		if strong {
			f = style.Strong
		}
		f.Size = size
		return f
	}
	size, width := float32(14), float32(0)
	for ; ; size -= 0.5 {
		width = 0
		for i := range parts {
			width += font(size, parts[i].strong).Measure(parts[i].text) + 1
		}
		if width <= r.W || size <= 11 {
			break
		}
	}
	c.Interact("line", r, im.Region{Tooltip: m.Text.Verdict.Tip, NoFocus: true})
	for i := range parts {
		f := font(size, parts[i].strong)
		w := f.Measure(parts[i].text) + 1
		if w > r.W {
			return
		}
		c.List().TextIn(f, r.CutLeft(w), parts[i].text, im.Left, parts[i].colour)
	}
}

// lineParts returns what the line says.
func lineParts(m *view.Model) (parts []part) {
	text, style, v := &m.Text.Verdict, &m.Theme.Style, m.Verdict()
	add := func(s string, colour raster.Color, strong bool) { parts = append(parts, part{s, colour, strong}) }
	if v.Mixed {
		add(view.Fill(text.Most, view.Millis(m.FocusDelay())), style.Foreground, true)
	} else {
		add(view.Fill(text.At, m.FocusName(), view.Millis(m.FocusDelay())), style.Foreground, true)
	}
	if !v.Known {
		said := text.Running
		if m.Study.Err != nil {
			said = m.Text.Curve.NoStudy
		}
		add(said, style.Muted, false)
		return parts
	}
	perMinute, share := m.FocusBudget().Limits()
	figure := func(s string, over bool) {
		colour := style.Foreground
		if over && v.Settled {
			colour = m.Theme.Lost
		}
		add(s, colour, over)
	}
	figure(view.Fill(text.Underruns, study.Beyond(v.PerMinute, perMinute)), v.PerMinuteOver)
	figure(view.Fill(text.Share, study.Beyond(100*v.Share, 100*share)), v.ShareOver)
	if v.Correction >= 0 {
		figure(view.Fill(text.Corrections, view.Number(v.Correction, 2)), v.CorrectionOver)
	}
	if v.CorrectionDeg >= 0 {
		figure(view.Fill(text.CorrectionsDeg, view.Number(v.CorrectionDeg, 1)), v.CorrectionDegOver)
	}
	r := m.Study.Latest
	switch {
	case m.Study.Stale || r.Seeds < r.Of:
		seeds := r.Seeds
		if m.Study.Stale {
			seeds = 0
		}
		add(view.Fill(text.Counting, view.Count(seeds), view.Count(r.Of)), style.Muted, false)
	case v.Contradicts != study.NoPart:
		add(view.Fill(text.Contradicts, view.Millis(v.Recommendation.Delay), view.Millis(v.By)), m.Theme.Lost, true)
	case !v.Settled:
		add(text.Searching, style.Muted, false)
	case !v.Met:
		add(view.Fill(text.None, view.Millis(study.MaxDelay)), m.Theme.Lost, true)
	default:
		add(text.Dot, style.Muted, false)
		add(view.Fill(text.Recommended, view.Millis(v.Recommendation.Delay)), m.Theme.Good, true)
		add(view.Fill(text.Interval, view.Millis(v.Low), view.Millis(v.High)), style.Muted, false)
	}
	return parts
}

// reason says why a delay is recommended: the formula, what this run has needed, and the
// packets that decided. They are looked for once for each recommendation.
func (p *Panel) reason(m *view.Model, v *view.Verdict) string {
	of := reasonOf{m.Study.Latest, m.FocusPlace(), v.Recommendation.Delay, 0, *m.FocusBudget(), m.Text}
	if w := m.Run.WhatIf(m.Focus); w.Frames() > 0 {
		of.needed = w.Needed(1)
	}
	if of == p.why.of {
		return p.why.text
	}
	text, s := &m.Text.Verdict, m.Settings
	kind := m.FormulaKind()
	losses := &of.result.Kinds[kind].Losses
	perMinute, _ := of.budget.Limits()
	k := losses.ToSurvive(perMinute)
	said := view.Fill(text.Formula, view.Count(k), view.Millis(s.KindInterval(kind)), view.Millis(s.Down.Jitter), view.Millis(s.RequiredDelay(kind, k)), view.Significant(losses.PerMinute(k+1)), view.Count(k+1))
	if of.needed > 0 && of.needed <= study.MaxDelay {
		said += "\n" + view.Fill(text.Needed, view.Millis(of.needed))
	}
	if b := of.result.Why(of.place, of.delay); b != nil {
		cause := view.Cause(b, &m.Text.Curve)
		said += "\n" + view.Fill(m.Text.Curve.Why, view.Number(b.AtS, 2), view.Count(b.Seed), cause)
	}
	p.why = reason{of, said}
	return said
}
