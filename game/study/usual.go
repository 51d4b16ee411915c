package study

import (
	"time"

	"snaplab/game/config"
)

// The runs that an answer is from where nobody says which. All that recommend a delay go by
// these and by keepsTo, so that they recommend the same one.
const (
	// FirstSeed is the seed of the first run; those of the others follow.
	FirstSeed = 1
	// defaultSpan is how long a run lasts. One over a measured path lasts as long as that
	// was measured, up to the longest.
	defaultSpan = 20 * time.Second
	longestSpan = 10 * time.Minute
	// Over a measured path only the phase of the display and the world differ from run
	// to run, and runs are longer.
	defaultSeeds, defaultMeasuredSeeds = 50, 8
)

// DefaultRuns returns how long each run lasts and how many there are, over what was measured or,
// where that is nothing, by chance.
func DefaultRuns(m *config.Measured) (span time.Duration, seeds int) {
	if length := m.Length(); length > 0 {
		return min(max(length, defaultSpan), longestSpan), defaultMeasuredSeeds
	}
	return defaultSpan, defaultSeeds
}

// keepsTo reports whether so many underruns a minute, on average over all runs, are within
// a budget. What rounding has made of a mean that is just the budget still is.
func keepsTo(perMinute, most float64) bool {
	const rounding = 1e-9
	return perMinute <= most+rounding
}
