package view

import (
	"snaplab/ui/im"
	"snaplab/ui/raster"

	"math"
	"strconv"
	"strings"
	"time"
)

// Term is what stands in a phrase for a %s: a word, or a number with its places after
// the point.
type Term struct {
	word   string
	value  float64
	places int
}

// Word is a term that is written as it is. "" is written as 0.
func Word(s string) Term { return Term{word: s} }

// Number is a term with a fixed number of places after the point.
func Number(v float64, places int) Term { return Term{value: v, places: places} }

// Count is a whole number.
func Count(n int) Term { return Term{value: float64(n)} }

// Whole is a number that may be too large for a float64, as a seed is.
func Whole(n uint64) Term {
	if n < 1<<53 {
		return Term{value: float64(n)}
	}
	return Term{word: strconv.FormatUint(n, 10)}
}

// Millis is a duration in ms with a place after the point only where it has a tenth.
func Millis(d time.Duration) Term {
	tenths := math.Round(float64(d) / 1e5)
	if math.Mod(tenths, 10) == 0 {
		return Term{value: tenths / 10}
	}
	return Term{value: tenths / 10, places: 1}
}

// Significant is a number with so many digits that one a little over a whole number is not
// written as that.
func Significant(v float64) Term {
	switch {
	case v == 0 || v >= 100:
		return Number(v, 0)
	case v >= 10:
		if v == math.Trunc(v) {
			return Number(v, 0)
		}
		return Number(v, 1)
	}
	return Number(v, 2)
}

// Phrase appends a pattern with terms in the place of its %s; %% is a per cent sign. A
// %s without a term becomes a mere per cent sign.
func Phrase(dst []byte, pattern string, terms ...Term) []byte {
	for {
		before, after, found := strings.Cut(pattern, "%")
		dst = append(dst, before...)
		if !found {
			return dst
		}
		if len(after) == 0 || after[0] == '%' || len(terms) == 0 {
			dst = append(dst, '%')
		} else {
			dst = terms[0].AppendTo(dst)
			terms = terms[1:]
		}
		if len(after) == 0 {
			return dst
		}
		pattern = after[1:]
	}
}

// AppendTo appends the word or the number.
func (t Term) AppendTo(dst []byte) []byte {
	if t.word != "" {
		return append(dst, t.word...)
	}
	scale := math.Pow10(t.places)
	v := math.Round(t.value*scale)/scale + 0 // never −0
	return strconv.AppendFloat(dst, v, 'f', t.places, 64)
}

// WidthOf returns the width of a text in a buffer that its owner goes on using.
func WidthOf(l *im.List, f raster.Font, s []byte) float32 {
	return l.TextBytes(f, raster.Point{}, s, raster.Color{})
}

// Fill returns what Phrase appends.
func Fill(pattern string, terms ...Term) string { return string(Phrase(nil, pattern, terms...)) }
