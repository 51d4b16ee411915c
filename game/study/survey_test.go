package study

import (
	"math"
	"testing"
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
)

// TestSurveyIsReproduced sweeps what a survey of delay policies had simulated by other
// means: 8 runs of 120 s at 60 frames a second, jitter uniform over 30 ms, 5 % lost each by
// itself, 50 ms under way. Its frames fell on the sends. On the command line it is
//
//	demo sweep --rate 20hz --delay 50ms,100ms,80ms,130ms,180ms --duration 120s --seeds 8 --display-phase in-step
//
// with the like for 10 and 30 Hz; --display-phase drawn makes one interval 1.5 to 1.9 times as
// often in underrun.
func TestSurveyIsReproduced(t *testing.T) {
	type figures struct{ inUnderrun, perMinute float64 } // per cent of the time, spells
	for _, c := range []struct {
		rate   config.Rate
		delays []int64 // ns: 1 and 2 intervals, and the formula's for k = 0, 1, 2
		want   []figures
	}{
		{10 * config.Hertz, []int64{100e6, 200e6, 130e6, 230e6, 330e6}, []figures{{12.1, 271}, {0.55, 13}, {4.5, 29}, {0.18, 1.2}, {0, 0}}},
		{20 * config.Hertz, []int64{50e6, 100e6, 80e6, 130e6, 180e6}, []figures{{19.0, 539}, {0.91, 27}, {4.0, 56}, {0.16, 2.3}, {0, 0.1}}},
		{30 * config.Hertz, []int64{33_333_333, 66_666_667, 63_333_333, 96_666_667, 130e6}, []figures{{26.2, 812}, {1.26, 40}, {3.6, 85}, {0.14, 3.4}, {0, 0.2}}},
	} {
		if testing.Short() && c.rate != 20*config.Hertz {
			continue
		}
		checked := 0
		s := config.DefaultScenario()
		s.Duration = 120 * time.Second
		s.Settings.SendRate, s.Settings.DisplayPhase = c.rate, config.InStepPhase
		s.Entities = []world.Group{{Kind: world.Car, Count: 1}}
		p := &Plan{Scenario: s, Setting: config.MustSetting("delay"), Qualifier: All, Values: c.delays, Seeds: 8, FirstSeed: 1}
		for _, row := range Rows(p, made(t, p, 1)...) {
			if row.Kind != "all" || row.Lens != "interpolated" {
				continue
			}
			for i, d := range c.delays {
				if row.Value != config.MustSetting("delay").Number(d) {
					continue
				}
				checked++
				got, want := figures{100 * row.UnderrunShare.Mean, row.Underruns.Mean / 2}, c.want[i]
				if math.Abs(got.inUnderrun-want.inUnderrun) > max(0.1*want.inUnderrun, 0.15) || math.Abs(got.perMinute-want.perMinute) > max(0.1*want.perMinute, 1.5) {
					t.Errorf("%d Hz, %v: %.2f, want about %.2f", c.rate/config.Hertz, time.Duration(d), got, want)
				}
			}
		}
		if checked != len(c.delays) {
			t.Errorf("%d Hz: %d of %d delays are in the rows", c.rate/config.Hertz, checked, len(c.delays))
		}
	}
}
