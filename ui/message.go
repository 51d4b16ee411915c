package ui

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// message is one line that says what has just happened, for a few seconds.
type message struct {
	text string
	left time.Duration
}

const messageTime = 4 * time.Second

// say shows a line over the lower edge of the window.
func (a *App) say(text string) { a.message = message{text, messageTime} }

// Say shows a line that the shell has to say, for a few seconds.
func (a *App) Say(text string) { a.say(text) }

func (m *message) showing() bool { return m.left > 0 }

func (m *message) age(elapsed time.Duration) { m.left = max(0, m.left-elapsed) }

func (m *message) draw(a *App, window raster.Rect) {
	if !m.showing() {
		return
	}
	style, l := &a.theme.Style, a.ctx.List()
	width := min(style.Text.Measure(m.text)+2*view.Padding, window.W-2*view.Margin)
	r := raster.Rect{X: window.X + (window.W-width)/2, Y: window.Y + window.H - 44, W: width, H: 30}
	l.FillRound(r, style.PanelRadius, style.Popup)
	l.StrokeRound(r, style.PanelRadius, 1, style.PopupBorder)
	l.TextIn(style.Text, r.InsetXY(view.Padding, 0), m.text, im.Centre, style.Foreground)
}
