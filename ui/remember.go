package ui

import (
	"encoding/json"
	"fmt"

	"snaplab/game/config"
)

// Keeper is a Host that keeps something small from one run of the program to the next.
type Keeper interface {
	// Keep keeps data under a name in the place of what was kept under it.
	Keep(name string, data []byte) error
	// Kept returns what is kept under a name, nil if nothing is.
	Kept(name string) ([]byte, error)
}

// The names that things are kept under: the progress through the lessons, and what is
// remembered of the window.
const (
	progressName = "lessons"
	windowName   = "window"
)

// Views are the names of the window's two views.
var Views = []string{"simple", "full"}

// remembered is what the window remembers of itself.
type remembered struct {
	View string `json:"view"` // one of Views, "" for the first
	Tour bool   `json:"tour"` // it was offered
}

// startView shows the view of a name, for "" the one that was shown last, and at the very
// first the simple one. A lesson speaks of the full one.
func (a *App) startView(name string) error {
	if host, ok := a.options.Host.(Keeper); ok {
		// What can't be read is as good as nothing: the window begins as at first.
		if data, err := host.Kept(windowName); err == nil && data != nil {
			_ = json.Unmarshal(data, &a.remembered)
		}
	}
	switch name {
	case "":
		a.look.full = a.remembered.View == Views[1] || a.options.Lesson != nil
	case Views[0], Views[1]:
		a.look.full = name == Views[1]
	default:
		return fmt.Errorf("no view is called %q%s", name, config.Suggest(name, Views))
	}
	return nil
}

// setSimple goes to the simple view or to the full one, and remembers it.
func (a *App) setSimple(on bool) {
	if a.present.on || on == !a.look.full {
		return
	}
	a.showFull(!on)
	a.rememberView(!on)
}

func (a *App) rememberView(full bool) {
	if a.remembered.View = Views[0]; full {
		a.remembered.View = Views[1]
	}
	a.remember()
}

// remember keeps what is remembered of the window.
func (a *App) remember() {
	if data, err := json.Marshal(a.remembered); err == nil { // which has a form
		a.keep(windowName, data)
	}
}

// offerTour offers the tour, once, where it can be remembered that it was.
func (a *App) offerTour() {
	_, keeps := a.options.Host.(Keeper)
	if !keeps || a.remembered.Tour || a.look.full || a.present.on || a.options.Scenarios == nil {
		return
	}
	a.offersTour, a.remembered.Tour = true, true
	a.remember()
}

// showFull shows the full view, or the simple one, for now.
func (a *App) showFull(on bool) {
	if a.look.full == on {
		return
	}
	a.look.full = on
	if !on {
		a.model.TuningOpen = false
	}
	a.resize()
}

// keep has the host keep something, where it can.
func (a *App) keep(name string, data []byte) {
	host, ok := a.options.Host.(Keeper)
	if !ok {
		return
	}
	if err := host.Keep(name, data); err != nil {
		a.say(fmt.Sprintf(a.model.Text.Message.NotKept, err))
	}
}
