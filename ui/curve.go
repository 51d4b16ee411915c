package ui

import "snaplab/ui/raster"

type curveView struct{}

func (v *curveView) start() {}

func (a *App) curvePanel(r raster.Rect) {
	r = a.panel(r)
	a.ctx.Heading(r.CutTop(headingHeight), a.text.Curve.Heading)
}
