package capture

import (
	"math"
	"time"
)

const (
	suggestFrom  = 2000 // datagrams that are looked at
	suggestBytes = 64   // of each
	suggestMin   = 50   // datagrams, below which nothing is suggested
)

// SuggestFields returns options that might read more of a flow: a number that mostly
// goes up by 1 from datagram to datagram is a sequence number, one that goes as the
// time goes is a clock. A guess is not taken without being asked for: several messages
// in one datagram look like this and are not.
func SuggestFields(ds []Datagram) []string {
	ds = ds[:min(len(ds), suggestFrom)]
	if len(ds) < suggestMin {
		return nil
	}
	text := suggest(ds, " --seq ", []Field{{Width: 2}, {Width: 2, LittleEndian: true}, {Width: 1}}, countsDatagrams)
	for _, c := range []struct {
		width     int
		frequency int64
	}{{4, 1e3}, {4, 1e6}, {8, 1e6}, {8, 1e9}, {2, 1e3}} {
		clock := Field{Width: c.width, Frequency: c.frequency}
		other := clock
		other.LittleEndian = true
		if found := suggest(ds, " --clock ", []Field{clock, other}, tellsTime); found != "" {
			text += found
			break
		}
	}
	if text == "" {
		return nil
	}
	return []string{text[1:]}
}

// suggest returns the option with the first candidate, at the first place, for which a
// test holds.
func suggest(ds []Datagram, option string, candidates []Field, test func([]Datagram, *Field) bool) string {
	for _, f := range candidates {
		for f.Offset = 0; f.Offset+f.Width <= suggestBytes; f.Offset++ {
			if test(ds, &f) {
				return option + f.String()
			}
		}
	}
	return ""
}

// countsDatagrams reports whether nine in ten steps of a field are 1, those left out that
// send the same again.
func countsDatagrams(ds []Datagram, f *Field) bool {
	have, steps, ones := 0, 0, 0
	last := int64(-1)
	for i := range ds {
		if v, ok := f.Value(ds[i].Payload); ok {
			have++
			if last >= 0 && v != last {
				if steps++; (v-last+f.Wraps())%f.Wraps() == 1 {
					ones++
				}
			}
			last = v
		}
	}
	return have*10 >= len(ds)*9 && steps*2 >= have && ones*10 >= steps*9
}

// tellsTime reports whether a field goes by as the capture's clock does: within 1 % over
// all, hardly ever back, and never off by more than a delay can be.
func tellsTime(ds []Datagram, f *Field) bool {
	const mostDelay = 2 * time.Second
	u := Unwrapper{Modulus: f.Wraps()}
	var first, last, firstAt, lastAt, least, most time.Duration
	n, back := 0, 0
	for i := range ds {
		v, ok := f.Value(ds[i].Payload)
		if !ok {
			continue
		}
		at, ok := f.Time(u.Next(v))
		if !ok {
			return false
		}
		off := ds[i].At - at
		if n == 0 {
			first, firstAt, last = at, ds[i].At, at
			least, most = off, off
		}
		if at < last {
			back++
		}
		least, most = min(least, off), max(most, off)
		if most-least > mostDelay || back > len(ds)/20 {
			return false
		}
		last, lastAt = at, ds[i].At
		n++
	}
	took := (lastAt - firstAt).Seconds()
	return n*10 >= len(ds)*9 && took >= 1 && math.Abs((last-first).Seconds()/took-1) < 0.01
}
