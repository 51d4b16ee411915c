package study

import (
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// few is a scenario whose runs are quickly made, with a kind that does not always live.
func few() config.Scenario {
	s := car()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Rocket, Count: 1}}
	s.Settings.DisplayRate = 20 * config.Hertz
	return s
}

// everything asks for all that there is.
func everything() *Question {
	q := &Question{Scenario: few(), Seeds: 4, FirstSeed: 3, Curves: true, Costs: true}
	q.SetBudget(Budget{Correction: ask(0.2), LongestGap: ask(50 * ms)})
	return q
}

var asShown = cmp.Options{cmpopts.IgnoreUnexported(Result{}), cmp.AllowUnexported(KindResult{}, Needed{}, bounds{})}

// However the work is cut, in portions or on several cores, the results are the same.
func TestResultsDoNotDependOnPortions(t *testing.T) {
	var want []*Result
	s, err := New(everything())
	if err != nil {
		t.Fatal(err)
	}
	note := func() {
		if r := s.Result(); r != nil && (len(want) == 0 || want[len(want)-1] != r) {
			want = append(want, r)
		}
	}
	s.Step(func() bool { note(); return false })
	note()
	// Timing of 4 seeds and all; the lens in 1, 3 and 4 runs, and two searches; costs of 1 and 4.
	if len(want) != 9 || s.Err() != nil {
		t.Fatalf("%d results, %v", len(want), s.Err())
	}
	for i, r := range want {
		if r.Done != (i == 8) || r.Settled != (i > 0) || r.Runs != []int{4, 40}[min(i, 1)] || r.Of != 4 {
			t.Errorf("result %d: done %v, settled %v, %d runs of %d seeds", i, r.Done, r.Settled, r.Runs, r.Of)
		}
	}

	portions, err := New(everything())
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for done := false; !done; steps++ {
		n := 0
		done = portions.Step(func() bool { n++; return n > 3 })
	}
	if diff := cmp.Diff(want[8], portions.Result(), asShown); diff != "" || steps < 50 {
		t.Errorf("in %d steps:\n%s", steps, diff)
	}

	q := everything()
	q.AtOnce = true
	cores, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; done = cores.Next() {
		var wait sync.WaitGroup
		for i := range cores.Runs() {
			wait.Add(1)
			go func() {
				defer wait.Done()
				if err := cores.Make(cores.Runs() - 1 - i); err != nil {
					t.Error(err)
				}
			}()
		}
		wait.Wait()
	}
	if diff := cmp.Diff(want[8], cores.Result(), asShown); diff != "" || cores.Runs() != 0 {
		t.Errorf("side by side:\n%s", diff)
	}
	if !portions.Step(never) || portions.Step(func() bool { return true }) == false {
		t.Error("there is something to do when all is done")
	}
}

// The delays, the seed, the script, the duration and the comparison of the scenario do not
// matter to what is recommended.
func TestWhatDoesNotMatter(t *testing.T) {
	q := &Question{Scenario: few(), Seeds: 3, FirstSeed: 1, Curves: true}
	want := answered(t, q)
	s := &q.Scenario
	s.Seed, s.Duration, s.Settings.Comparison = 77, time.Hour, 1
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay, s.Settings.Policies[k].Tuning = time.Duration(k)*33*ms, interp.Adaptive
	}
	s.Script = []config.Timed{{At: time.Second, Settings: s.Settings, Fault: config.Fault{Kind: config.TeleportNow}}}
	if diff := cmp.Diff(want, answered(t, q), asShown); diff != "" {
		t.Error(diff)
	}
}

// Underruns, shares and their bands are those of single runs with the real lens, one delay and
// one seed after the other, sorted by hand.
func TestCurvesAgainstRuns(t *testing.T) {
	s := few()
	r := answered(t, &Question{Scenario: s, Seeds: 1, FirstSeed: 5})
	k := &r.Kinds[world.Car]
	if k.Runs != 10 || k.Span != 20*time.Second {
		t.Fatalf("%d runs of %v, want 10 of 20s", k.Runs, k.Span)
	}
	for _, d := range []int{60, 110, 150, 215} {
		var perMinute, shares []float64
		for i := range 10 {
			run := s
			run.Seed = r.plan.timingSeed(i)
			run.Settings.Policies = at(s.Settings.Policies, time.Duration(d)*ms)
			session, err := measure.NewRun(run)
			if err != nil {
				t.Fatal(err)
			}
			session.SetDisplayPhase(phase(i))
			session.AdvanceTo(20 * time.Second)
			stats := session.Stats(game.Interpolated).Kinds[world.Car].UnderrunStats
			perMinute = append(perMinute, 3*float64(stats.Underruns)) // 20 s are a third of a minute
			shares = append(shares, stats.InUnderrun.Seconds()/session.WhatIf(int(world.Car)).Span().Seconds())
		}
		for name, c := range map[string]struct {
			got  *Bands
			runs []float64
		}{"underruns": {&k.Underruns, perMinute}, "share": {&k.InUnderrun, shares}} {
			slices.Sort(c.runs)
			sum := 0.0
			for _, v := range c.runs {
				sum += v
			}
			mean, low, high := c.got.At(d)
			// Of 10 runs, the nearest ranks are the first and the ninth.
			if math.Abs(mean-sum/10) > 1e-6 || math.Abs(low-c.runs[0]) > 1e-6 || math.Abs(high-c.runs[8]) > 1e-6 {
				t.Errorf("%s at %d ms: %v, %v to %v; runs by hand come to %v, %v to %v", name, d, mean, low, high, sum/10, c.runs[0], c.runs[8])
			}
		}
	}
	if mean, _, high := k.Underruns.At(110); mean < 10 || high <= mean {
		t.Errorf("%v underruns a minute at 110 ms, up to %v: that shows little", mean, high)
	}
}

// Errors and corrections are those of the runs of a plan with the same seeds.
func TestLensesAgainstPlan(t *testing.T) {
	s := few()
	s.Settings.DisplayPhase = config.InStepPhase // the same of both
	r := answered(t, &Question{Scenario: s, Seeds: 3, FirstSeed: 1, Curves: true})
	k := &r.Kinds[world.Car]
	if k.LensRuns != 3 || len(k.Delays) != lensDelays || k.Delays[0] != 0 || k.Last() < 350*ms {
		t.Fatalf("%d runs at %v", k.LensRuns, k.Delays)
	}
	p := &Plan{Scenario: s, Setting: config.MustSetting("delay"), Qualifier: All, Seeds: 3, FirstSeed: 1}
	for _, i := range []int{1, 4, 9} {
		p.Values = append(p.Values, int64(k.Delays[i]))
	}
	rows := slices.DeleteFunc(Rows(p, made(t, p, 1)...), func(r Row) bool { return r.Lens != "interpolated" || r.Kind == "rocket" })
	if len(rows) != 6 || k.Figures[CorrectionM].Mean[1] == 0 {
		t.Fatalf("%d rows, corrections of %v: that shows little", len(rows), k.Figures[CorrectionM].Mean)
	}
	for n, row := range rows {
		kind := AllKinds
		if row.Kind == "car" {
			kind = int(world.Car)
		}
		got, i := &r.Kinds[kind], []int{1, 4, 9}[n/2]
		mean, low, high := got.Figures[ErrorM].At(i)
		if mean != row.ErrorM.Mean || low != row.ErrorM.Min || high != row.ErrorM.Max { // of 3 runs
			t.Errorf("errors of %s at %v: %v, %v to %v, want %+v", row.Kind, k.Delays[i], mean, low, high, row.ErrorM)
		}
		if _, low, high := got.Figures[CorrectionM].At(i); low != row.CorrectionP95M.Min || high != row.CorrectionP95M.Max {
			t.Errorf("corrections of %s at %v: %v to %v, want %+v", row.Kind, k.Delays[i], low, high, row.CorrectionP95M)
		}
	}
}

func TestBetween(t *testing.T) {
	k := KindResult{Delays: []time.Duration{0, 100 * ms, 200 * ms}}
	k.Figures[ErrorDeg] = Bands{Mean: []float64{1, 2, 4}, Low: []float64{0, 1, 1}, High: []float64{2, 3, 9}}
	for _, c := range []struct {
		at              time.Duration
		mean, low, high float64
	}{{0, 1, 0, 2}, {50 * ms, 1.5, 0.5, 2.5}, {100 * ms, 2, 1, 3}, {175 * ms, 3.5, 1, 7.5}, {200 * ms, 4, 1, 9}, {time.Second, 4, 1, 9}, {-ms, 1, 0, 2}} {
		if mean, low, high := k.Between(ErrorDeg, c.at); mean != c.mean || low != c.low || high != c.high {
			t.Errorf("at %v: %v, %v to %v; want %v", c.at, mean, low, high, c)
		}
	}
}

// What no timing tells is measured in whole runs, with the same rule.
func TestBlind(t *testing.T) {
	for name, edit := range map[string]func(*config.Settings){
		"delta":     func(s *config.Settings) { s.Encoding = config.DeltaEncoding },
		"bandwidth": func(s *config.Settings) { s.Down.Bandwidth, s.Down.Queue = 256_000, 16_000 },
	} {
		q := &Question{Scenario: few(), Seeds: 6, FirstSeed: 1}
		q.Scenario.Entities = q.Scenario.Entities[:1]
		timed := answered(t, q).Kinds[world.Car].Recommended
		edit(&q.Scenario.Settings)
		r := answered(t, q)
		rec := r.Kinds[world.Car].Recommended
		if r.Runs != 6 || !r.Settled || !rec.Met || (rec.Delay-timed.Delay).Abs() > 100*ms || r.Losses.Share < 0.03 {
			t.Errorf("%s: %d runs, %+v; timed it is %v", name, r.Runs, rec, timed.Delay)
		}
		if r.Why(int(world.Car), rec.Delay) != nil {
			t.Errorf("%s: a run whose timing is computed explains what it can't", name)
		}
	}
}

// Of a snapshot of several packets a kind needs what its most demanding packet does, as the
// lens counts it.
func TestManyEntities(t *testing.T) {
	s := car()
	s.Entities = []world.Group{{Kind: world.Walker, Count: 100}, {Kind: world.Car, Count: 2}}
	r := answered(t, &Question{Scenario: s, Seeds: 6, FirstSeed: 1, Costs: true})
	walkers, cars := &r.Kinds[world.Walker], &r.Kinds[world.Car]
	if r.Fewer || walkers.Recommended.Delay <= cars.Recommended.Delay || walkers.Recommended.Delay > r.Kinds[AllKinds].Recommended.Delay {
		t.Errorf("walkers %v, cars %v, all %v", walkers.Recommended.Delay, cars.Recommended.Delay, r.Kinds[AllKinds].Recommended.Delay)
	}
	for _, k := range []*KindResult{walkers, cars} {
		lens := float64(k.InUse.Underruns) / (6 * r.Span.Minutes())
		if told := k.InUse.UnderrunsPerMin; math.Abs(lens/told-1) > 0.3 {
			t.Errorf("at %v ms %v underruns a minute, and the lens counts %v", k.InUse.DelayMS, told, lens)
		}
	}
	s.Entities[0].Count = 5000
	s.Duration = time.Second
	if r := answered(t, &Question{Scenario: s, Seeds: 1, FirstSeed: 1, Span: 2 * time.Second, Curves: true, Entities: 24}); !r.Fewer || r.Entities != 24 || r.Kinds[world.Car].LensRuns != 1 {
		t.Errorf("fewer %v, %d entities, %d runs; want 23 walkers and one car of so many", r.Fewer, r.Entities, r.Kinds[world.Car].LensRuns)
	}
	if s.Entities[0].Count != 5000 {
		t.Error("the scenario was changed")
	}
}

// The costs are those of the delays that are told, and the real lens has about as many
// underruns as are.
func TestCosts(t *testing.T) {
	s := car()
	s.Settings.Policies = at(s.Settings.Policies, 150*ms)
	r := answered(t, &Question{Scenario: s, FirstSeed: 1, Seeds: 20, Costs: true})
	k := &r.Kinds[world.Car]
	minutes := 20 * r.Span.Minutes()
	if k.CostRuns != 20 || k.InUse.DelayMS != 150 || k.AtRecommended.DelayMS != toMS(k.Recommended.Delay) {
		t.Fatalf("%d runs, %+v, %+v", k.CostRuns, k.InUse, k.AtRecommended)
	}
	if lens := float64(k.InUse.Underruns) / minutes; math.Abs(lens/k.InUse.UnderrunsPerMin-1) > 0.1 {
		t.Errorf("in use %v underruns a minute, the lens counts %v", k.InUse.UnderrunsPerMin, lens)
	}
	if lens := float64(k.AtRecommended.Underruns) / minutes; lens > 2 || k.AtRecommended.UnderrunsPerMin > 1 {
		t.Errorf("recommended: %v underruns a minute, the lens counts %v", k.AtRecommended.UnderrunsPerMin, lens)
	}
	for _, c := range []*Cost{&k.InUse, &k.AtRecommended} {
		if want := toMS(r.Latency(time.Duration(c.DelayMS * 1e6))); math.Abs(c.LatencyMS.P50-want) > 2 {
			t.Errorf("at %v ms the lens shows what is %v ms old, told of %v", c.DelayMS, c.LatencyMS.P50, want)
		}
		// A car of some 10 m/s, so much latency ago.
		if c.SpeedMPS < 5 || math.Abs(c.ErrorM.RMS/c.StalenessM-1) > 0.3 {
			t.Errorf("%+v", c)
		}
	}
	if r.Keeps(int(world.Car), 150*ms, new(Budget)) || !r.Keeps(int(world.Car), k.Recommended.Delay, new(Budget)) {
		t.Error("what keeps to the budget is not what is recommended")
	}
}

// The frame that is explained needs the delay and no less, and in the run by hand the packets
// are what they are said to be.
func TestWhy(t *testing.T) {
	s := few()
	r := answered(t, &Question{Scenario: s, Seeds: 5, FirstSeed: 1})
	for _, perMinute := range []float64{0.1, 1, 5, 30} {
		d := r.Recommend(int(world.Car), &Budget{Underruns: &perMinute, Share: ask(1.0)}).Delay
		b := r.Why(AllKinds, d)
		if b == nil || math.Ceil(b.NeededMS) != toMS(d) {
			t.Fatalf("%v: %v", d, b)
		}
		run := s
		run.Seed = b.Seed
		session, err := measure.NewRun(run)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(20 * time.Second)
		for _, p := range session.AppendPackets(nil, 0, 20*time.Second) {
			if slices.Contains(b.Lost, p.Seq) && p.Arrived || p.Seq == b.Late && (!p.Arrived || p.Link.ArrivesAt.Seconds() <= b.AtS) {
				t.Errorf("%v: packet %d arrived %v at %v", b, p.Seq, p.Arrived, p.Link.ArrivesAt)
			}
		}
		if len(b.Lost) == 0 && perMinute < 5 {
			t.Errorf("%v takes no loss: %v", d, b)
		}
	}
	if b := r.Why(int(world.Car), 5*time.Second); b != nil {
		t.Errorf("a frame needs 5 s: %v", b)
	}
}

// A measured path is gone through from its beginning to its end.
func TestOverTrace(t *testing.T) {
	s := measuredScenario(t, "capture.pcap")
	r := answered(t, &Question{Scenario: s, FirstSeed: 1})
	if want := s.Measured.Length(); r.Span != want || want < 25*time.Second || r.Seeds != defaultMeasuredSeeds {
		t.Errorf("%d seeds of %v, want %d of all the trace, %v", r.Seeds, r.Span, defaultMeasuredSeeds, want)
	}
	s.Measured = config.Measured{}
	if diff := cmp.Diff(r, answered(t, &Question{Scenario: s, FirstSeed: 1}), asShown); diff == "" {
		t.Error("over the trace it is as without")
	}
}

// Any number of the first phases cover the period evenly: the gaps between n of them are at
// most some 1.9 of n-ths.
func TestPhasesAreEven(t *testing.T) {
	for _, n := range []int{1, 2, 7, 50, 500} {
		var at []float64
		for i := range n {
			at = append(at, phase(i))
		}
		slices.Sort(at)
		most := at[0] + 1 - at[n-1]
		for i := range at[1:] {
			most = max(most, at[i+1]-at[i])
		}
		if at[0] < 0 || at[n-1] >= 1 || most > 2/float64(n) {
			t.Errorf("of %d phases the largest gap is %v", n, most)
		}
	}
}

// BenchmarkForecast is what a user waits for after a slider has moved.
func BenchmarkForecast(b *testing.B) {
	for _, c := range []struct {
		name   string
		enough func(r *Result) bool
	}{
		{"first", func(r *Result) bool { return true }},
		{"settled", func(r *Result) bool { return r.Settled }},
		{"1 run of the lens", func(r *Result) bool { return r.Kinds[AllKinds].LensRuns > 0 }},
		{"all", func(r *Result) bool { return r.Done }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			portions := 0
			for b.Loop() {
				s, err := New(&Question{Scenario: config.DefaultScenario(), FirstSeed: 1, Curves: true})
				if err != nil {
					b.Fatal(err)
				}
				s.Step(func() bool { portions++; r := s.Result(); return r != nil && c.enough(r) })
			}
			b.ReportMetric(float64(portions)/float64(b.N), "portions")
		})
	}
}
