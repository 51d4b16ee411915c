package tuning

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/view/viewtest"
)

// TestRecommendedIsApplied: a row's button sets the delay that it shows, and with that
// the row keeps to the budget.
func TestRecommendedIsApplied(t *testing.T) {
	w := open(t, tabTable)
	for _, k := range []interp.Kind{world.Car, world.Drone} {
		row := w.panel.answer.kinds[k]
		if row == nil || row.delay < 200*ms || !row.met {
			t.Fatalf("%s: %+v, want a recommendation", world.BuiltIn(k).Name, row)
		}
		w.use("tuning/"+world.BuiltIn(k).Name+"/apply", im.KeyEnter)
		if got := w.policies()[k].Delay; got != row.delay {
			t.Errorf("%s has %v, want %v", world.BuiltIn(k).Name, got, row.delay)
		}
		if with := w.panel.answer.kinds[k]; with.inUse[costUnderruns] > 1 {
			t.Errorf("%s with it has %v underruns a minute, want 1 at most", world.BuiltIn(k).Name, with.inUse[costUnderruns])
		}
	}
}

// TestBudgetDecides: a longer gap to survive needs more delay, by the formula, and the
// reason is said.
func TestBudgetDecides(t *testing.T) {
	w := open(t, tabTable)
	w.Ctx.SetFocus("tuning/gap")
	w.Rest()
	w.Type("900")
	w.use("tuning/gap", im.KeyEnter)
	// 900 ms at 5 Hz are 5 packets: (1 + 5)·200 + 30.
	if d := w.panel.answer.kinds[world.Car].delay; d < 1230*ms || d > 1231*ms {
		t.Errorf("%v, want 1230 ms", d)
	}
	w.says("to survive a gap of 900 ms")
}

// TestUnsettledIsNotOffered: while the study is of other settings, nothing it recommends can be
// applied, and the costs are not marked.
func TestUnsettledIsNotOffered(t *testing.T) {
	w := open(t, tabTable)
	stale := *w.Model.Study
	stale.Stale, stale.CostsStale, stale.Working = true, true, true
	w.SetStudy(stale)
	was := w.policies()
	w.use("tuning/car/apply", im.KeyEnter)
	w.use("tuning/apply-all", im.KeyEnter)
	if w.policies() != was {
		t.Error("a recommendation that isn't settled was applied")
	}
	w.says("running …")
}

// Where the tab shows no costs, none are asked for, and a crowd is thinned with every kind in it.
func TestNothingIsStudiedInVain(t *testing.T) {
	w := open(t, tabTable)
	was := w.times
	w.Model.Locked[world.Car], w.Model.Focus = true, int(world.Drone)
	w.Frame()
	w.turn(tabLosses)
	w.Model.Settings.Down.Loss /= 2
	w.Rest()
	if w.times != was {
		t.Error("the tab of losses has costs worked out")
	}
	w.turn(tabExport)
	if w.times == was {
		t.Error("the tab of exports has the old costs")
	}
	groups := []world.Group{{Kind: world.Car, Count: 9_000}, {Kind: world.Drone, Count: 3}, {Kind: world.Ball, Count: 1_000}, {Kind: world.Door}}
	want := []world.Group{{Kind: world.Car, Count: 179}, {Kind: world.Drone, Count: 1}, {Kind: world.Ball, Count: 19}, {Kind: world.Door}} // 9000 · 200 ÷ 10003
	if few := thinned(groups); !slices.Equal(few, want) || groups[0].Count != 9_000 {
		t.Errorf("thinned to %v, want %v", few, want)
	}
}

// TestThisRunAsksToo: the button's tooltip says what this run alone would ask for, anew
// as the run goes on.
func TestThisRunAsksToo(t *testing.T) {
	w := open(t, tabTable)
	w.Rest()
	r, ok := w.Ctx.RectOf("tuning/car/apply")
	if !ok {
		t.Fatal("there is no button")
	}
	needed := func() string {
		return fmt.Sprintf("This run has needed %d ms so far.", w.Session.WhatIf(int(world.Car)).Needed(1)/ms)
	}
	before := needed()
	if list := w.Move(r.Centre()).String(); !viewtest.Has(t, list, before) {
		t.Errorf("it does not say %q:\n%s", before, list)
	}
	w.Model.Settings.Down.Loss = 900_000
	w.Frame()
	w.AdvanceTo(5 * time.Second)
	if list := w.Rest().String(); needed() == before || !viewtest.Has(t, list, needed()) {
		t.Errorf("later it does not say %q:\n%s", needed(), list)
	}
}
