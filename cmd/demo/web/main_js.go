package main

import (
	"os"
	"syscall/js"

	"snaplab/ui"
	"snaplab/ui/view"
)

// main runs the lab on the page that has loaded it. The page's address is in os.Args; what
// is wrong with it is the page's to show.
func main() {
	page := js.Global().Get("snaplab")
	r, err := parseRequest(os.Args[1:])
	if r.Language == "" {
		r.Language = view.LanguageOf(js.Global().Get("navigator").Get("language").String())
	}
	host := new(browser)
	var app *ui.App
	if err == nil {
		app, err = ui.New(pageOptions(r, host))
	}
	if err != nil {
		page.Call("refuse", err.Error())
		return
	}
	c := newCanvas(app, page)
	host.stir = c.stir
	publish(page, app)
	c.run()
}
