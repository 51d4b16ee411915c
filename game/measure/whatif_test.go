package measure

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

const milli = time.Millisecond

// TestWhatIfByHand: frames of 10 ms that need 50, 120.4 (counts as 121), 30 and 80 ms.
func TestWhatIfByHand(t *testing.T) {
	var w WhatIf
	for _, needed := range []time.Duration{50 * milli, 120400 * time.Microsecond, 30 * milli, 80 * milli} {
		w.add(needed, 10*milli)
	}
	for _, tc := range []struct {
		delay      time.Duration
		underruns  int
		inUnderrun float64
	}{
		{0, 1, 1},                       // in underrun all the time is one episode
		{29 * milli, 1, 1},              // still
		{30 * milli, 2, 0.75},           // enough for the third frame, which parts two spells
		{49 * milli, 2, 0.75},           // 50, 121 | 80
		{50 * milli, 2, 0.5},            // 121 | 80
		{79 * milli, 2, 0.5},            //
		{80 * milli, 1, 0.25},           // 121
		{120 * milli, 1, 0.25},          //
		{121 * milli, 0, 0},             // equality is enough
		{WhatIfLimit + time.Hour, 0, 0}, // as at the limit
		{-time.Second, 1, 1},            // as at 0
	} {
		if got := w.Underruns(tc.delay); got != tc.underruns {
			t.Errorf("Underruns(%v) = %d, want %d", tc.delay, got, tc.underruns)
		}
		if got := w.UnderrunShare(tc.delay); got != tc.inUnderrun {
			t.Errorf("UnderrunShare(%v) = %v, want %v", tc.delay, got, tc.inUnderrun)
		}
	}
	for _, tc := range []struct {
		share float64
		want  time.Duration
	}{{0, 30 * milli}, {0.25, 30 * milli}, {0.26, 50 * milli}, {0.75, 80 * milli}, {0.99, 121 * milli}, {1, 121 * milli}} {
		if got := w.Needed(tc.share); got != tc.want {
			t.Errorf("Needed(%v) = %v, want %v", tc.share, got, tc.want)
		}
	}
	if w.Frames() != 4 || w.Span() != 40*milli {
		t.Errorf("Frames, Span = %d, %v, want 4 and 40ms", w.Frames(), w.Span())
	}
}

// TestWhatIfBeyondLimit: what needs more than is told of is never hidden.
func TestWhatIfBeyondLimit(t *testing.T) {
	var w WhatIf
	w.add(5*time.Second, 0)
	if got := w.Underruns(WhatIfLimit); got != 1 {
		t.Errorf("Underruns(limit) = %d, want 1", got)
	}
	if got, want := w.Needed(1), WhatIfLimit+milli; got != want {
		t.Errorf("Needed(1) = %v, want %v", got, want)
	}
	if w.Most() != 5*time.Second {
		t.Errorf("Most() = %v, want 5s", w.Most())
	}
}

func TestWhatIfEmpty(t *testing.T) {
	var w WhatIf
	if w.Underruns(0) != 0 || w.UnderrunShare(0) != 0 || w.Needed(1) != 0 {
		t.Error("nothing measured is not nothing")
	}
}

// TestWhatIfTwin counts frame by frame, at every delay, what the bins count at once.
func TestWhatIfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		needs := rapid.SliceOfN(rapid.Int64Range(-5_000, 60_000), 0, 60).Draw(t, "needs in µs") // negative: nothing there if below −2000
		var w WhatIf
		for _, n := range needs {
			if n < -2000 {
				w.skip()
				continue
			}
			w.add(time.Duration(n)*time.Microsecond, milli)
		}
		all, shares := w.AppendUnderruns(nil, 70*milli), w.AppendUnderrunShares(nil, 70*milli)
		for ms := range int64(71) {
			d := ms * 1000
			underruns, inUnderrun, frames, was := 0, 0, 0, false
			for _, n := range needs {
				if n < -2000 {
					was = false
					continue
				}
				frames++
				is := n > d
				if is {
					inUnderrun++
				}
				if is && !was {
					underruns++
				}
				was = is
			}
			at := time.Duration(ms) * milli
			if got := w.UnderrunShare(at); shares[ms] != got {
				t.Fatalf("at %v AppendUnderrunShares has %v, UnderrunShare %v", at, shares[ms], got)
			}
			if got := w.Underruns(at); got != underruns || all[ms] != underruns {
				t.Fatalf("Underruns(%v) = %d and %d, want %d", at, got, all[ms], underruns)
			}
			if frames > 0 && w.UnderrunShare(at) != float64(inUnderrun)/float64(frames) {
				t.Fatalf("UnderrunShare(%v) = %v, want %d of %d", at, w.UnderrunShare(at), inUnderrun, frames)
			}
		}
		if w.Underruns(w.Needed(1)) != 0 {
			t.Fatalf("%d underruns at Needed(1)", w.Underruns(w.Needed(1)))
		}
	})
}

// whatIfScenario is a lossy link with a delay for all kinds.
func whatIfScenario(seed uint64, delay time.Duration) config.Scenario {
	s := config.DefaultScenario()
	s.Seed = seed
	s.Settings.Down.Loss = 80_000
	s.Settings.Down.Jitter = 45 * milli
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay = delay
	}
	return s
}

// TestWhatIfAgainstRuns: what one run says of a delay is what a run with that delay
// counts, spell by spell and frame by frame.
func TestWhatIfAgainstRuns(t *testing.T) {
	const length = 12 * time.Second
	for _, seed := range []uint64{3, 8} {
		told, err := NewRun(whatIfScenario(seed, 77*milli))
		if err != nil {
			t.Fatal(err)
		}
		told.AdvanceTo(length)
		spells := 0
		for _, delay := range []time.Duration{0, 40 * milli, 100 * milli, 150 * milli, 200 * milli, 250 * milli, 330 * milli} {
			t.Run(fmt.Sprintf("seed %d delay %v", seed, delay), func(t *testing.T) {
				s, err := NewRun(whatIfScenario(seed, delay))
				if err != nil {
					t.Fatal(err)
				}
				s.AdvanceTo(length)
				frames := s.AppendFrames(nil, 0)
				for k := -1; k < int(world.NumBuiltIn); k++ {
					stats := s.Stats(game.Interpolated).Overall
					if k >= 0 {
						stats = s.Stats(game.Interpolated).Kinds[k].UnderrunStats
					}
					w := told.WhatIf(k)
					if got := w.Underruns(delay); got != stats.Underruns {
						t.Errorf("kind %d: told of %d underruns, the run has %d", k, got, stats.Underruns)
					}
					spells += stats.Underruns
					inUnderrun, measured, count := time.Duration(0), time.Duration(0), 0
					for i := range frames {
						elapsed := time.Duration(0) // since the frame before, if there was one
						if i > 0 {
							elapsed = frames[i].At - frames[i-1].At
						}
						in, is := frameInUnderrun(&frames[i], k)
						if is {
							measured += elapsed
							count++
						}
						if in {
							inUnderrun += elapsed
						}
					}
					if got, want := w.UnderrunShare(delay), float64(inUnderrun)/float64(measured); got != want || w.Frames() != count {
						t.Errorf("kind %d: told of a share of %v of %d frames, the run has %v of %v in %d", k, got, w.Frames(), inUnderrun, measured, count)
					}
				}
			})
		}
		if spells < 1000 {
			t.Errorf("only %d spells in all: the scenario is too easy to show anything", spells)
		}
	}
}

// frameInUnderrun returns whether a kind, or any if k is −1, was in underrun, and was measured.
func frameInUnderrun(f *FrameSummary, k int) (inUnderrun, measured bool) {
	for i := range f.Kinds {
		if k >= 0 && i != k {
			continue
		}
		inUnderrun = inUnderrun || f.Kinds[i].State.InUnderrun()
		measured = measured || f.Kinds[i].Measured
	}
	return inUnderrun, measured
}

// TestWhatIfBeginsAnew: a new delay changes nothing of what is known, a new link
// everything.
func TestWhatIfBeginsAnew(t *testing.T) {
	s, err := NewRun(whatIfScenario(3, 200*milli))
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(5 * time.Second)
	before := s.WhatIf(-1).Frames()
	settings := s.Settings()
	settings.Policies[world.Drone].Delay = 120 * milli
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	if got := s.WhatIf(-1).Frames(); got != before {
		t.Errorf("after a new delay %d frames, want the %d there were", got, before)
	}
	settings.Down.Loss = 0
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	if got := s.WhatIf(-1).Frames(); got != 0 {
		t.Errorf("after a new link %d frames, want 0", got)
	}

	// A longer way: the clock needs seconds to find it, and what is needed until
	// then is told of at once but not kept.
	settings.Down.Jitter, settings.Down.Latency = 0, settings.Down.Latency+100*milli
	if err := s.Apply(settings); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(5500 * milli)
	if got := s.WhatIf(-1).Needed(1); got < 150*milli {
		t.Errorf("half a second after a longer way %v was needed, want the surprise to show", got)
	}
	s.AdvanceTo(25 * time.Second)
	if got := s.WhatIf(-1).Span(); got < 15*time.Second {
		t.Errorf("20 s after a longer way only %v are measured, want all since the clock found it", got)
	}
	interval := settings.Interval()
	if got := s.WhatIf(-1).Needed(1); got > interval+settledWell+milli {
		t.Errorf("20 s after a longer way %v is needed, want at most an interval (%v) and the clock's error", got, interval)
	}
}

// TestDelayCost compares with the distances themselves, and with what stands still.
func TestDelayCost(t *testing.T) {
	scenario := config.DefaultScenario()
	scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Door, Count: 2}}
	s, err := NewRun(scenario)
	if err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(10 * time.Second)
	delays := []time.Duration{0, 100 * milli, 400 * milli}
	if got := s.AppendDelayCost(nil, int(world.Door), world.Position, delays); got[0] != 0 || got[2] != 0 {
		t.Errorf("doors, which do not move: %v, want zeros", got)
	}
	got := s.AppendDelayCost([]float64{-1}, int(world.Car), world.Position, delays)
	if got[0] != -1 || len(got) != 1+len(delays) {
		t.Fatalf("appended to [-1]: %v", got)
	}
	if !(got[1] > 0 && got[2] > got[1] && got[3] > got[2]) {
		t.Errorf("a car's cost %v does not grow with the delay", got[1:])
	}
	// The car's speed over the last seconds bounds it: v·(latency + delay).
	fastest := float32(0)
	var state world.State
	for at := 6 * time.Second; at <= 10*time.Second; at += 10 * milli {
		s.Truth(interp.EntityID(1), at, &state)
		fastest = max(fastest, state.Velocity.Len())
	}
	if bound := float64(fastest) * 0.450; got[3] > bound || got[3] < bound/10 {
		t.Errorf("cost of 400 ms is %v m, want at most %v m and not far from it", got[3], bound)
	}
	if n := testing.AllocsPerRun(10, func() { got = s.AppendDelayCost(got[:0], -1, world.Position, delays) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
