package ui

import "snaplab/ui/raster"

type packetsView struct{}

func (a *App) packetsPanel(r raster.Rect) {
	r = a.panel(r)
	a.ctx.Heading(r.CutTop(headingHeight), a.text.Packets.Heading)
}
