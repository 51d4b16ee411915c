// Package frametime counts how long frames took.
package frametime

import (
	"math"
	"time"
)

// Times counts how long frames took, in whole milliseconds up to longestCounted.
type Times struct {
	counts [longestCounted + 1]int // by ms, rounded up; the last also holds what took longer
	total  int
	max    time.Duration
}

const (
	longestCounted = 250 // ms
	slowFrame      = 50  // ms; what takes longer is seen as a jerk
)

// Total returns how many frames were counted.
func (f *Times) Total() int { return f.total }

// Add counts a frame that took so long.
func (f *Times) Add(d time.Duration) {
	ms := (max(d, 0) + time.Millisecond - 1) / time.Millisecond
	f.counts[min(int(ms), longestCounted)]++
	f.total++
	f.max = max(f.max, d)
}

// Status is Times for scripts: percentiles by nearest rank, in ms rounded
// up.
type Status struct {
	P50  int     `json:"p50"`
	P99  int     `json:"p99"`
	P999 int     `json:"p99_9"`
	Max  float64 `json:"max"`
	Slow int     `json:"over_50"` // frames
}

// Status returns the counts for scripts.
func (f *Times) Status() Status {
	s := Status{P50: f.percentile(0.5), P99: f.percentile(0.99), P999: f.percentile(0.999)}
	s.Max = math.Round(f.max.Seconds()*1e4) / 10
	for _, n := range f.counts[slowFrame+1:] {
		s.Slow += n
	}
	return s
}

// percentile returns the time that a share of the frames did not exceed, in ms rounded
// up; 0 if there were none.
func (f *Times) percentile(share float64) int {
	rank, seen := int(math.Ceil(share*float64(f.total))), 0
	for ms, n := range f.counts {
		if seen += n; seen >= rank {
			return ms
		}
	}
	return longestCounted
}
