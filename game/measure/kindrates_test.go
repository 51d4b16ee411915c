package measure

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

// rated are the kinds of the tests of rates: they always live.
var rated = []interp.Kind{world.Turret, world.Walker, world.Door}

// withRates gives a scenario one to five entities of each and random rates.
func withRates(r *rand.Rand, s *config.Scenario) {
	s.Entities = nil
	for _, k := range rated {
		s.Entities = append(s.Entities, world.Group{Kind: k, Count: 1 + r.IntN(5)})
		if r.IntN(4) > 0 {
			s.Settings.KindRates[k] = max(config.Hertz, config.Rate(r.Int64N(int64(s.Settings.SendRate))))
		}
	}
	s.Settings.SendOrder = config.SendOrder(r.IntN(2))
}

// TestTimingRunTwinOfKindRates is TestTimingRunTwin of kinds with rates of their own.
func TestTimingRunTwinOfKindRates(t *testing.T) {
	settings := 300
	if testing.Short() {
		settings = 40
	}
	episodes, mixed := 0, 0
	for i := range settings {
		r := rand.New(rand.NewPCG(uint64(i), 9))
		s := randomNetwork(r)
		s.Settings.DriftPPM = 0
		withRates(r, &s)
		session, err := NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(s.Duration)
		run, err := timed(&s)
		if err != nil {
			t.Fatal(err)
		}
		if session.Stats(game.Interpolated).Steps > 1 {
			continue
		}
		if !s.Settings.AllInEvery() {
			mixed++
		}
		for _, k := range rated {
			w, told := *run.WhatIf(int(k)), session.WhatIf(int(k))
			w.previous = told.previous
			if w != *told {
				t.Fatalf("settings %d: what is timed of kind %d differs from what is measured", i, k)
			}
			want := session.Stats(game.Interpolated).Kinds[k].UnderrunStats
			if got := w.Underruns(s.Settings.Policies[k].Delay); got != want.Underruns {
				t.Fatalf("settings %d, kind %d: timed %d episodes, the lens counts %d", i, k, got, want.Underruns)
			}
			episodes += want.Underruns
			if s.Settings.AllInEvery() {
				continue
			}
			got, _ := run.KindLossRuns(k)
			runs, _ := session.KindLossRuns(k)
			// The run's last packets may be sent after the last display frame.
			if len(got) > len(runs) {
				t.Errorf("settings %d, kind %d: timed runs of losses are %v, those of the run %v", i, k, got, runs)
			}
		}
	}
	if mixed < settings/2 || episodes < settings {
		t.Errorf("%d runs with rates of their own, %d underruns: too few to show anything", mixed, episodes)
	}
}

// TestNoUnderrunAtTheRequiredDelayOfAKind: at D ≥ (1+k)·I + J, I being the kind's own, no kind
// is in underrun while no entity of it loses more than k of its own samples in a row,
// whatever the rates, jitter, turns and seed. The clock's first guess must have settled.
func TestNoUnderrunAtTheRequiredDelayOfAKind(t *testing.T) {
	runs := 20_000
	if testing.Short() {
		runs = 1_000
	}
	checked, losses := 0, 0
	for i := range runs {
		r := rand.New(rand.NewPCG(uint64(i), 11))
		s := config.DefaultScenario()
		s.Seed, s.Duration = r.Uint64(), time.Duration(2+r.IntN(4))*time.Second
		g := &s.Settings
		g.TickRate = config.Rate(20+r.IntN(100)) * config.Hertz
		g.SendRate = min(g.TickRate, config.Rate(2000+r.IntN(60_000)))
		g.DisplayRate = config.Rate(15_000 + r.IntN(150_000))
		g.Down = netsim.Conditions{
			Latency: time.Duration(r.IntN(200)) * time.Millisecond, Jitter: time.Duration(r.IntN(150)) * time.Millisecond,
			JitterModel: netsim.JitterModel(r.IntN(4)), Loss: netsim.Probability(r.IntN(int(netsim.Always / 5))), Order: netsim.Order(r.IntN(2)),
			Queue: 64_000,
		}
		withRates(r, &s)
		run, err := timed(&s)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range rated {
			lost, k := run.LossRuns(), 0
			if !g.AllInEvery() {
				lost, _ = run.KindLossRuns(kind)
			}
			k = len(lost)
			delay := g.RequiredDelay(kind, k)
			checked++
			if k > 0 {
				losses++
			}
			if w := run.WhatIf(int(kind)); w.Most() > delay {
				t.Fatalf("run %d: kind %d at %d of %d mHz loses %d in a row and needs %v, by the formula %v\n%+v",
					i, kind, g.KindRate(kind), g.SendRate, k, w.Most(), delay, g.Down)
			}
		}
	}
	if losses < checked/4 {
		t.Errorf("%d of %d lose anything: too few to show anything", losses, checked)
	}
}

// TestBytesOfARate: a kind that is sent a quarter as often takes a quarter of the bytes.
func TestBytesOfARate(t *testing.T) {
	const over = 20 * time.Second
	report := func(rate config.Rate, order config.SendOrder) map[string]KindLinkReport {
		s := config.DefaultScenario()
		s.Settings.SendRate, s.Settings.KindRates[world.Walker], s.Settings.SendOrder = 20*config.Hertz, rate, order
		run, err := NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		run.AdvanceTo(over)
		if now := run.KindKilobits(world.Walker); math.Abs(now/run.Report().Link.Kinds["walker"].KbitSDown-1) > 0.001 {
			t.Errorf("%v kbit/s on the screen, %v in the report", now, run.Report().Link.Kinds["walker"].KbitSDown)
		}
		return run.Report().Link.Kinds
	}
	every := report(0, 0)
	// 2 walkers of 227 bits 20 times a second.
	if got, want := every["walker"].KbitSDown, 2*227*20/1000.0; math.Abs(got/want-1) > 0.01 {
		t.Errorf("walkers take %v kbit/s, want %v", got, want)
	}
	for order := range config.AllTogether + 1 {
		quarter := report(5*config.Hertz, order)
		if got := quarter["walker"].KbitSDown / every["walker"].KbitSDown; math.Abs(got/0.25-1) > 0.03 {
			t.Errorf("%v: walkers at a quarter of the rate take %v of the bytes", order, got)
		}
		if quarter["car"] != every["car"] {
			t.Errorf("%v: cars take %v, and %v while walkers are in every packet", order, quarter["car"], every["car"])
		}
	}
}

// TestReportsTheFormulaOfAKind: 20 Hz are 50 ms and 5 Hz 200 ms between two samples.
func TestReportsTheFormulaOfAKind(t *testing.T) {
	s := config.DefaultScenario()
	s.Settings.SendRate, s.Settings.KindRates[world.Walker] = 20*config.Hertz, 5*config.Hertz
	run, err := NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	run.AdvanceTo(time.Second)
	f := run.Report().Formula
	if w, want := f.Kinds["walker"], (KindFormulaReport{IntervalMS: 200, LossesToSurvive: 1, LossesSurvived: -1, RequiredDelayMS: 430}); w != want {
		t.Errorf("walker: %+v, want %+v", w, want)
	}
	if c, want := f.Kinds["car"], (KindFormulaReport{IntervalMS: 50, LossesToSurvive: 1, LossesSurvived: 2, RequiredDelayMS: 130}); c != want {
		t.Errorf("car: %+v, want %+v", c, want)
	}
}
