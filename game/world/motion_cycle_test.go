package world

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// slowLocate walks through the intervals one by one from the beginning of the
// lap that holds time 0, and counts the boundaries after 0.
func slowLocate(lengths []int64, phase, t int64) (passed int64, i int, since int64) {
	start := -phase
	for {
		for i, d := range lengths {
			if t < start+d {
				return passed, i, t - start
			}
			start += d
			if start > 0 {
				passed++
			}
		}
	}
}

func TestCycleAgreesWithAWalkThroughIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.Int64Range(1, 50), 1, 9).Draw(t, "lengths")
		seed := rapid.Uint64().Draw(t, "seed")
		c := newCycle(rand.New(rand.NewPCG(seed, 0)), lengths)
		for range 20 {
			at := rapid.Int64Range(0, 3000).Draw(t, "at")
			lap, i, since := c.locate(at)
			passed, wantI, wantSince := slowLocate(lengths, c.phase, at)
			if i != wantI || since != wantSince || c.passed(lap, i) != passed {
				t.Fatalf("at %d of %v from %d: interval %d since %d passed %d, want %d, %d, %d",
					at, lengths, c.phase, i, since, c.passed(lap, i), wantI, wantSince, passed)
			}
			if since < 0 || since >= c.length(i) {
				t.Fatalf("at %d: %d into an interval of %d", at, since, c.length(i))
			}
		}
	})
}

func TestCycleByHand(t *testing.T) {
	// Laps of 10+20+30 = 60 ns, and time 0 is 25 into one: in the second interval.
	c := cycle{ends: []int64{10, 30, 60}, phase: 25, first: 1}
	tests := []struct {
		at     int64
		i      int
		since  int64
		passed int64
	}{
		{0, 1, 15, 0},
		{4, 1, 19, 0},
		{5, 2, 0, 1},   // 25+5 = 30: a boundary belongs to what it begins
		{34, 2, 29, 1}, // 25+34 = 59
		{35, 0, 0, 2},  // 25+35 = 60: the next lap
		{45, 1, 0, 3},
		{60, 1, 15, 3},    // a lap after 0: three boundaries on
		{6005, 2, 0, 301}, // a hundred laps after 5
	}
	for _, tt := range tests {
		lap, i, since := c.locate(tt.at)
		if passed := c.passed(lap, i); i != tt.i || since != tt.since || passed != tt.passed {
			t.Errorf("at %d: interval %d since %d passed %d, want %d, %d, %d", tt.at, i, since, passed, tt.i, tt.since, tt.passed)
		}
	}
	if _, i, since := c.locate(math.MaxInt64); i < 0 || since < 0 || since >= c.length(i) {
		t.Errorf("at the end of time: interval %d since %d", i, since)
	}
}
