package ui

import (
	"bytes"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"snaplab/game/study"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/ui/background"
	"snaplab/ui/view/viewtest"
)

// shown compares what is shown of results.
var shown = cmpopts.IgnoreUnexported(study.Result{}, study.KindResult{}, study.Needed{})

// studyEnough studies until enough is known.
func studyEnough(t testing.TB, a *App, enough func(*study.Result) bool) {
	t.Helper()
	if a.studyUntil(enough); a.windowStudy.Known().Err != nil || a.windowStudy.Known().Latest == nil {
		t.Fatal(a.windowStudy.Known().Err)
	}
}

// freshStudyApp returns a paused application that studies in the background.
func freshStudyApp(t *testing.T) *App {
	t.Helper()
	return studyingApp(t, Options{Scenario: panelScenario()})
}

// framesUntil lets frames pass until something holds.
func framesUntil(t *testing.T, h *hand, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for h.frame(); !holds(); h.frame() {
		if time.Now().After(deadline) {
			t.Fatal("it has not come to that in 20 s")
		}
		if h.app.windowStudy.InBackground() { // that needs the core
			time.Sleep(time.Millisecond)
		}
	}
}

// settle lets frames pass until nothing is worked out any more.
func settle(t *testing.T, a *App, h *hand) {
	t.Helper()
	framesUntil(t, h, func() bool { return !a.windowStudy.Working() })
}

// on runs a test with so many cores.
func on(cores int, test func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	test()
}

// Comparison the frames and bit by bit in them the same becomes known, and no more of it when
// nothing changes.
func TestStudyBothWays(t *testing.T) {
	var forecasts [2]*study.Result
	for i := range forecasts {
		on(1+i, func() {
			a := freshStudyApp(t)
			h := &hand{app: a}
			settle(t, a, h)
			k := a.windowStudy.Known()
			if k.Err != nil || k.Latest == nil || !k.Latest.Done {
				t.Fatalf("with %d cores: %+v", 1+i, k)
			}
			if comparison := a.windowStudy.InBackground(); comparison != (i > 0) {
				t.Errorf("with %d cores, in the background: %v", 1+i, comparison)
			}
			forecasts[i] = k.Latest
			h.rest()
			if a.windowStudy.Working() || a.windowStudy.Known() != k || !a.Idle() {
				t.Errorf("with %d cores it works on though nothing has changed", 1+i)
			}
		})
	}
	if diff := cmp.Diff(forecasts[0], forecasts[1], shown); diff != "" {
		t.Errorf("in the frames and in the background:\n%s", diff)
	}
}

// A change is taken up at once, that of a delay is none, and in the end what is known is
// of what is set.
func TestStudyFollows(t *testing.T) {
	on(2, func() {
		a := freshStudyApp(t)
		h := &hand{app: a}
		h.frame()
		if !a.windowStudy.Working() || a.Idle() || a.windowStudy.Begun() != 1 {
			t.Fatal("nothing is worked out")
		}
		a.act.SetDelay(-1, 77*time.Millisecond)
		h.frame()
		if a.windowStudy.Begun() != 1 {
			t.Error("another delay began it anew")
		}
		for i := range 50 {
			a.settings.Down.Jitter = time.Duration(i) * time.Millisecond
			h.frame()
			if a.windowStudy.Begun() != 2+i {
				t.Fatalf("%d changes, and it was asked %d times", 1+i, a.windowStudy.Begun())
			}
		}
		settle(t, a, h)
		want, err := study.New(a.asked().Question())
		if err != nil {
			t.Fatal(err)
		}
		want.Step(func() bool { return false })
		if diff := cmp.Diff(want.Result(), a.windowStudy.Known().Latest, shown); diff != "" {
			t.Errorf("what is known in the end is not of what is set:\n%s", diff)
		}
	})
}

// stuckWorker never gets anything done.
type stuckWorker struct{ question *study.Question }

func (w *stuckWorker) Ask(q *study.Question, _ bool)           { w.question = q }
func (w *stuckWorker) AskCosts(*[world.MaxKinds]interp.Policy) {}
func (w *stuckWorker) Allow(int)                               {}
func (w *stuckWorker) Look() background.Known                  { return background.Known{} }
func (w *stuckWorker) Stop()                                   {}

// No frame waits for the work, also where that takes for ever.
func TestStudyNeverBlocks(t *testing.T) {
	on(2, func() {
		a := freshStudyApp(t)
		stuck := new(stuckWorker)
		a.windowStudy.WorkIn(stuck)
		h := &hand{app: a}
		for i := range 50 {
			a.settings.Down.Jitter = time.Duration(i) * time.Millisecond
			h.frame()
		}
		if stuck.question.Scenario.Settings.Down.Jitter != 49*time.Millisecond {
			t.Error("it was not asked what is set")
		}
	})
}

// workers returns how many goroutines work in the background of any window.
func workers() int {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return bytes.Count(stacks, []byte("created by snaplab/ui/background.(*Worker)."))
}

// The goroutine ends with its work, and when the window is closed.
func TestStudyLeavesNothingBehind(t *testing.T) {
	end := func() {
		t.Helper()
		deadline := time.Now().Add(10 * time.Second)
		for workers() > 0 {
			if time.Now().After(deadline) {
				t.Fatalf("%d goroutines work on", workers())
			}
			time.Sleep(time.Millisecond)
		}
	}
	on(2, func() {
		end() // those of windows before this
		a := freshStudyApp(t)
		h := &hand{app: a}
		for i := range 20 {
			a.settings.Down.Jitter = time.Duration(i) * time.Millisecond
			h.frame()
			if n := workers(); n > 1 {
				t.Errorf("%d goroutines, want one", n)
			}
		}
		settle(t, a, h)
		end()
		a.settings.Down.Jitter = 99 * time.Millisecond
		h.frame()
		if n := workers(); n != 1 {
			t.Errorf("%d goroutines, want one", n)
		}
		a.Close() // in the middle of its work
		end()
		a.settings.Down.Jitter = 98 * time.Millisecond
		h.frame()
		a.Close()
		if n := workers(); n != 0 || a.Session().Settings().Down.Jitter != 98*time.Millisecond {
			t.Errorf("closed, %d goroutines work, and %v is set", n, a.Session().Settings().Down.Jitter)
		}
		early := freshStudyApp(t)
		early.Close() // before its first frame
		(&hand{app: early}).frame()
		if n := workers(); n != 0 {
			t.Errorf("closed before its first frame, %d goroutines work", n)
		}
	})
}

// Where it can't be looked ahead, nothing of what was known before is left.
func TestStudyRefused(t *testing.T) {
	for _, cores := range []int{1, 2} {
		on(cores, func() {
			a := freshStudyApp(t)
			h := &hand{app: a}
			framesUntil(t, h, func() bool { return a.windowStudy.Known().Latest != nil })
			s := panelScenario()
			s.Entities[0].Count = 500
			s.Settings.Down.Bandwidth = 10_000_000
			if err := a.Run(s); err != nil {
				t.Fatal(err)
			}
			settle(t, a, h)
			if a.windowStudy.Known().Err == nil || a.windowStudy.Known().Latest != nil || a.windowStudy.Known().Lenses != nil {
				t.Errorf("with %d cores: error %v, and %v is known", cores, a.windowStudy.Known().Err, a.windowStudy.Known().Latest)
			}
			if list := panelText(t, a, a.drawCurve, a.places.Curve); !viewtest.Has(t, list, a.model.Text.Curve.NoStudy) {
				t.Error("the panel does not say so")
			}
			a.settings.Down.Bandwidth = 0
			framesUntil(t, h, func() bool { return a.windowStudy.Known().Latest != nil })
			if a.windowStudy.Known().Err != nil || !a.windowStudy.Known().Latest.Fewer {
				t.Errorf("without a limit: %v", a.windowStudy.Known().Err)
			}
		})
	}
}

// A film's picture knows what a study says of the delays set in it, and that is not worked
// out again for the next.
func TestStudyInFilm(t *testing.T) {
	a := testApp(t, panelScenario())
	a.AdvanceTo(time.Second)
	a.studyForFilm()
	k := a.windowStudy.Known()
	if k.Latest == nil || !k.Latest.Settled || k.Latest.Of != 50 || k.Lenses != nil || a.windowStudy.Working() {
		t.Fatalf("it knows %+v", k)
	}
	if a.studyForFilm(); a.windowStudy.Known() != k {
		t.Error("it was worked out again")
	}
	a.settings.Down.Jitter = 99 * time.Millisecond
	a.apply()
	a.showQuantity(3) // corrections
	if a.studyForFilm(); a.windowStudy.Known().Latest == k.Latest || a.windowStudy.Known().Lenses == nil {
		t.Error("what is known is not of what is set, or not of corrections")
	}
}
