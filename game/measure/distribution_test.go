package measure

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSlotsAreInOrderAndTight(t *testing.T) {
	last := int64(-1)
	for octave := range 20 {
		for step := range stepsPerOctave {
			v := top(octave, step)
			if v <= last {
				t.Fatalf("top(%d, %d) = %d, not above the %d before it", octave, step, v, last)
			}
			for _, x := range []int64{last + 1, v} {
				if o, s := slot(x); o != octave || s != step {
					t.Fatalf("slot(%d) = %d, %d, want %d, %d", x, o, s, octave, step)
				}
			}
			last = v
		}
	}
}

// TestQuantile compares with the sorted values themselves.
func TestQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(-10, 1e12), 1, 200).Draw(t, "values")
		var d, first, second distribution
		for i, v := range values {
			d.add(v)
			if i%3 == 0 {
				first.add(v)
			} else {
				second.add(v)
			}
		}
		first.merge(&second)
		sorted := slices.Clone(values)
		for i := range sorted {
			sorted[i] = max(sorted[i], 0)
		}
		slices.Sort(sorted)
		for _, q := range []float64{0, 0.5, 0.95, 0.99, 0.995, 1} {
			rank := max(int(math.Ceil(q*float64(len(sorted)))), 1)
			want := sorted[rank-1]
			got := d.quantile(q)
			if got < want || float64(got) > float64(want)*1.004 {
				t.Fatalf("quantile %v is %d, want %d to 0.4 %% more", q, got, want)
			}
			if m := first.quantile(q); m != got {
				t.Fatalf("quantile %v of the merged is %d, of the whole %d", q, m, got)
			}
		}
		if got := d.quantile(1); got != sorted[len(sorted)-1] {
			t.Fatalf("the largest is %d, want exactly %d", got, sorted[len(sorted)-1])
		}
	})
}

func TestQuantileOfNothing(t *testing.T) {
	var d distribution
	if got := d.quantile(0.5); got != 0 {
		t.Errorf("median of nothing is %d, want 0", got)
	}
}

func TestMoments(t *testing.T) {
	var m moments
	if m.mean() != 0 || m.rms() != 0 {
		t.Error("mean or root mean square of nothing is not 0")
	}
	for _, v := range []float64{3, 4} {
		m.add(v)
	}
	// mean (3+4)/2; rms √((9+16)/2) = √12.5
	if m.mean() != 3.5 || m.rms() != math.Sqrt(12.5) {
		t.Errorf("mean %v, rms %v, want 3.5 and √12.5", m.mean(), m.rms())
	}
}
