package interp

import (
	"math"
	"time"
)

// slidingQuantile counts small whole numbers over a sliding window of time and tells
// their quantiles, in bounded memory whatever the rate. The window slides in steps of a
// tenth, so that it covers nine tenths to all of its length. configure it first.
type slidingQuantile struct {
	span   time.Duration
	sum    []uint32 // how often each number was seen in the window
	slices [windowSlices][]uint16
	counts [windowSlices]int
	count  int
	now    int // the slice that is filled
	since  LocalTime
	top    int // nothing above it was seen
}

const windowSlices = 10

// configure makes room for the numbers 0 to limit, over a window of span. It forgets
// everything if either has changed.
func (q *slidingQuantile) configure(limit int, span time.Duration) {
	if len(q.sum) == limit+1 && q.span == span {
		return
	}
	*q = slidingQuantile{span: span, sum: make([]uint32, limit+1)}
	for i := range q.slices {
		q.slices[i] = make([]uint16, limit+1)
	}
}

// add counts a number seen at a local time, which must not go back. A number beyond
// the limits counts as the nearest.
func (q *slidingQuantile) add(at LocalTime, v int) {
	q.slide(at)
	if q.counts[q.now] == math.MaxUint16 {
		return // a tenth of the window has told enough
	}
	v = max(0, min(v, len(q.sum)-1))
	q.slices[q.now][v]++
	q.sum[v]++
	q.counts[q.now]++
	q.count++
	q.top = max(q.top, v)
}

// slide forgets what has left the window.
func (q *slidingQuantile) slide(at LocalTime) {
	if q.count == 0 || at.Sub(q.since) >= 2*q.span {
		q.reset()
		q.since = at
		return
	}
	for step := q.span / windowSlices; at.Sub(q.since) >= step; q.since = q.since.Add(step) {
		q.now = (q.now + 1) % windowSlices
		q.forget(q.now)
	}
}

func (q *slidingQuantile) forget(slice int) {
	if q.counts[slice] == 0 {
		return
	}
	for v, n := range q.slices[slice][:q.top+1] {
		q.sum[v] -= uint32(n)
	}
	clear(q.slices[slice])
	q.count -= q.counts[slice]
	q.counts[slice] = 0
}

func (q *slidingQuantile) reset() {
	for i := range q.slices {
		q.forget(i)
	}
	q.top = 0
}

// quantile returns the number at a nearest rank: the smallest that at least a share, in
// parts per million, of those in the window do not exceed. It is 0 of nothing.
func (q *slidingQuantile) quantile(ppm int64) int {
	for q.top > 0 && q.sum[q.top] == 0 {
		q.top--
	}
	above := int64(q.count) * (1_000_000 - ppm) / 1_000_000 // that may exceed it
	v := q.top
	for ; v > 0; v-- {
		if above -= int64(q.sum[v]); above < 0 {
			break
		}
	}
	return v
}

// bytes returns the memory of the counts.
func (q *slidingQuantile) bytes() int { return len(q.sum) * (4 + 2*windowSlices) }
