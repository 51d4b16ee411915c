package controls

import (
	"slices"
	"strconv"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// lookPage shows how the window looks, to change it, below the button that opens it,
// and what can be saved and loaded.
func (fr *frame) lookPage(top raster.Rect) {
	if !fr.c.PopupOpen(LookPopup) {
		return
	}
	const (
		width, row, label = 348, 30, 84
		rows              = 10
	)
	window := fr.c.Bounds()
	r := raster.Rect{X: window.X + window.W - width - view.Margin, Y: top.Y + top.H, W: width, H: rows*row + 22}
	if !fr.c.BeginPopup(LookPopup, r) {
		return
	}
	style, text, l := &fr.m.Theme.Style, &fr.m.Text.Look, fr.c.List()
	lines := im.Rows{Area: r.InsetXY(14, 10)}
	fr.c.PushID(LookPopup)
	named := func(name string) raster.Rect {
		line := lines.Next(row)
		l.TextIn(style.Text, line.CutLeft(label), name, im.Left, style.Foreground)
		return line.InsetXY(0, 4)
	}
	theme := slices.IndexFunc(view.Themes, func(t view.Theme) bool { return t.Name == fr.m.ThemeName })
	if fr.c.Choice("theme", named(text.Theme), &theme, im.Choice{Items: text.Themes[:], Tooltip: text.ThemeTip}).Changed {
		fr.act.Do(view.SetTheme{Name: view.Themes[theme].Name})
	}
	language := view.LanguageIndex(fr.m.Language)
	if fr.c.Choice("language", named(text.Language), &language, im.Choice{Items: view.LanguageNames(), Tooltip: text.LanguageTip}).Changed {
		fr.act.Do(view.SetLanguage{Code: view.Languages[language].Code})
	}
	scale := slices.Index(view.Scales, fr.m.Scale)
	if fr.c.Choice("scale", named(text.Scale), &scale, im.Choice{Items: scaleNames, Tooltip: text.ScaleTip}).Changed {
		fr.act.Do(view.SetScale{Percent: view.Scales[scale]})
	}
	contrast, calm := fr.m.Contrast, fr.m.Calm
	if fr.c.Switch("contrast", lines.Next(row), &contrast, im.Switch{Label: text.Contrast, Tooltip: text.ContrastTip}).Changed {
		fr.act.Do(view.SetContrast{On: contrast})
	}
	if fr.c.Switch("calm", lines.Next(row), &calm, im.Switch{Label: text.Calm, Tooltip: text.CalmTip}).Changed {
		fr.act.Do(view.SetCalm{On: calm})
	}
	fr.presentSwitch(lines.Next(row))
	fr.filesRow(lines.Next(3 * row))
	if line := lines.Next(row); fr.c.Button("close", line.CutRight(80).InsetXY(0, 3), im.Button{Label: fr.m.Text.Help.Close}) {
		fr.c.ClosePopup(LookPopup)
	}
	fr.c.PopID()
	fr.c.EndPopup()
}

// filesRow draws the buttons that save and load, and under them what can be dropped.
func (fr *frame) filesRow(r raster.Rect) {
	text, l, style := &fr.m.Text.Look, fr.c.List(), &fr.m.Theme.Style
	const rows, inRow = 3, 3
	first := r.CutTop(r.H / rows)
	second := r.CutTop(r.H / (rows - 1))
	for i, b := range [...]struct {
		id, label, tip string
		do             view.Action
	}{
		{"save-settings", text.SaveSettings, text.SaveSettingsTip, view.SaveSettings{}},
		{"save-picture", text.SavePicture, fr.m.Text.Top.SaveTip, view.SavePicture{}},
		{"open", text.Open, text.OpenTip, view.OpenFile{}},
		{"share", fr.m.Text.Share.Button, fr.m.Text.Share.ButtonTip, view.OpenShare{}},
		{"record", fr.m.Text.Record.Button, fr.m.Text.Record.ButtonTip, view.OpenRecorder{}},
	} {
		at := first
		if i >= inRow {
			at = second
		}
		at = at.InsetXY(0, 3).Column(i%inRow, inRow, 6)
		l.StrokeRound(at, style.Radius, 1, style.PopupBorder)
		if fr.c.Button(b.id, at, im.Button{Label: b.label, Tooltip: b.tip}) {
			fr.c.ClosePopup(LookPopup)
			fr.act.Do(b.do)
		}
	}
	l.TextIn(style.Small, r, text.Drop, im.Left, style.Muted)
}

// scaleNames are scales as they are shown.
var scaleNames = func() (names []string) {
	for _, s := range view.Scales {
		names = append(names, strconv.Itoa(s))
	}
	return names
}()

// presentSwitch draws the switch that begins or ends the presentation mode.
func (fr *frame) presentSwitch(r raster.Rect) {
	on := fr.m.Presenting
	if fr.c.Switch("present", r, &on, im.Switch{Label: fr.m.Text.Present.Switch, Tooltip: fr.m.Text.Present.SwitchTip}).Changed {
		fr.c.ClosePopup(LookPopup)
		fr.act.Do(view.Present{On: on})
	}
}

// helpPage shows what the keys do, over everything else.
func (fr *frame) helpPage() {
	style, text := &fr.m.Theme.Style, &fr.m.Text.Help
	const row, gap, foot = 24, 24, 28
	half := (len(text.Keys) + 1) / 2
	body, open := view.BeginPage(fr.c, HelpPopup, 780, float32(half)*row+2*view.PagePad+view.PageTitle+foot, text.Heading)
	if !open {
		return
	}
	l := fr.c.List()
	rows := im.Rows{Area: body}
	columns := rows.Next(float32(half) * row)
	for i, k := range text.Keys {
		line := columns.Column(i/half, 2, gap)
		line.Y, line.H = line.Y+float32(i%half)*row, row
		l.TextIn(style.Strong, line.CutLeft(104), k[0], im.Left, style.Accent)
		l.TextIn(style.Text, line, k[1], im.Left, style.Foreground)
	}
	line := rows.Next(foot)
	if fr.c.Button("help/close", line.CutRight(80), im.Button{Label: text.Close}) {
		fr.c.ClosePopup(HelpPopup)
	}
	fr.c.EndPopup()
}
