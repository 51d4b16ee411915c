package im

import "math"

// Scale says how a slider's values are spread over its track.
type Scale uint8

// The scales. Quadratic gives small values more room; Logarithmic is for ranges
// of several orders of magnitude: equal ways are equal factors if the minimum is
// above 0, and otherwise two decades above an offset of 1/99 of the range.
const (
	Linear Scale = iota
	Quadratic
	Logarithmic
)

// Position returns where v stands between lo (0) and hi (1). Values outside are
// put at the ends; an empty range is all at 0.
func (s Scale) Position(v, lo, hi int64) float64 {
	if hi <= lo || v <= lo {
		return 0
	}
	if v >= hi {
		return 1
	}
	span, x := float64(hi)-float64(lo), float64(v)-float64(lo)
	switch s {
	case Quadratic:
		return math.Sqrt(x / span)
	case Logarithmic:
		a := logOffset(lo, span)
		return math.Log1p(x/a) / math.Log1p(span/a)
	}
	return x / span
}

// Value returns the value at a position: the nearest of lo, lo+step, lo+2·step …
// and hi. It undoes Position for those values and never falls as p grows. A step
// below 1 counts as 1.
func (s Scale) Value(p float64, lo, hi, step int64) int64 {
	if hi <= lo || !(p > 0) {
		return lo
	}
	if p >= 1 {
		return hi
	}
	step = max(step, 1)
	span := float64(hi) - float64(lo)
	x := float64(p * span)
	switch s {
	case Quadratic:
		x = float64(float64(p*p) * span)
	case Logarithmic:
		a := logOffset(lo, span)
		x = float64(a * math.Expm1(float64(p*math.Log1p(span/a))))
	}
	k, last := math.Round(x/float64(step)), math.Floor(span/float64(step))
	if k >= last {
		k = last
		// hi may lie past the last whole step; then it is the other neighbour.
		if whole := float64(last * float64(step)); x-whole > (span-whole)/2 {
			return hi
		}
	}
	return lo + int64(k)*step
}

func logOffset(lo int64, span float64) float64 {
	if lo > 0 {
		return float64(lo)
	}
	return span / 99
}
