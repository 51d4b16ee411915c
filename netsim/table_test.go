package netsim

import (
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestTableByHand(t *testing.T) {
	// Range 20. At p = ½ the middle of the sorted values 10, 10, 14, 20, 30 with
	// 0, ¼, ½, ¾, 1: (14 − 10)/20. The mean of the straight lines between them is
	// (0/2 + 0 + 4 + 10 + 20/2)/4/20.
	table, err := NewTable([]float64{14, 10, 30, 10, 20})
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[float64]float64{-1: 0, 0: 0, 0.125: 0, 0.25: 0, 0.375: 0.1, 0.5: 0.2, 0.75: 0.5, 0.875: 0.75, 1: 1, 2: 1} {
		if got := table.Quantile(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("Quantile(%v) = %v, want %v", p, got, want)
		}
	}
	if got := table.Mean(); math.Abs(got-0.3) > 1e-12 {
		t.Errorf("Mean() = %v, want 0.3", got)
	}
}

func TestTableAgreesWithSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 2, 50).Draw(t, "values")
		values = append(values, 2e6) // so that there is a range
		table, err := NewTable(values)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		last := len(sorted) - 1
		p := float64(rapid.IntRange(0, tableCells).Draw(t, "p")) / tableCells
		place := p * float64(last)
		i := min(int(place), last-1)
		want := (sorted[i] + (place-float64(i))*(sorted[i+1]-sorted[i]) - sorted[0]) / (sorted[last] - sorted[0])
		if got := table.Quantile(p); math.Abs(got-want) > 1e-9 {
			t.Fatalf("Quantile(%v) = %v, want %v", p, got, want)
		}
	})
}

func TestTableEnds(t *testing.T) {
	for _, table := range []*Table{normalTable, paretoTable, exponentialTable} {
		if lo, hi := table.at(0), table.at(math.MaxUint64); lo != 0 || hi < math.MaxUint64-1<<16 {
			t.Errorf("from %#x to %#x, want from 0 to nearly 2^64", lo, hi)
		}
	}
	if table, err := NewTable([]float64{-math.MaxFloat64, math.MaxFloat64}); err != nil || math.Abs(table.Quantile(0.5)-0.5) > 1e-12 {
		t.Errorf("the largest range there is: %v", err)
	}
}

func TestNewTableRefuses(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{nil, "netsim: bad table: 0 values without any difference, want at least two different ones"},
		{[]float64{3}, "netsim: bad table: 1 values without any difference, want at least two different ones"},
		{[]float64{3, 3, 3}, "netsim: bad table: 3 values without any difference, want at least two different ones"},
		{[]float64{3, math.NaN()}, "netsim: bad table: value 2 is NaN, want a finite number"},
		{[]float64{math.Inf(1), 3}, "netsim: bad table: value 1 is +Inf, want a finite number"},
	} {
		if _, err := NewTable(c.values); err == nil || err.Error() != c.want || !errors.Is(err, ErrTable) {
			t.Errorf("NewTable(%v): %v, want %s", c.values, err, c.want)
		}
	}
}

// The laws and the copula decide arrivals, so they have the same bits on every
// platform, for ever.
func TestLawsKeepTheirBits(t *testing.T) {
	hash := fnv.New64a()
	add := func(v uint64) {
		var b [8]byte
		for i := range b {
			b[i] = byte(v >> (8 * i))
		}
		hash.Write(b[:])
	}
	for _, table := range []*Table{normalTable, paretoTable, exponentialTable} {
		for _, s := range table.shares {
			add(s)
		}
	}
	random := rand.NewPCG(7, 7)
	var memory jitterMemory
	for i := range 1000 {
		add(memory.next(100*ms, time.Duration(i)*33*ms, random.Uint64()))
	}
	add(uint64(stallLength(1<<63, 100*ms)))
	if got := hash.Sum64(); got != lawBits {
		t.Errorf("the laws' bits have the hash %#x, want %#x", got, uint64(lawBits))
	}
}

const lawBits = 0x4b903d59da190883
