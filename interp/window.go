package interp

import (
	"math"
	"slices"
	"time"
)

// MinWindow finds the smallest of the offsets seen lately, in constant time per
// packet: a queue in which each entry is smaller than those after it, since a larger
// one that is also older can never be the minimum again. The zero value forgets
// everything at once; set Span and Keep first.
type MinWindow struct {
	// Span is how long an offset counts.
	Span time.Duration
	// Keep is how many of the last packets count however old they are, so that a
	// slow stream has a minimum at all.
	Keep int

	queue []seen // oldest and smallest first
	count uint64 // packets seen
}

type seen struct {
	at    LocalTime
	value Offset
	index uint64
}

// Push adds the offset of a packet arriving at a local time. Arrivals must
// not go back in time.
func (w *MinWindow) Push(at LocalTime, value Offset) {
	n := len(w.queue)
	for n > 0 && w.queue[n-1].value >= value {
		n--
	}
	w.queue = append(w.queue[:n], seen{at, value, w.count})
	w.count++
	w.Expire(at)
}

// Expire forgets what is older than Span at a local time and not among the last
// Keep packets.
func (w *MinWindow) Expire(now LocalTime) {
	w.forget(func(s *seen) bool {
		return now.Sub(s.at) > w.Span && w.count-s.index > uint64(max(w.Keep, 0))
	})
}

// forgetBefore forgets the packets before a local time.
func (w *MinWindow) forgetBefore(at LocalTime) {
	w.forget(func(s *seen) bool { return s.at < at })
}

// forget forgets the oldest, as far as they are old, but for the last.
func (w *MinWindow) forget(old func(*seen) bool) {
	n := 0
	for n < len(w.queue)-1 && old(&w.queue[n]) {
		n++
	}
	w.queue = slices.Delete(w.queue, 0, n)
}

// minSince returns the smallest offset of the packets from a local time on, and whether
// there are any.
func (w *MinWindow) minSince(at LocalTime) (Offset, bool) {
	for i := range w.queue {
		if s := &w.queue[i]; s.at >= at {
			return s.value, true
		}
	}
	return 0, false
}

// Min returns the smallest offset of the window, and whether there is any. The last
// one is never forgotten.
func (w *MinWindow) Min() (Offset, bool) {
	if len(w.queue) == 0 {
		return 0, false
	}
	return w.queue[0].value, true
}

// Count returns how many packets have been seen.
func (w *MinWindow) Count() uint64 { return w.count }

// Reset forgets everything and keeps the settings and the room.
func (w *MinWindow) Reset() { w.queue, w.count = w.queue[:0], 0 }

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

// add counts a number seen at a local time, which must not go back, and returns where. A
// number beyond the limits counts as the nearest.
func (q *slidingQuantile) add(at LocalTime, v int) (slice uint8) {
	q.slide(at)
	if q.counts[q.now] == math.MaxUint16 {
		return uint8(q.now) // a tenth of the window has told enough
	}
	v = max(0, min(v, len(q.sum)-1))
	q.slices[q.now][v]++
	q.sum[v]++
	q.counts[q.now]++
	q.count++
	q.top = max(q.top, v)
	return uint8(q.now)
}

// remove takes back a number that was counted lately.
func (q *slidingQuantile) remove(slice uint8, v int) {
	if q.slices[slice][v] > 0 {
		q.slices[slice][v]--
		q.sum[v]--
		q.counts[slice]--
		q.count--
	}
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
