package study

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
	"snaplab/netsim/trace"
)

// asked returns a question with a budget for all kinds.
func asked(s config.Scenario, b Budget) *Question {
	q := &Question{Scenario: s, FirstSeed: FirstSeed, AtOnce: true}
	q.SetBudget(b)
	return q
}

// Without loss and jitter a car needs one interval, to the tenth of a millisecond and not
// less, whatever the display and however few the seeds.
func TestOneInterval(t *testing.T) {
	for _, c := range []struct {
		rate, display int
		want          time.Duration
	}{
		{10, 60, 100 * ms}, {10, 20, 100 * ms}, {10, 144, 100 * ms}, {20, 60, 50 * ms}, {20, 20, 50 * ms}, {20, 30, 50 * ms},
		{30, 60, 33400 * time.Microsecond}, {60, 60, 16700 * time.Microsecond}, {60, 30, 16700 * time.Microsecond},
		{25, 60, 50 * ms}, // on ticks of 60 Hz: 3 of them, or 2
	} {
		for _, seeds := range []int{1, 50} {
			s := network(c.rate, c.display, 0, 0, nil)
			r := answered(t, &Question{Scenario: s, Seeds: seeds, FirstSeed: 7})
			rec := r.Kinds[world.Car].Recommended
			if !rec.Met || rec.Delay != c.want && (seeds > 1 || (rec.Delay-c.want).Abs() > ms) {
				t.Errorf("%d Hz on a display of %d Hz, %d seeds: %v, want %v", c.rate, c.display, seeds, rec.Delay, c.want)
			}
		}
	}
}

// Two underruns each frame apart are one episode, and an underrun that never ends is one: the
// share of time is a budget of its own.
func TestUnderrunThatNeverEnds(t *testing.T) {
	s := network(60, 30, 2*ms, 0, nil)
	r := answered(t, asked(s, Budget{}))
	car := &r.Kinds[world.Car]
	if n, share := car.At(0); n > 3.2 || share < 0.99 { // one in 20 s
		t.Fatalf("at 0 ms %v underruns a minute, %v of the time", n, share)
	}
	if rec := car.Recommended; rec.Delay < 16*ms || rec.Delay > 19*ms {
		t.Errorf("%v is recommended", rec.Delay)
	}
	// Where that is allowed, raw drawing is enough.
	if rec := r.Recommend(int(world.Car), &Budget{Underruns: ask(1000.0), Share: ask(1.0)}); rec.Delay != 0 || !rec.Met {
		t.Errorf("%v is recommended where anything is allowed", rec.Delay)
	}
}

// Where nothing or hardly anything arrives no delay is enough, and that is said.
func TestNothingArrives(t *testing.T) {
	for loss, want := range map[float64]string{1: "nothing arrives", 0.99: "hardly anything arrives, 9"} {
		for _, blind := range []bool{false, true} {
			q := &Question{Scenario: network(10, 60, 30*ms, loss, nil), Seeds: 5, FirstSeed: 1, Costs: true}
			if blind {
				q.Scenario.Settings.Encoding = config.DeltaEncoding
			}
			r := answered(t, q)
			a := r.Advice()
			if a.Met || a.InUseMet || a.Kinds[0].Met || !strings.Contains(a.Kinds[0].Text, want) || a.Kinds[0].InUse.UnderrunShare < 0.5 {
				t.Errorf("loss %v, blind %v: met %v, %q, %+v", loss, blind, a.Met, a.Kinds[0].Text, a.Kinds[0].InUse)
			}
			if rec := r.Kinds[AllKinds].Recommended; rec.Met || rec.Delay == 0 {
				t.Errorf("loss %v: %+v for all kinds", loss, rec)
			}
		}
	}
}

// The recommended delays of twenty sets of seeds differ by no more than the interval that each
// gives.
func TestSeedsAgreeWithinTheInterval(t *testing.T) {
	var recs []Recommendation
	for first := uint64(1); first < 1000; first += 50 {
		q := asked(network(20, 60, 30*ms, 0.02, nil), Budget{})
		q.FirstSeed = first
		recs = append(recs, answered(t, q).Kinds[world.Car].Recommended)
	}
	delays := make([]time.Duration, len(recs))
	for i := range recs {
		delays[i] = recs[i].Delay
	}
	slices.Sort(delays)
	typical := delays[len(delays)/2]
	agree := 0
	for _, r := range recs {
		if (r.Delay - typical).Abs() <= r.High-r.Low {
			agree++
		}
		if r.Delay < r.Low || r.Delay > r.High || r.High-r.Low > 10*ms {
			t.Errorf("%v, %v to %v", r.Delay, r.Low, r.High)
		}
	}
	t.Logf("%v to %v, most often %v; %d of %d agree", delays[0], delays[len(delays)-1], typical, agree, len(recs))
	if agree < 18 {
		t.Errorf("%d of %d agree with %v", agree, len(recs), typical)
	}
}

// A budget of corrections is kept to at the recommended delay by the real lens, on other
// seeds too.
func TestCorrectionsHold(t *testing.T) {
	s := network(20, 60, 40*ms, 0.15, nil)
	s.Entities = []world.Group{{Kind: world.Car, Count: 2}, {Kind: world.Ball, Count: 2}}
	b := Budget{Underruns: ask(1000.0), Share: ask(1.0), Correction: ask(0.3)}
	r := answered(t, asked(s, b))
	for _, k := range []int{int(world.Car), int(world.Ball)} {
		rec := r.Kinds[k].Recommended
		p95 := func(delay time.Duration, first uint64) float64 {
			var tally measure.DistanceTally
			for i := range uint64(30) {
				run := s
				run.Seed = first + i
				run.Settings.Policies = at(s.Settings.Policies, delay)
				session, err := measure.NewRun(run)
				if err != nil {
					t.Fatal(err)
				}
				session.AdvanceTo(run.Duration)
				tally.Add(session)
			}
			return tally.Corrections(k).Quantile(0.95)
		}
		elsewhere := p95(rec.Delay, 500)
		t.Logf("%s: %v, %v to %v: %.3f m on other seeds", world.BuiltIn(interp.Kind(k)).Name, rec.Delay, rec.Low, rec.High, elsewhere)
		if !rec.Met || !rec.Settled || rec.Decided != ForCorrections || elsewhere > 1.15*0.3 || rec.Delay < rec.Low || rec.Delay > rec.High {
			t.Errorf("%+v", rec)
		}
		for i, d := range r.Kinds[k].Delays {
			if is := r.Kinds[k].bounds[CorrectionM][i].sure <= 0.3; d >= rec.Delay && !is {
				t.Errorf("%v is recommended, and at %v corrections exceed the budget", rec.Delay, d)
			} else if rec.Delay-2*ms <= d && d < rec.Delay-ms && is {
				t.Errorf("%v is recommended, and %v is enough", rec.Delay, d)
			}
		}
		if step := r.Kinds[k].Delays; !slices.ContainsFunc(step, func(d time.Duration) bool { return (d - rec.Delay).Abs() <= 2*ms }) {
			t.Errorf("the lens was not run near %v: %v", rec.Delay, step)
		}
	}
}

// A turret, whose corrections are 0 m at any delay, is judged by the angle that it turns at
// once: with 5° another delay is recommended than with 20°, each of which the real lens keeps
// to on other seeds, and in metres there is nothing to keep to.
func TestTurnsHold(t *testing.T) {
	s := network(10, 60, 30*ms, 0.15, nil)
	s.Entities = []world.Group{{Kind: world.Turret, Count: 2}}
	anything := Budget{Underruns: ask(1000.0), Share: ask(1.0)}
	var delays []time.Duration
	for _, degrees := range []float64{5, 20} {
		b := anything
		b.CorrectionDeg = &degrees
		r := answered(t, asked(s, b))
		rec := r.Kinds[world.Turret].Recommended
		delays = append(delays, rec.Delay)
		var tally measure.DistanceTally
		for seed := range uint64(30) {
			run := s
			run.Seed = 500 + seed
			run.Settings.Policies = at(s.Settings.Policies, rec.Delay)
			session, err := measure.NewRun(run)
			if err != nil {
				t.Fatal(err)
			}
			session.AdvanceTo(run.Duration)
			tally.Add(session)
		}
		elsewhere := tally.Turns(int(world.Turret)).Quantile(0.95)
		t.Logf("%v°: %v, %v to %v: %.2f° on other seeds", degrees, rec.Delay, rec.Low, rec.High, elsewhere)
		if !rec.Met || !rec.Settled || rec.Decided != ForTurns || elsewhere > 1.15*degrees || rec.Delay < rec.Low || rec.Delay > rec.High {
			t.Errorf("at most %v°: %+v, and %v° on other seeds", degrees, rec, elsewhere)
		}
		a := r.Advice().Kinds[0]
		if a.Why.CorrectionDegMS == nil || *a.Budget.CorrectionP95Deg != degrees || !strings.Contains(a.Text, fmt.Sprintf("exceed %v°", degrees)) {
			t.Errorf("at most %v°: %+v", degrees, a)
		}
		if d := rec.Delay; !r.Keeps(int(world.Turret), d, &b) {
			t.Errorf("%v is recommended and does not keep to %v°", d, degrees)
		}
	}
	if delays[0] <= delays[1] {
		t.Errorf("5° takes %v, 20° %v", delays[0], delays[1])
	}
	b := anything
	b.Correction = ask(0.01)
	if rec := answered(t, asked(s, b)).Kinds[world.Turret].Recommended; rec.Delay != 0 {
		t.Errorf("a centimetre takes %v", rec.Delay)
	}
	// With the usual underruns allowed as well, the smallest delay that keeps to both is no
	// smaller than the one that each of them may need at the least.
	b = Budget{CorrectionDeg: ask(20.0)}
	rec := answered(t, asked(s, b)).Kinds[world.Turret].Recommended
	for _, n := range rec.Needs {
		if least := min(n.Low, rec.Delay); rec.Low < least || n.Delay > rec.Delay {
			t.Errorf("%v to %v is recommended, and part %v needs %v to %v", rec.Low, rec.High, n.Part, n.Low, n.High)
		}
	}
	if len(rec.Needs) != 3 {
		t.Errorf("%d parts need something, want underruns, share and turns", len(rec.Needs))
	}
}

// LongestGap: 120 ms of it at 10 Hz cost k = ⌈120/100⌉ = 2 packets, so (1+2)·100 ms + 30 ms;
// 100 ms cost one, and none none.
func TestTheDelayForAGap(t *testing.T) {
	for _, c := range []struct {
		gap    time.Duration
		losses int
		want   time.Duration
	}{{120 * ms, 2, 330 * ms}, {100 * ms, 1, 230 * ms}, {0, 0, 130 * ms}} {
		q := asked(network(10, 60, 30*ms, 0, nil), Budget{LongestGap: &c.gap})
		r := answered(t, q)
		rec := r.Kinds[world.Car].Recommended
		if a := r.Advice(); rec.Delay != c.want || *a.Budget.LossesToSurvive != c.losses || c.gap > 0 && (rec.Decided != ForGap || !strings.Contains(a.Kinds[0].Text, "to survive a gap")) {
			t.Errorf("%v: %v by %v and %d packets, want %v and %d", c.gap, rec.Delay, rec.Decided, *a.Budget.LossesToSurvive, c.want, c.losses)
		}
		if r.Keeps(int(world.Car), c.want-ms, &q.Scenario.Budgets[world.Car]) || !r.Keeps(int(world.Car), c.want, &q.Scenario.Budgets[world.Car]) {
			t.Errorf("%v: what keeps to it is not what is recommended", c.gap)
		}
	}
}

// A latency that is allowed and what the underruns need contradict each other by so much: 50
// ms under way and 304 ms of delay are 354 ms and what the clock is late.
func TestLatencyContradicts(t *testing.T) {
	for _, c := range []struct {
		most time.Duration
		met  bool
	}{{400 * ms, true}, {250 * ms, false}, {20 * ms, false}} {
		r := answered(t, asked(network(10, 60, 30*ms, 0.05, nil), Budget{Latency: &c.most}))
		rec := r.Kinds[world.Car].Recommended
		by := rec.Delay - max(0, c.most-50*ms)
		if rec.Met != c.met || !c.met && (rec.Contradicts != ForLatency || (rec.By-by).Abs() > 3*ms) {
			t.Errorf("at most %v: %+v, want it short by %v", c.most, rec, by)
		}
		if text := r.Advice().Kinds[0].Text; !c.met && !strings.Contains(text, fmt.Sprintf("%d ms too little", rec.By.Milliseconds())) {
			t.Errorf("at most %v: %s", c.most, text)
		}
		if got := r.Latency(rec.Delay); (got - rec.Delay - 50*ms).Abs() > 3*ms {
			t.Errorf("a delay of %v shows what is %v old", rec.Delay, got)
		}
	}
}

// An error that is allowed bounds the delay from above: 10 m/s and 1 m are 100 ms of latency.
func TestErrorBoundsTheDelay(t *testing.T) {
	s := network(20, 60, 10*ms, 0, nil)
	loose, tight := answered(t, asked(s, Budget{Error: ask(20.0)})), answered(t, asked(s, Budget{Error: ask(0.5)}))
	if rec := loose.Kinds[world.Car].Recommended; !rec.Met {
		t.Errorf("20 m are not enough: %+v", rec)
	}
	if rec := tight.Kinds[world.Car].Recommended; rec.Met || rec.Contradicts != ForError || rec.By <= 0 {
		t.Errorf("half a metre is enough: %+v", rec)
	}
}

// What is over a limit is never written as the limit or less.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		v, limit float64
		want     string
	}{{1.02, 1, "1.02"}, {1.003, 1, "1.003"}, {1.00004, 1, "1.00004"}, {12.34, 10, "12.3"}, {10.02, 10, "10.02"}, {100.4, 100, "100.4"}, {0.5003, 0.5, "0.5003"}, {0.9, 1, "0.9"}} {
		if got := Beyond(c.v, c.limit); got != c.want {
			t.Errorf("%v beyond %v is %s, want %s", c.v, c.limit, got, c.want)
		}
	}
}

// k is the longest run of losses that comes more often than the budget allows.
func TestLossesToSurvive(t *testing.T) {
	l := Losses{Share: 0.05, AtLeast: []float64{30, 1.5, 0.08}}
	for _, c := range []struct {
		perMinute float64
		k         int
		says      string
	}{
		{1, 2, "loses 2 in a row 1.5 times a minute, 3 only 0.08 times: k = 2"},
		{1.5, 1, "loses a packet 30 times a minute, 2 in a row only 1.5 times: k = 1"},
		{100, 0, "loses a packet 30 times a minute: k = 0"},
		{0, 3, "loses 3 in a row 0.08 times a minute, and never more: k = 3"},
	} {
		if k, says := l.ToSurvive(c.perMinute), l.Text(c.perMinute); k != c.k || says != c.says {
			t.Errorf("at most %v a minute: k = %d, %q; want %d, %q", c.perMinute, k, says, c.k, c.says)
		}
	}
	long := Losses{AtLeast: slices.Repeat([]float64{2}, 50)}
	if says := long.Text(1); !strings.HasPrefix(says, "loses 32 or more in a row 2 times") {
		t.Error(says)
	}
	cut := Losses{AtLeast: slices.Repeat([]float64{2}, 32)}
	if says := cut.Text(1); !strings.HasSuffix(says, "k = 32 or more") {
		t.Error(says)
	}
	if says := (&Losses{}).Text(1); says != "loses nothing: k = 0" {
		t.Error(says)
	}
	// Of 10 packets a second 5 % are lost each by itself: at least two in a row begin
	// 600 · 0.95 · 0.05² = 1.43 times a minute.
	r := answered(t, asked(network(10, 60, 0, 0.05, nil), Budget{}))
	if got := r.Losses.PerMinute(2); math.Abs(got-1.43) > 0.25 {
		t.Errorf("2 in a row %v times a minute, want some 1.43", got)
	}
}

// pings returns a ping log of a path with so much loss, probed at intervals.
func pings(every time.Duration, n int, loss float64) []byte {
	r := rand.New(rand.NewPCG(5, uint64(every)))
	var b strings.Builder
	b.WriteString("PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n")
	at := 1_700_000_000 * time.Second
	for i := range n {
		if r.Float64() >= loss {
			rtt := 20 + 3*r.ExpFloat64()
			fmt.Fprintf(&b, "[%.6f] 64 bytes from 192.0.2.1: icmp_seq=%d ttl=57 time=%.2f ms\n", (at + time.Duration(rtt*1e6)).Seconds(), i+1, min(rtt, 40))
		}
		at += every
	}
	return []byte(b.String())
}

// A path that was probed once a second needs, by what is said of it, no less than what it needs
// by 20 probes a second, and about the same; and there is a warning with a better command.
func TestSparseTrace(t *testing.T) {
	var delays [2]time.Duration
	for i, every := range []time.Duration{time.Second, 50 * ms} {
		s := network(20, 60, 0, 0, nil)
		if err := s.ReadTrace("ping.txt", strings.NewReader(string(pings(every, int(300*time.Second/every), 0.01))), trace.Options{}, false); err != nil {
			t.Fatal(err)
		}
		r := answered(t, asked(s, Budget{}))
		rec := r.Kinds[world.Car].Recommended
		delays[i] = rec.Delay
		a := r.Advice()
		if i == 1 && rec.High-rec.Low < 5*ms {
			t.Errorf("of 5 minutes of a path that is followed again and again: %v to %v", rec.Low, rec.High)
		}
		if warned := len(a.Warnings) > 0; warned != (i == 0) || !rec.Met {
			t.Errorf("every %v: %q, %+v", every, a.Warnings, rec)
		}
		if i == 0 && (!strings.Contains(a.Warnings[0], "ping -i 0.05 ") || !strings.Contains(a.Warnings[0], "probed every 1s")) {
			t.Error(a.Warnings[0])
		}
	}
	t.Logf("%v by a probe a second, %v by 20", delays[0], delays[1])
	if ratio := float64(delays[0]) / float64(delays[1]); ratio < 0.85 || ratio > 1.15 {
		t.Errorf("%v by a probe a second, %v by 20", delays[0], delays[1])
	}
}

// From the recommended delay on all is within the budget, and it lies in its interval, whatever
// the runs were.
func TestRecommendRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "delays")
		k := &Needed{Runs: rapid.IntRange(2, 300).Draw(t, "runs"), Span: 20 * time.Second, Most: time.Duration(n) * ms}
		for range n {
			k.Underruns.Mean = append(k.Underruns.Mean, float64(rapid.IntRange(0, 500).Draw(t, "underruns"))/100)
			k.Underruns.SD = append(k.Underruns.SD, rapid.Float64Range(0, 9).Draw(t, "sd"))
			k.InUnderrun.Mean = append(k.InUnderrun.Mean, rapid.Float64Range(0, 0.02).Draw(t, "share"))
			k.InUnderrun.SD = append(k.InUnderrun.SD, rapid.Float64Range(0, 0.02).Draw(t, "sd"))
		}
		r := &Result{Settled: true, plan: &plan{Question: Question{Scenario: car()}}}
		r.Kinds[0] = KindResult{Present: true, Needed: k}
		underruns, share := rapid.Float64Range(0, 5).Draw(t, "budget"), rapid.Float64Range(0, 0.02).Draw(t, "budget of share")
		rec := r.Recommend(0, &Budget{Underruns: &underruns, Share: &share})
		if !rec.Met || rec.Delay < rec.Low || rec.Delay > rec.High {
			t.Fatalf("%+v", rec)
		}
		d := int(rec.Delay / ms)
		for i := d; i < n; i++ {
			if k.Underruns.Mean[i] > underruns+1e-6 || k.InUnderrun.Mean[i] > share+1e-6 {
				t.Fatalf("%d ms is recommended, and at %d the budget is broken", d, i)
			}
		}
		if d > 0 && k.underrunsAt(d-1).sure <= underruns && k.shareAt(d-1).sure <= share {
			t.Fatalf("%d ms is recommended, and a millisecond less is sure to be enough", d)
		}
		for i := range n {
			if b := k.underrunsAt(i); b.mean > 0 && !(b.low <= b.mean && b.mean <= b.sure && b.sure <= b.high) {
				t.Fatalf("at %d ms the bounds are %+v", i, b)
			}
		}
	})
}

// The bounds of rare underruns are those of a Poisson process: of 10 in 10 minutes the mean is
// below 15.41 with 90 %, and between 5.43 and 16.96 with 90 %.
func TestBoundsOfRareUnderruns(t *testing.T) {
	k := Needed{Runs: 30, Span: 20 * time.Second, Underruns: Bands{Mean: []float64{1}, SD: []float64{math.Sqrt(1.0/3) * 3}}}
	b := k.underrunsAt(0) // 10 in 30 runs: a third each, with that as its variance too
	for _, c := range []struct{ got, want float64 }{{10 * b.low, 5.43}, {10 * b.sure, 15.41}, {10 * b.high, 16.96}} {
		if math.Abs(c.got/c.want-1) > 0.04 {
			t.Errorf("%+v: %v, want %v", b, c.got, c.want)
		}
	}
}

func TestBudgetValidate(t *testing.T) {
	for _, c := range []struct {
		says   string
		budget Budget
	}{
		{"-1 underruns a minute", Budget{Underruns: ask(-1.0)}},
		{"NaN underruns", Budget{Underruns: ask(math.NaN())}},
		{"150 % of the time", Budget{Share: ask(1.5)}},
		{"corrections of -0.5 m", Budget{Correction: ask(-0.5)}},
		{"errors of -1 m", Budget{Error: ask(-1.0)}},
		{"a latency of -1ms", Budget{Latency: ask(-ms)}},
		{"a longest gap of 3s, want 0 to 2s", Budget{LongestGap: ask(3 * time.Second)}},
	} {
		_, err := New(asked(car(), c.budget))
		if !errors.Is(err, config.ErrBudget) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want %q", err, c.says)
		}
	}
	if err := new(Budget).Validate(); err != nil {
		t.Errorf("the zero budget: %v", err)
	}
	for _, c := range []struct {
		says string
		edit func(*Question)
	}{
		{"-1 seeds", func(q *Question) { q.Seeds = -1 }},
		{"no 50 seeds follow", func(q *Question) { q.FirstSeed = math.MaxUint64 - 10 }},
		{"all entities count, and 1001 are too many", func(q *Question) {
			q.Scenario.Entities = []world.Group{{Kind: world.Walker, Count: 1001}}
			q.Entities, q.Scenario.Settings.Down.Bandwidth = 24, 1_000_000
		}},
		{"rate", func(q *Question) { q.Scenario.Settings.SendRate = 0 }},
		{"loss", func(q *Question) { q.Scenario.Settings.Down.Loss = 2 * netsim.Always }},
	} {
		q := asked(car(), Budget{})
		c.edit(q)
		if _, err := New(q); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want %q", err, c.says)
		}
	}
}

// TestRecommendsByTheRateOfAKind: at 20 Hz, walkers at 5 Hz and drones at 10 Hz are recommended
// three delays, without loss (1 + 0)·I + J each, within 5 ms.
func TestRecommendsByTheRateOfAKind(t *testing.T) {
	s := config.DefaultScenario()
	g := &s.Settings
	g.SendRate, g.KindRates[world.Walker], g.KindRates[world.Drone] = 20*config.Hertz, 5*config.Hertz, 10*config.Hertz
	for _, c := range []struct {
		loss   netsim.Probability
		jitter time.Duration
	}{{0, 30 * time.Millisecond}, {0, 0}, {50_000, 30 * time.Millisecond}} {
		g.Down.Loss, g.Down.Jitter = c.loss, c.jitter
		st, err := New(&Question{Scenario: s, AtOnce: true, Seeds: 20})
		if err != nil {
			t.Fatal(err)
		}
		st.Step(func() bool { return false })
		r := st.Result()
		for _, k := range []struct {
			kind     interp.Kind
			interval time.Duration
		}{{world.Car, 50 * time.Millisecond}, {world.Drone, 100 * time.Millisecond}, {world.Walker, 200 * time.Millisecond}} {
			of := &r.Kinds[k.kind]
			got := of.Recommended.Delay
			if c.loss == 0 {
				want := k.interval + c.jitter
				if got > want || got < want-5*time.Millisecond || c.jitter == 0 && got != want {
					t.Errorf("jitter %v: %v is recommended at an interval of %v, want %v", c.jitter, got, k.interval, want)
				}
				continue
			}
			// Of k losses in a row that are rarer than the budget not all must be survived, and
			// the last of them need not meet the largest jitter.
			losses := of.Losses.ToSurvive(config.DefaultUnderruns)
			if low, high := g.RequiredDelay(k.kind, losses-1), g.RequiredDelay(k.kind, losses+1); got <= low || got > high {
				t.Errorf("%v is recommended at an interval of %v, want between the formula for %d and %d losses, %v and %v", got, k.interval, losses-1, losses+1, low, high)
			}
		}
		if car, drone := r.Kinds[world.Car].Recommended.Delay, r.Kinds[world.Drone].Recommended.Delay; c.loss == 0 && (drone-car-50*time.Millisecond).Abs() > 5*time.Millisecond {
			t.Errorf("drones are recommended %v and cars %v, want 50 ms more", drone, car)
		}
	}
}

// TestBreakNamesThePacketsOfTheKind: what lies between two lost samples of a kind that is not
// in every packet was not lost.
func TestBreakNamesThePacketsOfTheKind(t *testing.T) {
	for _, c := range []struct {
		lost []uint32
		says string
	}{
		{[]uint32{7}, "packet 7 was lost"},
		{[]uint32{7, 8, 9}, "packets 7 to 9 were lost"},
		{[]uint32{172, 176}, "packets 172, 176 were lost"},
	} {
		if said := (&Break{Lost: c.lost}).String(); !strings.Contains(said, c.says) {
			t.Errorf("%v: %q, want %q in it", c.lost, said, c.says)
		}
	}
}
