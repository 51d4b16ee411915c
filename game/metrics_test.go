package game_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// TestCalmNetwork: without chance every figure can be worked out.
func TestCalmNetwork(t *testing.T) {
	s := run(t, func(sc *config.Scenario) {
		calm(&sc.Settings)
		sc.Entities = []world.Group{{Kind: world.Turret, Count: 1}, {Kind: world.Car, Count: 2}}
	})
	s.AdvanceTo(20 * time.Second)
	r := s.Report()

	// Drawn at render time: the latency of the fastest packet, 50 ms, and the delay
	// of 200 ms behind the server.
	interpolated := r.Lenses["interpolated"].Overall
	if got := interpolated.Latency; got.P50 != 250 || got.Max != 250 {
		t.Errorf("interpolated shows what was %v ms (max %v) ago, want 250", got.P50, got.Max)
	}
	// The newest snapshot's age behind the fastest packet runs from 0 to 100 ms.
	if got := interpolated.NeededDelay.Max; got < 80 || got > 100 {
		t.Errorf("needed delay at most %v ms, want just below 100", got)
	}
	if interpolated.Underruns != 0 || interpolated.UnderrunMS != 0 || interpolated.Correction.Count != 0 {
		t.Errorf("%d underruns, %v ms in underrun, %d corrections, want none", interpolated.Underruns, interpolated.UnderrunMS, interpolated.Correction.Count)
	}
	// 200 ms are two intervals of 100: one or two snapshots ahead.
	if got := interpolated.Occupancy; got.Min != 1 || got.Max != 2 {
		t.Errorf("occupancy %d to %d, want 1 to 2", got.Min, got.Max)
	}

	// Raw shows a snapshot that was 50 ms old when it came, until the next one.
	raw := r.Lenses["raw"].Overall
	if got := raw.Latency; got.P50 < 80 || got.P50 > 120 || got.Max > 151 {
		t.Errorf("raw shows what was %v ms (max %v) ago, want about 100 and at most 150", got.P50, got.Max)
	}
	// What raw shows was exactly true then, but for the millimetre of the wire.
	if got := raw.PathError.Max; got > 0.001 {
		t.Errorf("raw is %v m off the truth of the time it shows, want at most 0.001", got)
	}
	// The extrapolated lens shows the present, once it knows the round trip.
	extrapolated := r.Lenses["extrapolated"].Overall
	if got := extrapolated.Latency.P95; got > 1 {
		t.Errorf("extrapolated shows what was %v ms ago, want the present", got)
	}
	// Interpolation is the smoothest of the three, and farthest behind.
	if !(interpolated.RoughnessMPS < extrapolated.RoughnessMPS && extrapolated.RoughnessMPS < raw.RoughnessMPS) {
		t.Errorf("roughness raw %v, interpolated %v, extrapolated %v: want interpolated < extrapolated < raw",
			raw.RoughnessMPS, interpolated.RoughnessMPS, extrapolated.RoughnessMPS)
	}
	if !(extrapolated.Error.RMS < raw.Error.RMS && raw.Error.RMS < interpolated.Error.RMS) {
		t.Errorf("lag error raw %v, interpolated %v, extrapolated %v: want extrapolated < raw < interpolated",
			raw.Error.RMS, interpolated.Error.RMS, extrapolated.Error.RMS)
	}
	// No jitter: the clock's estimate is exact.
	if got := r.Lenses["interpolated"].Clock; got.ErrorMS != 0 || got.Steps != 1 {
		t.Errorf("clock %v ms off after %d steps, want 0 and the first packet's", got.ErrorMS, got.Steps)
	}
}

// TestRequiredDelayIsEnough is the formula: at D = (1+k)·I + J no run with at most k
// losses in a row has no underrun, whatever the rates, the jitter and the order.
func TestRequiredDelayIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	checked := 0
	runs := uint64(400)
	if testing.Short() {
		runs = 60
	}
	for seed := range runs {
		sc := config.DefaultScenario()
		sc.Seed = seed
		sc.Entities = []world.Group{{Kind: world.Door, Count: 1}}
		st := &sc.Settings
		st.TickRate = config.Rate(20+rng.Int64N(109)) * config.Hertz
		st.SendRate = min(config.Rate(2000+rng.Int64N(60_000)), st.TickRate)
		st.DisplayRate = config.Rate(20+rng.Int64N(200)) * config.Hertz
		st.Down.Jitter = time.Duration(rng.Int64N(int64(120 * msec)))
		st.Down.Latency = time.Duration(rng.Int64N(int64(100 * msec)))
		if rng.IntN(2) == 0 {
			st.Down.Order = 1
		}
		k := rng.IntN(3)
		settingDelay := config.MustSetting("delay")
		settingDelay.SetAll(st, int64(st.RequiredDelay(world.Door, k)))
		s, err := measure.NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(10 * time.Second)
		if s.LinkStats().LongestLossRun > k {
			continue
		}
		checked++
		if n := s.Stats(game.Interpolated).Overall.Underruns; n != 0 {
			t.Errorf("seed %d, %+v, k %d: %d underruns at the required delay", seed, *st, k, n)
		}
	}
	if checked < int(runs/4) {
		t.Errorf("only %d of %d runs stayed within their losses", checked, runs)
	}
}

// TestRequiredDelayIsNeeded: 10 ms below the required delay underruns are common, so
// the test above can fail.
func TestRequiredDelayIsNeeded(t *testing.T) {
	inUnderrun := 0
	for seed := range uint64(20) {
		s := run(t, func(sc *config.Scenario) {
			sc.Seed = seed
			sc.Entities = []world.Group{{Kind: world.Door, Count: 1}}
			sc.Settings.Down.Loss = 0
			config.MustSetting("delay").SetAll(&sc.Settings, int64(120*msec))
		})
		s.AdvanceTo(20 * time.Second)
		inUnderrun += min(1, s.Stats(game.Interpolated).Overall.Underruns)
	}
	if inUnderrun < 15 {
		t.Errorf("%d of 20 runs had underruns with 120 ms where 130 are required, want nearly all", inUnderrun)
	}
}

// TestDrift: a clock that runs 200 ppm fast or slow for 20 minutes costs no underruns.
func TestDrift(t *testing.T) {
	if testing.Short() {
		t.Skip("an hour of simulated time")
	}
	underruns := func(ppm int64) int {
		s := run(t, func(sc *config.Scenario) {
			sc.Entities = []world.Group{{Kind: world.Door, Count: 1}}
			sc.Settings.DriftPPM = ppm
		})
		s.AdvanceTo(20 * time.Minute)
		return s.Stats(game.Interpolated).Overall.Underruns
	}
	still := underruns(0)
	if still == 0 {
		t.Fatal("no underruns without drift: nothing to compare with")
	}
	for _, ppm := range []int64{-200, 200} {
		// The drift shifts which frame sees a gap, so the count moves by chance; its
		// standard deviation is about its root.
		if n := underruns(ppm); float64(n) > float64(still)+3*math.Sqrt(float64(still)) {
			t.Errorf("%d underruns at %d ppm, %d without drift", n, ppm, still)
		}
	}
}

// TestDriftChangesWithoutAJump: the client's clock goes on from where it is.
func TestDriftChangesWithoutAJump(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { sc.Entities = []world.Group{{Kind: world.Door, Count: 1}} })
	for i := range 10 {
		s.AdvanceTo(time.Duration(i+1) * 20 * time.Second)
		before := s.ClientTime()
		settings := s.Settings()
		settings.DriftPPM = int64(i-5) * 1000
		if err := s.Apply(settings); err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(s.Now() + 1)
		if d := s.ClientTime() - before; d < 0 || d > 2 {
			t.Errorf("after %v the clock jumped by %d ns", s.Now(), d)
		}
	}
}

// TestTruthIsNoLens: what is drawn never reaches the server, so a run's packets are
// the same whatever the playback.
func TestTruthIsNoLens(t *testing.T) {
	packets := func(change func(*config.Settings)) []game.PacketRecord {
		s := run(t, func(sc *config.Scenario) { change(&sc.Settings) })
		s.AdvanceTo(5 * time.Second)
		all := s.AppendPackets(nil, 0, s.Now())
		for i := range all {
			all[i].Verdict = interp.Inserted // the playback's affair
		}
		return all
	}
	a := packets(func(*config.Settings) {})
	b := packets(func(st *config.Settings) {
		config.MustSetting("delay").SetAll(st, 0)
		config.MustSetting("on-underrun").SetAll(st, 2)
	})
	if len(a) != len(b) {
		t.Fatalf("%d packets with one playback, %d with another", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("packet %d is %+v with one playback, %+v with another", i+1, a[i], b[i])
		}
	}
}

// TestRecent: the last second's figures are those of the last second.
func TestRecent(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { calm(&sc.Settings) })
	s.AdvanceTo(5 * time.Second)
	if got := s.Recent(game.Interpolated, time.Second).Latency; got != 250*msec {
		t.Errorf("interpolated shows %v ago, want 250ms", got)
	}
	frames := s.AppendFrames(nil, 4*time.Second)
	if len(frames) < 59 || len(frames) > 61 || frames[0].At < 4*time.Second || frames[len(frames)-1].At > s.Now() {
		t.Errorf("%d frames from %v, want the 60 from 4 s on", len(frames), frames[0].At)
	}
	for i := 1; i < len(frames); i++ {
		if frames[i].At <= frames[i-1].At {
			t.Fatal("frames are not in order of time")
		}
	}
	// Longer ago than is remembered: what there is.
	s.AdvanceTo(60 * time.Second)
	if oldest := s.AppendFrames(nil, 0)[0].At; oldest > 60*time.Second-measure.RecentTime || oldest < 60*time.Second-2*measure.RecentTime {
		t.Errorf("the oldest frame is of %v, want little more than %v ago", oldest, measure.RecentTime)
	}
}

// TestFrameRows: the log has every entity of every lens, and its states are those of
// the counters.
func TestFrameRows(t *testing.T) {
	s := run(t, func(sc *config.Scenario) { sc.Entities = []world.Group{{Kind: world.Turret, Count: 2}} })
	rows := map[game.Lens]int{}
	inUnderrun := 0
	s.OnFrame(func(r *measure.FrameRow) {
		rows[r.Lens]++
		if r.Lens == game.Interpolated && r.Drawn.ID == 1 && r.Drawn.State.InUnderrun() {
			inUnderrun++
		}
	})
	s.AdvanceTo(10 * time.Second)
	for _, l := range []game.Lens{game.Raw, game.Interpolated, game.Extrapolated} {
		if n := rows[l]; n < 2*580 || n > 2*600 {
			t.Errorf("%v has %d rows in 10 s of two entities, want nearly 1200", l, n)
		}
	}
	frame := 1 / 60.0
	if want := s.Stats(game.Interpolated).Overall.InUnderrun.Seconds(); math.Abs(float64(inUnderrun)*frame-want) > 0.001 {
		t.Errorf("%d rows in underrun are %v s, the counter has %v", inUnderrun, float64(inUnderrun)*frame, want)
	}
}

// TestSteadyStateDoesNotAllocate: a run at full swing makes no garbage.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	wantNoGarbage(t, run(t, func(*config.Scenario) {}))
}

func BenchmarkSession(b *testing.B) {
	sc := config.DefaultScenario()
	s, err := measure.NewRun(sc)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := range b.N {
		s.AdvanceTo(time.Duration(i+1) * time.Second)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "simulated-s/s")
}
