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

// AppendSpoken appends what there is to say to somebody who doesn't see the window: of the
// control that the keyboard is on its name, value and tooltip, or while it is on none the
// step of the lesson; and what the window has just said. A shell with a reader of the screen hands it on when it changes.
func (a *App) AppendSpoken(dst []byte) []byte {
	start := len(dst)
	s := a.ctx.Spoken()
	state := ""
	if s.Switch {
		state = a.model.Text.Spoken.Off
		if s.On {
			state = a.model.Text.Spoken.On
		}
	}
	for _, part := range [...]string{s.Name, s.Value, state} {
		if part != "" {
			if len(dst) > start {
				dst = append(dst, ' ')
			}
			dst = append(dst, part...)
		}
	}
	said := ""
	if a.message.showing() {
		said = a.message.text
	}
	told := ""
	if on, step := a.lessons.On(); on != nil && s == (im.Spoken{}) {
		told = on.Steps[step].Text.In(a.model.Language)
	}
	for _, sentence := range [...]string{s.Tooltip, told, said} {
		if sentence != "" {
			if len(dst) > start {
				dst = append(dst, " – "...)
			}
			dst = append(dst, sentence...)
		}
	}
	return dst
}
