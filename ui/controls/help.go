package controls

import (
	"snaplab/ui/im"
	"snaplab/ui/view"
)

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
