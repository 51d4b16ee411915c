package main

import (
	"errors"
	"syscall/js"

	"snaplab/game/config"
)

var errNoClipboard = errors.New("the browser does not let this page use the clipboard")

// Copy puts a text on the browser's clipboard, and hands the outcome to done when the
// browser has said it. A run becomes the link to this page that carries it, and the page's
// own address: it is read wherever a run is.
func (b *browser) Copy(text string, done func(error)) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		done(errNoClipboard)
		return
	}
	if config.IsRunText([]byte(text)) {
		text = js.Global().Get("snaplab").Call("link", text).String()
	}
	var written, refused js.Func
	end := func(err error) {
		written.Release()
		refused.Release()
		done(err)
		b.stir()
	}
	written = js.FuncOf(func(js.Value, []js.Value) any { end(nil); return nil })
	refused = js.FuncOf(func(js.Value, []js.Value) any { end(errNoClipboard); return nil })
	clipboard.Call("writeText", text).Call("then", written, refused)
}

// Paste hands the text of the browser's clipboard to taken, once the user has allowed
// it.
func (b *browser) Paste(taken func(text string, err error)) {
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() || clipboard.Get("readText").IsUndefined() {
		taken("", errNoClipboard)
		return
	}
	var read, refused js.Func
	done := func(text string, err error) {
		read.Release()
		refused.Release()
		taken(text, err)
		b.stir()
	}
	read = js.FuncOf(func(_ js.Value, args []js.Value) any { done(args[0].String(), nil); return nil })
	refused = js.FuncOf(func(js.Value, []js.Value) any { done("", errNoClipboard); return nil })
	clipboard.Call("readText").Call("then", read, refused)
}
