package study

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/world"
)

// AllKinds is the place in a Result of all kinds together, with one delay for all.
const AllKinds = int(world.MaxKinds)

// Result is what a Study has come to after a stage. It does not change any more: the next
// stage gives another one.
type Result struct {
	// Seeds is how many of Of seeds the underruns are from, in Runs runs of Span each.
	// Settled says that these are all, so that the recommended delays stay what they are,
	// and Done that nothing finer follows at all.
	Seeds, Of, Runs int
	Span            time.Duration
	Settled, Done   bool
	// Fewer says that runs had fewer entities than asked for: what is told is then of
	// each entity, and not of the worst of many. Entities is how many runs with lenses had.
	Fewer    bool
	Entities int
	// Kinds are those that the scenario has, and AllKinds; others are the zero value.
	Kinds [world.MaxKinds + 1]KindResult
	// Losses is what the link loses.
	Losses Losses
	// MeanExtra and MaxExtra are how much longer than the fastest packets took.
	MeanExtra, MaxExtra time.Duration
	// Sparse says what the trace that is followed can't tell; nil for nothing.
	Sparse *config.Sparse

	plan     *plan
	lag      time.Duration // how old is what is drawn at delay 0
	searched bool          // the lens was run near what the budgets of corrections and errors need
}

// KindResult is what a Study has come to about one kind.
type KindResult struct {
	// Present says that the scenario has the kind.
	Present bool
	// Recommended is the smallest delay that keeps to the kind's budget.
	Recommended Recommendation
	// Losses is what an entity of the kind loses of its own samples.
	Losses Losses
	// Needed is what is known of underruns; nil of a kind that isn't there.
	*Needed
	// LensRuns is how many runs of the real lens Error and Corrections are from, each of
	// the length LensSpan; 0 for none.
	LensRuns int
	LensSpan time.Duration
	// Delays are those that the lens was run with, the smallest first.
	Delays []time.Duration
	// Figures are what the lens came to at each of Delays. In the place of the mean of
	// corrections is the 95th percentile of those of all runs together: a run without any
	// would make a mean look better than what is seen.
	Figures [NumFigures]Bands
	// InUse and AtRecommended are what the delay in use and the recommended one cost, as
	// the real lens drew it in CostRuns runs; 0 where that was not asked for.
	InUse, AtRecommended Cost
	CostRuns             int

	errors []float64            // the 95th percentile in metres, at each of Delays
	bounds [NumFigures][]bounds // of the 95th percentile of corrections, at each of Delays
}

// Figure is something that only the real lens tells of a delay.
type Figure int

// The figures: the root mean square of the distance and the angle to the truth of now, the 95th
// percentile of a run's corrections as distances and as angles, and for how many milliseconds
// of a second an entity is shown in another discrete state than it is in.
const (
	ErrorM Figure = iota
	CorrectionM
	ErrorDeg
	CorrectionDeg
	StateWrong
	NumFigures
)

// Needed is which delays the frames of all runs needed, and so what each delay would bring.
// Kinds that need the same share one.
type Needed struct {
	// Runs is how many runs the numbers are from, each of the length Span.
	Runs int
	Span time.Duration
	// Underruns, a minute, and InUnderrun, the share of the time, 0 to 1, at 0, 1, 2 …
	// ms. Beyond the last there are none.
	Underruns, InUnderrun Bands
	// Most is the largest delay that any frame of any run needed.
	Most time.Duration

	tight  []int32 // the first run with a frame that needs just 0, 1, 2 … ms, −1 for none
	silent bool    // in some run nothing arrived
	// measured says that all runs follow a path that was measured: they differ by the phase of
	// the display alone.
	measured bool
}

// Losses is what a link loses of the packets, or of the samples of an entity.
type Losses struct {
	// Share of the packets, 0 to 1.
	Share float64
	// AtLeast[i] is how many times a minute i+1 or more in a row are lost.
	AtLeast []float64
}

// PerMinute returns how many times a minute n or more in a row are lost, n from 1.
func (l *Losses) PerMinute(n int) float64 {
	if n < 1 || n > len(l.AtLeast) {
		return 0
	}
	return l.AtLeast[n-1]
}

// ToSurvive returns the k that a budget asks for: the longest run of losses that occurs more
// often than it allows underruns a minute.
func (l *Losses) ToSurvive(perMinute float64) int {
	k := len(l.AtLeast)
	for k > 0 && within(l.AtLeast[k-1], perMinute) {
		k--
	}
	return k
}

// At returns how many underruns a minute there are at a delay on average over the runs, and
// which share of the time is in underrun. A fraction of a millisecond is left away, except
// that no frame needs more than Most.
func (k *Needed) At(delay time.Duration) (perMinute, share float64) {
	if delay >= k.Most && !k.silent {
		return 0, 0
	}
	i := int(max(delay, 0) / time.Millisecond)
	perMinute, _, _ = k.Underruns.At(i)
	share, _, _ = k.InUnderrun.At(i)
	return perMinute, share
}

// Last returns the largest delay that the lens was run at, which it must have been.
func (k *KindResult) Last() time.Duration { return k.Delays[len(k.Delays)-1] }

// Between returns a figure at a delay, by the straight line between the delays that
// were run and as at the last one beyond it. The lens must have been run.
func (k *KindResult) Between(f Figure, delay time.Duration) (mean, low, high float64) {
	b := &k.Figures[f]
	i := 0
	for i < len(k.Delays)-2 && k.Delays[i+1] <= delay {
		i++
	}
	share := float64(delay-k.Delays[i]) / float64(k.Delays[i+1]-k.Delays[i])
	share = min(max(share, 0), 1)
	line := func(v []float64) float64 { return v[i] + (v[i+1]-v[i])*share }
	return line(b.Mean), line(b.Low), line(b.High)
}

// Latency returns how old what is shown at a delay is on average.
func (r *Result) Latency(delay time.Duration) time.Duration { return r.lag + delay }
