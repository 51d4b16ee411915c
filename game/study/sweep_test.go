package study

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
)

// small is a plan of six short runs: two values and three seeds.
func small() *Plan {
	s := config.DefaultScenario()
	s.Duration = 3500 * time.Millisecond
	s.Entities = []world.Group{{Kind: world.Walker, Count: 1}, {Kind: world.Car, Count: 1}}
	s.Settings.Down.Loss = 100_000
	return &Plan{
		Scenario: s, Setting: config.MustSetting("delay"), Qualifier: All,
		Values: []int64{100e6, 150e6}, Seeds: 3, FirstSeed: 5,
	}
}

func never() bool { return false }

// made returns all of a plan's jobs, done.
func made(t *testing.T, p *Plan, of int) []*Job {
	t.Helper()
	var jobs []*Job
	for share := range of {
		j, err := NewJob(p, share, of)
		if err != nil {
			t.Fatal(err)
		}
		if !j.Step(never) || j.Err() != nil {
			t.Fatalf("job %d is not done: %v", share, j.Err())
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// The rows are what the runs made by hand come to.
func TestRowsAreThoseOfDirectRuns(t *testing.T) {
	p := small()
	rows := Rows(p, made(t, p, 1)...)
	if len(rows) != 2*3*3 { // values, lenses, kinds: all, walker, car
		t.Fatalf("%d rows, want 18", len(rows))
	}
	at := 0
	for _, value := range p.Values {
		var reports []measure.Report
		for seed := range uint64(3) {
			s := p.Scenario
			s.Seed = 5 + seed
			for k := range s.Settings.Policies {
				s.Settings.Policies[k].Delay = time.Duration(value)
			}
			session, err := measure.NewRun(s)
			if err != nil {
				t.Fatal(err)
			}
			session.AdvanceTo(s.Duration)
			reports = append(reports, session.Report())
		}
		for _, lens := range []string{"raw", "interpolated", "extrapolated"} {
			for _, kind := range []string{"all", "walker", "car"} {
				var inUnderrun, lag []float64
				for _, r := range reports {
					k := r.Lenses[lens].Overall
					if kind != "all" {
						k = r.Lenses[lens].Kinds[kind]
					}
					inUnderrun, lag = append(inUnderrun, k.UnderrunMS), append(lag, k.Error.RMS)
				}
				got := rows[at]
				at++
				if got.Setting != "delay_ms" || got.Value != float64(value)/1e6 || got.Lens != lens || got.Kind != kind || got.Runs != 3 || got.Qualifier != "" {
					t.Errorf("row %d is of %s %v, %s, %s, %d runs; want delay_ms %v, %s, %s, 3 runs",
						at, got.Setting, got.Value, got.Lens, got.Kind, got.Runs, float64(value)/1e6, lens, kind)
				}
				if want := statistics(inUnderrun); got.UnderrunMS != want {
					t.Errorf("times in underrun are %v, want %v", got.UnderrunMS, want)
				}
				if want := statistics(lag); got.ErrorM != want {
					t.Errorf("errors are %v, want %v", got.ErrorM, want)
				}
			}
		}
	}
	// And they are not all the same, or nothing would have been tested.
	if rows[3].UnderrunMS.Mean <= rows[12].UnderrunMS.Mean || rows[3].UnderrunMS.SD == 0 {
		t.Errorf("interpolated is in underrun for %v at 100 ms and %v at 150 ms", rows[3].UnderrunMS, rows[12].UnderrunMS)
	}
}

// How the work is cut, and in what portions it is done, changes nothing.
func TestCuttingChangesNothing(t *testing.T) {
	p := small()
	want := Rows(p, made(t, p, 1)...)
	for _, of := range []int{2, 3, 6, 7} {
		jobs := made(t, p, of)
		for i, j := range jobs {
			// The two values of each of the three seeds are a batch.
			if n := max(0, (3-i+of-1)/of); j.Made() != 2*n {
				t.Errorf("job %d of %d has made %d runs, want %d", i, of, j.Made(), 2*n)
			}
		}
		jobs[0], jobs[of-1] = jobs[of-1], jobs[0] // nor does their order
		if diff := cmp.Diff(want, Rows(p, jobs...)); diff != "" {
			t.Errorf("cut into %d:\n%s", of, diff)
		}
	}
	j, err := NewJob(p, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for {
		asked := 0
		done := j.Step(func() bool { asked++; return asked > 1 })
		if done {
			break
		}
		steps++
	}
	// Each batch of 3.5 s is asked about 4 times, 12 times in all; each step but the
	// last does the work between two answers.
	if steps < 10 || steps > 12 {
		t.Errorf("done in %d steps, want about one for each simulated second", steps)
	}
	if diff := cmp.Diff(want, Rows(p, j)); diff != "" {
		t.Errorf("in steps:\n%s", diff)
	}
}

// A sweep that is not done yet knows something of every value as soon as it can.
func TestUnfinishedRows(t *testing.T) {
	p := small()
	p.Setting, p.Values = config.MustSetting("loss"), []int64{10_000, 100_000} // one by one
	j, err := NewJob(p, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if j.Step(func() bool { return true }) || j.Made() != 0 || j.Done() {
		t.Error("it has done something though there was no time")
	}
	if rows := Rows(p, j); rows != nil {
		t.Errorf("%d rows of nothing", len(rows))
	}
	j.Step(func() bool { return j.Made() == 3 })
	rows := Rows(p, j)
	if len(rows) != 18 || rows[0].Runs != 2 || rows[9].Runs != 1 {
		t.Errorf("after 3 runs there are %d rows, of %d and %d runs; want 18, of 2 and 1", len(rows), rows[0].Runs, rows[9].Runs)
	}
}

// The figures that the formula is usually shown with: 10 Hz, 30 ms of jitter, 5 % loss,
// 20 s. At 100 ms every second packet is too late; at 150 ms one loss in a row is too
// many, and at 330 ms three are. The means are those of many runs; of these few they
// may be three standard errors off.
func TestReferenceFigures(t *testing.T) {
	s := config.DefaultScenario()
	s.Entities = []world.Group{{Kind: world.Turret, Count: 1}}
	p := &Plan{
		Scenario: s, Setting: config.MustSetting("delay"), Qualifier: All,
		Values: []int64{100e6, 150e6, 200e6, 330e6}, Seeds: 24, FirstSeed: 100,
	}
	want := []struct{ mean, sd float64 }{{128, 23}, {9.5, 3}, {6.4, 2.5}, {0.015, 0.17}}
	i := 0
	for _, r := range Rows(p, made(t, p, 1)...) {
		if r.Lens != "interpolated" || r.Kind != "all" {
			continue
		}
		within := 3 * want[i].sd / math.Sqrt(float64(p.Seeds))
		if math.Abs(r.Underruns.Mean-want[i].mean) > within {
			t.Errorf("at %v ms there are %.3f underruns, want %.3f ± %.3f", r.Value, r.Underruns.Mean, want[i].mean, within)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d rows, want %d", i, len(want))
	}
}

// The same seeds meet the same chances whatever the value: raw, which knows no delay,
// draws the same throughout.
func TestValuesMeetTheSameChances(t *testing.T) {
	p := small()
	rows := Rows(p, made(t, p, 1)...)
	first, second := rows[0], rows[9]
	second.Value = first.Value
	if diff := cmp.Diff(first, second); diff != "" || first.Lens != "raw" {
		t.Errorf("the %s lens:\n%s", first.Lens, diff)
	}
}

func TestOneOfSeveral(t *testing.T) {
	p := small()
	p.Qualifier = int(world.Car)
	p.Scenario.Settings.Policies[world.Walker].Delay = 400 * time.Millisecond
	for _, r := range Rows(p, made(t, p, 1)...) {
		if r.Qualifier != "car" {
			t.Errorf("the qualifier is %q, want car", r.Qualifier)
		}
		if r.Lens == "interpolated" && r.Kind == "walker" && r.Underruns.Max > 3 {
			t.Errorf("walkers have %v underruns though only the cars' delay is short", r.Underruns)
		}
		if r.Lens == "interpolated" && r.Kind == "car" && r.Value == 100.0 && r.Underruns.Min < 4 {
			t.Errorf("cars have only %v underruns", r.Underruns)
		}
	}
}

func TestChoicesAreWords(t *testing.T) {
	p := small()
	p.Setting, p.Values, p.Seeds = config.MustSetting("order"), []int64{0, 1}, 1
	rows := Rows(p, made(t, p, 1)...)
	if rows[0].Setting != "order" || rows[0].Value != "fifo" || rows[9].Value != "free" {
		t.Errorf("%s is %v and %v, want order, fifo and free", rows[0].Setting, rows[0].Value, rows[9].Value)
	}
}

// The script of a scenario goes on changing what it changes, and nothing else.
func TestScriptsGoOn(t *testing.T) {
	p := small()
	later := p.Scenario.Settings
	later.Down.Jitter = 60 * time.Millisecond
	p.Scenario.Script = []config.Timed{{At: time.Second, Settings: later}}
	s := p.scenario(1, 9) // delay 150ms
	if got := s.Script[0].Settings; got.Down.Jitter != 60*time.Millisecond || got.Policies[world.Car].Delay != 150*time.Millisecond || s.Seed != 9 {
		t.Errorf("jitter %v and delay %v with seed %d, want 60ms, 150ms and 9", got.Down.Jitter, got.Policies[world.Car].Delay, s.Seed)
	}
}

func TestPlanValidate(t *testing.T) {
	for _, c := range []struct {
		says string
		edit func(*Plan)
	}{
		{"no setting is given", func(p *Plan) { p.Setting = nil }},
		{"qualifier 8 of delay, want -1 for all, or 0 to 7", func(p *Plan) { p.Qualifier = 8 }},
		{"0 values, want 1 to 10000", func(p *Plan) { p.Values = nil }},
		{"0 seeds, want 1 to 1000000", func(p *Plan) { p.Seeds = 0 }},
		{"no 3 seeds follow from 18446744073709551614 on", func(p *Plan) { p.FirstSeed = math.MaxUint64 - 1 }},
		{"delay 3s is out of range", func(p *Plan) { p.Values[1] = 3e9 }},
		{"rate 61hz is above the tick rate 60hz", func(p *Plan) { p.Setting = config.MustSetting("rate"); p.Values = []int64{61_000} }},
		{"with delay 100ms: bad scenario: duration", func(p *Plan) { p.Scenario.Duration = 0 }},
	} {
		p := small()
		c.edit(p)
		_, err := NewJob(p, 0, 1)
		if !errors.Is(err, ErrPlan) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want %q", err, c.says)
		}
	}
	p := small()
	p.FirstSeed = math.MaxUint64 - 2 // the last three
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]int{{0, 0}, {-1, 2}, {2, 2}} {
		if _, err := NewJob(p, c[0], c[1]); !errors.Is(err, ErrPlan) {
			t.Errorf("share %d of %d: error is %v", c[0], c[1], err)
		}
	}
}

// A world that can't be is an error of the job, not a run.
func TestImpossibleWorld(t *testing.T) {
	p := small()
	p.Scenario.Entities = []world.Group{{Kind: 200, Count: 1}}
	j, err := NewJob(p, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if !j.Step(never) || j.Err() == nil || j.Made() != 0 || !j.Done() {
		t.Errorf("made %d runs, error %v", j.Made(), j.Err())
	}
}

func TestStatistics(t *testing.T) {
	for _, c := range []struct {
		numbers []float64
		want    Statistics
	}{
		{[]float64{4}, Statistics{Mean: 4, Min: 4, Median: 4, Max: 4}},
		{[]float64{3, 1}, Statistics{Mean: 2, SD: math.Sqrt2, Min: 1, Median: 2, Max: 3}},       // √((1+1)/1)
		{[]float64{9, 0, 3}, Statistics{Mean: 4, SD: math.Sqrt(21), Min: 0, Median: 3, Max: 9}}, // √((25+16+1)/2)
		{[]float64{2, 8, 4, 6}, Statistics{Mean: 5, SD: math.Sqrt(20.0 / 3), Min: 2, Median: 5, Max: 8}},
	} {
		if got := statistics(c.numbers); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.numbers, got, c.want)
		}
	}
}

// A mistake is a lens of the values that it is set with, under its name.
func TestRowsOfMistakes(t *testing.T) {
	p := small()
	p.Setting, p.Values, p.Seeds = config.MustSetting("mistake"), []int64{0, 1, 10}, 1
	rows := Rows(p, made(t, p, 1)...)
	lenses := map[string]int{}
	for _, r := range rows {
		lenses[r.Lens]++
		if r.Setting != "mistake" || r.Lens == "fixed-delay" && r.Value != "fixed-delay" {
			t.Errorf("%s of %s %v", r.Lens, r.Setting, r.Value)
		}
		if r.Lens == "fixed-delay" && r.Kind == "all" && r.UnderrunMS.Mean == 0 {
			t.Error("at 10 Hz the hard-coded delay never has an underrun")
		}
	}
	want := map[string]int{"raw": 9, "interpolated": 9, "extrapolated": 9, "fixed-delay": 3, "no-cap": 3} // three kinds each
	if diff := cmp.Diff(want, lenses); diff != "" {
		t.Errorf("rows by lens: %s", diff)
	}
}
