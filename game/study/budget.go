package study

import (
	"errors"
	"fmt"
	"math"
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/interp"
)

// Budget is what may go wrong at most with a kind. Underruns and Share hold always, the others
// where they are asked for. The zero value is the default budget.
type Budget struct {
	// Underruns is how many underruns a minute there may be, 0 or more; nil for
	// DefaultUnderruns.
	Underruns *float64
	// Share is the share of the time shown that may be in underrun, 0 to 1; nil for
	// DefaultShare. One underrun that never ends counts one: that is why there are both.
	Share *float64
	// Correction is what 95 % of the corrections may not exceed, in metres; nil for any.
	Correction *float64
	// Error is what the distance to the truth of now may not exceed in 95 % of the
	// frames, in metres; nil for any. It grows with the delay.
	Error *float64
	// Latency is how old what is shown may be on average; nil for any.
	Latency *time.Duration
	// LongestGap is for how long nothing may arrive without an underrun, 0 to
	// MaxDelay; nil where none need be survived.
	LongestGap *time.Duration
}

const (
	// DefaultUnderruns and DefaultShare are the budget where nothing is said.
	DefaultUnderruns = 1.0
	DefaultShare     = 0.005
	// MaxDelay is the largest delay that is recommended.
	MaxDelay = measure.WhatIfLimit
)

// ErrBudget is wrapped by the errors of a Budget that is no good.
var ErrBudget = errors.New("bad budget")

// Limits returns the underruns a minute and the share of time in underrun that hold.
func (b *Budget) Limits() (underruns, share float64) {
	underruns, share = DefaultUnderruns, DefaultShare
	if b.Underruns != nil {
		underruns = *b.Underruns
	}
	if b.Share != nil {
		share = *b.Share
	}
	return underruns, share
}

// Validate returns an error that names the first thing wrong.
func (b *Budget) Validate() error {
	underruns, share := b.Limits()
	positive := func(v *float64) bool { return v == nil || *v >= 0 && *v <= math.MaxInt32 }
	switch {
	case !positive(&underruns):
		return fmt.Errorf("%w: %v underruns a minute, want 0 or more", ErrBudget, underruns)
	case !(share >= 0 && share <= 1):
		return fmt.Errorf("%w: %v %% of the time in underrun, want 0 to 100", ErrBudget, 100*share)
	case !positive(b.Correction):
		return fmt.Errorf("%w: corrections of %v m, want 0 or more", ErrBudget, *b.Correction)
	case !positive(b.Error):
		return fmt.Errorf("%w: errors of %v m, want 0 or more", ErrBudget, *b.Error)
	case b.Latency != nil && *b.Latency < 0:
		return fmt.Errorf("%w: a latency of %v, want 0 or more", ErrBudget, *b.Latency)
	case b.LongestGap != nil && (*b.LongestGap < 0 || *b.LongestGap > MaxDelay):
		return fmt.Errorf("%w: a longest gap of %v, want 0 to %v", ErrBudget, *b.LongestGap, MaxDelay)
	}
	return nil
}

// within reports whether a mean over runs is within what is allowed. What rounding has made
// of a mean that is just allowed still is.
func within(mean, most float64) bool {
	const rounding = 1e-9
	return mean <= most+rounding
}

// LossesIn returns how many packets, or samples of an entity, in a row a gap costs at most: k = ⌈gap/I⌉.
func LossesIn(longestGap, interval time.Duration) int {
	if longestGap <= 0 || interval <= 0 {
		return 0
	}
	return int((longestGap + interval - 1) / interval)
}

// DelayForGap returns the smallest delay of whole milliseconds at which a kind survives a gap
// by the formula, (1+k)·I + J.
func DelayForGap(longestGap time.Duration, s *config.Settings, kind interp.Kind) time.Duration {
	return roundUp(s.RequiredDelay(kind, LossesIn(longestGap, s.KindInterval(kind))), time.Millisecond)
}

// roundUp returns a delay rounded up to a whole number of steps.
func roundUp(d, step time.Duration) time.Duration { return (d + step - 1).Truncate(step) }
