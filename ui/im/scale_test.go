package im

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestScalePosition(t *testing.T) {
	for _, c := range []struct {
		name      string
		scale     Scale
		v, lo, hi int64
		want      float64
	}{
		{"linear quarter", Linear, 25, 0, 100, 0.25},
		{"linear from a negative end", Linear, 0, -100, 100, 0.5},
		{"quadratic: a quarter of the range at half the way", Quadratic, 25, 0, 100, 0.5},
		{"below", Linear, -5, 0, 10, 0},
		{"above", Quadratic, 11, 0, 10, 1},
		{"empty range", Quadratic, 3, 3, 3, 0},
		{"range upside down", Linear, 3, 5, 1, 0},
	} {
		if got := c.scale.Position(c.v, c.lo, c.hi); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: Position(%d, %d, %d) = %v, want %v", c.name, c.v, c.lo, c.hi, got, c.want)
		}
	}
}

func TestScaleValue(t *testing.T) {
	for _, c := range []struct {
		name         string
		scale        Scale
		p            float64
		lo, hi, step int64
		want         int64
	}{
		{"nearest step", Linear, 0.26, 0, 100, 10, 30},
		{"steps count from the minimum", Linear, 0.5, 3, 23, 10, 13},
		{"the maximum off the steps is reached: 20 or 25, 23 is nearer 25", Linear, 0.92, 0, 25, 10, 25},
		{"20 or 25, 22 is nearer 20", Linear, 0.88, 0, 25, 10, 20},
		{"a step wider than the range", Linear, 0.6, 0, 5, 10, 5},
		{"no step is a step of 1", Linear, 0.333, 0, 10, 0, 3},
		{"not a number", Linear, math.NaN(), 2, 10, 1, 2},
		{"far above", Quadratic, math.Inf(1), 2, 10, 1, 10},
		{"far below", Quadratic, -7, 2, 10, 1, 2},
		{"quadratic half", Quadratic, 0.5, 0, 100, 1, 25},
	} {
		if got := c.scale.Value(c.p, c.lo, c.hi, c.step); got != c.want {
			t.Errorf("%s: Value(%v, %d, %d, %d) = %d, want %d", c.name, c.p, c.lo, c.hi, c.step, got, c.want)
		}
	}
}

// Every value on a step comes back from its position, and positions rise.
func TestScaleRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Scale(rapid.IntRange(0, 1).Draw(t, "scale"))
		lo := rapid.Int64Range(-1e6, 1e6).Draw(t, "lo")
		step := rapid.Int64Range(1, 1e6).Draw(t, "step")
		steps := rapid.Int64Range(1, 1e5).Draw(t, "steps")
		hi := lo + steps*step + rapid.Int64Range(0, step-1).Draw(t, "rest")
		k := rapid.Int64Range(0, steps).Draw(t, "k")
		v := lo + k*step
		p := s.Position(v, lo, hi)
		if got := s.Value(p, lo, hi, step); got != v {
			t.Fatalf("Value(Position(%d) = %v) = %d", v, p, got)
		}
		if v < hi && s.Position(v+1, lo, hi) <= p {
			t.Fatalf("Position(%d) is not above Position(%d)", v+1, v)
		}
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		va, vb := s.Value(min(a, b), lo, hi, step), s.Value(max(a, b), lo, hi, step)
		if va > vb || va < lo || vb > hi {
			t.Fatalf("Value(%v) = %d, Value(%v) = %d in [%d, %d]", min(a, b), va, max(a, b), vb, lo, hi)
		}
	})
}
