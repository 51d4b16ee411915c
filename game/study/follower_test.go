package study

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/config"
	"snaplab/game/world"
)

// jittering is a forecast that differs by its jitter.
func jittering(ms int) *Question {
	s := sparse()
	s.Settings.Down.Jitter = time.Duration(ms) * time.Millisecond
	return &Question{Scenario: s, FirstSeed: 1}
}

// portions steps so many portions.
func portions(f *Runner, n int) (done bool) {
	return f.Step(func() bool { n--; return n < 0 })
}

// Left alone, a follower comes to what a forecaster does.
func TestFollowerLeftAlone(t *testing.T) {
	var f Runner
	f.Ask(jittering(30), false)
	c, err := NewStudy(jittering(30))
	if err != nil {
		t.Fatal(err)
	}
	c.Step(never)
	if latest, lenses := f.Known(); latest != nil || lenses != nil {
		t.Error("it knows something before it has done anything")
	}
	steps := 0
	for !portions(&f, 50) {
		steps++
	}
	latest, lenses := f.Known()
	if diff := cmp.Diff(c.Forecast(), latest); diff != "" || lenses != latest || !latest.Done || steps < 10 {
		t.Errorf("after %d steps, done %v:\n%s", steps, latest.Done, diff)
	}
	if !portions(&f, 50) {
		t.Error("it goes on when all is done")
	}
}

// Asked something else all the time, it tells what can be foreseen of the newest, and
// errors of one that was asked not long ago.
func TestFollowerGoesAlong(t *testing.T) {
	var f Runner
	timed, behind := 0, 0
	var lenses *Forecast
	for i := range 60 {
		f.Ask(jittering(i), false)
		portions(&f, 100) // what is foreseen takes 60, and a first run of the lens 200
		latest, l := f.Known()
		if latest != nil && latest.Kinds[world.Car].Seeds == 50 {
			timed++
		}
		if l != lenses {
			lenses, behind = l, 0
		}
		if behind++; behind > 8 {
			t.Fatalf("at the %dth question errors are not of the last eight", i)
		}
	}
	if timed != 60 {
		t.Errorf("in time are %d of 60", timed)
	}
	c, err := NewStudy(jittering(59))
	if err != nil {
		t.Fatal(err)
	}
	c.Step(func() bool { return c.isTimed() })
	latest, _ := f.Known()
	if diff := cmp.Diff(c.Forecast().Kinds[world.Car].Underruns, latest.Kinds[world.Car].Underruns); diff != "" {
		t.Errorf("what it tells is not of the last question:\n%s", diff)
	}
}

// Where nothing can be foreseen, all is told of one that was asked not long ago.
func TestFollowerBlind(t *testing.T) {
	var f Runner
	var latest *Forecast
	changes := 0
	for i := range 20 {
		q := jittering(i)
		q.Scenario.Settings.Encoding = config.DeltaEncoding
		f.Ask(q, false)
		portions(&f, 100)
		if l, _ := f.Known(); l != latest {
			latest = l
			changes++
		}
	}
	if changes < 5 {
		t.Errorf("in 20 questions it has told of %d", changes)
	}
}

// A fresh question leaves nothing of those before, and neither does one that has no
// answer.
func TestFollowerForgets(t *testing.T) {
	for _, fresh := range []bool{true, false} {
		var f Runner
		f.Ask(jittering(30), false)
		f.Step(func() bool { _, lenses := f.Known(); return lenses != nil })
		q := jittering(40)
		if !fresh {
			q.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 100}}
			q.Scenario.Settings.Down.Bandwidth = 1_000_000
		}
		f.Ask(q, fresh)
		if latest, lenses := f.Known(); latest != nil || lenses != nil {
			t.Errorf("fresh %v: it still knows something", fresh)
		}
		if got := errors.Is(f.Err(), ErrQuestion); got == fresh {
			t.Errorf("fresh %v: error %v", fresh, f.Err())
		}
		if !fresh && !portions(&f, 1) {
			t.Error("there is something to do about no question")
		}
		f.Ask(jittering(50), false)
		if f.Err() != nil || portions(&f, 10) {
			t.Errorf("asked again: %v", f.Err())
		}
	}
}
