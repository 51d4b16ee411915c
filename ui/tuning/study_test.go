package tuning

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"snaplab/game/config"
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
		row := w.panel.recommender.answer.kinds[k]
		if row == nil || row.delay < 200*ms || !row.met {
			t.Fatalf("%s: %+v, want a recommendation", world.KindName(k), row)
		}
		w.use("tuning/"+world.KindName(k)+"/apply", im.KeyEnter)
		if got := w.policies()[k].Delay; got != row.delay {
			t.Errorf("%s has %v, want %v", world.KindName(k), got, row.delay)
		}
		if with := w.panel.recommender.answer.kinds[k]; with.inUse[costUnderruns] > 1 {
			t.Errorf("%s with it has %v underruns a minute, want 1 at most", world.KindName(k), with.inUse[costUnderruns])
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
	if d := w.panel.recommender.answer.kinds[world.Car].delay; d < 1230*ms || d > 1231*ms {
		t.Errorf("%v, want 1230 ms", d)
	}
	w.says("to survive a gap of 900 ms")
}

// TestStudyFollowsASlider: while a slider is dragged there is a new answer within half a
// second of frames, and the last one is about what was set last.
func TestStudyFollowsASlider(t *testing.T) {
	w := open(t, tabTable)
	s := viewtest.Scenario()
	s.Duration = 10 * time.Second // the first round is two runs of it
	w.Start(s)
	r := &w.panel.recommender
	answers, before := 0, r.answer
	for frame := range 120 {
		w.Model.Settings.Down.Loss += 500
		w.Frame()
		if r.answer != before {
			answers, before = answers+1, r.answer
		} else if frame == 30 && answers == 0 {
			t.Error("no answer within 30 frames")
		}
	}
	if answers < 5 {
		t.Errorf("%d answers in two seconds of dragging, want 5", answers)
	}
	w.work()
	if !r.answer.to.is(questionOf(&w.Model, w.panel.budget)) || r.answer.runs != 2 {
		t.Errorf("at rest the answer is of %d runs, to %+v", r.answer.runs, r.answer.to)
	}
}

// TestStudyOfTheSameWorld: starting the same run again asks nothing anew, another seed
// does, and of a crowd a part stands for all, with every kind in it.
func TestStudyOfTheSameWorld(t *testing.T) {
	w := open(t, tabTable)
	r := &w.panel.recommender
	was := r.answer
	w.Start(w.Scenario)
	w.Frame()
	if r.answer != was || w.panel.Working() {
		t.Error("the same run is studied again")
	}
	s := w.Scenario
	s.Seed++
	w.Start(s)
	w.work()
	if r.answer == was || !r.answer.to.is(questionOf(&w.Model, w.panel.budget)) {
		t.Error("another seed is not studied")
	}
	groups := []world.Group{{Kind: world.Car, Count: 9_000}, {Kind: world.Drone, Count: 3}, {Kind: world.Ball, Count: 1_000}, {Kind: world.Door}}
	want := []world.Group{{Kind: world.Car, Count: 179}, {Kind: world.Drone, Count: 1}, {Kind: world.Ball, Count: 19}, {Kind: world.Door}} // 9000 · 200 ÷ 10003
	if few := thinned(groups); !slices.Equal(few, want) || groups[0].Count != 9_000 {
		t.Errorf("thinned to %v, want %v", few, want)
	}
	if few := thinned(groups[1:2]); few[0].Count != 3 {
		t.Errorf("three are thinned to %d", few[0].Count)
	}
}

// Where the delay to be recommended for changes by what is locked or in focus only, nothing
// is worked out again; where the tab shows no figures of the runs, nothing at all.
func TestNothingIsStudiedInVain(t *testing.T) {
	w := open(t, tabTable)
	was := w.panel.recommender.answer
	w.Model.Locked[world.Car], w.Model.Focus = true, int(world.Drone)
	w.Frame()
	if w.panel.Working() || w.panel.recommender.answer != was {
		t.Error("what is locked or in focus is studied")
	}
	w.turn(tabLosses)
	w.Model.Settings.Down.Loss /= 2
	w.Rest()
	if w.panel.Working() || w.panel.recommender.answer != was {
		t.Error("the tab of losses has delays studied")
	}
	w.turn(tabExport)
	if w.panel.recommender.answer == was {
		t.Error("the tab of exports has the old answer")
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

// Everything that is worked out is so of the settings, the budget and the world.
func TestQuestions(t *testing.T) {
	w := open(t, tabTable)
	q := questionOf(&w.Model, usualBudget)
	for name, change := range map[string]func(*question){
		"settings":      func(q *question) { q.settings.Down.Loss++ },
		"budget":        func(q *question) { q.budget.underruns++ },
		"seed":          func(q *question) { q.scenario.Seed++ },
		"name":          func(q *question) { q.scenario.Name += "x" },
		"duration":      func(q *question) { q.scenario.Duration++ },
		"entities":      func(q *question) { q.scenario.Entities = q.scenario.Entities[:1] },
		"script":        func(q *question) { q.scenario.Script = []config.Timed{{At: 1}} },
		"measured link": func(q *question) { q.scenario.Measured.File = "another" },
	} {
		other := q
		if change(&other); q.is(other) {
			t.Errorf("with another %s it is the same question", name)
		}
	}
	other := q
	other.scenario.Settings.Down.Loss++
	if !q.is(other) {
		t.Error("the scenario's own settings make another question")
	}
}
