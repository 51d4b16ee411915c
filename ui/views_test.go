package ui

import (
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/world"
	"snaplab/ui/controls"
	"snaplab/ui/im"
	"snaplab/ui/layout"
	"snaplab/ui/raster"
)

// TestViewsGolden holds what each view draws, in each of its states, against lists that
// a person can read.
func TestViewsGolden(t *testing.T) {
	const at = 3200 * time.Millisecond
	window := func(a *App) raster.Rect { return a.canvas.Bounds() }
	popup := func(id string) func(*App) { return func(a *App) { a.ctx.OpenPopup(id) } }
	frame := func(a *App) { a.Update(&im.Input{}, 0) }
	column := func(a *App) raster.Rect { return a.places.Column }
	korean := func(then func(*App)) func(*App) {
		return func(a *App) {
			a.nextLanguage()
			frame(a)
			if then != nil {
				then(a)
			}
		}
	}
	for _, view := range []struct {
		name  string
		state func(*App) // nil for none
		draw  func(*App, raster.Rect)
		place func(*App) raster.Rect
	}{
		{"topbar", nil, (*App).drawTop, func(a *App) raster.Rect { return a.places.Top }},
		{"topbar-two-rows", func(a *App) { a.Resize(smallestWidth, smallestHeight, 1); a.SetPlaying(true) }, (*App).drawTop, func(a *App) raster.Rect { return a.places.Top }},
		{"column", nil, (*App).drawColumn, column},
		{"column-drawing", func(a *App) { a.controls.Show("underrun/blend"); (&hand{app: a}).playbackFor(world.Drone) }, (*App).drawColumn, column},
		{"column-scrolled", func(a *App) {
			a.Resize(layout.MinWidth, layout.MinHeight, 1)
			a.ctx.SetFocus("faults/teleport")
			frame(a)
		}, (*App).drawColumn, column},
		{"help", popup(controls.HelpPopup), (*App).drawPages, window},
		{"look", popup(controls.LookPopup), (*App).drawPages, window},
		{"faults", popup(controls.FaultsPopup), (*App).drawPages, window},
		{"message", func(a *App) { a.say("Saved run.json.") }, func(a *App, r raster.Rect) { a.message.draw(a, r) }, window},
		{"fourth-choice", func(a *App) {
			a.ctx.SetFocus("comparison")
			frame(a)
			a.Update(&im.Input{Focused: true, Keys: []im.KeyPress{{Key: im.KeyEnter}}}, 0)
		}, (*App).drawTop, func(a *App) raster.Rect { return a.places.Top }},

		{"ko-topbar", korean(nil), (*App).drawTop, func(a *App) raster.Rect { return a.places.Top }},
		{"ko-column", korean(nil), (*App).drawColumn, column},
		{"ko-column-drawing", korean(func(a *App) { a.controls.Show("underrun/blend"); (&hand{app: a}).playbackFor(world.Drone) }), (*App).drawColumn, column},
		{"ko-help", korean(popup(controls.HelpPopup)), (*App).drawPages, window},
		{"ko-look", korean(popup(controls.LookPopup)), (*App).drawPages, window},
		{"ko-faults", korean(popup(controls.FaultsPopup)), (*App).drawPages, window},
	} {
		t.Run(view.name, func(t *testing.T) {
			a, err := New(Options{Still: true, View: "full", Scenario: panelScenario(), Scenarios: assets.FS, Host: &onAShelf{}})
			if err != nil {
				t.Fatal(err)
			}
			a.Resize(1280, 720, 1)
			a.SetPlaying(false)
			playTo(a, at)
			frame(a)
			if view.state != nil {
				view.state(a)
			}
			golden(t, view.name, panelText(t, a, func(r raster.Rect) { view.draw(a, r) }, view.place(a)))
		})
	}
}
