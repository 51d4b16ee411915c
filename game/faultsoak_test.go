package game_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// randomFault returns a fault of any kind with an amount of its usual size.
func randomFault(r *rand.Rand, kinds *world.Kinds) config.Fault {
	f := (config.NoFault + 1 + config.FaultKind(r.IntN(int(config.NumFaults-1)))).Fault()
	switch i := f.Kind.Info(); i.Parameter {
	case config.Packets:
		f.Amount = 1 + r.Int64N(3)
	case config.For:
		f.Amount = i.Min + r.Int64N(i.Default)
	case config.By:
		if r.IntN(2) == 0 {
			f.Amount = -f.Amount
		}
	case config.OfKind:
		f.Amount = r.Int64N(int64(kinds.Len()) + 1)
	}
	return f
}

// soak runs a minute with a random fault each 100 ms, and a while without, in which all
// must be well again.
func soak(t *testing.T, seed uint64) *measure.Run {
	scenario := faultless()
	scenario.Seed = seed
	scenario.Settings.Down.Jitter = 30 * time.Millisecond
	scenario.Settings.Comparison = config.Comparison(seed % uint64(len(config.AllComparisons())))
	if seed%4 >= 2 {
		scenario.Settings.Encoding = config.DeltaEncoding
	}
	if seed%2 == 1 {
		scenario.Settings.SendRate = 20 * config.Hertz
		scenario.Settings.Down.Order = 1
	}
	s, err := measure.NewRun(scenario)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 99))
	watchRenderTime(t, s)
	const faulty = 60 * time.Second
	for at := time.Duration(0); at < faulty; at += 100 * time.Millisecond {
		s.AdvanceTo(at)
		if err := s.Inject(randomFault(r, s.Kinds())); err != nil {
			t.Fatal(err)
		}
	}
	s.AdvanceTo(faulty)
	over := max(s.Now(), s.FaultsEnd()) + 5*time.Second
	s.AdvanceTo(over)
	before := s.Stats(game.Interpolated).Overall
	s.AdvanceTo(over + 5*time.Second)
	after := s.Stats(game.Interpolated).Overall
	if err := s.Err(); err != nil {
		t.Errorf("seed %d: %v", seed, err)
	}
	if after.Underruns != before.Underruns || after.InUnderrun != before.InUnderrun {
		t.Errorf("seed %d: 5 s after the last fault there are still underruns, %d of %v", seed, after.Underruns-before.Underruns, after.InUnderrun-before.InUnderrun)
	}
	checkDrawn(t, s)
	// An error just too small for a step is slewed away at 50 ms/s in 10 s, from when
	// the window of 2 s knows better.
	s.AdvanceTo(over + 12*time.Second)
	if e := time.Duration(s.Stats(game.Interpolated).Applied - s.TrueOffset()); e < -20*time.Millisecond || e > 20*time.Millisecond {
		t.Errorf("seed %d: the clock is off by %v", seed, e)
	}
	return s
}

// watchRenderTime fails the test when a kind's render time goes back within an epoch, but
// at a step of the clock: one that was set ahead has put it ahead too.
func watchRenderTime(t *testing.T, s *measure.Run) {
	type place struct {
		lens game.Lens
		kind interp.Kind
	}
	var epoch uint16
	steps := 0
	last := map[place]interp.ServerTime{}
	s.OnFrame(func(r *measure.FrameRow) {
		if e, n := s.ClientEpoch(), s.Stats(game.Interpolated).Steps; e != epoch || n != steps {
			epoch, steps = e, n
			clear(last)
		}
		if r.Lens != game.Interpolated && r.Lens != game.Extrapolated {
			return
		}
		p := place{lens: r.Lens, kind: r.Drawn.Kind}
		if at, ok := last[p]; ok && r.RenderTime < at {
			t.Errorf("at %v the render time of %v %v goes back from %v to %v", r.At, r.Lens, world.BuiltIn(r.Drawn.Kind).Name, at, r.RenderTime)
		}
		last[p] = r.RenderTime
	})
}

// checkDrawn fails the test unless the interpolated lens draws every entity that
// lives at the time it shows, in the right generation, and no other.
func checkDrawn(t *testing.T, s *measure.Run) {
	t.Helper()
	living := map[interp.EntityID]world.State{}
	stats := s.Stats(game.Interpolated)
	for id := interp.EntityID(1); int(id) <= s.Entities(); id++ {
		var state world.State
		kind, _ := s.Kind(id)
		s.Truth(id, s.SimulationTime(stats.Kinds[kind].RenderTime), &state)
		// A rocket may be in the snapshot that is between its spawn and now.
		if state.Alive && kind != world.Rocket {
			living[id] = state
		}
	}
	for _, d := range s.AppendDrawn(nil, game.Interpolated) {
		if d.Kind == world.Rocket {
			continue
		}
		truth, ok := living[d.ID]
		if !ok || truth.Generation != d.Generation {
			t.Errorf("seed %d: %v %d of generation %d is drawn, and lives in %d: %v", s.Scenario().Seed, world.BuiltIn(d.Kind).Name, d.ID, d.Generation, truth.Generation, ok)
		}
		delete(living, d.ID)
	}
	if len(living) > 0 {
		t.Errorf("seed %d: %d entities live and are not drawn", s.Scenario().Seed, len(living))
	}
}

// Whatever goes wrong together, nothing panics, render time goes on within an epoch,
// and five seconds after the last fault has ended everything is drawn as it should be.
func TestFaultsInAnyCombination(t *testing.T) {
	seeds := uint64(8)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		s := soak(t, seed)
		report := s.Report()
		for name, l := range report.Lenses {
			if g := l.Overall.UnderrunShare; g < 0 || g > 1 {
				t.Errorf("seed %d: %s has a gap ratio of %v", seed, name, g)
			}
			if l.Overall.UnderrunMS < 0 || l.Overall.Latency.Max < l.Overall.Latency.P50 {
				t.Errorf("seed %d: %s: %+v", seed, name, l.Overall)
			}
		}
	}
}

// A run full of faults replays from its recording.
func TestSoakReplays(t *testing.T) {
	s := soak(t, 7)
	data, err := s.Recording().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	recording, err := config.ParseScenario(data)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := runWith(t, recording, to(s.Now())).Digest(), s.Digest(); got != want {
		t.Errorf("the recording has the digest %016x, want %016x", got, want)
	}
}
