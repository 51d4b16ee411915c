package interp

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestSlidingQuantileNearestRank(t *testing.T) {
	var q slidingQuantile
	q.configure(100, time.Second)
	if got := q.quantile(990_000); got != 0 {
		t.Errorf("of nothing: %d, want 0", got)
	}
	for v := 1; v <= 50; v++ {
		q.add(0, v)
	}
	q.add(0, 200) // beyond the limit
	q.add(0, -7)
	tests := []struct {
		ppm  int64
		want int
	}{
		// 52 numbers: 0, 1 … 50, 100. Of them floor(52·(1 − q)) may exceed the result.
		{1_000_000, 100}, // 0
		{990_000, 100},   // 0.52
		{980_000, 50},    // 1.04: the 100
		{950_000, 49},    // 2.6: 100 and 50
		{500_000, 25},    // 26: 26 to 50 and 100
	}
	for _, test := range tests {
		if got := q.quantile(test.ppm); got != test.want {
			t.Errorf("%d ppm: %d, want %d", test.ppm, got, test.want)
		}
	}
}

// TestSlidingQuantileAgainstSorting: the same as sorting what the window holds.
func TestSlidingQuantileAgainstSorting(t *testing.T) {
	type one struct{ step, v int }
	const span = 2 * time.Second
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		start := LocalTime(r.Int64()) / 2
		var q slidingQuantile
		q.configure(300, span)
		var all []one
		at := start
		for range 3000 {
			v := r.IntN(40)
			if r.IntN(10) == 0 {
				v = r.IntN(301)
			}
			step := int(at.Sub(start) / (span / windowSlices))
			q.add(at, v)
			all = append(all, one{step, v})
			all = slices.DeleteFunc(all, func(o one) bool { return o.step <= step-windowSlices })
			ppm := int64(500_000 + r.IntN(500_001))
			sorted := make([]int, len(all))
			for i, o := range all {
				sorted[i] = o.v
			}
			slices.Sort(sorted)
			rank := (int64(len(sorted))*ppm + 999_999) / 1_000_000
			if got, want := q.quantile(ppm), sorted[max(rank, 1)-1]; got != want {
				t.Fatalf("seed %d, %d numbers, %d ppm: %d, want %d", seed, len(sorted), ppm, got, want)
			}
			at = at.Add(time.Duration(r.Int64N(int64(20 * ms))))
			if r.IntN(300) == 0 {
				at = at.Add(time.Duration(r.Int64N(int64(span))))
			}
		}
	}
}

func TestSlidingQuantileForgets(t *testing.T) {
	var q slidingQuantile
	q.configure(100, time.Second)
	q.add(0, 90)
	q.add(LocalTime(950*ms), 10) // the last tenth of the window that began at 0
	if got := q.quantile(1_000_000); got != 90 {
		t.Errorf("within the window: %d, want 90", got)
	}
	q.add(LocalTime(1000*ms), 10) // the tenth that began at 0 has left
	if got := q.quantile(1_000_000); got != 10 {
		t.Errorf("after the window: %d, want 10", got)
	}
	q.add(LocalTime(time.Hour), 5)
	if got := q.quantile(1_000_000); got != 5 || q.count != 1 {
		t.Errorf("after an hour: %d of %d, want 5 of 1", got, q.count)
	}
	q.configure(100, time.Second)
	if q.count != 1 {
		t.Error("the same configuration made it forget")
	}
	q.configure(200, time.Second)
	if q.count != 0 || q.quantile(1_000_000) != 0 {
		t.Error("another limit did not make it forget")
	}
}

// However many numbers come in a tenth of the window, no count overflows.
func TestSlidingQuantileIsFull(t *testing.T) {
	var q slidingQuantile
	q.configure(10, time.Second)
	for range math.MaxUint16 + 100 {
		q.add(0, 7)
	}
	q.add(LocalTime(200*ms), 3)
	if q.count != math.MaxUint16+1 || q.quantile(990_000) != 7 {
		t.Errorf("%d numbers, quantile %d, want 65536 and 7", q.count, q.quantile(990_000))
	}
	q.add(LocalTime(1100*ms), 3)
	if q.count != 2 || q.quantile(1_000_000) != 3 {
		t.Errorf("%d numbers, quantile %d, want 2 and 3", q.count, q.quantile(1_000_000))
	}
}
