package ui

import (
	"testing"

	"snaplab/assets"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/view"
)

// TestOwnKindsInTheWindow: the window calls a scenario's kinds by their names, keeps nothing that
// was said of others, and goes there and back with all its pages open.
func TestOwnKindsInTheWindow(t *testing.T) {
	a := testAppWith(t, Options{Scenario: panelScenario(), Scenarios: assets.FS})
	h := &hand{app: a}
	h.rest()
	a.act.Lock(world.Car, true)
	a.act.FocusOn(int(world.Door))
	a.model.TuningOpen = true
	match, err := config.LoadScenario(assets.FS, "match")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Run(match); err != nil {
		t.Fatal(err)
	}
	h.rest()
	for k, want := range []string{"striker", "jet", "camera"} {
		if got := a.model.KindName(interp.Kind(k)); got != want {
			t.Errorf("kind %d is called %q, want %q", k, got, want)
		}
	}
	if a.model.Locked != [world.MaxKinds]bool{} || a.model.Focus != view.AllKinds || !a.model.Budgets.Equal(match.Settings.Kinds, &match.Budgets) {
		t.Errorf("locked %v, in focus %d, budgets %+v: they are of the kinds before", a.model.Locked, a.model.Focus, a.model.Budgets)
	}
	a.act.FocusOn(2)
	a.undo()
	a.come()
	h.rest()
	if got := a.model.KindName(2); got != a.model.Text.Controls.Kinds[2] || a.model.Focus != view.AllKinds || a.model.Budgets.Given() {
		t.Errorf("back again kind 2 is called %q, in focus is %d, budgets are %+v", got, a.model.Focus, a.model.Budgets)
	}
	a.redo()
	a.come()
	h.rest()
	if got := a.model.KindName(1); got != "jet" || a.Session().Kinds().Len() != 3 {
		t.Errorf("after redoing kind 1 is called %q", got)
	}
	// Settings of other kinds are none of this run's.
	if err := a.Session().Apply(config.DefaultSettings()); err == nil {
		t.Error("settings of the built-in kinds are accepted")
	}
}
