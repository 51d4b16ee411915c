package study

import (
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
)

// TestRecommendationsAgree: what foresees packets and what runs the lenses recommend the same
// delay, by chance and over a measured path, of whatever budget.
func TestRecommendationsAgree(t *testing.T) {
	measured := measuredScenario(t, "linux_ping_OD_loss_bursts.txt")
	for name, s := range map[string]config.Scenario{"by chance": sparse(), "measured": measured} {
		t.Run(name, func(t *testing.T) {
			s.Entities = sparse().Entities[:1]
			f, err := NewStudy(&Question{Scenario: s, FirstSeed: FirstSeed})
			if err != nil {
				t.Fatal(err)
			}
			f.Step(func() bool { return f.Forecast() != nil && f.isTimed() })
			car := &f.Forecast().Kinds[world.Car]
			span, seeds := DefaultRuns(&s.Measured)
			if car.Seeds != seeds || car.Span != span {
				t.Fatalf("foreseen in %d runs of %v, want %d of %v", car.Seeds, car.Span, seeds, span)
			}
			s.Duration = span
			tuner, err := NewTuner(&Tuning{Scenario: s, Budget: Budget{Underruns: ask(1.0)}, Seeds: seeds, FirstSeed: FirstSeed})
			if err != nil {
				t.Fatal(err)
			}
			for i := range tuner.Runs() {
				if err := tuner.Make(i); err != nil {
					t.Fatal(err)
				}
			}
			tuner.Next()
			for _, most := range []float64{0, 0.1, 1, 6, 60} {
				if a, b := tuner.smallest(world.Car, most), car.Smallest(most); a != b {
					t.Errorf("at most %v underruns a minute: %v by running, %v by foreseeing", most, a, b)
				}
			}
		})
	}
}

// A budget that is met just is met, whatever rounding makes of it: 50 runs of 20 s with 6
// underruns a minute have 100 of them.
func TestJustWithinBudget(t *testing.T) {
	tuner := Tuner{tuning: Tuning{Scenario: config.DefaultScenario(), Seeds: 50}}
	for _, tc := range []struct {
		spells int
		most   float64
		want   bool
	}{{100, 6, true}, {101, 6, false}, {0, 0, true}, {1, 0, false}, {1, 0.06, true}, {16, 1, true}, {17, 1, false}} {
		if got := keepsTo(tuner.perMinute(tc.spells), tc.most); got != tc.want {
			t.Errorf("%d underruns in 50 runs of 20 s, at most %v a minute: %v", tc.spells, tc.most, got)
		}
	}
}

// TestCorrectionsAgree: for a budget of corrections the curve, which has the lens at some
// delays only, and a search to the millisecond on the same runs differ by less than two of
// those delays are apart.
func TestCorrectionsAgree(t *testing.T) {
	s := sparse()
	s.Entities = []world.Group{{Kind: world.Car, Count: 3}}
	f, err := NewStudy(&Question{Scenario: s, FirstSeed: FirstSeed})
	if err != nil {
		t.Fatal(err)
	}
	f.Step(func() bool { return false })
	car := &f.Forecast().Kinds[world.Car]
	s.Duration = car.RunSpan
	for _, most := range []float64{0.1, 0.25, 0.5} {
		a := advised(t, &Tuning{Scenario: s, Budget: Budget{Correction: ask(most)}, Seeds: car.Runs, FirstSeed: FirstSeed})
		searched := time.Duration(a.Kinds[0].DelayMS) * time.Millisecond
		if d := car.SmallestFor(most) - searched; d.Abs() > car.Delays[1] {
			t.Errorf("at most %v m: the curve says %v, the search %v", most, car.SmallestFor(most), searched)
		}
	}
}
