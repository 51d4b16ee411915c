package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
)

// tuningApp returns an application with the page open on a tab, and all worked out that
// the page works out in the background.
func tuningApp(t testing.TB, tab int) *App {
	t.Helper()
	s := panelScenario()
	s.Duration = 2 * time.Second // so that little is worked out
	a := testAppWith(t, Options{Scenario: s, Host: &onAShelf{}, Version: "demo v1.2.3"})
	playTo(a, 3200*time.Millisecond)
	a.tuning.open, a.tuning.tab = true, tab
	a.tuning.tuningStudy.seeds = 2
	worked(t, a)
	t.Cleanup(func() {
		if a.Err() != nil {
			t.Error(a.Err())
		}
	})
	return a
}

// worked lets frames pass until nothing is left to be worked out.
func worked(t testing.TB, a *App) {
	t.Helper()
	a.Update(&im.Input{}, 0)
	for n := 0; a.tuning.working(); n++ {
		if n > 2000 {
			t.Fatal("the work in the background does not end")
		}
		a.Update(&im.Input{}, 0)
	}
	a.Update(&im.Input{}, 0)
}

// withDifferences holds the present settings as A, and changes a few.
func withDifferences(a *App) {
	a.settings = a.scenario.Settings
	a.settings.Policies[world.Car].Delay = 200 * time.Millisecond
	a.settings.Policies[world.Drone].Smoothing = 0
	a.tuning.versus.hold(a.settings)
	a.settings.Policies[world.Car].Delay = 400 * time.Millisecond
	a.settings.Policies[world.Drone].Smoothing = 100 * time.Millisecond
}

func TestTuningGolden(t *testing.T) {
	for _, tab := range []struct {
		name  string
		tab   int
		state func(*App)
	}{
		{"tuning-table", tabTable, func(a *App) { a.model.Locked[world.Drone] = true }},
		{"tuning-versus-empty", tabVersus, nil},
		{"tuning-versus", tabVersus, withDifferences},
		{"tuning-losses", tabLosses, nil},
		{"tuning-export", tabExport, func(a *App) { a.tuning.export.form = 8 }},
	} {
		t.Run(tab.name, func(t *testing.T) {
			a := tuningApp(t, tab.tab)
			if tab.state != nil {
				tab.state(a)
				worked(t, a)
			}
			golden(t, tab.name, panelText(t, a, a.tuningPage, a.places.underArenas()))
		})
	}
}

// The page is there at every size, and none of its texts leaves it or lies on another.
func TestTuningHoldsItsText(t *testing.T) {
	a := tuningApp(t, tabTable)
	s := config.DefaultScenario()
	s.Duration = 2 * time.Second
	s.Settings.Down.Outage, s.Settings.Down.Loss = 300*time.Millisecond, 300_000
	if err := a.Run(s); err != nil {
		t.Fatal(err)
	}
	a.AdvanceTo(8 * time.Second)
	withDifferences(a)
	for range view.Languages {
		for tab := range a.model.Text.Tuning.Tabs {
			a.tuning.tab = tab
			worked(t, a)
			for _, size := range []raster.Rect{{W: 960, H: 600}, {W: 1280, H: 720}, {W: 1920, H: 1080}, {W: 1100, H: 640}, {W: 853, H: 480}, {W: 800, H: 450}} {
				a.Resize(int(size.W), int(size.H), 1)
				where := fmt.Sprintf("%s, %s, %vx%v", a.model.Language, a.model.Text.Tuning.Tabs[tab], size.W, size.H)
				place := a.places.underArenas()
				list := writings(t, panelText(t, a, a.tuningPage, place))
				if len(list) < 14 {
					t.Errorf("%s: only %d texts", where, len(list))
				}
				for i, w := range list {
					// Sentences may be cut where a tooltip has them whole, in a window below
					// the least shorter ones too.
					sentence := 50
					if size.W < MinWidth {
						sentence = 20
					}
					if strings.HasSuffix(w.text, "…") && len(w.text) < sentence && w.text != "…" && !strings.Contains(w.text, a.model.Text.Tuning.Working) {
						t.Errorf("%s: %q is cut", where, w.text)
					}
					r := w.rect
					if r.X < place.X+2 || r.Y < place.Y || r.X+r.W > place.X+place.W-2 || r.Y+r.H > place.Y+place.H {
						t.Errorf("%s: %q at %v leaves the page %v", where, w.text, r, place)
					}
					for _, other := range list[:i] {
						if !r.Intersect(other.rect).Empty() {
							t.Errorf("%s: %q lies on %q", where, w.text, other.text)
						}
					}
				}
			}
		}
		a.nextLanguage()
	}
}

// TestTuningByKeyboard: T opens the page, Tab leads to every control of every tab, and
// there keys do what it is for. Escape closes it.
func TestTuningByKeyboard(t *testing.T) {
	for tab := range English.Tuning.Tabs {
		a := tuningApp(t, tab)
		h := &hand{app: a}
		a.tuning.open = false
		h.key(im.KeyT)
		if !a.tuning.open {
			t.Fatal("T does not open the page")
		}
		if tab == tabVersus {
			withDifferences(a)
		}
		worked(t, a)
		h.rest()
		page := slices.DeleteFunc(a.ctx.Focusables(nil), func(id string) bool { return !strings.HasPrefix(id, "tuning/") })
		if want := [...]int{25, 5, 5, 6}[tab]; len(page) < want {
			t.Errorf("%s has %d controls, want %d at least: %q", a.model.Text.Tuning.Tabs[tab], len(page), want, page)
		}
		all := len(a.ctx.Focusables(nil))
		var walked []string
		for range all {
			h.key(im.KeyTab)
			walked = append(walked, a.ctx.Focus())
		}
		for _, id := range page {
			if !slices.Contains(walked, id) {
				t.Errorf("Tab does not come to %s", id)
			}
			a.ctx.SetFocus(id)
			a.message = message{}
			h.rest()
			if !h.changesSomething(id) {
				t.Errorf("%s can't be changed by the keyboard", id)
			}
			for a.ctx.WantsKeys() {
				h.key(im.KeyEscape)
			}
			a.tuning.open, a.tuning.tab, a.tuning.export.form = true, tab, 0
			a.model.Locked, a.tuning.budget = [world.NumKinds]bool{}, defaultBudget
			if tab == tabVersus {
				withDifferences(a)
			}
			worked(t, a)
			h.rest()
		}
		a.ctx.SetFocus("")
		h.rest()
		h.key(im.KeyEscape)
		if a.tuning.open {
			t.Error("Escape leaves the page open")
		}
	}
}

// TestLocksHold: what changes all kinds leaves locked ones alone, and what changes one
// kind does not.
func TestLocksHold(t *testing.T) {
	a := tuningApp(t, tabTable)
	h := &hand{app: a}
	a.model.Locked[world.Drone] = true
	was := a.settings.Policies[world.Drone]
	for _, change := range []struct {
		name, id string
		keys     []im.Key
	}{
		{"all types", "delay/all", []im.Key{im.KeyRight}},
		{"auto for all", "delay/auto", []im.Key{im.KeyEnter}},
		{"extrapolation for all", "dry/extrapolation", []im.Key{im.KeyRight}},
		{"policy for all", "dry/policy", []im.Key{im.KeyRight}},
		{"apply all", "tuning/apply-all", []im.Key{im.KeyEnter}},
		{"copy to all", "tuning/car/more", []im.Key{im.KeyEnter, im.KeyHome, im.KeyDown, im.KeyEnter}},
		{"copy to it", "tuning/car/more", []im.Key{im.KeyEnter, im.KeyEnd, im.KeyEnter}},
		{"reset all", "tuning/reset-all", []im.Key{im.KeyEnter}},
	} {
		before := a.settings.Policies[world.Car]
		a.settings.Policies[world.Car].Smoothing = 70 * time.Millisecond
		worked(t, a)
		a.ctx.SetFocus(change.id)
		h.rest()
		for _, k := range change.keys {
			h.key(k)
		}
		if got := a.Session().Settings().Policies[world.Drone]; got != was {
			t.Errorf("%s changes the locked drones to %+v", change.name, got)
		}
		if strings.HasPrefix(change.name, "copy") {
			continue
		}
		if a.Session().Settings().Policies[world.Car] == before {
			t.Errorf("%s does not change cars", change.name)
		}
	}
	a.ctx.SetFocus("tuning/drone/delay")
	h.rest()
	h.key(im.KeyRight)
	if got := a.Session().Settings().Policies[world.Drone].Delay; got != was.Delay+time.Millisecond {
		t.Errorf("its own row sets the delay to %v, want %v", got, was.Delay+time.Millisecond)
	}
}

// TestRowsMenu: a row is copied to all, to one, and reset.
func TestRowsMenu(t *testing.T) {
	a := tuningApp(t, tabTable)
	h := &hand{app: a}
	choose := func(n int) {
		a.ctx.SetFocus("tuning/car/more")
		h.rest()
		h.key(im.KeyEnter)
		h.key(im.KeyHome)
		for range n {
			h.key(im.KeyDown)
		}
		h.key(im.KeyEnter)
	}
	mine := a.settings.Policies[world.Car]
	mine.Delay, mine.OnUnderrun, mine.Tuning = 321*time.Millisecond, interp.Hide, interp.Adaptive
	a.settings.Policies[world.Car] = mine
	choose(3) // reset, to all, to cars, to drones
	set := a.Session().Settings()
	if set.Policies[world.Drone] != mine || set.Policies[world.Ball] == mine {
		t.Errorf("copied to drones: %+v, balls %+v", set.Policies[world.Drone], set.Policies[world.Ball])
	}
	choose(1)
	if set = a.Session().Settings(); set.Policies[world.Ball] != mine || set.Policies[world.Door] != mine {
		t.Errorf("copied to all: balls %+v", set.Policies[world.Ball])
	}
	choose(0)
	defaults := config.DefaultSettings()
	if set = a.Session().Settings(); set.Policies[world.Car] != defaults.Policies[world.Car] || set.Policies[world.Ball] != mine {
		t.Errorf("reset: cars %+v", set.Policies[world.Car])
	}
}

// TestRecommendedIsApplied: a row's button sets the delay that it shows, and with that
// the row keeps to the budget.
func TestRecommendedIsApplied(t *testing.T) {
	a := tuningApp(t, tabTable)
	h := &hand{app: a}
	for _, k := range []interp.Kind{world.Car, world.Drone} {
		row := a.tuning.tuningStudy.rows[k]
		if row == nil || row.DelayMS < 200 || !row.Met {
			t.Fatalf("%s: %+v, want a recommendation", world.KindName(k), row)
		}
		want := time.Duration(row.DelayMS * 1e6)
		a.ctx.SetFocus("tuning/" + world.KindName(k) + "/apply")
		h.rest()
		h.key(im.KeyEnter)
		if got := a.Session().Settings().Policies[k].Delay; got != want {
			t.Errorf("%s has %v, want %v", world.KindName(k), got, want)
		}
		worked(t, a)
		if row := a.tuning.tuningStudy.rows[k]; !row.InUseMet || row.InUse.Underruns != row.Recommended.Underruns {
			t.Errorf("%s with it: %+v", world.KindName(k), row.InUse)
		}
	}
}

// TestBudgetDecides: more silence to survive needs more delay, by the formula, and the
// reason is said.
func TestBudgetDecides(t *testing.T) {
	a := tuningApp(t, tabTable)
	h := &hand{app: a}
	a.ctx.SetFocus("tuning/silence")
	h.rest()
	h.write("900")
	h.key(im.KeyEnter)
	worked(t, a)
	// 900 ms at 5 Hz are 5 packets: (1 + 5)·200 + 30.
	if row := a.tuning.tuningStudy.rows[world.Car]; row.DelayMS < 1230 || row.DelayMS > 1231 || row.Why.Decided != "longest-gap" {
		t.Errorf("%v ms by %s, want 1230 by silence", row.DelayMS, row.Why.Decided)
	}
	if list := panelText(t, a, a.tuningPage, a.places.underArenas()); !has(t, list, "to survive a gap of 900 ms") {
		t.Errorf("the reason is not said:\n%s", list)
	}
}

// TestStudyFollowsASlider: while a slider is dragged there is a new answer within half a
// second of frames, and the last one is about what was set last.
func TestStudyFollowsASlider(t *testing.T) {
	s := panelScenario()
	s.Duration = 10 * time.Second // the first round is two runs of it
	a := testApp(t, s)
	a.tuning.open, a.tuning.tuningStudy.seeds = true, 2
	answers, before := 0, a.tuning.tuningStudy.advice
	for frame := range 120 {
		a.settings.Down.Loss += 500
		a.Update(&im.Input{}, 0)
		if now := a.tuning.tuningStudy.advice; now != before {
			answers, before = answers+1, now
		} else if frame == 30 && answers == 0 {
			t.Error("no answer within 30 frames")
		}
	}
	if answers < 5 {
		t.Errorf("%d answers in two seconds of dragging, want 5", answers)
	}
	worked(t, a)
	if !a.tuning.tuningStudy.stands(a) || a.tuning.tuningStudy.advice.Seeds != 2 {
		t.Errorf("at rest the answer is of %d runs, and stands: %v", a.tuning.tuningStudy.advice.Seeds, a.tuning.tuningStudy.stands(a))
	}
}

// TestStudyOfTheSameWorld: starting the same run again asks nothing anew, another seed
// does, and of a crowd a part stands for all, with every kind in it.
func TestStudyOfTheSameWorld(t *testing.T) {
	a := tuningApp(t, tabTable)
	was := a.tuning.tuningStudy.advice
	a.restart(a.scenario.Seed)
	a.Update(&im.Input{}, 0)
	if a.tuning.tuningStudy.advice != was || a.tuning.working() {
		t.Error("the same run is studied again")
	}
	a.restart(a.scenario.Seed + 1)
	worked(t, a)
	if a.tuning.tuningStudy.advice == was || !a.tuning.tuningStudy.stands(a) {
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

// TestPageIsAPanel: while the page is open a running window is drawn in part, and nothing
// of the page is missing or left behind.
func TestPageIsAPanel(t *testing.T) {
	a := tuningApp(t, tabTable)
	whole := raster.NewCanvas(1280, 720, 1)
	check := func(what string) {
		t.Helper()
		a.Update(&im.Input{}, 0)
		a.list.Replay(whole)
		if img, _ := a.Render(); string(img.Pix) != string(whole.Image().Pix) {
			t.Fatalf("%s: it is another picture than one drawn anew", what)
		}
	}
	check("open")
	partly := 0
	for range 8 {
		a.AdvanceTo(a.session.Now() + 50*time.Millisecond)
		check("running")
		if n := len(a.regions.dirty); n > 0 && n < len(a.regions.rects) {
			partly++
		}
	}
	if partly < 6 {
		t.Errorf("%d of 8 pictures were drawn in part", partly)
	}
	for tab := range a.model.Text.Tuning.Tabs {
		a.tuning.tab = tab
		check(a.model.Text.Tuning.Tabs[tab])
	}
	a.toggleTuning()
	check("closed")
	a.toggleTuning()
	check("open again")
}
