package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/ui/controls"
	"snaplab/ui/curve"
	"snaplab/ui/im"
	"snaplab/ui/view/viewtest"
)

// fingerprint is all that a control may change: the settings, the moment, and what is
// drawn.
func (a *App) fingerprint() string {
	return fmt.Sprint(a.settings, a.session.Now(), viewtest.Unversioned(a.List().String()))
}

// TestKeyboardChangesEverything: Tab leads to every control, and there an arrow or Enter
// does what the control is for.
func TestKeyboardChangesEverything(t *testing.T) {
	for _, page := range []string{"underrun/policy", "underrun/blend"} {
		a, err := New(Options{Still: true, View: "full", Scenario: config.DefaultScenario(), Scenarios: assets.FS, Host: &onAShelf{}})
		if err != nil {
			t.Fatal(err)
		}
		a.Resize(1280, 720, 1)
		a.SetPlaying(false)
		a.AdvanceTo(4 * time.Second)
		a.controls.Show(page)
		h := &hand{app: a}
		h.rest()
		all := a.ctx.Focusables()
		for _, id := range all {
			if id == "curve/use" { // on another network nothing is known yet, and nothing to use
				if err := a.Run(config.DefaultScenario()); err != nil {
					t.Fatal(err)
				}
				a.AdvanceTo(4 * time.Second)
				a.curve.SetLook(curve.Look{})
				h.rest()
			}
			h.key(im.KeyTab)
			if a.ctx.Focus() != id {
				t.Fatalf("Tab came to %s, want %s", a.ctx.Focus(), id)
			}
			a.message = message{}
			if page == "underrun/blend" && !strings.HasPrefix(id, "underrun/") {
				continue // they are as on the other page
			}
			if !h.changesSomething(id) {
				t.Errorf("%s can't be changed by the keyboard", id)
			}
			for a.ctx.WantsKeys() {
				h.key(im.KeyEscape)
			}
			a.SetPlaying(false)
			a.model.Selected, a.model.TuningOpen = 0, false
			a.lessons.Leave() // the tour
			a.showFull(true)
			a.controls.Show(page)
			if a.session.Now() < time.Second { // a control has started another run
				if err := a.Run(config.DefaultScenario()); err != nil {
					t.Fatal(err)
				}
				a.AdvanceTo(4 * time.Second)
			}
			a.ctx.SetFocus(id)
			h.rest()
		}
		if a.Err() != nil {
			t.Error(a.Err())
		}
	}
}

// changesSomething tries the keys that a control may answer to.
func (h *hand) changesSomething(id string) bool {
	before := h.app.fingerprint()
	for _, keys := range [][]im.Key{{im.KeyRight}, {im.KeyLeft}, {im.KeyEnter}, {im.KeyDown, im.KeyEnter}, {im.KeyEnter, im.KeyHome, im.KeyEnter}} {
		for _, k := range keys {
			h.key(k)
		}
		if h.app.fingerprint() != before {
			return true
		}
		h.app.ctx.SetFocus(id)
		h.rest()
	}
	return false
}

// TestFaultsPageByKeyboard: every row of the page lets its fault happen, or sets the
// drift.
func TestFaultsPageByKeyboard(t *testing.T) {
	a := testApp(t, config.DefaultScenario())
	h := &hand{app: a}
	a.AdvanceTo(time.Second)
	open := func() []string {
		if !a.ctx.PopupOpen(controls.FaultsPopup) {
			a.ctx.OpenPopup(controls.FaultsPopup)
		}
		h.rest()
		return a.ctx.Focusables()
	}
	for _, id := range open() {
		open()
		a.ctx.SetFocus(id)
		a.message = message{}
		h.rest()
		if !h.changesSomething(id) {
			t.Errorf("%s does nothing", id)
		}
	}
}
