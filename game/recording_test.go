package game_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
)

// meddle advances a session to end, and at random times changes settings or lets
// something go wrong.
func meddle(t *testing.T, r *rand.Rand, s *measure.Run, end time.Duration) {
	t.Helper()
	for s.Now() < end {
		var err error
		if r.IntN(2) == 0 {
			err = s.Inject(randomFault(r, s.Kinds()))
		} else {
			err = s.Apply(nudged(r, s.Settings()))
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.IntN(4) > 0 { // else at the same moment
			s.AdvanceTo(min(max(s.Now(), 0)+time.Duration(r.Int64N(int64(700*time.Millisecond))), end))
		}
	}
}

// nudged changes one of the settings as a user would who moves a slider.
func nudged(r *rand.Rand, s config.Settings) config.Settings {
	names := []string{"rate", "latency", "jitter", "loss", "outage", "duplicate", "order", "delay", "adaptive", "max-extrapolation", "drift", "mistake", "encoding", "display"}
	setting := config.MustSetting(names[r.IntN(len(names))])
	lo, hi := setting.Min, setting.Max
	switch setting.Unit {
	case config.Duration:
		hi = int64(300 * time.Millisecond)
	case config.Frequency:
		lo, hi = int64(5*config.Hertz), int64(60*config.Hertz)
	}
	q := r.IntN(len(setting.Qualifiers(&s)))
	if setting.Name == "rate" && q > 0 {
		hi = setting.Get(&s, 0) // a kind is in every packet at most
	}
	setting.Set(&s, q, lo+r.Int64N(hi-lo+1))
	return s
}

// small returns a scenario of the program's own, with so few entities that many runs of
// it are quick.
func small(t *testing.T, name string) config.Scenario {
	t.Helper()
	s, err := config.LoadScenario(carried, name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Entities {
		s.Entities[i].Count = min(s.Entities[i].Count, 20)
	}
	return s
}

// TestReplayIsTheRun: every scenario, with settings and faults at random times, is the
// same run again from its recording, and by Again, which has the same recording at any
// time.
func TestReplayIsTheRun(t *testing.T) {
	const end = 4 * time.Second
	for n, name := range config.ScenarioNames(carried) {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		scenario := small(t, name)
		if len(scenario.Script) == 0 {
			other := nudged(r, scenario.Settings)
			scenario.Script = []config.Timed{{At: 2 * time.Second, Settings: other}, {At: 3 * time.Second, Settings: scenario.Settings}}
		}
		s := runWith(t, scenario, func(s *measure.Run) { meddle(t, r, s, end) })
		want := s.Recording()
		if got := runWith(t, want, to(end)).Digest(); got != s.Digest() {
			t.Errorf("%s: its recording is the run %016x, want %016x", name, got, s.Digest())
		}
		again, err := s.Again()
		if err != nil {
			t.Fatal(err)
		}
		for at := time.Duration(0); at <= end; at += end / 8 {
			again.AdvanceTo(at)
			if got := again.Recording(); !got.Equal(&want) {
				t.Fatalf("%s: at %v of the replay its recording is another", name, at)
			}
		}
		if again.Digest() != s.Digest() || again.Err() != nil {
			t.Errorf("%s: played again it is %016x, want %016x; %v", name, again.Digest(), s.Digest(), again.Err())
		}
		once, err := again.Again() // the replay of a replay
		if err != nil {
			t.Fatal(err)
		}
		if once.AdvanceTo(end); once.Digest() != s.Digest() {
			t.Errorf("%s: played a third time it is %016x, want %016x", name, once.Digest(), s.Digest())
		}
	}
}

// TestChangingAReplay: what is done to a replay drops what was done later in the run,
// but not the scenario's script; it goes on as the run would have.
func TestChangingAReplay(t *testing.T) {
	const end = 5 * time.Second
	scenario := config.DefaultScenario()
	lossy, calm := scenario.Settings, scenario.Settings
	lossy.Down.Loss = 300_000
	scenario.Script = []config.Timed{{At: 2500 * time.Millisecond, Settings: lossy}, {At: 4 * time.Second, Settings: calm}}

	early := func(s *measure.Run) {
		s.AdvanceTo(time.Second)
		set := s.Settings()
		set.Down.Loss = 300_000 // as the script will, and then take back
		if err := s.Apply(set); err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(2 * time.Second)
	}
	late := func(s *measure.Run) {
		set := s.Settings()
		set.Down.Jitter = 90 * time.Millisecond
		if err := s.Apply(set); err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range map[string]func(s *measure.Run) error{
		"a setting": func(s *measure.Run) error {
			set := s.Settings()
			set.SendRate = 20 * config.Hertz
			return s.Apply(set)
		},
		"a fault": func(s *measure.Run) error { return s.Inject(config.Blackout.Fault()) },
	} {
		want := runWith(t, scenario, func(s *measure.Run) {
			early(s)
			if err := change(s); err != nil {
				t.Fatal(err)
			}
			s.AdvanceTo(end)
		})
		whole := runWith(t, scenario, func(s *measure.Run) { early(s); late(s); s.AdvanceTo(end) })
		again, err := whole.Again()
		if err != nil {
			t.Fatal(err)
		}
		again.AdvanceTo(2 * time.Second)
		if err := again.Apply(again.Settings()); err != nil { // nothing changes
			t.Fatal(err)
		}
		if !slices.ContainsFunc(again.Recording().Script, func(t config.Timed) bool { return t.Settings.Down.Jitter == 90*time.Millisecond }) {
			t.Fatal("what is to be done again was dropped before anything was changed")
		}
		if err := change(again); err != nil {
			t.Fatal(err)
		}
		again.AdvanceTo(end)
		if again.Digest() != want.Digest() {
			t.Errorf("with %s the replay goes on as %016x, want %016x", name, again.Digest(), want.Digest())
		}
		if got, wanted := again.Recording(), want.Recording(); !got.Equal(&wanted) {
			t.Errorf("with %s the replay's recording is another than the run's", name)
		}
	}
}

// carried are the scenarios that the program carries with it.
var carried = os.DirFS("../assets")

// TestChanges counts what is done by hand and differs, and in a run that is played again
// what it has repeated so far.
func TestChanges(t *testing.T) {
	scenario := small(t, "default")
	slower := scenario.Settings
	slower.Down.Latency += time.Millisecond
	scenario.Script = []config.Timed{{At: time.Second, Settings: slower}} // of itself: does not count
	s, err := measure.NewRun(scenario)
	if err != nil {
		t.Fatal(err)
	}
	want := func(of *measure.Run, n int) {
		t.Helper()
		if got := of.Changes(); got != n {
			t.Errorf("at %v there have been %d changes, want %d", of.Now(), got, n)
		}
	}
	s.AdvanceTo(2 * time.Second)
	want(s, 0)
	if err := s.Apply(s.Settings()); err != nil { // the same
		t.Fatal(err)
	}
	want(s, 0)
	lossy := s.Settings()
	lossy.Down.Loss += 10_000
	if err := s.Apply(lossy); err != nil {
		t.Fatal(err)
	}
	want(s, 1)
	s.AdvanceTo(3 * time.Second)
	if err := s.Inject(config.Fault{Kind: config.DropPackets, Amount: 1}); err != nil {
		t.Fatal(err)
	}
	s.AdvanceTo(4 * time.Second)
	want(s, 2)
	again, err := s.Again()
	if err != nil {
		t.Fatal(err)
	}
	want(again, 0)
	again.AdvanceTo(2500 * time.Millisecond)
	want(again, 1)
	if err := again.Inject(config.Fault{Kind: config.DropPackets, Amount: 1}); err != nil { // in place of the other
		t.Fatal(err)
	}
	again.AdvanceTo(4 * time.Second)
	want(again, 2)
}
