package ui

import "snaplab/ui/im"

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
