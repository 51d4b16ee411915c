package ui

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/sweep"
)

// lookAheadUntil looks ahead until enough is known.
func lookAheadUntil(t testing.TB, a *App, enough func(*sweep.Outlook) bool) {
	t.Helper()
	v := &a.lookAhead
	v.of = a.ahead()
	job, err := sweep.NewForecaster(a.forecast())
	if err != nil {
		t.Fatal(err)
	}
	job.Step(func() bool {
		v.take(job.Outlook())
		return v.latest != nil && enough(v.latest)
	})
	v.take(job.Outlook())
	a.changes++
}

// aheadApp returns a paused application that looks ahead in the background.
func aheadApp(t *testing.T) *App {
	t.Helper()
	a, err := New(Options{Scenario: panelScenario(), Forecast: true})
	if err != nil {
		t.Fatal(err)
	}
	a.Resize(1280, 720, 1)
	a.SetPlaying(false)
	t.Cleanup(func() {
		if w := a.lookAhead.beside; w != nil {
			w.cancel()
			<-w.done
		}
		if a.Err() != nil {
			t.Error(a.Err())
		}
	})
	return a
}

// framesUntil lets frames pass until something holds.
func framesUntil(t *testing.T, h *hand, holds func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for h.frame(); !holds(); h.frame() {
		if time.Now().After(deadline) {
			t.Fatal("it has not come to that in 20 s")
		}
		if h.app.lookAhead.beside != nil {
			time.Sleep(time.Millisecond)
		}
	}
}

// settle lets frames pass until nothing is worked out any more.
func settle(t *testing.T, a *App, h *hand) {
	t.Helper()
	framesUntil(t, h, func() bool { return !a.lookAhead.working() })
}

// on runs a test with so many cores.
func on(cores int, test func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
	test()
}

// Beside the frames and bit by bit in them the same becomes known, and no more of it when
// nothing changes.
func TestLookAheadBothWays(t *testing.T) {
	var outlooks [2]*sweep.Outlook
	for i := range outlooks {
		on(1+i, func() {
			a := aheadApp(t)
			h := &hand{app: a}
			settle(t, a, h)
			outlooks[i] = a.lookAhead.latest
			if a.lookAhead.err != nil || outlooks[i] == nil || !outlooks[i].Done {
				t.Fatalf("with %d cores: %v", 1+i, a.lookAhead.err)
			}
			h.rest()
			if a.lookAhead.working() || a.lookAhead.latest != outlooks[i] || !a.Idle() {
				t.Errorf("with %d cores it works on though nothing has changed", 1+i)
			}
		})
	}
	for k := range outlooks[0].Kinds {
		one, two := &outlooks[0].Kinds[k], &outlooks[1].Kinds[k]
		if !slices.Equal(one.Underruns.Mean, two.Underruns.Mean) || !slices.Equal(one.Corrections.High, two.Corrections.High) {
			t.Errorf("kind %d differs", k)
		}
	}
}

// A change begins it anew at once, a change of a delay does not, and what was being
// worked out ends.
func TestLookAheadFollows(t *testing.T) {
	on(2, func() {
		a := aheadApp(t)
		h := &hand{app: a}
		h.frame()
		first := a.lookAhead.beside
		if first == nil || a.Idle() {
			t.Fatal("nothing is worked out")
		}
		a.setDelay(-1, 77*time.Millisecond)
		h.frame()
		if a.lookAhead.beside != first {
			t.Error("another delay began it anew")
		}
		var all []*besideWork
		for i := range 50 {
			a.settings.Down.Jitter = time.Duration(i) * time.Millisecond
			h.frame()
			all = append(all, a.lookAhead.beside)
		}
		if all[0] == first || all[48] == all[49] {
			t.Error("another jitter did not begin it anew")
		}
		for i, w := range append(all[:49], first) {
			select {
			case <-w.done:
			case <-time.After(10 * time.Second):
				t.Fatalf("work %d goes on", i)
			}
			if o := w.latest.Load(); o != nil && o.Done {
				t.Errorf("work %d was not cancelled", i)
			}
		}
		settle(t, a, h)
		want, err := sweep.NewForecaster(a.forecast())
		if err != nil {
			t.Fatal(err)
		}
		want.Step(func() bool { return want.Outlook() != nil && want.Outlook().Kinds[game.Car].Seeds == 100 })
		if !slices.Equal(a.lookAhead.latest.Kinds[game.Car].Underruns.Mean, want.Outlook().Kinds[game.Car].Underruns.Mean) {
			t.Error("what is known in the end is not of what is set")
		}
	})
}

// No frame waits for the work: also where that takes for ever.
func TestLookAheadNeverBlocks(t *testing.T) {
	on(2, func() {
		a := aheadApp(t)
		stuck := &besideWork{grants: make(chan int, 1), stop: make(chan struct{}), done: make(chan struct{})}
		of := a.ahead()
		a.lookAhead = lookAhead{of: of, began: true, beside: stuck}
		h := &hand{app: a}
		h.rest()
		a.settings.Down.Loss = 10_000
		h.rest() // its successor waits for it, and no frame does
		if !stuck.cancelled.Load() || a.lookAhead.beside == stuck {
			t.Error("it was not cancelled")
		}
		close(stuck.done)
		settle(t, a, h)
	})
}

// Goroutines end with their work.
func TestLookAheadLeavesNothingBehind(t *testing.T) {
	on(2, func() {
		before := runtime.NumGoroutine()
		a := aheadApp(t)
		h := &hand{app: a}
		for i := range 20 {
			a.settings.Down.Loss = 1000
			a.settings.Down.Jitter = time.Duration(i) * time.Millisecond
			h.frame()
		}
		settle(t, a, h)
		deadline := time.Now().Add(10 * time.Second)
		for runtime.NumGoroutine() > before {
			if time.Now().After(deadline) {
				t.Fatalf("%d goroutines, there were %d", runtime.NumGoroutine(), before)
			}
			time.Sleep(time.Millisecond)
		}
	})
}

// Where it can't be looked ahead, nothing of what was known before is left.
func TestLookAheadRefused(t *testing.T) {
	for _, cores := range []int{1, 2} {
		on(cores, func() {
			a := aheadApp(t)
			h := &hand{app: a}
			framesUntil(t, h, func() bool { return a.lookAhead.latest != nil })
			s := panelScenario()
			s.Entities[0].Count = 500
			s.Settings.Down.Bandwidth = 10_000_000
			if err := a.Run(s); err != nil {
				t.Fatal(err)
			}
			settle(t, a, h)
			if a.lookAhead.err == nil || a.lookAhead.latest != nil || a.lookAhead.lenses != nil {
				t.Errorf("with %d cores: error %v, and %v is known", cores, a.lookAhead.err, a.lookAhead.latest)
			}
			if list := panelText(t, a, a.curvePanel, a.places.curve); !has(t, list, a.text.Curve.NoLookAhead) {
				t.Error("the panel does not say so")
			}
			a.settings.Down.Bandwidth = 0
			framesUntil(t, h, func() bool { return a.lookAhead.latest != nil })
			if a.lookAhead.err != nil || !a.lookAhead.latest.Fewer {
				t.Errorf("without a limit: %v", a.lookAhead.err)
			}
			if tip := a.aheadTip(); tip == a.text.Curve.AheadTip {
				t.Error("no word of the fewer entities")
			}
		})
	}
}

// More is done in each frame as long as they come in time, and where they don't, less,
// and for long no more.
func TestPortionSize(t *testing.T) {
	const inTime, late = 16 * time.Millisecond, 34 * time.Millisecond
	p := portionSize{smallest: 1, largest: 12}
	if n := p.next(inTime); n != 3 {
		t.Errorf("it begins with %d, want a quarter of the way, 3", n)
	}
	for range 10 * calmFrames {
		p.next(inTime)
	}
	if p.size < 10 || p.size > p.largest {
		t.Errorf("after 200 frames in time it is %d", p.size)
	}
	was := p.size
	if n := p.next(late); n != was/2 {
		t.Errorf("after a late frame it is %d, want half of %d", n, was)
	}
	for range 500 {
		if n := p.next(inTime); n >= was {
			t.Fatalf("%d was too much, and it is tried again soon", was)
		}
	}
	for range 20 {
		p.next(late)
	}
	if p.size != 1 || p.most != 1 {
		t.Errorf("where all frames are late it is %d of %d, want 1 of 1", p.size, p.most)
	}
	for range 20 * trustFrames {
		p.next(inTime)
	}
	if p.size < 10 {
		t.Errorf("after so many frames in time it is still %d", p.size)
	}
}
