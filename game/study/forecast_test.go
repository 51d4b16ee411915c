package study

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
)

// looked returns the outlooks of a forecast that is worked out to a level.
func looked(t *testing.T, s config.Scenario, level int) []*Forecast {
	t.Helper()
	f, err := NewStudy(&Question{Scenario: s, FirstSeed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var all []*Forecast
	note := func() bool {
		if o := f.Forecast(); o != nil && (len(all) == 0 || all[len(all)-1] != o) {
			all = append(all, o)
		}
		return f.level > level
	}
	f.Step(note)
	note()
	if f.Err() != nil || len(all) == 0 {
		t.Fatalf("%d outlooks, %v", len(all), f.Err())
	}
	return all
}

// sparse is a scenario whose runs are quickly made.
func sparse() config.Scenario {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Rocket, Count: 1}}
	s.Settings.DisplayRate = 20 * config.Hertz
	return s
}

// Foreseen underruns, dry shares and their bands are those of single runs with the real
// lens, one delay and one seed after the other, sorted by hand.
func TestForecastAgainstRuns(t *testing.T) {
	s := sparse()
	o := looked(t, s, 0)[0]
	car := &o.Kinds[world.Car]
	if car.Seeds != 10 || car.Span != 20*time.Second {
		t.Fatalf("%d runs of %v, want 10 of 20s", car.Seeds, car.Span)
	}
	for _, ms := range []int{60, 110, 150, 215} {
		var perMinute, shares []float64
		for seed := range uint64(10) {
			s.Seed, s.Duration = 1+seed, 20*time.Second
			for k := range s.Settings.Policies {
				s.Settings.Policies[k].Delay = time.Duration(ms) * time.Millisecond
			}
			session, err := measure.NewRun(s)
			if err != nil {
				t.Fatal(err)
			}
			inUnderrun, frames := 0, 0
			for at := time.Duration(0); at < s.Duration; {
				at = session.NextFrame()
				if at > s.Duration {
					break
				}
				session.AdvanceTo(at)
				f := session.AppendFrames(nil, at)[0].Kinds[world.Car]
				if f.Measured {
					frames++
				}
				if f.Measured && f.State.InUnderrun() {
					inUnderrun++
				}
			}
			perMinute = append(perMinute, 3*float64(session.Stats(game.Interpolated).Kinds[world.Car].Underruns)) // 20 s are a third of a minute
			shares = append(shares, float64(inUnderrun)/float64(frames))
		}
		for name, c := range map[string]struct {
			got  *Bands
			runs []float64
		}{"underruns": {&car.Underruns, perMinute}, "dry": {&car.InUnderrun, shares}} {
			slices.Sort(c.runs)
			sum := 0.0
			for _, v := range c.runs {
				sum += v
			}
			mean, low, high := c.got.At(ms)
			// Of 10 runs, the nearest ranks are the first and the ninth.
			if math.Abs(mean-sum/10) > 1e-12 || low != c.runs[0] || high != c.runs[8] {
				t.Errorf("%s at %d ms: %v, %v to %v; runs by hand come to %v, %v to %v", name, ms, mean, low, high, sum/10, c.runs[0], c.runs[8])
			}
		}
	}
	if mean, _, high := car.Underruns.At(110); mean < 10 || high <= mean {
		t.Errorf("%v underruns a minute at 110 ms, up to %v: that shows little", mean, high)
	}
}

// Errors and corrections are those of the runs of a plan with the same seeds.
func TestForecastLensesAgainstPlan(t *testing.T) {
	s := sparse()
	all := looked(t, s, 3)
	o := all[len(all)-1]
	car := &o.Kinds[world.Car]
	if car.Runs != 3 || len(car.Delays) != lensDelays || car.Delays[0] != 0 || car.Delays[lensDelays-1] != 500*time.Millisecond {
		t.Fatalf("%d runs at %v", car.Runs, car.Delays)
	}
	p := &Plan{Scenario: s, Setting: config.MustSetting("delay"), Qualifier: All, Seeds: 3, FirstSeed: 1}
	for _, i := range []int{1, 4, 5} {
		p.Values = append(p.Values, int64(car.Delays[i]))
	}
	at := 0
	for _, r := range Rows(p, made(t, p, 1)...) {
		if r.Lens != "interpolated" || r.Kind == "rocket" {
			continue
		}
		k := AllKinds
		if r.Kind == "car" {
			k = int(world.Car)
		}
		i := []int{1, 4, 5}[at/2]
		at++
		for name, c := range map[string]struct {
			got  *Bands
			want Statistics
		}{"errors": {&o.Kinds[k].Error, r.ErrorM}, "corrections": {&o.Kinds[k].Corrections, r.CorrectionP95M}} {
			mean, low, high := c.got.At(i)
			if name == "corrections" {
				// Of all runs together, as they are made one by one.
				tally := simulated(t, &Tuning{Scenario: p.Scenario, Seeds: 3, FirstSeed: 1}, car.Delays[i])
				c.want.Mean = mean
				if want := tally.Kind(game.Interpolated, world.Car).Correction.P95; k == int(world.Car) && mean != want {
					t.Errorf("corrections at %v: %v, want %v", car.Delays[i], mean, want)
				}
			}
			// Of 3 runs, the nearest ranks are the first and the last.
			if mean != c.want.Mean || low != c.want.Min || high != c.want.Max {
				t.Errorf("%s of %s at %v: %v, %v to %v, want %v, %v to %v", name, r.Kind, car.Delays[i], mean, low, high, c.want.Mean, c.want.Min, c.want.Max)
			}
		}
	}
	if at != 6 || car.Corrections.Mean[1] == 0 {
		t.Errorf("%d rows, corrections of %v: that shows little", at, car.Corrections.Mean)
	}
	for i, want := range []struct{ seeds, runs, delays int }{{10, 0, 0}, {50, 0, 0}, {50, 1, 9}, {50, 3, 17}} {
		k := &all[i].Kinds[world.Car]
		if k.Seeds != want.seeds || k.Runs != want.runs || len(k.Delays) != want.delays || all[i].Done {
			t.Errorf("level %d has %d and %d runs, %d delays, done %v; want %v", i, k.Seeds, k.Runs, len(k.Delays), all[i].Done, want)
		}
	}
}

// However the work is cut into portions, the outlooks are the same.
func TestForecastPortions(t *testing.T) {
	s := sparse()
	want := looked(t, s, 2)
	f, err := NewStudy(&Question{Scenario: s, FirstSeed: 1})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for f.level <= 2 {
		asked := 0
		f.Step(func() bool { asked++; return asked > 3 })
		steps++
	}
	if diff := cmp.Diff(want[2], f.Forecast()); diff != "" {
		t.Errorf("in steps of three portions:\n%s", diff)
	}
	if steps < 50 {
		t.Errorf("only %d steps", steps)
	}
	if f.Step(func() bool { return true }) {
		t.Error("it has done something though there was no time")
	}
}

// The delays, the seed, the script and the mistake of the scenario do not matter.
func TestForecastLeavesOut(t *testing.T) {
	s := sparse()
	want := looked(t, s, 2)[2]
	s.Seed = 77
	s.Settings.Comparison = 1
	for k := range s.Settings.Policies {
		s.Settings.Policies[k].Delay = time.Duration(k) * 33 * time.Millisecond
		s.Settings.Policies[k].Tuning = interp.Adaptive
	}
	s.Script = []config.Timed{{At: time.Second, Settings: s.Settings, Fault: config.Fault{Kind: config.TeleportNow}}}
	if diff := cmp.Diff(want, looked(t, s, 2)[2]); diff != "" {
		t.Error(diff)
	}
}

// What can't be foreseen is measured: rockets, that do not always live, and everything
// where packets build on others.
func TestForecastByRuns(t *testing.T) {
	s := sparse()
	rocket := &looked(t, s, 2)[2].Kinds[world.Rocket]
	if rocket.Seeds != 1 || len(rocket.Underruns.Mean) == 0 {
		t.Errorf("rockets: %d runs", rocket.Seeds)
	}
	s.Settings.Encoding = config.DeltaEncoding
	delta := looked(t, s, 0)
	if len(delta) != 1 || delta[0].Kinds[world.Car].Seeds != 1 {
		t.Fatalf("%d outlooks, want one of one run", len(delta))
	}
	s.Seed, s.Duration = 1, 20*time.Second
	session, err := measure.NewRun(s)
	if err != nil {
		t.Fatal(err)
	}
	session.AdvanceTo(s.Duration)
	for _, kind := range []int{int(world.Car), int(world.Rocket), AllKinds} {
		for d := range 300 { // of AllKinds the session knows as of no kind
			want := 3 * float64(session.WhatIf(kind).Underruns(time.Duration(d)*time.Millisecond))
			if got, _, _ := delta[0].Kinds[kind].Underruns.At(d); math.Abs(got-want) > 1e-12 {
				t.Fatalf("kind %d at %d ms: %v underruns a minute, want %v", kind, d, got, want)
			}
		}
	}
}

// A measured path is gone through from its beginning to its end.
func TestForecastOverTrace(t *testing.T) {
	s := measuredScenario(t, "capture.pcap")
	o := looked(t, s, 0)[0]
	car := &o.Kinds[AllKinds]
	if want := s.Measured.Length(); car.Span != want || want < 25*time.Second || car.Seeds != 2 {
		t.Errorf("%d runs of %v, want 2 of all the trace, %v", car.Seeds, car.Span, want)
	}
	s.Measured = config.Measured{}
	if diff := cmp.Diff(o, looked(t, s, 0)[0]); diff == "" {
		t.Error("over the trace it is as without")
	}
}

func TestForecastOfMany(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Walker, Count: 5000}, {Kind: world.Car, Count: 3}}
	f, err := NewStudy(&Question{Scenario: s, FirstSeed: 1})
	if err != nil {
		t.Fatal(err)
	}
	f.Step(func() bool { return f.level > 2 })
	if o := f.Forecast(); !o.Fewer || o.Entities != 24 || o.Kinds[world.Car].Runs != 1 {
		t.Errorf("fewer %v, %d entities, %d runs; want 23 walkers and one car of so many", o.Fewer, o.Entities, o.Kinds[world.Car].Runs)
	}
	if s.Entities[0].Count != 5000 {
		t.Error("the scenario was changed")
	}
	s.Settings.Down.Bandwidth = 1_000_000
	if _, err := NewStudy(&Question{Scenario: s}); !errors.Is(err, ErrQuestion) {
		t.Errorf("error is %v, want %v", err, ErrQuestion)
	}
	s.Settings.DisplayRate = 0
	if _, err := NewStudy(&Question{Scenario: s}); err == nil {
		t.Error("a display without frames is foreseen")
	}
}

// Where nothing ever arrives nothing is known.
func TestForecastOfNothing(t *testing.T) {
	s := sparse()
	s.Settings.Down.Loss = 1_000_000
	if k := &looked(t, s, 2)[2].Kinds[world.Car]; k.Seeds != 0 {
		t.Errorf("with all packets lost there are %d runs to tell of", k.Seeds)
	}
}

func TestSmallest(t *testing.T) {
	const ms = time.Millisecond
	k := KindForecast{
		Underruns:   Bands{Mean: []float64{0, 30, 30, 4, 1.5, 0.5}}, // at 0, 1, 2 … ms; at 0 it is always dry
		Delays:      []time.Duration{0, 100 * ms, 200 * ms, 300 * ms},
		Corrections: Bands{Mean: []float64{0.1, 0.5, 0.3, 0}},
	}
	for _, c := range []struct {
		got, want time.Duration
	}{
		{k.Smallest(30), 0}, {k.Smallest(29), 3 * ms}, {k.Smallest(1.5), 4 * ms}, {k.Smallest(1), 5 * ms}, {k.Smallest(0), 6 * ms},
		{k.SmallestFor(1), 0}, {k.SmallestFor(0.4), 150 * ms}, {k.SmallestFor(0.3), 200 * ms}, {k.SmallestFor(0.2), 234 * ms}, {k.SmallestFor(0), 300 * ms},
	} {
		if c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	k.Corrections.Mean[3] = 0.3
	if got := k.SmallestFor(0.2); got != MaxDelay+ms {
		t.Errorf("no delay is enough, and it says %v", got)
	}
}

func TestBetween(t *testing.T) {
	const ms = time.Millisecond
	k := KindForecast{Delays: []time.Duration{0, 100 * ms, 200 * ms}}
	b := Bands{Mean: []float64{1, 2, 4}, Low: []float64{0, 1, 1}, High: []float64{2, 3, 9}}
	for _, c := range []struct {
		at              time.Duration
		mean, low, high float64
	}{{0, 1, 0, 2}, {50 * ms, 1.5, 0.5, 2.5}, {100 * ms, 2, 1, 3}, {175 * ms, 3.5, 1, 7.5}, {200 * ms, 4, 1, 9}, {time.Second, 4, 1, 9}, {-ms, 1, 0, 2}} {
		if mean, low, high := k.Between(&b, c.at); mean != c.mean || low != c.low || high != c.high {
			t.Errorf("at %v: %v, %v to %v; want %v", c.at, mean, low, high, c)
		}
	}
}

// The frame that is explained needs the delay and no less, and in the run by hand the
// packets are what they are said to be.
func TestExplainer(t *testing.T) {
	s := sparse()
	f := Question{Scenario: s, FirstSeed: 1}
	o := looked(t, s, 0)[0]
	k := &o.Kinds[world.Car]
	for _, perMinute := range []float64{0, 1, 5, 30} {
		d := k.Smallest(perMinute)
		run := k.Tight[d/time.Millisecond]
		if run < 0 {
			t.Errorf("no frame needs %v, and a millisecond less is not enough", d)
			continue
		}
		e, err := NewExplainer(&f, run, AllKinds, d)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0
		for !e.Step(func() bool { steps++; return steps%2 == 0 }) {
		}
		b := e.Break()
		if b == nil || math.Ceil(b.NeededMS) != float64(d/time.Millisecond) || steps < 3 {
			t.Fatalf("%v in run %d: %v after %d steps", d, run, b, steps)
		}
		s.Seed, s.Duration = 1+uint64(run), 20*time.Second
		session, err := measure.NewRun(s)
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
	e, err := NewExplainer(&f, 0, int(world.Car), 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if !e.Step(never) || e.Break() != nil {
		t.Errorf("a frame needs 5 s: %v", e.Break())
	}
}
