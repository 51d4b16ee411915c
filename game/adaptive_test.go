package game_test

import (
	"flag"
	"testing"
	"time"

	"snaplab/game"
	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/game/world"
	"snaplab/interp"
	"snaplab/netsim"
)

var adaptiveTable = flag.Bool("adaptive.table", false, "measure every row of the table of TestAdaptiveAgainstTwoIntervals, and write it to the log")

// adaptiveRow is a network on which an adaptive delay is held against two intervals.
type adaptiveRow struct {
	network string
	rate    config.Rate
	jitter  time.Duration
}

// adaptiveNetwork is what a network does other than jitter: what is lost, and what happens
// after 30 s for some time.
type adaptiveNetwork struct {
	loss   netsim.Probability
	outage time.Duration
	event  func(*netsim.Conditions)
	lasts  time.Duration
}

var adaptiveNetworks = map[string]adaptiveNetwork{
	"no loss":                {},
	"loss 5 %":               {loss: 50_000},
	"outages 100 ms, 2 %":    {loss: 20_000, outage: 100 * msec},
	"+80 ms for 20 s":        {event: func(c *netsim.Conditions) { c.Latency += 80 * msec }, lasts: 20 * time.Second},
	"jitter doubled for 5 s": {event: func(c *netsim.Conditions) { c.Jitter *= 2 }, lasts: 5 * time.Second},
}

// adaptiveResult is how a delay fared: means over runs.
type adaptiveResult struct {
	delay      float64 // ms, applied, mean over frames
	underruns  float64 // in a minute
	inUnderrun float64 // % of the time
}

// play runs a row and returns what came of the minute after the first 10 s, in which
// clock and window are filled.
func (row adaptiveRow) play(t *testing.T, seeds uint64, delay time.Duration, tuning interp.Tuning) adaptiveResult {
	n := adaptiveNetworks[row.network]
	var sum adaptiveResult
	for seed := range seeds {
		sc := config.DefaultScenario()
		sc.Seed, sc.Entities = seed+1, []world.Group{{Kind: world.Turret, Count: 1}}
		set := &sc.Settings
		set.SendRate = row.rate
		set.Down.Jitter, set.Down.Loss, set.Down.Outage = row.jitter, n.loss, n.outage
		set.Policies[world.Turret].Delay, set.Policies[world.Turret].Tuning = delay, tuning
		if n.event != nil {
			changed := *set
			n.event(&changed.Down)
			sc.Script = []config.Timed{{At: 30 * time.Second, Settings: changed}, {At: 30*time.Second + n.lasts, Settings: *set}}
		}
		s, err := measure.NewRun(sc)
		if err != nil {
			t.Fatal(err)
		}
		s.AdvanceTo(10 * time.Second)
		stats := &s.Stats(game.Interpolated).Kinds[world.Turret]
		inUnderrun := stats.UnderrunStats
		var delays time.Duration
		var frames []measure.FrameSummary
		for s.Now() < 70*time.Second {
			from := s.Now() + 1
			s.AdvanceTo(s.Now() + 10*time.Second)
			frames = s.AppendFrames(frames, from)
		}
		for i := range frames {
			delays += frames[i].Kinds[world.Turret].Delay
		}
		sum.delay += 1e3 * delays.Seconds() / float64(len(frames))
		sum.underruns += float64(stats.Underruns - inUnderrun.Underruns)
		sum.inUnderrun += 100 * float64(stats.InUnderrun-inUnderrun.InUnderrun) / float64(stats.Total-inUnderrun.Total)
	}
	runs := float64(seeds)
	return adaptiveResult{delay: sum.delay / runs, underruns: sum.underruns / runs, inUnderrun: sum.inUnderrun / runs}
}

// TestAdaptiveAgainstTwoIntervals holds the adaptive delay (99 % of 10 s) against the
// usual D = 2·I, and against a fixed delay of the same mean latency, on the same packets,
// over 50 seeds. All have the same clock, so that what they show is older or younger by the
// delay alone.
//
// Mean delay, underruns in a minute and share of time in underruns with D = 2·I and
// adaptive, and with a fixed delay that is the adaptive one's mean; − where the adaptive
// delay has more underruns than that:
//
//	network                rate   jitter        D = 2·I               adaptive          fixed, same mean
//	no loss                10 Hz   10 ms   200 ms    0.0  0.00 %   110 ms   0.0  0.00 %    0.0  0.00 %
//	                       10 Hz   20 ms   200 ms    0.0  0.00 %   120 ms   0.0  0.00 %    0.0  0.00 %
//	                       10 Hz   30 ms   200 ms    0.0  0.00 %   130 ms   0.0  0.00 %    0.0  0.00 %
//	                       10 Hz   60 ms   200 ms    0.0  0.00 %   158 ms   0.2  0.01 %    0.4  0.01 %
//	                       20 Hz   10 ms   100 ms    0.0  0.00 %    60 ms   0.0  0.00 %    0.0  0.00 %
//	                       20 Hz   20 ms   100 ms    0.0  0.00 %    70 ms   0.0  0.00 %    0.0  0.00 %
//	                       20 Hz   30 ms   100 ms    0.0  0.00 %    80 ms   0.0  0.00 %    0.0  0.00 %
//	                       20 Hz   60 ms   100 ms   50.1  1.39 %   109 ms   0.0  0.00 %    0.1  0.00 %
//	                       30 Hz   10 ms    67 ms    0.0  0.00 %    44 ms   0.0  0.00 %    0.0  0.00 %
//	                       30 Hz   20 ms    67 ms    0.0  0.00 %    54 ms   0.0  0.00 %    0.0  0.00 %
//	                       30 Hz   30 ms    67 ms    0.0  0.00 %    65 ms   0.0  0.00 %    0.0  0.00 %  −
//	                       30 Hz   60 ms    67 ms  497.7 16.66 %    93 ms   0.0  0.00 %    0.0  0.00 %
//	loss 5 %               10 Hz   10 ms   200 ms    9.6  0.53 %   189 ms  16.5  0.97 %   24.5  0.99 %
//	                       10 Hz   20 ms   200 ms   17.0  0.75 %   193 ms  16.0  0.97 %   21.9  0.97 %
//	                       10 Hz   30 ms   200 ms   19.7  0.95 %   198 ms  15.6  1.00 %   20.6  0.99 %
//	                       10 Hz   60 ms   200 ms   23.0  1.55 %   213 ms  14.8  1.07 %   16.4  1.00 %
//	                       20 Hz   10 ms   100 ms   21.0  0.78 %    98 ms  11.8  0.51 %   21.0  0.78 %
//	                       20 Hz   20 ms   100 ms   36.0  1.25 %   102 ms  15.6  0.63 %   26.6  0.95 %
//	                       20 Hz   30 ms   100 ms   42.3  1.72 %   108 ms  19.2  0.77 %   26.4  0.98 %
//	                       20 Hz   60 ms   100 ms   92.1  4.21 %   127 ms  20.5  0.92 %   23.1  0.97 %
//	                       30 Hz   10 ms    67 ms   30.5  1.02 %    66 ms   8.5  0.35 %   30.5  1.02 %
//	                       30 Hz   20 ms    67 ms   54.0  1.74 %    72 ms  14.0  0.50 %   27.2  0.91 %
//	                       30 Hz   30 ms    67 ms   64.1  2.48 %    79 ms  18.5  0.63 %   27.0  0.89 %
//	                       30 Hz   60 ms    67 ms  518.9 19.41 %   100 ms  21.9  0.77 %   27.7  0.99 %
//	outages 100 ms, 2 %    10 Hz   10 ms   200 ms    4.0  0.78 %   179 ms   5.3  1.20 %    7.0  1.01 %
//	                       10 Hz   20 ms   200 ms    5.4  0.84 %   178 ms   5.5  1.25 %    7.0  1.07 %
//	                       10 Hz   30 ms   200 ms    5.7  0.89 %   182 ms   5.6  1.24 %    7.0  1.09 %
//	                       10 Hz   60 ms   200 ms    6.2  1.04 %   200 ms   5.7  1.18 %    6.2  1.04 %
//	                       20 Hz   10 ms   100 ms    6.6  1.22 %   116 ms   6.5  1.27 %    5.4  1.04 %  −
//	                       20 Hz   20 ms   100 ms    7.5  1.29 %   111 ms   6.8  1.33 %    5.7  1.12 %  −
//	                       20 Hz   30 ms   100 ms    8.0  1.36 %   119 ms   6.7  1.27 %    5.8  1.10 %  −
//	                       20 Hz   60 ms   100 ms   56.9  2.92 %   137 ms   6.4  1.16 %    6.1  1.09 %  −
//	                       30 Hz   10 ms    67 ms    7.8  1.41 %    98 ms   6.7  1.18 %    5.5  1.01 %  −
//	                       30 Hz   20 ms    67 ms    8.6  1.50 %    97 ms   7.0  1.22 %    6.2  1.08 %  −
//	                       30 Hz   30 ms    67 ms    8.9  1.57 %   103 ms   6.7  1.18 %    6.1  1.08 %  −
//	                       30 Hz   60 ms    67 ms  493.9 18.03 %   122 ms   6.3  1.08 %    5.7  1.03 %  −
//	+80 ms for 20 s        10 Hz   10 ms   200 ms    0.0  0.00 %   114 ms   3.3  0.28 %   30.4  2.93 %
//	                       10 Hz   20 ms   200 ms    0.0  0.00 %   123 ms   3.3  0.24 %   28.9  2.64 %
//	                       10 Hz   30 ms   200 ms    1.2  0.03 %   133 ms   3.2  0.22 %   27.5  2.34 %
//	                       10 Hz   60 ms   200 ms    8.9  0.34 %   161 ms   3.2  0.18 %   23.3  1.59 %
//	                       20 Hz   10 ms   100 ms   41.9  2.57 %    64 ms   3.4  0.46 %   13.6  4.60 %
//	                       20 Hz   20 ms   100 ms   32.9  2.88 %    74 ms   3.7  0.42 %   13.3  4.32 %
//	                       20 Hz   30 ms   100 ms   26.4  3.14 %    84 ms   3.7  0.37 %   15.0  4.07 %
//	                       20 Hz   60 ms   100 ms   61.3  4.81 %   112 ms   3.6  0.27 %   25.3  2.96 %
//	                       30 Hz   10 ms    67 ms   10.5  4.27 %    48 ms   3.0  0.52 %   10.4  4.91 %
//	                       30 Hz   20 ms    67 ms   10.3  4.38 %    58 ms   3.0  0.47 %   10.2  4.69 %
//	                       30 Hz   30 ms    67 ms   10.7  4.48 %    68 ms   3.3  0.43 %   10.9  4.43 %
//	                       30 Hz   60 ms    67 ms  460.0 19.57 %    96 ms   3.6  0.32 %   19.4  3.56 %
//	jitter doubled for 5 s 10 Hz   10 ms   200 ms    0.0  0.00 %   113 ms   0.4  0.01 %    2.3  0.06 %
//	                       10 Hz   20 ms   200 ms    0.0  0.00 %   124 ms   1.1  0.03 %    7.7  0.21 %
//	                       10 Hz   30 ms   200 ms    0.0  0.00 %   136 ms   1.4  0.04 %   11.9  0.36 %
//	                       10 Hz   60 ms   200 ms    3.6  0.10 %   171 ms   2.4  0.11 %   14.3  0.67 %
//	                       20 Hz   10 ms   100 ms    0.0  0.00 %    63 ms   0.5  0.01 %    4.1  0.11 %
//	                       20 Hz   20 ms   100 ms    0.0  0.00 %    75 ms   1.2  0.03 %   17.1  0.47 %
//	                       20 Hz   30 ms   100 ms    4.4  0.12 %    87 ms   1.6  0.05 %   22.6  0.67 %
//	                       20 Hz   60 ms   100 ms   84.3  4.22 %   123 ms   2.6  0.12 %   27.8  1.25 %
//	                       30 Hz   10 ms    67 ms    0.0  0.00 %    47 ms   0.4  0.01 %    4.4  0.12 %
//	                       30 Hz   20 ms    67 ms    4.9  0.14 %    59 ms   1.2  0.03 %   22.7  0.63 %
//	                       30 Hz   30 ms    67 ms   42.4  1.43 %    72 ms   1.8  0.05 %   28.3  0.82 %
//	                       30 Hz   60 ms    67 ms  493.7 20.59 %   106 ms   2.8  0.13 %   34.5  1.70 %
//
// At equal mean latency the adaptive delay has fewer underruns, mostly by far, but for:
//   - outages at 20 and 30 Hz: one knows nothing of the next, so that a delay which is
//     larger after an outage and smaller before it has its latency in the wrong place, and
//     pays with a fifth more underruns (a single long one is a spike, and forgotten);
//   - no loss with a jitter as long as the interval, at 30 Hz: 2 underruns in 50 minutes,
//     since the adaptive delay is now and then a millisecond below its mean.
//
// Against 2·I, whatever that costs, it is not better in both where
//   - the jitter range is above the interval: 2·I does not even cover I + J, and the
//     price of hundreds of underruns less is more delay;
//   - small jitter at 10 Hz: 2·I covers nearly all of one loss, and one frame in a
//     hundred gives some of that away;
//   - losses at 20 and 30 Hz: half to a third of the underruns for 2 to 12 ms more;
//   - outages that no delay of two intervals bridges: fewer underruns for more delay;
//   - a change that 2·I happens to cover already (10 Hz): 40 to 90 ms less delay, for
//     the one to three underruns by which the change is noticed.
//
// A few rows are asserted, on fewer seeds: one of each network where both are better.
func TestAdaptiveAgainstTwoIntervals(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of runs of 70 s")
	}
	seeds := uint64(15)
	if *adaptiveTable {
		seeds = 50
	}
	asserted := map[adaptiveRow]bool{
		{network: "no loss", rate: 30 * config.Hertz, jitter: 20 * msec}:                true,
		{network: "loss 5 %", rate: 20 * config.Hertz, jitter: 10 * msec}:               true,
		{network: "outages 100 ms, 2 %", rate: 10 * config.Hertz, jitter: 30 * msec}:    true,
		{network: "+80 ms for 20 s", rate: 20 * config.Hertz, jitter: 20 * msec}:        true,
		{network: "jitter doubled for 5 s", rate: 20 * config.Hertz, jitter: 30 * msec}: true,
	}
	for _, network := range []string{"no loss", "loss 5 %", "outages 100 ms, 2 %", "+80 ms for 20 s", "jitter doubled for 5 s"} {
		for _, rate := range []config.Rate{10 * config.Hertz, 20 * config.Hertz, 30 * config.Hertz} {
			for _, jitter := range []time.Duration{10 * msec, 20 * msec, 30 * msec, 60 * msec} {
				row := adaptiveRow{network: network, rate: rate, jitter: jitter}
				if !asserted[row] && !*adaptiveTable {
					continue
				}
				of := config.DefaultScenario().Settings
				of.SendRate = row.rate
				two := 2 * of.Interval()
				fixed, adaptive := row.play(t, seeds, two, interp.ByHand), row.play(t, seeds, two, interp.Adaptive)
				equal := row.play(t, seeds, time.Duration(adaptive.delay*1e6), interp.ByHand)
				better := adaptive.delay < fixed.delay && adaptive.underruns <= fixed.underruns
				mark := ""
				if better {
					mark = "better"
				}
				t.Logf("%-22s  %v Hz, %-4v  %3.0f ms %6.2f %5.2f %%   %3.0f ms %6.2f %5.2f %%   fixed there %6.2f %5.2f %%  %s", network, rate/config.Hertz, jitter,
					fixed.delay, fixed.underruns, fixed.inUnderrun, adaptive.delay, adaptive.underruns, adaptive.inUnderrun, equal.underruns, equal.inUnderrun, mark)
				if asserted[row] && !(better && adaptive.underruns <= equal.underruns) {
					t.Errorf("%v: not better in both, or not at equal latency", row)
				}
			}
		}
	}
}

func TestReportedDelay(t *testing.T) {
	s := run(t, func(sc *config.Scenario) {
		calm(&sc.Settings)
		sc.Entities = []world.Group{{Kind: world.Turret, Count: 1}, {Kind: world.Car, Count: 1}}
		sc.Settings.Policies[world.Car].Delay = 300 * msec
		sc.Settings.Policies[world.Turret].Tuning = interp.Adaptive
	})
	s.AdvanceTo(20 * time.Second)
	lens := s.Report().Lenses["interpolated"]
	if got, want := lens.Kinds["car"].Delay, (measure.SpreadReport{Min: 300, Mean: 300, Max: 300}); got != want {
		t.Errorf("by hand: %v, want %v", got, want)
	}
	// From 200 ms on it falls, after the first 2 s, to one interval of 100 ms within
	// half a second: the mean is a little over 110.
	if got := lens.Kinds["turret"].Delay; got.Min != 100 || got.Max != 200 || got.Mean < 105 || got.Mean > 120 {
		t.Errorf("adaptive: %v, want 100 to 200, mostly 100", got)
	}
	if got := lens.Overall.Delay; got.Min != 100 || got.Max != 300 || got.Mean < 200 || got.Mean > 215 {
		t.Errorf("overall: %v, want 100 to 300, about 205", got)
	}
	if got := s.Delay(world.Turret); got != 100*msec || s.SmallestDelay() != got {
		t.Errorf("the smallest delay is %v, the turret's %v, want what is applied, 100ms", s.SmallestDelay(), got)
	}
	if got := s.Delay(world.Car); got != 300*msec {
		t.Errorf("the car's delay is %v, want what is set, 300ms", got)
	}
}

// TestAdaptiveIsDeterministic: neither the steps in which time is moved nor where the
// clocks start change anything.
func TestAdaptiveIsDeterministic(t *testing.T) {
	play := func(step, start time.Duration) uint64 {
		s := run(t, func(sc *config.Scenario) {
			for k := range sc.Settings.Policies {
				sc.Settings.Policies[k].Tuning = interp.Adaptive
			}
			sc.Settings.ServerStart, sc.Settings.ClientStart = start, -start
		})
		for at := step; at < 15*time.Second; at += step {
			s.AdvanceTo(at)
		}
		s.AdvanceTo(15 * time.Second)
		return s.Digest()
	}
	want := play(time.Hour, 0)
	if got := play(7*msec, 0); got != want {
		t.Errorf("in steps of 7 ms: digest %x, want %x", got, want)
	}
	if got := play(time.Hour, 1<<31*msec); got != want {
		t.Errorf("with clocks from 2^31 ms: digest %x, want %x", got, want)
	}
}
