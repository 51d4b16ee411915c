package ui

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

const helpPopup = "help"

// helpPage shows what the keys do, over everything else.
func (a *App) helpPage(window raster.Rect) {
	if a.help {
		a.ctx.OpenPopup(helpPopup)
		a.help = false
	}
	style, text := &a.theme.Style, &a.model.Text.Help
	const row, gap, foot = 24, 24, 28
	half := (len(text.Keys) + 1) / 2
	body, open := view.BeginPage(&a.ctx, helpPopup, 780, float32(half)*row+2*view.PagePad+view.PageTitle+foot, text.Heading)
	if !open {
		return
	}
	l := a.ctx.List()
	rows := im.Rows{Area: body}
	columns := rows.Next(float32(half) * row)
	for i, k := range text.Keys {
		line := columns.Column(i/half, 2, gap)
		line.Y, line.H = line.Y+float32(i%half)*row, row
		l.TextIn(style.Strong, line.CutLeft(104), k[0], im.Left, style.Accent)
		l.TextIn(style.Text, line, k[1], im.Left, style.Foreground)
	}
	line := rows.Next(foot)
	if a.ctx.Button("help/close", line.CutRight(80), im.Button{Label: text.Close}) {
		a.ctx.ClosePopup(helpPopup)
	}
	a.ctx.EndPopup()
}
