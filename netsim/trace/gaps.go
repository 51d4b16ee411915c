package trace

import (
	"cmp"
	"slices"
	"time"
)

const (
	// longestPause is the longest time without a datagram that a stream has.
	longestPause = time.Minute
	// backStep is how far the time goes back where a capture has several queues.
	backStep = time.Second
)

// closeGaps returns the datagrams in the order of time. A capture whose clock goes back,
// or that pauses for longer than a stream does, has several parts: each is put right
// after the one before.
func closeGaps(ds []datagram, m *Meta) []datagram {
	if len(ds) == 0 {
		return ds
	}
	ds = slices.Clone(ds)
	var gaps []time.Duration
	part := 0
	for i := 1; i < len(ds); i++ {
		gap := ds[i].at - ds[i-1].at
		if gap > longestPause || gap < -backStep {
			part++
			m.warn(ds[i].record, "the time goes on by %v: another part of the capture begins, which is put right after the one before", gap.Round(time.Second))
		} else if gap > 0 {
			gaps = append(gaps, gap)
		}
		ds[i].part = part
	}
	slices.SortStableFunc(ds, func(a, b datagram) int {
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.at, b.at))
	})
	if part == 0 {
		return ds
	}
	slices.Sort(gaps)
	interval := time.Duration(1)
	if len(gaps) > 0 {
		interval = medianOf(gaps)
	}
	shift := time.Duration(0)
	for i := 1; i < len(ds); i++ {
		if ds[i].part != ds[i-1].part {
			shift = ds[i-1].at + interval - ds[i].at // ds[i-1] is shifted already
		}
		ds[i].at += shift
	}
	return ds
}
