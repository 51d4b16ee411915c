package study

import (
	"time"

	"snaplab/game/config"
	"snaplab/game/measure"
	"snaplab/interp"
)

// Budget is what may go wrong at most with a kind.
type Budget = config.Budget

// MaxDelay is the largest delay that is recommended.
const MaxDelay = measure.WhatIfLimit

// limit is what a budget allows of a figure.
type limit struct {
	of   Figure
	part Part
	most float64
}

// correctionsOf returns what a budget allows of the corrections, in metres and in degrees, where
// it asks for that.
func correctionsOf(b *Budget) (list []limit) {
	if b.Correction != nil {
		list = append(list, limit{CorrectionM, ForCorrections, *b.Correction})
	}
	if b.CorrectionDeg != nil {
		list = append(list, limit{CorrectionDeg, ForTurns, *b.CorrectionDeg})
	}
	return list
}

// asksLens reports whether a budget asks for what only the lens can tell.
func asksLens(b *Budget) bool { return b.Correction != nil || b.CorrectionDeg != nil || b.Error != nil }

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
