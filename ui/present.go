package ui

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
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
	link  linkWords
	buf   []byte
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
	a.presentTop(p.top)
	a.progressLine(p.top)
	a.arenas.Draw(&a.ctx, p.arenas[:p.shown], &a.model, &a.act)
	switch a.presentPage() {
	case presentLesson:
		a.presentLesson(p.lower)
	case presentPackets:
		a.bufferWords(p.words)
		a.packetsPanel(p.packets)
	case presentBuffer:
		a.bufferPanel(p.lower)
	case presentCurve:
		a.curvePanel(p.lower)
	}
	style, hint := &a.theme.Style, a.model.Text.Present.Hint
	if a.lessons.on != nil {
		hint = a.model.Text.Present.LessonHint
	}
	a.ctx.List().TextIn(style.Small, p.hint, hint, im.Centre, style.Muted)
}

// presentTop writes what is run, and the clock.
func (a *App) presentTop(r raster.Rect) {
	p, style, text, l := &a.present, &a.theme.Style, &a.model.Text.Present, a.ctx.List()
	r = r.InsetXY(4, 0)
	strong, plain := style.Strong, style.Text
	strong.Size, plain.Size = 17, 15
	p.buf = view.Phrase(p.buf[:0], "%s s", view.Number(max(a.session.Now(), 0).Seconds(), 2))
	l.TextInBytes(strong, r.CutRight(96), p.buf, im.Right, style.Foreground)
	p.buf = append(p.buf[:0], view.SpeedNames[a.model.Speed]...)
	colour := style.Muted
	if !a.model.Playing {
		p.buf, colour = append(p.buf[:0], text.Paused...), style.Foreground
	}
	if a.model.Speed != view.NormalSpeed || !a.model.Playing {
		l.TextInBytes(plain, r.CutRight(view.WidthOf(l, plain, p.buf)+1), p.buf, im.Right, colour)
		r.CutRight(12)
	}
	scene := a.scenario.Name
	if i := a.sceneIndex(); i >= 0 {
		scene = a.controls.titles[i]
	}
	strong.Tabular = false
	r.CutLeft(l.TextIn(strong, r, scene, im.Left, style.Foreground) + 14)
	if n := &a.controls.network; len(n.networks) > 0 {
		r.CutLeft(l.TextIn(plain, r, n.items[n.current(&a.settings)], im.Left, style.Muted) + 14)
	}
	l.TextIn(plain, r, p.link.of(a), im.Left, style.Muted)
}

// linkWords is what is said of the link, kept until it changes.
type linkWords struct {
	text   *text.Text
	values [len(linkKnobs)]int64
	words  string
}

var linkKnobs = [...]*view.Knob{view.RateKnob, view.JitterKnob, view.LossKnob}

func (w *linkWords) of(a *App) string {
	now := linkWords{text: a.model.Text}
	for i, k := range linkKnobs {
		now.values[i] = k.Get(&a.settings, 0)
	}
	if w.text != now.text || w.values != now.values {
		var terms [len(linkKnobs)]view.Term
		for i, k := range linkKnobs {
			terms[i] = view.Word(k.Format(now.values[i]))
		}
		now.words = string(view.Phrase(nil, a.model.Text.Present.Setting, terms[:]...))
		*w = now
	}
	return w.words
}

// bufferWords writes large what the buffer's panel says: what is needed, what there is,
// what that leaves, and how often it has run dry. What matters least goes first where
// there is no room.
func (a *App) bufferWords(r raster.Rect) {
	r = view.BeginPanel(&a.ctx, r)
	v, text, l := &a.buffer, &a.model.Text.Buffer, a.ctx.List()
	style := &a.theme.Style
	v.frames = a.session.AppendFrames(v.frames[:0], max(a.session.Now(), 0)-lagSpan)
	v.refresh(a, max(a.session.Now(), 0))
	need, have := a.settings.RequiredDelay(a.settings.LossesExpected()), a.have()
	colour, verdict, left := a.theme.Good, text.Spare, have-need
	if left < 0 {
		colour, verdict, left = a.theme.Lost, text.Short, -left
	}
	inUnderrun := style.Foreground
	if a.recentlyDry() {
		inUnderrun = a.theme.Lost
	}
	words := [...]struct {
		pattern string
		value   view.Term
		colour  raster.Color
	}{
		{text.Need, view.Millis(need), style.Foreground},
		{text.Have, view.Millis(have), style.Foreground},
		{verdict, view.Millis(left), colour},
		{a.model.Text.Present.Underruns, view.Count(v.numbers.inUnderrun.Underruns), inUnderrun},
		{a.model.Text.Present.Ahead, view.Count(v.numbers.ahead), style.Foreground},
	}
	const gap = 26
	font := style.Strong
	for font.Size = 22; font.Size > 14; font.Size-- {
		width := float32(-gap)
		for i := range words {
			v.buf = view.Phrase(v.buf[:0], words[i].pattern, words[i].value)
			width += view.WidthOf(l, font, v.buf) + 1 + gap
		}
		if width <= r.W {
			break
		}
	}
	for i := range words {
		v.buf = view.Phrase(v.buf[:0], words[i].pattern, words[i].value)
		width := view.WidthOf(l, font, v.buf) + 1
		if width > r.W {
			return
		}
		l.TextInBytes(font, r.CutLeft(width), v.buf, im.Left, words[i].colour)
		r.CutLeft(gap)
	}
}
