package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Fill returns a pattern with terms in the place of its %s; %% is a per cent sign. A %s
// without a term becomes a mere per cent sign.
func Fill(pattern string, terms ...string) string {
	var filled strings.Builder
	for {
		before, after, found := strings.Cut(pattern, "%")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		if after == "" || after[0] == '%' || len(terms) == 0 {
			filled.WriteByte('%')
		} else {
			filled.WriteString(terms[0])
			terms = terms[1:]
		}
		pattern = after[min(1, len(after)):]
	}
}

// Number writes a number with a fixed number of places after the point.
func Number(v float64, places int) string {
	scale := math.Pow10(places)
	return strconv.FormatFloat(math.Round(v*scale)/scale+0, 'f', places, 64) // + 0: never −0
}

// Count writes a whole number.
func Count[T int | uint64](n T) string { return fmt.Sprint(n) }

// Millis writes a duration in ms with a place after the point only where it has a tenth.
func Millis(d time.Duration) string {
	return strings.TrimSuffix(Number(math.Round(float64(d)/1e5)/10, 1), ".0")
}

// Milliseconds writes a duration in whole milliseconds.
func Milliseconds(d time.Duration) string { return Number(float64(d)/1e6, 0) }
