package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is rows of words, the first column aligned to the left and the others to the
// right, or all to the left.
type table struct {
	rows [][]string
	left bool
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table. A row may be shorter than others.
func (t *table) write(w io.Writer) {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				line.WriteString("  ")
			}
			if i == 0 || t.left {
				line.WriteString(cell + pad)
			} else {
				line.WriteString(pad + cell)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// fixed returns a number with a fixed number of decimals.
func fixed(v float64, decimals int) string { return fmt.Sprintf("%.*f", decimals, v) }

// count returns a whole number.
func count(n int) string { return fmt.Sprint(n) }

// counted returns a number with the word for one or for more.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", more)
}

// byteSize returns a number of bytes in decimal units: 512 B, 320 kB, 1.6 MB.
func byteSize(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1_000_000:
		return fmt.Sprintf("%.4g kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.4g MB", float64(n)/1e6)
}
