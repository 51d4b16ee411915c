package capture

import (
	"bytes"
	"cmp"
	"slices"
	"time"
)

// OneInterface returns the datagrams without those that were captured before on another
// interface, within a moment: the same bytes with the same identification.
func OneInterface(ds []Datagram) []Datagram {
	const moment, window = 20 * time.Millisecond, 64
	once := make([]Datagram, 0, len(ds))
next:
	for _, g := range ds {
		for i := len(once) - 1; i >= max(0, len(once)-window) && g.At-once[i].At < moment; i-- {
			if p := &once[i]; p.On != g.On && p.IPID == g.IPID && bytes.Equal(p.Payload, g.Payload) {
				continue next
			}
		}
		once = append(once, g)
	}
	return once
}

const (
	// longestPause is the longest time without a datagram that a stream has.
	longestPause = time.Minute
	// backStep is how far the time goes back where a capture has several queues.
	backStep = time.Second
)

// CloseGaps returns the datagrams in the order of time. A capture whose clock goes back,
// or that pauses for longer than a stream does, has several parts: each is put right
// after the one before. The slice is a new one.
func CloseGaps(ds []Datagram, warn Warn) []Datagram {
	if len(ds) == 0 {
		return ds
	}
	ds = slices.Clone(ds)
	var gaps []time.Duration
	part := 0
	for i := 1; i < len(ds); i++ {
		gap := ds[i].At - ds[i-1].At
		if gap > longestPause || gap < -backStep || gap < 0 && ds[i].File != ds[i-1].File {
			part++
			warn(ds[i].Record, "the time goes on by %v: another part of the capture begins, which is put right after the one before", gap.Round(time.Millisecond))
		} else if gap > 0 {
			gaps = append(gaps, gap)
		}
		ds[i].Part = part
	}
	slices.SortStableFunc(ds, func(a, b Datagram) int {
		return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.At, b.At))
	})
	if part == 0 {
		return ds
	}
	interval, shift := time.Duration(1), time.Duration(0)
	if n := len(gaps); n > 0 {
		slices.Sort(gaps)
		interval = (gaps[(n-1)/2] + gaps[n/2]) / 2
	}
	for i := 1; i < len(ds); i++ {
		if ds[i].Part != ds[i-1].Part {
			shift = ds[i-1].At + interval - ds[i].At // ds[i-1] is shifted already
		}
		ds[i].At += shift
	}
	return ds
}

// Regular reports whether datagrams come at intervals as even as only a sender
// has them.
func Regular(ds []Datagram) bool {
	if len(ds) < 20 {
		return false
	}
	const even = 200 * time.Microsecond
	n := len(ds) - 1
	gaps := make([]time.Duration, n)
	for i := range gaps {
		gaps[i] = ds[i+1].At - ds[i].At
	}
	slices.Sort(gaps)
	return gaps[(n-1)/2] > 2*time.Millisecond && gaps[n*95/100]-gaps[n*5/100] < even
}

// Identified reports whether the identification of IPv4 numbers the datagrams: 95 % of
// its steps are 1.
func Identified(ds []Datagram) bool {
	ones := 0
	for i := 1; i < len(ds); i++ {
		if ds[i].IsV4 && ds[i].IPID-ds[i-1].IPID == 1 {
			ones++
		}
	}
	return len(ds) >= 20 && ones*100 >= (len(ds)-1)*95
}
