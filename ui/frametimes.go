package ui

import (
	"math"
	"time"
)

// frameTimes counts how long frames took, in whole milliseconds up to longestCounted.
type frameTimes struct {
	counts [longestCounted + 1]int // by ms, rounded up; the last also holds what took longer
	total  int
	max    time.Duration
}

const (
	longestCounted = 250 // ms
	slowFrame      = 50  // ms; what takes longer is seen as a jerk
)

// FrameTook notes that a frame was shown interval after the one before, and that making
// it took work of that. The shell tells it of every frame of a running window, for the
// status.
func (a *App) FrameTook(interval, work time.Duration) {
	a.intervals.add(interval)
	a.works.add(work)
}

func (f *frameTimes) add(d time.Duration) {
	ms := (max(d, 0) + time.Millisecond - 1) / time.Millisecond
	f.counts[min(int(ms), longestCounted)]++
	f.total++
	f.max = max(f.max, d)
}

// frameTimesStatus is frameTimes for scripts: percentiles by nearest rank, in ms rounded
// up.
type frameTimesStatus struct {
	P50  int     `json:"p50"`
	P99  int     `json:"p99"`
	P999 int     `json:"p99_9"`
	Max  float64 `json:"max"`
	Slow int     `json:"over_50"` // frames
}

// framesStatus is the frames shown so far.
type framesStatus struct {
	Count     int              `json:"count"`
	Intervals frameTimesStatus `json:"interval_ms"` // from frame to frame
	Works     frameTimesStatus `json:"work_ms"`     // to make each
}

func (f *frameTimes) status() frameTimesStatus {
	s := frameTimesStatus{P50: f.percentile(0.5), P99: f.percentile(0.99), P999: f.percentile(0.999)}
	s.Max = math.Round(f.max.Seconds()*1e4) / 10
	for _, n := range f.counts[slowFrame+1:] {
		s.Slow += n
	}
	return s
}

// percentile returns the time that a share of the frames did not exceed, in ms rounded
// up; 0 if there were none.
func (f *frameTimes) percentile(share float64) int {
	rank, seen := int(math.Ceil(share*float64(f.total))), 0
	for ms, n := range f.counts {
		if seen += n; seen >= rank {
			return ms
		}
	}
	return longestCounted
}
