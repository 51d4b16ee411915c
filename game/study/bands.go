package study

import (
	"math"
	"slices"
)

// Bands is a number at several delays, from several runs: its mean over the runs, and
// between Low and High what it was in at least 8 of 10 of them: their 10th and 90th
// percentiles by nearest rank. All three are of the same length.
type Bands struct {
	Mean, Low, High []float64
}

// At returns the i-th; beyond the last all is 0, before the first it is as there.
func (b *Bands) At(i int) (mean, low, high float64) {
	if i = max(i, 0); i >= len(b.Mean) {
		return 0, 0, 0
	}
	return b.Mean[i], b.Low[i], b.High[i]
}

// add appends what the runs came to at one more delay. There must be one run at least;
// they are sorted in place.
func (b *Bands) add(runs []float64) {
	slices.Sort(runs) // sums are then the same in whatever order the runs came
	sum := 0.0
	for _, v := range runs {
		sum += v
	}
	b.Mean = append(b.Mean, sum/float64(len(runs)))
	b.Low = append(b.Low, percentile(runs, 10))
	b.High = append(b.High, percentile(runs, 90))
}

// percentile returns the value at a nearest rank: the smallest that at least so many
// per cent do not exceed.
func percentile(sorted []float64, percent int) float64 {
	rank := int(math.Ceil(float64(percent*len(sorted)) / 100))
	return sorted[max(rank, 1)-1]
}
