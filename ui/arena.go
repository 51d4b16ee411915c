package ui

import (
	"snaplab/game"
	"snaplab/ui/raster"
)

type arenas struct{ trails bool }

func (v *arenas) start(*App)  { v.trails = true }
func (v *arenas) nextTruth()  {}
func (v *arenas) nextCamera() {}

func (a *App) arena(r raster.Rect, l game.Lens) { a.panel(r) }
