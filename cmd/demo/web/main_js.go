package main

import (
	"os"
	"syscall/js"

	"snaplab/assets"
	"snaplab/ui"
	"snaplab/ui/view"
)

// main runs the lab on the page that has loaded it. The page's address is in os.Args; what
// is wrong with it is the page's to show.
func main() {
	page := js.Global().Get("snaplab")
	r, err := parseRequest(os.Args[1:])
	if r.language == "" {
		r.language = view.LanguageOf(js.Global().Get("navigator").Get("language").String())
	}
	host := new(browser)
	var app *ui.App
	if err == nil {
		app, err = ui.New(ui.Options{Scenario: r.scenario, Lesson: r.lesson, Scenarios: assets.FS, Theme: r.theme, Language: r.language, Host: host})
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
