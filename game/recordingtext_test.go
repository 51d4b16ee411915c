package game_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
)

// TestRunTextIsTheRun: the text of a run in which anything was done gives that run, and
// is short where little was.
func TestRunTextIsTheRun(t *testing.T) {
	const end = 2 * time.Second
	for n, name := range config.ScenarioNames(carried) {
		r := rand.New(rand.NewPCG(uint64(n), 2))
		scenario, err := config.LoadScenario(carried, name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := config.RunText(carried, &scenario)
		if err != nil || len(text) > 40 {
			t.Errorf("%s is the text %s, %v", name, text, err)
		}
		scenario = small(t, name)
		s := runWith(t, scenario, func(s *measure.Run) { meddle(t, r, s, end) })
		recording := s.Recording()
		if text, err = config.RunText(carried, &recording); err != nil {
			t.Fatal(err)
		}
		again, err := config.ParseRun(carried, text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if !again.Equal(&recording) {
			t.Errorf("%s is another run in the text %s", name, text)
		}
		if got := runWith(t, again, to(end)).Digest(); got != s.Digest() {
			t.Errorf("%s: the text's run is %016x, want %016x", name, got, s.Digest())
		}
	}
}

// TestRunTextIsReadable: the texts of runs that people share.
func TestRunTextIsReadable(t *testing.T) {
	for _, c := range []struct {
		scenario string
		do       func(*measure.Run) error
		want     string
	}{
		{"default", func(s *measure.Run) error { return nil }, "snaplab1/default/seed=7"},
		{"default", func(s *measure.Run) error {
			s.AdvanceTo(2*time.Second - 1)
			set := s.Settings()
			set.Down.Loss, set.Up.Loss = 100_000, 100_000
			return s.Apply(set)
		}, "snaplab1/default/seed=7/@2s/loss=10%"},
		{"faults", func(s *measure.Run) error {
			s.AdvanceTo(8*time.Second - 1)
			return s.Inject(config.Fault{Kind: config.ClockStep, Amount: -int64(time.Second)})
		}, "snaplab1/faults/seed=7/@8s/fault=clock-step=-1s"},
	} {
		scenario, err := config.LoadScenario(carried, c.scenario)
		if err != nil {
			t.Fatal(err)
		}
		s := runWith(t, scenario, func(s *measure.Run) {
			if err := c.do(s); err != nil {
				t.Fatal(err)
			}
		})
		recording := s.Recording()
		if got, err := config.RunText(carried, &recording); err != nil || got != c.want {
			t.Errorf("the text is %s, %v, want %s", got, err, c.want)
		}
	}
}
