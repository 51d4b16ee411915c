package ui

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

const (
	pagePad   = 18 // dp around what is on a page
	pageTitle = 28 // dp of its heading
)

// beginPage begins a popup of a size in dp in the middle of the window, under a heading,
// and reports whether it is open. If it is, body is the place below the heading, and the
// contents end with EndPopup.
func (a *App) beginPage(id string, window raster.Rect, width, height float32, heading string) (body raster.Rect, open bool) {
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + (window.H-height)/2, W: width, H: height}
	if !a.ctx.BeginPopup(id, r) {
		return r, false
	}
	body = r.Inset(pagePad)
	style := &a.theme.Style
	font := style.Strong
	font.Size = 15
	a.ctx.List().TextIn(font, body.CutTop(pageTitle), heading, im.Left, style.Foreground)
	return body, true
}
