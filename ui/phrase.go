package ui

import (
	"math"
	"strconv"
	"strings"
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
)

// term is what stands in a phrase for a %s: a word, or a number with its places after
// the point.
type term struct {
	word   string
	value  float64
	places int
}

func word(s string) term { return term{word: s} }

func number(v float64, places int) term { return term{value: v, places: places} }

func count(n int) term { return term{value: float64(n)} }

// whole is a number that may be too large for a float64, as a seed is.
func whole(n uint64) term {
	if n < 1<<53 {
		return term{value: float64(n)}
	}
	return term{word: strconv.FormatUint(n, 10)}
}

// millis is a duration in ms with a place after the point only where it has a tenth.
func millis(d time.Duration) term {
	tenths := math.Round(float64(d) / 1e5)
	if math.Mod(tenths, 10) == 0 {
		return term{value: tenths / 10}
	}
	return term{value: tenths / 10, places: 1}
}

// phrase appends a pattern with terms in the place of its %s; %% is a per cent sign.
func phrase(dst []byte, pattern string, terms ...term) []byte {
	for {
		before, after, found := strings.Cut(pattern, "%")
		dst = append(dst, before...)
		if !found {
			return dst
		}
		if len(after) == 0 || after[0] == '%' || len(terms) == 0 {
			dst = append(dst, '%')
		} else {
			dst = terms[0].append(dst)
			terms = terms[1:]
		}
		if len(after) == 0 {
			return dst
		}
		pattern = after[1:]
	}
}

func (t *term) append(dst []byte) []byte {
	if t.word != "" {
		return append(dst, t.word...)
	}
	scale := math.Pow10(t.places)
	v := math.Round(t.value*scale)/scale + 0 // never −0
	return strconv.AppendFloat(dst, v, 'f', t.places, 64)
}

// widthOf returns the width of a text in a buffer that its owner goes on using.
func widthOf(l *im.List, f raster.Font, s []byte) float32 {
	return l.TextBytes(f, raster.Point{}, s, raster.Color{})
}
