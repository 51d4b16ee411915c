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
			if got < want/1.004 || got > want*1.004 {
				t.Fatalf("quantile %v is %v, want %v within 0.4 %%", q, got, want)
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

// TestQuantileWithinItsStep: of values that lie evenly in one step, quantiles do too, and the
// middle is not the step's end.
func TestQuantileWithinItsStep(t *testing.T) {
	var d distribution
	const bottom, top, n = 1024, 1028, 1000 // the first step above 2¹⁰
	d.add(1)
	for i := range n {
		d.add(bottom + (top-bottom)*(float32(i)+0.5)/n)
	}
	d.add(5000)
	for _, q := range []float64{0.1, 0.25, 0.5, 0.75, 0.9} {
		if got, want := d.quantile(q), bottom+(top-bottom)*q; math.Abs(got-want) > 0.01 {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
}

// TestUsualValueIsExact: what a value is in most of the frames is its median to the last digit,
// though others were larger and smaller, before and after, and in the other of two that are
// merged.
func TestUsualValueIsExact(t *testing.T) {
	const usual = 250e6
	var d, other distribution
	d.addTimes(249.9e6, 3)
	d.addTimes(usual, 100)
	d.addTimes(750e6, 30)
	other.addTimes(usual, 100)
	other.addTimes(100e6, 20)
	d.merge(&other)
	if got := d.quantile(0.5); got != usual {
		t.Errorf("the median is %v, want exactly %v", got, float64(usual))
	}
	if got := d.quantile(1); got != 750e6 {
		t.Errorf("the largest is %v", got)
	}
}

// TestSignedQuantile compares with the sorted values.
func TestSignedQuantile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float32Range(-1e9, -1), rapid.Float32Range(1, 1e9)), 1, 100).Draw(t, "values")
		var d, other signed
		for i, v := range values {
			if i%2 == 0 {
				d.add(v)
			} else {
				other.add(v)
			}
		}
		d.merge(&other)
		slices.Sort(values)
		for _, q := range []float64{0, 0.05, 0.5, 0.95, 1} {
			want := float64(values[max(int(math.Ceil(q*float64(len(values)))), 1)-1])
			if got := d.quantile(q); math.Abs(got-want) > 0.004*math.Abs(want) {
				t.Fatalf("quantile %v is %v, want %v", q, got, want)
			}
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
