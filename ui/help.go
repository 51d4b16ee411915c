package ui

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const helpPopup = "help"

// helpPage shows what the keys do, over everything else.
func (a *App) helpPage(window raster.Rect) {
	if a.help {
		a.ctx.OpenPopup(helpPopup)
		a.help = false
	}
	style, text := &a.theme.Style, &a.text.Help
	const row, gap = 24, 24
	half := (len(text.Keys) + 1) / 2
	width, height := float32(780), float32(half)*row+84
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + (window.H-height)/2, W: width, H: height}
	if !a.ctx.BeginPopup(helpPopup, r) {
		return
	}
	l := a.ctx.List()
	rows := im.Rows{Area: r.Inset(18)}
	title := style.Strong
	title.Size = 15
	l.TextIn(title, rows.Next(row), text.Heading, im.Left, style.Foreground)
	columns := rows.Next(float32(half) * row)
	for i, k := range text.Keys {
		line := columns.Column(i/half, 2, gap)
		line.Y, line.H = line.Y+float32(i%half)*row, row
		l.TextIn(style.Strong, line.CutLeft(104), k[0], im.Left, style.Accent)
		l.TextIn(style.Text, line, k[1], im.Left, style.Foreground)
	}
	line := rows.Next(28)
	if a.ctx.Button("help/close", line.CutRight(80), im.Button{Label: text.Close}) {
		a.ctx.ClosePopup(helpPopup)
	}
	a.ctx.EndPopup()
}
