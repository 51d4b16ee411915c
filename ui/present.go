package ui

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/view"
)

// presentation is the mode for the front of a class: no controls, and everything as large
// as the window allows. Keys do all there is to do, those of a presenter's remote above
// all. The zero value is off.
type presentation struct {
	on    bool
	theme view.Theme // to return to
	page  presentPage
	blank bool // nothing is shown, and time stands still
	plays bool // it goes on when something is shown again
	keys  []im.KeyPress
}

// presentPage is what is shown under the arenas.
type presentPage int

const (
	presentPackets presentPage = iota // with the buffer in a few words
	presentBuffer
	presentCurve
	numPresentPages
	presentLesson = numPresentPages // while one is on, in the place of the others
)

// Present begins or ends the presentation mode: it begins on the light theme, and ends on
// the one there was.
func (a *App) Present(on bool) {
	p := &a.present
	if on == p.on {
		return
	}
	a.showAgain()
	p.on = on
	if on {
		p.theme, p.page = a.base, presentPackets
		if light, ok := view.ThemeNamed("light"); ok {
			a.setTheme(light)
		}
		a.ctx.SetFocus("")
	} else {
		a.setTheme(p.theme)
	}
	a.resize()
}

// showAgain ends a blank screen.
func (a *App) showAgain() {
	if p := &a.present; p.blank {
		p.blank, a.model.Playing = false, p.plays
	}
}

// remote acts on the keys of a presenter's remote, whatever control has the keyboard, and
// takes them from the frame's input: Page Down and Page Up change what is shown under the
// arenas, B and the period blank the screen. Any key and any press shows it again, and
// does nothing else.
func (a *App) remote() {
	p := &a.present
	if !p.on || a.ctx.WantsKeys() {
		return
	}
	if p.blank {
		if len(a.in.Keys)+a.in.Pressed > 0 {
			a.showAgain()
		}
		a.in.Keys, a.in.Pressed, a.in.Released = nil, 0, 0
		return
	}
	p.keys = p.keys[:0]
	for _, k := range a.in.Keys {
		if k.Mods != 0 || k.Repeat || !a.remoteKey(k.Key) {
			p.keys = append(p.keys, k)
		}
	}
	a.in.Keys = p.keys
}

func (a *App) remoteKey(k im.Key) bool {
	p := &a.present
	switch k {
	case im.KeyPageDown:
		a.turnTo((p.page + 1) % numPresentPages)
	case im.KeyPageUp:
		a.turnTo((p.page + numPresentPages - 1) % numPresentPages)
	case im.KeyB, im.KeyPeriod:
		p.blank, p.plays, a.model.Playing = true, a.model.Playing, false
	default:
		return false
	}
	return true
}

// shownPage returns what is shown under the arenas: the lesson while one is on.
func (a *App) shownPage() presentPage {
	if on, _ := a.lessons.On(); on != nil {
		return presentLesson
	}
	return a.present.page
}

// turnTo shows a page.
func (a *App) turnTo(page presentPage) {
	a.present.page = page
	a.resize()
}

// presentStep is how far a key moves the delay.
const presentStep = 10 * time.Millisecond

// nudgeDelay makes the delay longer or shorter, to a whole step, so that a class sees what
// it brings.
func (a *App) nudgeDelay(by time.Duration) {
	d := (a.model.FocusDelay() + by).Round(presentStep)
	a.act.SetFocusDelay(min(max(d, 0), time.Duration(view.DelayKnob.Max)))
}

// presentKey acts on a key that nothing has used, and reports whether it has.
func (a *App) presentKey(k im.Key) bool {
	switch {
	case k == im.KeyP, k == im.KeyF5:
		a.Present(!a.present.on)
	case !a.present.on:
		return false
	case k == im.KeyEscape:
		a.Present(false)
	case k == im.KeyUp:
		a.nudgeDelay(presentStep)
	case k == im.KeyDown:
		a.nudgeDelay(-presentStep)
	default:
		return false
	}
	return true
}

// presentWork draws the window of the presentation mode.
func (a *App) presentWork() {
	p := &a.places
	a.controls.DrawPresented(&a.ctx, p.Top, &a.model, &a.act)
	a.runLine.Draw(&a.ctx, p.Top, &a.model, &a.act)
	a.arenas.Draw(&a.ctx, p.Arenas[:p.Shown], &a.model, &a.act)
	a.verdict.Draw(&a.ctx, p.Verdict, &a.model, &a.act)
	switch a.shownPage() {
	case presentLesson:
		a.presentLesson(p.Lower)
	case presentPackets:
		a.buffer.DrawWords(&a.ctx, p.Words, &a.model, &a.act)
		a.timeline.Draw(&a.ctx, p.Packets, &a.model, &a.act)
	case presentBuffer:
		a.buffer.Draw(&a.ctx, p.Lower, &a.model, &a.act)
	case presentCurve:
		a.curve.Draw(&a.ctx, p.Lower, &a.model, &a.act)
	}
	style, hint := &a.theme.Style, a.model.Text.Present.Hint
	if on, _ := a.lessons.On(); on != nil {
		hint = a.model.Text.Present.LessonHint
	}
	a.ctx.List().TextIn(style.Small, p.Hint, hint, im.Centre, style.Muted)
}
