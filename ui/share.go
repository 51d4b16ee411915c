package ui

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// Clipboard is a Host that reaches the system's clipboard.
type Clipboard interface {
	// Copy puts a text on the clipboard and hands the outcome to done, at once or later
	// on between two frames.
	Copy(text string, done func(error))
	// Paste hands the clipboard's text to taken, at once or later on between two
	// frames.
	Paste(taken func(text string, err error))
}

// sharing is the page where a run is a text, to be copied and to be pasted.
type sharing struct {
	text    string
	problem string // why there is no text, or what is wrong with it
}

const (
	sharePopup   = "share"
	longestShare = 1 << 15 // characters in the box
)

// runText returns the run, with all that was done in it, as a text.
func (a *App) runText() (string, error) {
	recording := a.session.Recording()
	return config.RunText(a.options.Scenarios, &recording)
}

// openShare shows the page with the run as a text.
func (a *App) openShare() {
	v := &a.sharing
	*v = sharing{}
	text, err := a.runText()
	if err != nil {
		v.problem = err.Error()
	}
	v.text = text
	a.ctx.OpenPopup(sharePopup)
}

// copyRun puts the run on the clipboard, or shows it where there is none.
func (a *App) copyRun() {
	failed := func(err error) {
		a.openShare()
		a.sharing.problem = err.Error()
	}
	text, err := a.runText()
	if err != nil {
		failed(err)
		return
	}
	a.copy(text, failed)
}

// copy puts a text on the clipboard and says so, or has failed say why not.
func (a *App) copy(text string, failed func(error)) {
	host, ok := a.options.Host.(Clipboard)
	if !ok {
		failed(errors.New(a.model.Text.Share.NoClipboard))
		return
	}
	host.Copy(text, func(err error) {
		if err != nil {
			failed(err)
			return
		}
		a.say(fmt.Sprintf(a.model.Text.Share.Copied, utf8.RuneCountInString(text)))
	})
}

// paste takes a text from the clipboard: into the page if it is open, else as the run.
func (a *App) paste() {
	host, ok := a.options.Host.(Clipboard)
	if !ok {
		a.pasted("", errors.New(a.model.Text.Share.NoClipboard))
		return
	}
	host.Paste(a.pasted)
}

func (a *App) pasted(text string, err error) {
	if err == nil && !a.ctx.PopupOpen(sharePopup) {
		err = a.runFrom(text)
		if err == nil {
			return
		}
	}
	if !a.ctx.PopupOpen(sharePopup) {
		a.openShare()
	}
	if a.sharing.problem = ""; err != nil {
		a.sharing.problem = err.Error()
	}
	if text != "" {
		a.sharing.text = text
	}
}

// runFrom runs what a text says.
func (a *App) runFrom(text string) error {
	s, err := config.ParseRun(a.options.Scenarios, text)
	if err != nil {
		return err
	}
	if err := a.Run(s); err != nil {
		return err
	}
	a.say(fmt.Sprintf(a.model.Text.Share.Runs, s.Name))
	return nil
}

// sharePage shows the run as a text, in a box to copy it from and to paste another into.
func (a *App) sharePage(window raster.Rect) {
	if !a.ctx.PopupOpen(sharePopup) {
		return
	}
	const line, row = 20, 30
	v, style, text, l := &a.sharing, &a.theme.Style, &a.model.Text.Share, a.ctx.List()
	body, open := view.BeginPage(&a.ctx, sharePopup, min(760, window.W-4*view.Margin), view.PageTitle+2*line+row+line+8+row+2*view.PagePad, text.Heading)
	if !open {
		return
	}
	rows := im.Rows{Area: body}
	l.TextIn(style.Text, rows.Next(line), text.About, im.Left, style.Foreground)
	l.TextIn(style.Text, rows.Next(line), text.AboutPaste, im.Left, style.Foreground)

	copies, pastes := a.clipboardKeys()
	box := a.ctx.TextBox("share/text", rows.Next(row).InsetXY(0, 2), &v.text, im.TextBox{Placeholder: text.Placeholder, Limit: longestShare})
	if box.Changed {
		v.problem = ""
	}
	l.TextIn(style.Small, rows.Next(line), v.problem, im.Left, a.theme.Lost)
	rows.Skip(8)
	buttons := rows.Next(row)
	button := func(id, label, tip string) bool {
		at := buttons.CutLeft(max(style.Button.Measure(label)+24, 80)).InsetXY(0, 2)
		buttons.CutLeft(8)
		l.StrokeRound(at, style.Radius, 1, style.PopupBorder)
		return a.ctx.Button(id, at, im.Button{Label: label, Tooltip: tip})
	}
	if button("share/copy", text.Copy, text.CopyTip) || copies {
		v.problem = ""
		a.copy(v.text, func(err error) { v.problem = err.Error() })
	}
	if button("share/paste", text.Paste, text.PasteTip) || pastes {
		a.ctx.SetFocus("share/paste") // a box that is edited shows what it is given after that
		a.paste()
	}
	if button("share/run", text.Run, text.RunTip) || box.Submitted {
		if err := a.runFrom(v.text); err != nil {
			v.problem = err.Error()
		} else {
			a.ctx.ClosePopup(sharePopup)
		}
	}
	if a.ctx.Button("share/close", buttons.CutRight(80).InsetXY(0, 2), im.Button{Label: a.model.Text.Help.Close}) {
		a.ctx.ClosePopup(sharePopup)
	}
	a.ctx.EndPopup()
}

// clipboardKeys reports whether the keys that copy and paste were pressed, which the
// page's box does not know.
func (a *App) clipboardKeys() (copies, pastes bool) {
	for _, k := range a.in.Keys {
		if k.Mods == im.ModControl || k.Mods == im.ModMeta {
			copies = copies || k.Key == im.KeyC && !k.Repeat
			pastes = pastes || k.Key == im.KeyV && !k.Repeat
		}
	}
	return copies, pastes
}
