package trace

import (
	"math"
	"time"
)

const (
	suggestFrom  = 2000 // datagrams that are looked at
	suggestBytes = 64   // of each
	suggestMin   = 50   // datagrams, below which nothing is suggested
)

// suggestFields returns options that might read more of a flow: a number that mostly
// goes up by 1 from datagram to datagram is a sequence number, one that goes as the
// time goes is a clock. A guess is not taken without being asked for: several messages
// in one datagram look like this and are not.
func suggestFields(ds []datagram) []string {
	ds = ds[:min(len(ds), suggestFrom)]
	if len(ds) < suggestMin {
		return nil
	}
	var out []string
	seq := suggest(ds, []Field{{Width: 2}, {Width: 2, LittleEndian: true}, {Width: 1}}, countsDatagrams)
	clock := suggest(ds, clockCandidates, tellsTime)
	switch {
	case seq != nil && clock != nil:
		out = append(out, "--seq "+seq.String()+" --clock "+clock.String())
	case seq != nil:
		out = append(out, "--seq "+seq.String())
	case clock != nil:
		out = append(out, "--clock "+clock.String())
	}
	return out
}

var clockCandidates = []Field{
	{Width: 4, Frequency: 1e3}, {Width: 4, LittleEndian: true, Frequency: 1e3},
	{Width: 4, Frequency: 1e6}, {Width: 4, LittleEndian: true, Frequency: 1e6},
	{Width: 8, Frequency: 1e6}, {Width: 8, LittleEndian: true, Frequency: 1e6},
	{Width: 8, Frequency: 1e9}, {Width: 8, LittleEndian: true, Frequency: 1e9},
	{Width: 2, Frequency: 1e3}, {Width: 2, LittleEndian: true, Frequency: 1e3},
}

// suggest returns the first candidate, at the first place, for which a test holds.
func suggest(ds []datagram, candidates []Field, test func([]datagram, *Field) bool) *Field {
	for _, f := range candidates {
		for f.Offset = 0; f.Offset+f.Width <= suggestBytes; f.Offset++ {
			if test(ds, &f) {
				return &f
			}
		}
	}
	return nil
}

// countsDatagrams reports whether nine in ten steps of a field are 1, those left out that
// send the same again.
func countsDatagrams(ds []datagram, f *Field) bool {
	have, steps, ones := 0, 0, 0
	last := int64(-1)
	for i := range ds {
		v, ok := f.value(ds[i].payload)
		if !ok {
			continue
		}
		have++
		if last >= 0 && v != last {
			steps++
			if (v-last+f.modulus())%f.modulus() == 1 {
				ones++
			}
		}
		last = v
	}
	return have*10 >= len(ds)*9 && steps*2 >= have && ones*10 >= steps*9
}

// tellsTime reports whether a field goes by as the capture's clock does: within 1 % over
// all, hardly ever back, and never off by more than a delay can be.
func tellsTime(ds []datagram, f *Field) bool {
	const mostDelay = 2 * time.Second
	var u unwrapper
	u.modulus = f.modulus()
	var first, last time.Duration
	var firstAt, lastAt time.Duration
	n, back := 0, 0
	var least, most time.Duration
	for i := range ds {
		v, ok := f.value(ds[i].payload)
		if !ok {
			continue
		}
		at, ok := f.time(u.next(v))
		if !ok {
			return false
		}
		off := ds[i].at - at
		if n == 0 {
			first, firstAt = at, ds[i].at
			least, most = off, off
		} else if at < last {
			back++
		}
		least, most = min(least, off), max(most, off)
		if most-least > mostDelay || back > len(ds)/20 {
			return false
		}
		last, lastAt = at, ds[i].at
		n++
	}
	took := (lastAt - firstAt).Seconds()
	return n*10 >= len(ds)*9 && took >= 1 && math.Abs((last-first).Seconds()/took-1) < 0.01
}
