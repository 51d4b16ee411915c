package ui

import (
	"bytes"
	"fmt"

	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
)

// takeInUse is the choice of the delays in use, the other one that of the recommended.
const takeInUse = 0

// exportView is the tab of what is taken home.
type exportView struct {
	which, form int
	names       []string
	in          *text.Text

	// The text, and of which advice, form and delays it is.
	text    []byte
	advice  *study.Advice
	of      [2]int
	preview preview
}

// exportTab draws the tab; status is the place beside the tabs.
func (a *App) exportTab(status, r raster.Rect) {
	v, text, style, l := &a.tuning.export, &a.model.Text.Tuning.Export, &a.theme.Style, a.ctx.List()
	a.ctx.PushID("export")
	defer a.ctx.PopID()
	a.studyStatus(status)
	v.refresh(a)
	row := r.CutTop(24)
	a.ctx.Choice("which", row.CutLeft(min(212, row.W*0.32)), &v.which, im.Choice{Items: text.Which[:], Tooltips: text.WhichTips[:]})
	row.CutLeft(8)
	a.ctx.Dropdown("form", row.CutLeft(min(230, row.W*0.5)), &v.form, im.Dropdown{Items: v.names, Tooltip: text.FormTip})
	row.CutLeft(8)
	save := row.CutLeft(style.Button.Measure(text.Save) + 2*style.Padding + 8)
	if a.ctx.Button("save", save, im.Button{Label: text.Save, Tooltip: text.SaveTip, Accent: true, Disabled: !v.ready(a)}) {
		form := study.ExportForms()[v.form]
		a.save(fmt.Sprintf("snaplab-%s-%s.%s", fileName(a.scenario.Name), form.Name, form.Extension), v.text, nil)
	}
	l.TextIn(style.Text, r.CutTop(22), text.Cannot[v.form], im.Left, style.Foreground)
	r.CutTop(2)
	l.FillRect(r, a.theme.Plot)
	if v.advice == nil || v.of != [2]int{v.form, v.which} {
		l.TextIn(style.Text, r, text.Working, im.Centre, style.Muted)
		return
	}
	v.preview.draw(a, "text", r)
}

// refresh writes the text anew when what it is of has changed.
func (v *exportView) refresh(a *App) {
	if v.in != a.model.Text {
		v.in = a.model.Text
		v.names = append(v.names[:0], a.model.Text.Tuning.Export.Forms[:]...)
		for _, f := range study.ExportForms()[len(v.names):] {
			v.names = append(v.names, f.Title)
		}
	}
	s := &a.tuning.tuningStudy
	of := [2]int{v.form, v.which}
	if !s.stands(a) || s.advice == v.advice && v.of == of {
		return
	}
	v.advice, v.of = s.advice, of
	v.text = a.takeHome(s.advice, v.which == takeInUse, study.ExportForms()[v.form].Name)
	v.preview.set(string(v.text))
}

// ready reports whether the text is that of the present settings.
func (v *exportView) ready(a *App) bool {
	return a.tuning.tuningStudy.stands(a) && v.advice == a.tuning.tuningStudy.advice && v.of == [2]int{v.form, v.which}
}

// takeHome writes an advice about the present settings in a form.
func (a *App) takeHome(advice *study.Advice, inUse bool, form string) []byte {
	scenario := a.asSet()
	var out bytes.Buffer
	e := study.Export{Advice: advice, InUse: inUse, Scenario: scenario, Version: a.options.Version}
	if err := e.Write(&out, form); err != nil {
		return []byte(err.Error()) // a buffer takes everything, and the form is known
	}
	return out.Bytes()
}
