// Package emulator reads what emulators of networks read: the distributions of delays of netem
// and the delivery opportunities of Mahimahi.
package emulator

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"snaplab/netsim/trace/plain"
)

// tableUnit is the standard deviation in the numbers of a netem table.
const tableUnit = 8192

// maxTable is how many numbers tc takes of a table.
const maxTable = 16384

// Table is a distribution of delays as netem has it: the delay is the mean plus a
// value of the table times the standard deviation.
type Table struct {
	values []int16 // ascending
}

// Len returns the number of values.
func (t *Table) Len() int { return len(t.values) }

// Quantile returns the value, in standard deviations, that a share u of the table lies
// below, 0 ≤ u < 1: netem's draw of value number u·Len. It is monotone, so that a
// correlated u keeps the distribution.
func (t *Table) Quantile(u float64) float64 {
	i := int(u * float64(len(t.values)))
	return float64(t.values[min(max(i, 0), len(t.values)-1)]) / tableUnit
}

// Mean returns the mean, in standard deviations: 0 for a table that is exact.
func (t *Table) Mean() float64 {
	sum := 0
	for _, v := range t.values {
		sum += int(v)
	}
	return float64(sum) / float64(len(t.values)) / tableUnit
}

// Deviation returns the standard deviation in units of the nominal one: 1 for a table
// that is exact.
func (t *Table) Deviation() float64 {
	mean, sum := t.Mean(), 0.0
	for _, v := range t.values {
		d := float64(v)/tableUnit - mean
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(t.values)))
}

// Warn takes a warning about a line, 0 for all of the file.
type Warn func(line int, format string, args ...any)

// ParseTable reads as tc does: numbers as C writes them, lines that start with # left
// out, the rest of a line left out from the first thing that is no number, values cut
// to 16 bits. Each of these that changes something is a warning.
func ParseTable(lines plain.Lines, warn Warn) (*Table, error) {
	table := new(Table)
	for i, line := range lines.All() {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, word := range strings.Fields(line) {
			v, rest := leadingInteger(word)
			if rest == word {
				warn(i+1, "the line counts only up to %s, which is no number", plain.Excerpt(word))
				break
			}
			if v < math.MinInt16 || v > math.MaxInt16 {
				warn(i+1, "%d is outside %d to %d: netem takes it for %d", v, math.MinInt16, math.MaxInt16, int16(v))
			}
			if len(table.values) == maxTable {
				return nil, fmt.Errorf("it has more than %d values", maxTable)
			}
			table.values = append(table.values, int16(v))
			if rest != "" {
				warn(i+1, "the line counts only up to %s, of which %d is taken: want whole numbers", plain.Excerpt(word), v)
				break
			}
		}
	}
	if len(table.values) == 0 {
		return nil, errors.New("there is no number in it")
	}
	slices.Sort(table.values)
	n, mean, deviation := table.Len(), table.Mean(), table.Deviation()
	if n < 256 {
		warn(0, "only %d values: a distribution wants at least 256", n)
	}
	if math.Abs(mean) > 0.1 {
		warn(0, "the mean is %.2f standard deviations off", mean)
	}
	if deviation < 0.5 || deviation > 1.5 {
		warn(0, "the standard deviation is %.2f of the nominal one", deviation)
	}
	return table, nil
}

// leadingInteger returns the integer that a word starts with, in the notation of C,
// and the rest of the word: all of it if it starts with none.
func leadingInteger(word string) (v int64, rest string) {
	for end := min(len(word), 12); end > 0; end-- { // no number is longer
		if v, err := strconv.ParseInt(word[:end], 0, 32); err == nil && !strings.Contains(word[:end], "_") {
			return v, word[end:]
		}
	}
	return 0, word
}
