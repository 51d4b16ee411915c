package motion

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// layouts are those of times that are dates.
var layouts = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006/01/02 15:04:05", "02.01.2006 15:04:05", "15:04:05"}

// time reads a time: as it is written, less the whole part of the first; of dates in seconds.
func (r *reading) time() (float64, error) {
	f := Time
	if r.fields[Time].at < 0 {
		f = Frame
	}
	at := r.fields[f].at
	cell := r.cell(at)
	bad := func() error {
		return fmt.Errorf("line %d, column %d (%s): %.40q is no time", r.line, at+1, r.head[at], cell)
	}
	if !r.based && bytes.IndexByte(cell, ':') > 0 {
		for _, layout := range layouts {
			if _, err := time.Parse(layout, strings.Replace(string(cell), ",", ".", 1)); err == nil {
				r.iso = layout
				break
			}
		}
		if r.iso == "" {
			return 0, bad()
		}
	}
	if r.iso != "" {
		t, err := time.Parse(r.iso, strings.Replace(string(cell), ",", ".", 1))
		if err != nil {
			return 0, bad()
		}
		if !r.based {
			r.based, r.base = true, t.Unix()
		}
		return float64(t.Unix()-r.base) + float64(t.Nanosecond())/1e9, nil
	}
	v, ok := r.parse(cell)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, bad()
	}
	// Whole parts are subtracted as whole numbers: those of nanoseconds since 1970 have more
	// digits than a float.
	whole, fraction := int64(0), 0.0
	negative := len(cell) > 0 && cell[0] == '-'
	digits := 0
	for i, c := range bytes.TrimLeft(cell, "+-") {
		if c < '0' || c > '9' {
			if c != '.' && c != ',' { // an exponent
				whole, fraction = int64(math.Floor(v)), v-math.Floor(v)
				negative = false
			} else if tail, ok := r.parse(append([]byte("0."), bytes.TrimLeft(cell, "+-")[i+1:]...)); ok {
				fraction = tail
			}
			break
		}
		if digits++; digits > 18 {
			if digits > 19 || whole > math.MaxInt64/10-1 {
				return 0, bad()
			}
		}
		whole = 10*whole + int64(c-'0')
	}
	if negative {
		whole, fraction = -whole, -fraction
	}
	if fraction != 0 {
		r.fractions = true
	}
	if !r.based {
		r.based, r.base = true, whole
	}
	return float64(whole-r.base) + fraction, nil
}

// maxLength is how long a recording may last.
const maxLength = 24 * time.Hour

// timeColumn returns the column that the times are from.
func (r *reading) timeColumn() int {
	if r.fields[Time].at >= 0 {
		return r.fields[Time].at
	}
	return r.fields[Frame].at
}

// time returns the time of a row, in the unit of the file, less the whole part of the first.
func (w *row) time() float64 { return math.Float64frombits(uint64(w.At)) }

// body returns the median of the times, and between which times the recording lies: what is
// farther from nearly all of the others than these are from each other is a mistake.
func (r *reading) body() (low, middle, high float64) {
	var times []float64
	stride := 1 + r.samples/100_000
	n := 0
	for i := range r.entities {
		for _, b := range r.entities[i].blocks {
			for j := range b {
				if n++; n%stride == 0 {
					times = append(times, b[j].time())
				}
			}
		}
	}
	slices.Sort(times)
	if len(times) < 10 {
		return math.Inf(-1), times[0], math.Inf(1)
	}
	apart := max(1, len(times)/50)
	from, to := times[apart], times[len(times)-1-apart]
	return from - 2*(to-from), times[len(times)/2], to + 2*(to-from)
}

// timeUnit returns the nanoseconds of the times' unit: the one that the column or its map names,
// that which makes a date of the first time, or the one in which the steps are plausible.
func (r *reading) timeUnit(middle float64) (float64, error) {
	f := r.fields[Time]
	switch {
	case f.at < 0:
		return 1e9 / r.options.Rate, nil
	case r.iso != "":
		return 1e9, nil
	case f.unit != "":
		return float64(timeUnits[f.unit]), nil
	}
	step := r.medianStep()
	for _, perSecond := range []float64{1e9, 1e6, 1e3, 1} {
		// A date from 2001 to 2049, unless steps of more than 100 s say that it counts from elsewhere.
		if since1970 := (float64(r.base) + middle) / perSecond; since1970 >= 1e9 && since1970 < 2.5e9 && step <= 100*perSecond {
			return 1e9 / perSecond, nil
		}
	}
	if step < 2 {
		if !r.fractions && step == 1 {
			r.warnings = append(r.warnings, Warning{r.headLine, "the times are whole numbers one apart: taken as seconds; if they count ticks, say --motion-map frame=" + r.head[f.at] + " and --motion-rate"})
		}
		return 1e9, nil
	}
	unit, name := 1.0, "ns"
	switch {
	case step < 1500:
		unit, name = 1e6, "ms"
	case step < 1.5e6:
		unit, name = 1e3, "µs"
	}
	r.warnings = append(r.warnings, Warning{r.headLine, fmt.Sprintf("the times have no unit: taken as %s, since the usual step is %.4g", name, step)})
	return unit, nil
}

// medianStep returns the median step between two rows of an entity, in the unit of the file.
func (r *reading) medianStep() float64 {
	var steps []float64
	for _, e := range r.entities {
		for _, b := range e.blocks {
			for j := 1; j < len(b) && len(steps) < 20_000; j++ {
				if d := b[j].time() - b[j-1].time(); d > 0 {
					steps = append(steps, d)
				}
			}
		}
	}
	if len(steps) == 0 {
		return 1
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}
