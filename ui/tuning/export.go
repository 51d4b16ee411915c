package tuning

import (
	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// export is the tab that exports the delays as settings for this program and for engines.
type export struct {
	which, form int
	text        string
	of          exported // what the text is of
	scenario    config.Scenario
	preview     preview
}

// exported names a text that can be exported.
type exported struct {
	answer      *answer
	which, form int
}

// exportInUse is the choice of the delays in use, the other one that of the recommended.
const exportInUse = 0

// exportTab draws the tab; status is the place to the right of the tabs.
func (f *frame) exportTab(status, r raster.Rect) {
	v, text, style, l := &f.export, &f.m.Text.Tuning.Export, &f.m.Theme.Style, f.c.List()
	f.c.PushID("export")
	defer f.c.PopID()
	f.studyStatus(status)
	forms := study.ExportForms()
	titles := text.Forms[:]
	for _, form := range forms[len(titles):] {
		titles = append(titles, form.Title)
	}
	row := r.CutTop(24)
	f.c.Choice("which", row.CutLeft(min(212, row.W*0.32)), &v.which, im.Choice{Items: text.Which[:], Tooltips: text.WhichTips[:]})
	row.CutLeft(8)
	f.c.Dropdown("form", row.CutLeft(min(230, row.W*0.5)), &v.form, im.Dropdown{Items: titles, Tooltip: text.FormTip})
	row.CutLeft(8)
	form := &forms[v.form]
	wanted := exported{f.answer, v.which, v.form}
	if s := asSet(f.m); f.current && (v.of != wanted || !sameWorld(&s, &v.scenario) || s.Settings != v.scenario.Settings) {
		v.scenario = s
		v.text, v.of = f.answer.write(f.m, v.which == exportInUse, form.Name), wanted
	}
	save := row.CutLeft(style.Button.Measure(text.Save) + 2*style.Padding + 8)
	if f.c.Button("save", save, im.Button{Label: text.Save, Tooltip: text.SaveTip, Accent: true, Disabled: !f.current}) {
		f.act.Do(view.Save{Name: f.m.FileName(form.Name + "." + form.Extension), Data: []byte(v.text)})
	}
	l.TextIn(style.Text, r.CutTop(22), text.Cannot[v.form], im.Left, style.Foreground)
	r.CutTop(2)
	l.FillRect(r, f.m.Theme.Plot)
	if v.of.answer == nil || v.of.which != v.which || v.of.form != v.form {
		l.TextIn(style.Text, r, text.Working, im.Centre, style.Muted)
		return
	}
	v.preview.draw(f.c, "text", r, v.text, text.TextTip)
}
