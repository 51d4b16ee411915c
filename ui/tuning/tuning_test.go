package tuning

import (
	"fmt"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/view"
	"snaplab/ui/view/viewtest"
)

const ms = time.Millisecond

// page is a window of 1280×720 dp with the tuning page where it is in one.
type page struct {
	*viewtest.Window
	panel *Panel
	seeds int
	asked asked // that the study is of
	times int   // that something was asked
}

// asked is what a study depends on.
type asked struct {
	settings config.Settings
	budgets  config.Budgets
}

// follow works the study out that an application would, at once.
func (w *page) follow() {
	of := asked{*w.Model.Settings, w.Model.Budgets}
	if !w.panel.ShowsCosts() || of == w.asked {
		return
	}
	w.asked = of
	w.times++
	q := &study.Question{Scenario: asSet(&w.Model), Seeds: w.seeds, FirstSeed: study.FirstSeed, Costs: true, Entities: studyCrowd}
	q.Scenario.Budgets = w.Model.Budgets
	s, err := study.New(q)
	if err != nil {
		w.T.Fatal(err)
	}
	s.Step(func() bool { return false })
	w.SetStudy(view.Study{Latest: s.Result(), Costs: s.Result()})
}

// open returns the page open on a tab, at a moment of a run of two seconds, so that little
// is to be worked out, with all of it worked out.
func open(t testing.TB, tab int) *page {
	t.Helper()
	s := viewtest.Scenario()
	s.Duration = 2 * time.Second
	p := New()
	place := raster.Rect{X: 240, Y: 374, W: 1032, H: 338}
	w := &page{panel: &p, seeds: 2}
	w.Window = viewtest.New(t, s, 3200*ms, func(c *im.Context, m *view.Model, act *view.Actions) {
		p.Work(m, 0)
		w.follow()
		p.Draw(c, place, m, act)
	})
	w.Model.Version = "demo v1.2.3"
	w.turn(tab)
	return w
}

// turn turns to a tab.
func (w *page) turn(tab int) {
	keys := []im.Key{im.KeyHome}
	for range tab {
		keys = append(keys, im.KeyRight)
	}
	w.use("tuning/tab", keys...)
}

// use presses keys on a control, and lets all be worked out that then is to be.
func (w *page) use(id string, keys ...im.Key) {
	w.T.Helper()
	w.Ctx.SetFocus(id)
	w.Rest()
	for _, k := range keys {
		w.Key(k)
	}
	w.Ctx.SetFocus("")
	w.work()
}

// set changes the settings and lets all be worked out that then is to be.
func (w *page) set(change func(*config.Settings)) {
	w.T.Helper()
	change(w.Model.Settings)
	w.work()
}

// work lets frames pass until nothing is left to be worked out.
func (w *page) work() {
	w.T.Helper()
	w.Frame()
	for n := 0; w.panel.Working(); n++ {
		if n > 2000 {
			w.T.Fatal("the work in the background does not end")
		}
		w.Frame()
	}
	w.Frame()
}

// says fails unless the page writes texts.
func (w *page) says(texts ...string) {
	w.T.Helper()
	list := w.Text()
	for _, want := range texts {
		if !viewtest.Has(w.T, list, want) {
			w.T.Errorf("it does not say %q:\n%s", want, list)
		}
	}
}

// policies returns the playback that is in force.
func (w *page) policies() [world.MaxKinds]interp.Policy { return w.Session.Settings().Policies }

// twoSettings holds settings as A, and changes a few for B.
func twoSettings(w *page) {
	w.set(func(s *config.Settings) {
		s.Policies[world.Car].Delay = 200 * ms
		s.Policies[world.Drone].Smoothing = 0
	})
	w.use("tuning/versus/hold", im.KeyEnter)
	w.set(func(s *config.Settings) {
		s.Policies[world.Car].Delay = 400 * ms
		s.Policies[world.Drone].Smoothing = 100 * ms
	})
}

func TestGolden(t *testing.T) {
	for _, g := range []struct {
		name  string
		tab   int
		state func(*page)
	}{
		{"table", tabTable, func(w *page) { w.Model.Locked[world.Drone] = true }},
		{"versus-empty", tabVersus, nil},
		{"versus", tabVersus, twoSettings},
		{"losses", tabLosses, nil},
		{"export", tabExport, func(w *page) {
			w.use("tuning/export/form", im.KeyEnter, im.KeyEnd, im.KeyUp, im.KeyUp, im.KeyEnter)
		}},
	} {
		t.Run(g.name, func(t *testing.T) {
			w := open(t, g.tab)
			if g.state != nil {
				g.state(w)
			}
			viewtest.Golden(t, g.name, w.Text())
		})
	}
}

// The button with the cross and nothing else asks for the page to be closed.
func TestClose(t *testing.T) {
	w := open(t, tabTable)
	if len(w.Done) > 0 {
		t.Errorf("%+v is wanted before anything was pressed", w.Done)
	}
	w.ClickOn("tuning/close")
	if len(w.Done) != 1 || w.Done[0] != (view.ToggleTuning{}) {
		t.Errorf("%+v is wanted, want one ToggleTuning", w.Done)
	}
}

// A row is reset, copied to all, and copied to one kind; but never over a locked one, which
// is said.
func TestRowMenu(t *testing.T) {
	w := open(t, tabTable)
	choose := func(n int) { // reset, to all, to cars, to drones
		keys := []im.Key{im.KeyEnter, im.KeyHome}
		for range n {
			keys = append(keys, im.KeyDown)
		}
		w.use("tuning/car/more", append(keys, im.KeyEnter)...)
	}
	mine := w.Model.Settings.Policies[world.Car]
	mine.Delay, mine.OnUnderrun, mine.Tuning = 321*ms, interp.Hide, interp.Adaptive
	w.set(func(s *config.Settings) { s.Policies[world.Car] = mine })

	w.Model.Locked[world.Drone] = true
	before := w.policies()[world.Drone]
	choose(3)
	if got := w.policies()[world.Drone]; got != before {
		t.Errorf("locked drones are changed to %+v", got)
	}
	want := view.Say{Text: fmt.Sprintf("%s is locked.", w.Model.KindName(world.Drone))}
	if len(w.Done) != 1 {
		t.Errorf("%+v is wanted, want %+v", w.Done, want)
	}
	choose(1)
	if set := w.policies(); set[world.Drone] != before || set[world.Ball] != mine || set[world.Door] != mine {
		t.Errorf("copied to all but locked drones: %+v", set)
	}
	w.Model.Locked[world.Drone] = false
	choose(3)
	if got := w.policies()[world.Drone]; got != mine {
		t.Errorf("copied to drones: %+v", got)
	}
	choose(0)
	defaults := config.DefaultSettings()
	if set := w.policies(); set[world.Car] != defaults.Policies[world.Car] || set[world.Ball] != mine {
		t.Errorf("reset: %+v", set)
	}
}

// TestApplyAndResetAll: both leave locked kinds alone.
func TestApplyAndResetAll(t *testing.T) {
	w := open(t, tabTable)
	w.Model.Locked[world.Drone] = true
	was := w.policies()
	w.use("tuning/apply-all", im.KeyEnter)
	if set := w.policies(); set[world.Drone] != was[world.Drone] || set[world.Car].Delay == was[world.Car].Delay || set[world.Ball] != was[world.Ball] {
		t.Errorf("applied: %+v", set)
	}
	w.use("tuning/reset-all", im.KeyEnter)
	defaults := config.DefaultSettings()
	if set := w.policies(); set[world.Drone] != was[world.Drone] || set[world.Car] != defaults.Policies[world.Car] {
		t.Errorf("reset: %+v", set)
	}
}

// Columns fill the width, and where there is no room for all of them some are left out.
func TestColumns(t *testing.T) {
	for width := float32(300); width < 2400; width += 7 {
		c := columnsOf(width)
		if used := c.used(); width >= 600 && used > width+0.01 || c.smooth > 0 && used < width-0.01 {
			t.Errorf("the columns for %v dp are %v dp wide", width, used)
		}
		if c.costs < 1 || c.costs > numCosts || width >= 700 && (c.costs < numCosts || c.blend == 0) {
			t.Errorf("%v dp: %d costs, blend %v", width, c.costs, c.blend)
		}
	}
}
