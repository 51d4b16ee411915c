package measure

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestStepsAreInOrderAndTight: a step begins where the one before ends, and no step is
// wider than 0.4 % of what is in it.
func TestStepsAreInOrderAndTight(t *testing.T) {
	if stepOf(-5) != 0 || stepOf(0) != 0 || stepOf(0.999) != 0 || topOf(0) != 0 {
		t.Error("what is below 1 doesn't count as 0")
	}
	bottom := float32(1)
	for step := 1; step < 40*stepsPerOctave; step++ {
		top := topOf(step)
		if stepOf(bottom) != step || stepOf(math.Nextafter32(top, 0)) != step || stepOf(top) != step+1 {
			t.Fatalf("step %d is not from %v to %v", step, bottom, top)
		}
		if top > bottom*1.004 {
			t.Fatalf("step %d is from %v to %v, want at most 0.4 %% more", step, bottom, top)
		}
		bottom = top
	}
	// 40 octaves are 2⁴⁰ ns, 18 minutes of latency.
	if want := float32(math.Ldexp(float64(topOf(stepsPerOctave-1)), 39)); bottom != want {
		t.Errorf("the last step ends at %v, want %v", bottom, want)
	}
}

// TestQuantile compares with the sorted values themselves.
func TestQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float32Range(-10, 1e12), 1, 200).Draw(t, "values")
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
			if sorted[i] < 1 {
				sorted[i] = 0
			}
		}
		slices.Sort(sorted)
		for _, q := range []float64{0, 0.5, 0.95, 0.99, 0.995, 1} {
			rank := max(int(math.Ceil(q*float64(len(sorted)))), 1)
			want := float64(sorted[rank-1])
			got := d.quantile(q)
			if got < want || got > want*1.004 {
				t.Fatalf("quantile %v is %v, want %v to 0.4 %% more", q, got, want)
			}
			if m := first.quantile(q); m != got {
				t.Fatalf("quantile %v of the merged is %v, of the whole %v", q, m, got)
			}
		}
		if got := d.quantile(1); got != float64(sorted[len(sorted)-1]) {
			t.Fatalf("the largest is %v, want exactly %v", got, sorted[len(sorted)-1])
		}
	})
}

func TestQuantileOfNothing(t *testing.T) {
	var d distribution
	if got := d.quantile(0.5); got != 0 {
		t.Errorf("median of nothing is %v, want 0", got)
	}
}

func TestRootMeanSquare(t *testing.T) {
	var s squares
	if s.rms() != 0 {
		t.Error("the root mean square of nothing is not 0")
	}
	for _, v := range []float64{3, 4} {
		s.add(v * v)
	}
	// √((9+16)/2) = √12.5
	if s.rms() != math.Sqrt(12.5) {
		t.Errorf("rms %v, want √12.5", s.rms())
	}
}

func TestOccupancy(t *testing.T) {
	var o, other occupancy
	o.merge(&other)
	if o != (occupancy{}) || o.mean() != 0 {
		t.Errorf("nothing and nothing is %+v", o)
	}
	for _, ahead := range []int{3, 1} {
		o.add(ahead)
	}
	other.add(5)
	o.merge(&other)
	if o.min != 1 || o.max != 5 || o.mean() != 3 { // (3+1+5)/3
		t.Errorf("%+v with a mean of %v, want 1 to 5 and 3", o, o.mean())
	}
}
