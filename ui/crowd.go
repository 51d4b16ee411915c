package ui

import (
	"snaplab/interp"
	"snaplab/ui/raster"
)

// paintCrowd draws every entity as a dot: a disc if it is drawn as it should be, a
// small square if it extrapolates, a bar if it is held. What is amiss lies on top.
func (v *arenaView) paintCrowd(c *raster.Canvas) {
	const radius = 1.4
	amiss := 0
	for i := range v.drawn {
		d := &v.drawn[i]
		if d.State.InUnderrun() {
			amiss++
			continue
		}
		c.FillCircle(v.see.at(modelOf(d.Kind).centre(&d.Pose)), radius, v.look.fill)
	}
	for i := 0; i < len(v.drawn) && amiss > 0; i++ {
		d := &v.drawn[i]
		if !d.State.InUnderrun() {
			continue
		}
		amiss--
		at := v.see.at(modelOf(d.Kind).centre(&d.Pose))
		if d.State == interp.Extrapolating {
			c.FillRect(raster.Rect{X: at.X - 1.5, Y: at.Y - 1.5, W: 3, H: 3}, v.look.late)
			continue
		}
		c.FillRect(raster.Rect{X: at.X - 2, Y: at.Y - 1, W: 4, H: 2}, v.look.lost)
	}
}
