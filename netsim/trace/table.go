package trace

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
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

// isTable knows a table by several whole numbers to a line, or by its name.
func isTable(d *document) bool {
	if d.extension() == "dist" {
		return true
	}
	numbers := formats.patterns["numbers"].MatchString
	several := func(l string) bool { return numbers(l) && len(strings.Fields(l)) >= 4 }
	lines := d.count(func(l string) bool { l = strings.TrimSpace(l); return l != "" && l[0] != '#' })
	return lines > 0 && d.count(several) >= (lines+1)/2 && d.count(numbers) >= lines-1
}

// readTable reads as tc does: numbers as C writes them, lines that start with # left
// out, the rest of a line left out from the first thing that is no number, values cut
// to 16 bits. Each of these that changes something is a warning.
func readTable(d *document, _ Options, t *Trace) error {
	table := new(Table)
	for i, line := range d.lines {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, word := range strings.Fields(line) {
			v, rest := leadingInteger(word)
			if rest == word {
				t.warn(i+1, "the line counts only up to %s, which is no number", excerpt(word))
				break
			}
			if v < math.MinInt16 || v > math.MaxInt16 {
				t.warn(i+1, "%d is outside %d to %d: netem takes it for %d", v, math.MinInt16, math.MaxInt16, int16(v))
			}
			if len(table.values) == maxTable {
				return refuse("a netem distribution", fmt.Sprintf("it has more than %d values", maxTable), "a shorter one")
			}
			table.values = append(table.values, int16(v))
			if rest != "" {
				t.warn(i+1, "the line counts only up to %s, of which %d is taken: want whole numbers", excerpt(word), v)
				break
			}
		}
	}
	if len(table.values) == 0 {
		return refuse("a netem distribution", "there is no number in it", "whole numbers")
	}
	slices.Sort(table.values)
	t.Distribution = table
	n, mean, deviation := table.Len(), table.Mean(), table.Deviation()
	if n < 256 {
		t.warn(0, "only %d values: a distribution wants at least 256", n)
	}
	if math.Abs(mean) > 0.1 {
		t.warn(0, "the mean is %.2f standard deviations off", mean)
	}
	if deviation < 0.5 || deviation > 1.5 {
		t.warn(0, "the standard deviation is %.2f of the nominal one", deviation)
	}
	return nil
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
