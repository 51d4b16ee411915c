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

// Budget is what may go wrong at most. What is nil is not asked for.
type Budget struct {
	// Underruns is how many dry spells there may be in a minute, 0 or more.
	Underruns *float64
	// Correction is how large, in metres, the correction may be that 95 % of them do
	// not exceed. 0 or more.
	Correction *float64
	// LongestGap is for how long nothing may arrive without a dry spell. 0 to
	// MaxDelay.
	LongestGap *time.Duration
}

// MaxDelay is the largest delay that is recommended.
const MaxDelay = measure.WhatIfLimit

// ErrBudget is wrapped by the errors of a Budget that is no good.
var ErrBudget = errors.New("bad budget")

// Validate returns an error that names the first thing wrong.
func (b *Budget) Validate() error {
	switch {
	case b.Underruns == nil && b.Correction == nil && b.LongestGap == nil:
		return fmt.Errorf("%w: nothing is asked for", ErrBudget)
	case b.Underruns != nil && !(*b.Underruns >= 0 && *b.Underruns <= math.MaxInt32):
		return fmt.Errorf("%w: %v underruns a minute, want 0 or more", ErrBudget, *b.Underruns)
	case b.Correction != nil && !(*b.Correction >= 0 && *b.Correction <= math.MaxInt32):
		return fmt.Errorf("%w: corrections of %v m, want 0 or more", ErrBudget, *b.Correction)
	case b.LongestGap != nil && (*b.LongestGap < 0 || *b.LongestGap > MaxDelay):
		return fmt.Errorf("%w: a longest gap of %v, want 0 to %v", ErrBudget, *b.LongestGap, MaxDelay)
	}
	return nil
}

// LossesIn returns how many packets in a row a silence costs at most: k = ⌈silence/I⌉.
func LossesIn(longestGap, interval time.Duration) int {
	if longestGap <= 0 || interval <= 0 {
		return 0
	}
	return int((longestGap + interval - 1) / interval)
}

// DelayForGap returns the smallest delay of whole milliseconds that survives a silence
// by the formula, (1+k)·I + J.
func DelayForGap(longestGap time.Duration, s *config.Settings) time.Duration {
	d := interp.RequiredDelay(s.Interval(), s.Down.Jitter, LossesIn(longestGap, s.Interval()))
	return (d + time.Millisecond - 1).Truncate(time.Millisecond)
}
