package study

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/world"
)

// jittering is a question that differs by its jitter.
func jittering(jitter int) *Question {
	s := few()
	s.Settings.Down.Jitter = time.Duration(jitter) * ms
	return &Question{Scenario: s, Seeds: 10, FirstSeed: 1, Curves: true}
}

// portions steps so many portions.
func portions(r *Runner, n int) (done bool) {
	return r.Step(func() bool { n--; return n < 0 })
}

// Left alone, a runner comes to what a study does.
func TestRunnerLeftAlone(t *testing.T) {
	var r Runner
	if !portions(&r, 1) {
		t.Error("it has something to do before it is asked")
	}
	r.Ask(jittering(30), false)
	want := answered(t, jittering(30))
	if latest, lenses := r.Known(); latest != nil || lenses != nil {
		t.Error("it knows something before it has done anything")
	}
	steps := 0
	for !portions(&r, 20) {
		steps++
	}
	latest, lenses := r.Known()
	if diff := cmp.Diff(want, latest, asShown); diff != "" || lenses != latest || !latest.Done || steps < 5 {
		t.Errorf("after %d steps, done %v:\n%s", steps, latest.Done, diff)
	}
	if !portions(&r, 50) {
		t.Error("it goes on when all is done")
	}
}

// Asked something else all the time, it knows the underruns of the newest question, and keeps
// what the lens drew of an older one until it is left alone.
func TestRunnerGoesAlong(t *testing.T) {
	var r Runner
	r.Ask(jittering(0), false)
	r.Step(never)
	_, older := r.Known()
	for i := range 20 {
		r.Ask(jittering(1+i), false)
		portions(&r, 150)
		latest, lenses := r.Known()
		if !latest.Settled || latest.plan.Scenario.Settings.Down.Jitter != time.Duration(1+i)*ms || lenses != older {
			t.Fatalf("at the %dth question it knows of %v", i, latest.plan.Scenario.Settings.Down.Jitter)
		}
	}
	r.Step(never)
	if latest, lenses := r.Known(); lenses != latest {
		t.Error("left alone, it does not come to runs of the lens")
	}
}

// A fresh question leaves nothing of those before, and neither does one that has no
// answer.
func TestRunnerForgets(t *testing.T) {
	for _, fresh := range []bool{true, false} {
		var r Runner
		r.Ask(jittering(30), false)
		r.Step(never)
		q := jittering(40)
		if !fresh {
			q.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 100}}
			q.Scenario.Settings.Down.Bandwidth, q.Entities = 1_000_000, 24
		}
		r.Ask(q, fresh)
		if latest, lenses := r.Known(); latest != nil || lenses != nil {
			t.Errorf("fresh %v: it still knows something", fresh)
		}
		if got := errors.Is(r.Err(), ErrQuestion); got == fresh {
			t.Errorf("fresh %v: error %v", fresh, r.Err())
		}
		if !fresh && !portions(&r, 1) {
			t.Error("there is something to do about no question")
		}
		r.Ask(jittering(50), false)
		if r.Err() != nil || portions(&r, 2) {
			t.Errorf("asked again: %v", r.Err())
		}
	}
}
