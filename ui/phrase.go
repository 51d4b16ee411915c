package ui

import (
	"time"

	"snaplab/ui/im"
	"snaplab/ui/raster"
	"snaplab/ui/text"
)

// The names under which this package knows what text fills into a pattern.

type term = text.Term

func word(s string) term { return text.Word(s) }

func number(v float64, places int) term { return text.Number(v, places) }

func count(n int) term { return text.Count(n) }

func whole(n uint64) term { return text.Whole(n) }

func millis(d time.Duration) term { return text.Millis(d) }

func phrase(dst []byte, pattern string, terms ...term) []byte {
	return text.Append(dst, pattern, terms...)
}

// widthOf returns the width of a text in a buffer that its owner goes on using.
func widthOf(l *im.List, f raster.Font, s []byte) float32 {
	return l.TextBytes(f, raster.Point{}, s, raster.Color{})
}
