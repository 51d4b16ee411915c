package study

import (
	"time"

	"snaplab/game/world"
)

// AllKinds is the place in an Forecast of all kinds together.
const AllKinds = int(world.NumKinds)

// Forecast is what a Question has come to. It does not change any more: the next level
// gives another one.
type Forecast struct {
	// Fewer says that the runs had fewer entities than asked for, Entities how
	// many: what is told is then of each entity, and not of the worst of many.
	Fewer    bool
	Entities int
	// Done says that nothing finer will follow.
	Done  bool
	Kinds [world.NumKinds + 1]KindForecast
}

// KindForecast is what is foreseen of one kind, or of all.
type KindForecast struct {
	// Seeds is how many runs Underruns and Dry are from, each of the length Span;
	// 0 says that nothing is known yet.
	Seeds int
	Span  time.Duration
	// Underruns, a minute, and Dry, the share of the frames that are, at 0, 1,
	// 2 … ms. Beyond the last there are none. They are exact for each run: see
	// measure.WhatIf.
	Underruns, InUnderrun Bands
	// Tight is, at 0, 1, 2 … ms, the first of those runs in which a frame needs just
	// that delay and no less, −1 where there is none: a smaller delay would have
	// broken it.
	Tight []int
	// Runs is how many runs of the real lens Error and Corrections are from,
	// each of the length RunSpan; 0 for none.
	Runs    int
	RunSpan time.Duration
	// Delays are those that the lens was run with, the smallest first.
	Delays []time.Duration
	// Error is the root mean square of a run, Corrections its 95th percentile, 0
	// where there were none; both in metres, at each of Delays. In the place of the mean
	// of Corrections is the 95th percentile of those of all runs together, as a Tuner
	// has it: a run without any would make a mean look better than what is seen.
	Error, Corrections Bands
}

// Smallest returns the smallest delay from which on there are on average at most so
// many underruns a minute, in whole milliseconds; more than MaxDelay where no delay is
// enough. Something must be known.
func (k *KindForecast) Smallest(perMinute float64) time.Duration {
	// From the largest down: a very small delay has few spells again, since it is
	// dry all the time.
	d := len(k.Underruns.Mean)
	for d > 0 && keepsTo(k.Underruns.Mean[d-1], perMinute) {
		d--
	}
	return time.Duration(d) * time.Millisecond
}

// SmallestFor returns the smallest delay, in whole milliseconds, from which on
// corrections have a 95th percentile of at most so many metres. Between the
// delays that were run it goes by the straight line. The lens must have been run.
func (k *KindForecast) SmallestFor(metres float64) time.Duration {
	i := len(k.Delays)
	for i > 0 && k.Corrections.Mean[i-1] <= metres {
		i--
	}
	switch i {
	case 0:
		return 0
	case len(k.Delays):
		return MaxDelay + time.Millisecond
	}
	over, under := k.Corrections.Mean[i-1], k.Corrections.Mean[i]
	d := k.Delays[i-1] + time.Duration(float64(k.Delays[i]-k.Delays[i-1])*(over-metres)/(over-under))
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}

// Last returns the largest delay that the lens was run at, which it must have been.
func (k *KindForecast) Last() time.Duration { return k.Delays[len(k.Delays)-1] }

// Between returns a number at a delay, by the straight line between the delays that
// were run and as at the last one beyond it. The lens must have been run.
func (k *KindForecast) Between(b *Bands, delay time.Duration) (mean, low, high float64) {
	i := 0
	for i < len(k.Delays)-2 && k.Delays[i+1] <= delay {
		i++
	}
	share := float64(delay-k.Delays[i]) / float64(k.Delays[i+1]-k.Delays[i])
	share = min(max(share, 0), 1)
	line := func(v []float64) float64 { return v[i] + (v[i+1]-v[i])*share }
	return line(b.Mean), line(b.Low), line(b.High)
}
