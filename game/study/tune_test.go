package study

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim/trace"
)

func ask[T any](v T) *T { return &v }

// advised works a tuning out.
func advised(t *testing.T, tuning *Tuning) *Advice {
	t.Helper()
	u, err := NewTuner(tuning)
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; done = u.Next() {
		for i := range u.Runs() {
			if err := u.Make(i); err != nil {
				t.Fatal(err)
			}
		}
	}
	if u.Runs() != 0 {
		t.Errorf("when done there are %d runs to make", u.Runs())
	}
	return u.Advice()
}

// simulated runs a scenario with a delay for all kinds, and with all seeds, and returns
// the tally.
func simulated(t *testing.T, tuning *Tuning, delay time.Duration) *measure.Tally {
	t.Helper()
	sum := new(measure.Tally)
	for i := range tuning.Seeds {
		s := tuning.Scenario
		s.Seed = tuning.FirstSeed + uint64(i)
		for k := range s.Settings.Policies {
			s.Settings.Policies[k].Delay = delay
		}
		session, err := measure.NewRun(s)
		if err != nil {
			t.Fatal(err)
		}
		session.AdvanceTo(s.Duration)
		sum.Add(session)
	}
	return sum
}

// measuredScenario follows one of the trace package's files, or the capture.
func measuredScenario(t *testing.T, file string) config.Scenario {
	t.Helper()
	data, options := capture(), trace.Options{Seq: &trace.Field{Width: 2}, Clock: &trace.Field{Offset: 2, Width: 4, Frequency: 1000}}
	if file != "capture.pcap" {
		var err error
		if data, err = os.ReadFile(filepath.Join("..", "..", "netsim", "trace", "testdata", file)); err != nil {
			t.Fatal(err)
		}
		options = trace.Options{}
	}
	s := config.DefaultScenario()
	s.Settings.SendRate = 20 * config.Hertz
	if err := s.ReadTrace(file, bytes.NewReader(data), options, false); err != nil {
		t.Fatal(err)
	}
	return s
}

// The smallest delay keeps to the budget when it is simulated, and a millisecond less
// does not: by chance, over a ping log with losses, and over a capture of a game.
func TestTheSmallestDelayHolds(t *testing.T) {
	for _, c := range []struct {
		name string
		file string
		most float64 // a minute
	}{
		{"by chance", "", 6},
		{"by chance, none", "", 0},
		{"ping", "linux_ping_OD_loss_bursts.txt", 3},
		{"capture", "capture.pcap", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			tuning := &Tuning{Scenario: config.DefaultScenario(), Seeds: 2, FirstSeed: 40, Budget: Budget{Underruns: &c.most}}
			if c.file != "" {
				tuning.Scenario = measuredScenario(t, c.file)
			}
			tuning.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}, {Kind: world.Rocket, Count: 2}}
			a := advised(t, tuning)
			if len(a.Kinds) != 2 || !a.Met {
				t.Fatalf("%d kinds, met: %v; want 2 and true", len(a.Kinds), a.Met)
			}
			for _, row := range a.Kinds {
				k, _ := world.ParseKind(row.Kind)
				delay := time.Duration(row.DelayMS) * time.Millisecond
				minutes := (time.Duration(tuning.Seeds) * tuning.Scenario.Duration).Minutes()
				allowed := int(c.most * minutes)
				held := simulated(t, tuning, delay).Kind(game.Interpolated, k).Underruns
				if held != row.Recommended.Underruns || held > allowed {
					t.Errorf("%s: %d underruns at %v, told of %d, want at most %d", row.Kind, held, delay, row.Recommended.Underruns, allowed)
				}
				less := simulated(t, tuning, delay-time.Millisecond).Kind(game.Interpolated, k).Underruns
				told := row.Why.LessPerMin
				if less <= allowed {
					t.Errorf("%s: a millisecond less than %v is enough too: %d underruns, want more than %d", row.Kind, delay, less, allowed)
				}
				if less <= held || told <= c.most || row.Why.Break == nil {
					t.Errorf("%s: a millisecond less has %d underruns (told of %.2f a minute, %v), at %v it has %d", row.Kind, less, told, row.Why.Break, delay, held)
				}
				t.Logf("%s %v: %s", row.Kind, delay, row.Text)
			}
		})
	}
}

// Corrections: at the delay 95 % of them are small enough, a millisecond less has larger
// ones.
func TestTheSmallestDelayForCorrections(t *testing.T) {
	tuning := &Tuning{Scenario: config.DefaultScenario(), Seeds: 2, FirstSeed: 7, Budget: Budget{Correction: ask(0.15)}}
	tuning.Scenario.Duration = 10 * time.Second
	tuning.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 2}, {Kind: world.Ball, Count: 2}}
	for _, row := range advised(t, tuning).Kinds {
		k, _ := world.ParseKind(row.Kind)
		delay := time.Duration(row.DelayMS) * time.Millisecond
		if got := simulated(t, tuning, delay).Kind(game.Interpolated, k).Correction.P95; got > 0.15 || got != row.Recommended.CorrectionP95M || !row.Met {
			t.Errorf("%s: at %v corrections are %v m, told of %v", row.Kind, delay, got, row.Recommended.CorrectionP95M)
		}
		if got := simulated(t, tuning, delay-time.Millisecond).Kind(game.Interpolated, k).Correction.P95; got <= 0.15 {
			t.Errorf("%s: a millisecond less than %v is enough too: %v m", row.Kind, delay, got)
		}
		if row.Why.Decided != "correction" || !strings.Contains(row.Text, "0.15 m") {
			t.Errorf("%s: %s: %s", row.Kind, row.Why.Decided, row.Text)
		}
	}
}

// LongestGap: 120 ms of it at 10 Hz cost k = ⌈120/100⌉ = 2 packets, so (1+2)·100 ms + 30 ms;
// 100 ms cost one, and none none. (The ticks of 60 Hz make the interval 100 ms and a
// nanosecond's rounding, so a millisecond may come on top.)
func TestTheDelayForSilence(t *testing.T) {
	for _, c := range []struct {
		longestGap time.Duration
		losses     int
		want       float64 // ms
	}{{120 * time.Millisecond, 2, 330}, {100 * time.Millisecond, 1, 230}, {0, 0, 130}} {
		tuning := &Tuning{Scenario: config.DefaultScenario(), Seeds: 1, FirstSeed: 1, Budget: Budget{LongestGap: &c.longestGap}}
		tuning.Scenario.Duration = 2 * time.Second
		a := advised(t, tuning)
		if *a.Budget.LossesToSurvive != c.losses {
			t.Errorf("%v are %d packets, want %d", c.longestGap, *a.Budget.LossesToSurvive, c.losses)
		}
		for _, row := range a.Kinds {
			if row.DelayMS < c.want || row.DelayMS > c.want+1 || row.Why.Decided != "longest-gap" || !row.Met {
				t.Errorf("%v: %v ms by %s, want %v by silence", c.longestGap, row.DelayMS, row.Why.Decided, c.want)
			}
			if row.InUseMet != (200 >= row.DelayMS) {
				t.Errorf("%v: 200 ms keep to it: %v", c.longestGap, row.InUseMet)
			}
		}
	}
}

// What can't be kept to is said: an outage longer than any delay.
func TestNoDelayIsEnough(t *testing.T) {
	tuning := &Tuning{Scenario: config.DefaultScenario(), Seeds: 2, FirstSeed: 1, Budget: Budget{Underruns: ask(0.0)}}
	tuning.Scenario.Entities = []world.Group{{Kind: world.Car, Count: 1}}
	tuning.Scenario.Script = []config.Timed{{At: 5 * time.Second, Settings: tuning.Scenario.Settings, Fault: config.Fault{Kind: config.Blackout, Amount: int64(4 * time.Second)}}}
	a := advised(t, tuning)
	if a.Met || a.Kinds[0].Met || a.Kinds[0].DelayMS != 2000 || !strings.Contains(a.Kinds[0].Text, "no delay up to 2000 ms") {
		t.Errorf("met: %v, %+v", a.Met, a.Kinds[0])
	}
}

// A delay that is dry all the time has one spell: that is not the smallest one.
func TestSmallDelaysAreNotMistakenForGoodOnes(t *testing.T) {
	var n needs
	for i := range 600 { // 10 s, needing 50 and 90 ms in turns
		n.at = append(n.at, time.Duration(i)*time.Second/60)
		n.kinds[0] = append(n.kinds[0], time.Duration(50+40*(i%2))*time.Millisecond)
	}
	u := &Tuner{tuning: Tuning{Scenario: config.Scenario{Duration: 10 * time.Second}, Seeds: 1}}
	n.begins(0, &u.spells[0])
	sum := 0
	for d := range u.spells[0] {
		sum += u.spells[0][d]
		u.spells[0][d] = sum
	}
	if u.spells[0][0] != 1 || u.spells[0][50] != 300 || u.spells[0][89] != 300 || u.spells[0][90] != 0 {
		t.Errorf("spells at 0, 50, 89, 90 ms: %d, %d, %d, %d; want 1, 300, 300, 0", u.spells[0][0], u.spells[0][50], u.spells[0][89], u.spells[0][90])
	}
	if got := u.smallest(0, 6); got != 90*time.Millisecond { // 6 a minute are one in 10 s
		t.Errorf("the smallest is %v, want 90ms", got)
	}
	if i, ok := n.tightest(interp.Kind(0), 90*time.Millisecond); i != 1 || !ok {
		t.Errorf("the tightest frame is %d, %v, want 1", i, ok)
	}
	if _, ok := n.tightest(0, 80*time.Millisecond); ok {
		t.Error("80 ms has a tightest frame, though 79 ms is as good")
	}
}

func TestTuningValidate(t *testing.T) {
	good := Tuning{Scenario: config.DefaultScenario(), Seeds: 1, Budget: Budget{Underruns: ask(1.0)}}
	for _, c := range []struct {
		says string
		is   error
		edit func(*Tuning)
	}{
		{"nothing is asked for", ErrBudget, func(t *Tuning) { t.Budget = Budget{} }},
		{"-1 underruns a minute", ErrBudget, func(t *Tuning) { t.Budget.Underruns = ask(-1.0) }},
		{"corrections of -0.5 m", ErrBudget, func(t *Tuning) { t.Budget.Correction = ask(-0.5) }},
		{"a longest gap of 3s, want 0 to 2s", ErrBudget, func(t *Tuning) { t.Budget.LongestGap = ask(3 * time.Second) }},
		{"0 seeds", ErrPlan, func(t *Tuning) { t.Seeds = 0 }},
		{"duration", config.ErrScenario, func(t *Tuning) { t.Scenario.Duration = 0 }},
	} {
		tuning := good
		c.edit(&tuning)
		if _, err := NewTuner(&tuning); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("error is %v, want %q", err, c.says)
		}
	}
}
