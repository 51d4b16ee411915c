package ui

import "snaplab/ui/raster"

type bufferView struct{}

func (a *App) bufferPanel(r raster.Rect) {
	r = a.panel(r)
	a.ctx.Heading(r.CutTop(headingHeight), a.text.Buffer.Heading)
}
