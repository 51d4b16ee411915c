package world

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl64"
)

// lengthsOf undoes the sums of a cycle.
func lengthsOf(c *cycle) []int64 {
	var lengths []int64
	for i := range c.ends {
		lengths = append(lengths, c.length(i))
	}
	return lengths
}

// boundaries lists the boundaries of a cycle in (0, until], by adding one
// interval after the other.
func boundaries(c *cycle, until int64) []int64 {
	var times []int64
	for at := -c.phase; ; {
		for _, d := range lengthsOf(c) {
			if at += d; at > until {
				return times
			} else if at > 0 {
				times = append(times, at)
			}
		}
	}
}

const eventSpan = int64(2 * time.Minute)

func TestBlinkersLeap(t *testing.T) {
	for n := range 30 {
		b := newBlinker(3, n)
		leaps := boundaries(&b.cycle, eventSpan)
		if len(leaps) < 40 || len(leaps) > 80 { // every 1.5 to 3 s
			t.Fatalf("blinker %d leaps %d times in 2 minutes", n, len(leaps))
		}
		for i, at := range leaps {
			var before, after State
			b.at(at-1, &before)
			b.at(at, &after)
			if before.Segment != uint8(i) || after.Segment != uint8(i+1) {
				t.Fatalf("blinker %d, leap %d at %d ns: segments %d and %d", n, i, at, before.Segment, after.Segment)
			}
			if far := after.Pose.Position.Sub(before.Pose.Position).Len(); far < 6-1e-4 {
				t.Fatalf("blinker %d, leap %d at %d ns: %g m", n, i, at, far)
			}
			if i > 0 {
				if rest := at - leaps[i-1]; rest < 1.5e9 || rest >= 3e9 {
					t.Fatalf("blinker %d stays for %d ns", n, rest)
				}
			}
		}
	}
}

func TestDoorsToggle(t *testing.T) {
	for n := range 30 {
		d := newDoor(3, n, mgl64.Vec2{1, 2})
		first := State{}
		d.at(0, &first)
		if first.Segment != 0 {
			t.Fatalf("door %d starts in segment %d", n, first.Segment)
		}
		toggles := boundaries(&d.cycle, eventSpan)
		if len(toggles) < 40 || len(toggles) > 80 {
			t.Fatalf("door %d toggles %d times in 2 minutes", n, len(toggles))
		}
		stance := first.Stance
		for i, at := range toggles {
			var before, after State
			d.at(at-1, &before)
			d.at(at, &after)
			if before.Stance != stance || after.Stance != 1-stance {
				t.Fatalf("door %d, toggle %d at %d ns: stance %d, then %d", n, i, at, before.Stance, after.Stance)
			}
			if before.Segment != uint8(i) || after.Segment != uint8(i+1) {
				t.Fatalf("door %d, toggle %d at %d ns: segments %d and %d", n, i, at, before.Segment, after.Segment)
			}
			if before.Pose != after.Pose {
				t.Fatalf("door %d moved", n)
			}
			stance = after.Stance
		}
	}
}

func TestRocketsFlyAndComeAgain(t *testing.T) {
	for n := range 30 {
		k := newRocket(3, n)
		var s State
		s.Alive = true
		k.at(0, &s)
		alive, generation, launched := s.Alive, uint16(0), int64(-1)
		if s.Generation != 0 {
			t.Fatalf("rocket %d starts as generation %d", n, s.Generation)
		}
		events := boundaries(&k.cycle, eventSpan)
		if len(events) < 66 || len(events) > 102 { // two in 2.4 to 3.6 s
			t.Fatalf("rocket %d: %d events in 2 minutes", n, len(events))
		}
		for _, at := range events {
			before, after := State{Alive: true}, State{Alive: true}
			k.at(at-1, &before)
			k.at(at, &after)
			if before.Alive != alive || after.Alive == alive || before.Generation != generation {
				t.Fatalf("rocket %d at %d ns: %+v, then %+v; want alive %v and generation %d before", n, at, before, after, alive, generation)
			}
			alive = !alive
			if alive {
				generation++
				launched = at
				x, y, _ := after.Pose.Position.Elem()
				if max(x, -x) < FieldWidth/2-rocketMargin && max(y, -y) < FieldDepth/2-rocketMargin {
					t.Fatalf("rocket %d at %d ns starts at %v, not at the rim", n, at, after.Pose.Position)
				}
			} else {
				if flown := at - launched; launched >= 0 && (flown < 1.2e9 || flown >= 1.6e9) {
					t.Fatalf("rocket %d flies for %d ns", n, flown)
				}
				if gap := after.Pose.Position.Sub(before.Pose.Position).Len(); gap > 1e-4 {
					t.Fatalf("rocket %d ends %g m from where it was", n, gap)
				}
			}
			if after.Generation != generation {
				t.Fatalf("rocket %d at %d ns is generation %d, want %d", n, at, after.Generation, generation)
			}
		}
	}
}

// A rocket flies 1.4 s and a blinker stays 2.25 s on average, so after a week
// both counters have wrapped; they must still step by one.
func TestCountersWrap(t *testing.T) {
	const week = int64(7 * 24 * time.Hour)
	k, b := newRocket(1, 0), newBlinker(1, 0)
	lap, i, since := k.locate(week)
	if count := lap*rocketFlights + int64(i/2-k.first/2); count < 1<<16 {
		t.Fatalf("only %d flights in a week", count)
	}
	spawn := week - since + k.length(i)
	if i%2 == 0 {
		spawn += k.length(i + 1)
	}
	var before, after State
	k.at(spawn-1, &before)
	k.at(spawn, &after)
	if after.Generation != before.Generation+1 {
		t.Errorf("generation %d, then %d", before.Generation, after.Generation)
	}
	_, i, since = b.locate(week)
	leap := week - since + b.length(i)
	b.at(leap-1, &before)
	b.at(leap, &after)
	if after.Segment != before.Segment+1 {
		t.Errorf("segment %d, then %d", before.Segment, after.Segment)
	}
}

// What is counted depends on the time alone, whatever was asked before.
func TestAskingInAnyOrderIsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var groups []Group
	for k := range NumBuiltIn {
		groups = append(groups, Group{k, 3})
	}
	w := newTestWorld(t, 21, groups...)
	again := newTestWorld(t, 21, groups...)
	const steps = 400
	times := make([]time.Duration, steps)
	for i := range times {
		times[i] = time.Duration(r.Int64N(int64(10 * time.Hour)))
	}
	for i := range w.Len() {
		want := make([]State, steps)
		for n, at := range times {
			w.At(i, at, &want[n])
		}
		for _, n := range r.Perm(steps) {
			var got State
			again.At(i, times[n], &got)
			if got != want[n] {
				t.Fatalf("%s %d at %v: %+v, then %+v", (*Kinds)(nil).Name(w.Kind(i)), i, times[n], want[n], got)
			}
		}
	}
}
