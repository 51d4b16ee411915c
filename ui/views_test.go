package ui

import (
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game"
	"snaplab/game/study"
	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// TestViewsGolden holds what each view draws, in each of its states, against lists that
// a person can read.
func TestViewsGolden(t *testing.T) {
	const at = 3200 * time.Millisecond
	window := func(a *App) raster.Rect { return a.canvas.Bounds() }
	popup := func(id string) func(*App) { return func(a *App) { a.ctx.OpenPopup(id) } }
	frame := func(a *App) { a.Update(&im.Input{}, 0) }
	column := func(a *App) raster.Rect { return a.places.column }
	buffer := func(a *App) raster.Rect { return a.places.buffer }
	curve := func(a *App) raster.Rect { return a.places.curve }
	packets := func(a *App) raster.Rect { return a.places.packets }
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
		{"topbar", nil, (*App).topBar, func(a *App) raster.Rect { return a.places.top }},
		{"topbar-two-rows", func(a *App) { a.Resize(smallestWidth, smallestHeight, 1); a.SetPlaying(true) }, (*App).topBar, func(a *App) raster.Rect { return a.places.top }},
		{"column", nil, (*App).column, column},
		{"column-drawing", func(a *App) { a.controls.underrunPage, a.controls.forWho = whenDrawn, 1+int(game.Drone) }, (*App).column, column},
		{"column-scrolled", func(a *App) { a.Resize(MinWidth, MinHeight, 1); a.ctx.SetFocus(columnIDs[len(columnIDs)-1]); frame(a) }, (*App).column, column},
		{"help", popup(helpPopup), (*App).helpPage, window},
		{"look", popup(lookPopup), (*App).lookPage, window},
		{"faults", popup(faultsPopup), (*App).faultsPage, window},
		{"message", func(a *App) { a.say("Saved run.json.") }, func(a *App, r raster.Rect) { a.message.draw(a, r) }, window},
		{"packets-earlier", func(a *App) {
			frame(a)
			a.packets.window.zoom(0.2, 1, at)
			a.packets.window.pan(-time.Second, at)
		}, (*App).packetsPanel, packets},
		{"packets-pinned", func(a *App) { frame(a); a.pinPacket(&a.packets.packets[3]) }, (*App).packetCardPage, window},
		{"packets-lost-pinned", func(a *App) {
			frame(a)
			for i := range a.packets.packets {
				if p := &a.packets.packets[i]; fateOf(p, at) == fateLost {
					a.pinPacket(p)
				}
			}
		}, (*App).packetCardPage, window},
		{"buffer-dry", func(a *App) {
			a.settings.Down.Loss = 1_000_000
			a.apply()
			a.AdvanceTo(at + time.Second)
		}, (*App).bufferPanel, buffer},
		{"buffer-clock-off", func(a *App) {
			a.Resize(MinWidth, MinHeight, 1)
			a.settings.Down.Latency += 200 * time.Millisecond
			a.apply()
			a.AdvanceTo(at + time.Second)
		}, (*App).bufferPanel, buffer},
		{"curve", nil, (*App).curvePanel, curve},
		{"curve-looking-ahead", func(a *App) {
			a.restart(9)
			a.lookAhead.began = true // and it has come to nothing yet
		}, (*App).curvePanel, curve},
		{"curve-coarse", func(a *App) {
			lookAheadUntil(t, a, func(*study.Result) bool { return true })
		}, (*App).curvePanel, curve},
		{"curve-fine", func(a *App) {
			a.LookAhead()
			a.ctx.SetFocus("curve/yours") // with the readout
		}, (*App).curvePanel, curve},
		{"curve-kind", func(a *App) {
			lookAheadUntil(t, a, played)
			a.focusKind, a.curve.shows, a.curve.budget.from = int(game.Drone), correctionSize, 4
		}, (*App).curvePanel, curve},
		{"fourth", func(a *App) {
			a.settings.Comparison = game.AllComparisons()[len(game.AllComparisons())-1]
			a.apply()
			a.AdvanceTo(at + 2*time.Second)
			frame(a)
		}, func(a *App, r raster.Rect) { a.arena(r, game.Fourth) }, func(a *App) raster.Rect { return a.places.arenas[game.Fourth] }},
		{"fourth-choice", func(a *App) {
			a.ctx.SetFocus("beside")
			frame(a)
			a.Update(&im.Input{Focused: true, Keys: []im.KeyPress{{Key: im.KeyEnter}}}, 0)
		}, (*App).topBar, func(a *App) raster.Rect { return a.places.top }},

		{"ko-topbar", korean(nil), (*App).topBar, func(a *App) raster.Rect { return a.places.top }},
		{"ko-column", korean(nil), (*App).column, column},
		{"ko-column-drawing", korean(func(a *App) { a.controls.underrunPage, a.controls.forWho = whenDrawn, 1+int(game.Drone) }), (*App).column, column},
		{"ko-help", korean(popup(helpPopup)), (*App).helpPage, window},
		{"ko-look", korean(popup(lookPopup)), (*App).lookPage, window},
		{"ko-faults", korean(popup(faultsPopup)), (*App).faultsPage, window},
		{"ko-packets", korean(nil), (*App).packetsPanel, packets},
		{"ko-packets-pinned", korean(func(a *App) { a.pinPacket(&a.packets.packets[3]) }), (*App).packetCardPage, window},
		{"ko-buffer", korean(nil), (*App).bufferPanel, buffer},
		{"ko-curve", korean(nil), (*App).curvePanel, curve},
	} {
		t.Run(view.name, func(t *testing.T) {
			a, err := New(Options{Scenario: panelScenario(), Scenarios: assets.FS, Host: &onAShelf{}})
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
