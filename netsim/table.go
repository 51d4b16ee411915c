package netsim

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

const (
	tableCellBits = 12
	tableCells    = 1 << tableCellBits
)

// ErrTable is wrapped by every error about the values of a Table.
var ErrTable = errors.New("netsim: bad table")

// Table is the shape of a distribution of delays: its quantiles at 4097 evenly spaced
// probabilities, as shares of its range, with straight lines between them. It does
// not change, so links may share one. Make it with NewTable.
type Table struct {
	shares [tableCells + 1]uint64 // of 2^64
}

// NewTable returns the shape of measured values: the smallest stands for 0, the
// largest for 1, and neither unit nor order matters. The entries of a netem .dist
// file are such values. It returns an error that wraps ErrTable unless there are at
// least two different values, all finite.
func NewTable(values []float64) (*Table, error) {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%w: value %d is %v, want a finite number", ErrTable, i+1, v)
		}
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	last := len(sorted) - 1
	if last < 1 || sorted[0] == sorted[last] {
		return nil, fmt.Errorf("%w: %d values without any difference, want at least two different ones", ErrTable, len(values))
	}
	return tableOf(func(p float64) float64 {
		place := float64(p * float64(last))
		i := min(int(place), last-1)
		return sorted[i]/2 + float64((place-float64(i))*(sorted[i+1]/2-sorted[i]/2)) // halves can't overflow
	}), nil
}

// tableOf returns the shape of a quantile function, which does not fall as p goes
// from 0 to 1.
func tableOf(quantile func(p float64) float64) *Table {
	t := new(Table)
	lo, hi := quantile(0), quantile(1)
	for i := range t.shares {
		share := (quantile(float64(i)/tableCells) - lo) / (hi - lo)
		t.shares[i] = shareOf(share)
		if i > 0 {
			t.shares[i] = max(t.shares[i], t.shares[i-1])
		}
	}
	return t
}

// shareOf returns a number from 0 to 1 as a fraction of 2^64; 1 is the largest there
// is.
func shareOf(x float64) uint64 {
	if x >= 1 {
		return math.MaxUint64
	}
	return uint64(float64(max(x, 0) * 0x1p64))
}

// at returns the quantile of a uniform draw, both as fractions of 2^64.
func (t *Table) at(draw uint64) uint64 {
	cell := draw >> (64 - tableCellBits)
	lo, hi := t.shares[cell], t.shares[cell+1]
	return lo + mulShare(hi-lo, draw<<tableCellBits)
}

// Quantile returns the p-th quantile as a share of the range, 0 at p = 0 and 1 at
// p = 1. What lies outside counts as the end.
func (t *Table) Quantile(p float64) float64 {
	if p >= 1 {
		return 1
	}
	return float64(t.at(shareOf(p))) * 0x1p-64
}

// Mean returns the mean as a share of the range, 0 to 1.
func (t *Table) Mean() float64 {
	var sum float64
	for _, s := range t.shares {
		sum += float64(s) * 0x1p-64
	}
	ends := (float64(t.shares[0]) + float64(t.shares[tableCells])) / 2 * 0x1p-64
	return (sum - ends) / tableCells
}
